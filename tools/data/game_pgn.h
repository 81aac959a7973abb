/* Games of a game file as PGN, written and read.
 *
 * Scores are comments [%eval P] (pawns) or [%eval #N] (mate), both from White's view (pgn_eval.h).
 * The move played is the best one, unless a comment [%best MOVE] names another. The reply that the
 * teacher expects to the best move is [%reply MOVE], visit shares are [%visits MOVE SHARE, ...],
 * and the scores of other moves are [%lines MOVE SCORE, ...]. */
#ifndef TOOLS_GAME_PGN_H
#define TOOLS_GAME_PGN_H

#include <stdio.h>

#include "game_record.h"
#include "pgn/pgn_record.h"

typedef struct game_pgn_style {
    const char *event; /* value of the tag Event */
    bool bare;         /* no comments */
} game_pgn_style;

/* Writes one game, with `number` as Round, and an empty line. A position's score comes after the
 * move that led to it, as viewers of lichess games expect. game_pgn_read() with `eval_after` reads
 * the same game back, except visit shares, replies, further lines and what a judge added
 * (game_record.h). Returns false and fills `why`, which names the ply, if a move is not legal.
 * Write errors are left to ferror(). */
bool game_pgn_write(FILE *to, const game *g, long number, const game_pgn_style *style,
                    failure *why);

typedef struct game_pgn_rules {
    bool eval_after;   /* a score belongs to the position after the move that it follows, as in
                        * games of lichess; else to the position before that move, as in games of
                        * TCEC */
    bool without_eval; /* [%eval] comments are ignored: no position has a score */
    bool skip_book;    /* games begin after their book moves */
} game_pgn_rules;

/* Sums over the games that were read. */
typedef struct game_pgn_counts {
    long chess960;
    long moves, book; /* skipped book moves count too */
    long scores, mates;
    long unreadable; /* scores that are neither pawns nor a mate */
} game_pgn_counts;

typedef enum {
    GAME_PGN_READ,
    GAME_PGN_USELESS,  /* it has no result, or no moves */
    GAME_PGN_FAULTY,   /* it has two results, or [%best] is no legal move */
    GAME_PGN_NO_MEMORY /* memory is short */
} game_pgn_status;

/* Makes a game of a record, and adds to the counts. `g` must be zero before its first use. Pawns
 * are clamped to +-200, mates to 1000 moves. A book move has no score; its comment is {b}, {book},
 * or {book, more}. In Chess960 the first position has Shredder castling letters. Removes the
 * comments after the result from the record, because they say nothing about a move. Unless the
 * result is GAME_PGN_READ, fills `why` with the reason alone. */
game_pgn_status game_pgn_read(pgn_record *r, game_pgn_rules rules, game *g, game_pgn_counts *counts,
                              failure *why);

#endif
