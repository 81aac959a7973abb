/* A search for short mates, over all moves of both sides, with bounded work. Both searches use it
 * at their roots, for mates that their selective trees do not see, and for the true length of mates
 * that they have proven. It finds mates only: what it cannot prove within its nodes is unknown. */
#ifndef TREE_MATE_SEARCH_H
#define TREE_MATE_SEARCH_H

#include "chess/position.h"
#include "chess/repetition.h"
#include "control.h"

/* The longest mates, in moves of the mating side, and their longest lines. */
enum { MATE_MOVES_MAX = 8, MATE_LINE_MAX = 2 * MATE_MOVES_MAX };

enum { MATE_KNOWN = 1 << 12 }; /* size of the table of answers */

typedef enum mate_answer { MATE_NONE, MATE_FOUND, MATE_UNKNOWN } mate_answer;

/* What a search of the mating side's moves may leave out. */
typedef enum mate_width {
    MATE_ALL_MOVES,   /* nothing: MATE_NONE is a proof */
    MATE_CHECKS_ONLY, /* all moves that give no check */
} mate_width;

typedef struct mate_search {
    search_control *control; /* a stop, or the end of its hard limit of time, ends the work */
    position root;
    line path;      /* the game, up to the root */
    uint64_t nodes; /* moves that were made since mate_search_begin() */
    uint64_t end;   /* the count of nodes at which the work ends */
    bool is_out;    /* the work ended before there was an answer */
    mate_width width;
    move killer[MATE_LINE_MAX]; /* by ply: the move that answered the last question there */
    uint64_t known[MATE_KNOWN]; /* answers: see recall() */
} mate_search;

/* A mate that begins with a root move: the longest defence, and an answer to it. */
typedef struct mate_line {
    int length; /* 0: none */
    move moves[MATE_LINE_MAX];
} mate_line;

/* Prepares for questions about a root, with which `game` ends. `control` must outlast them. */
void mate_search_begin(mate_search *s, const position *root, const line *game,
                       search_control *control);

/* Does the side to move at the root mate in at most `moves` moves (1 to MATE_MOVES_MAX), of which
 * the legal move `first` is the first? The work ends when s->nodes reaches `end`. Fills `found` if
 * the answer is MATE_FOUND; the line has the right length only if there is no shorter mate. */
mate_answer mate_by_move(mate_search *s, move first, int moves, mate_width width, uint64_t end,
                         mate_line *found);

/* The same about the other side: does it mate in at most `moves` moves after `first`? */
mate_answer mate_after_move(mate_search *s, move first, int moves, mate_width width, uint64_t end,
                            mate_line *found);

#endif
