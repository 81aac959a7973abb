/* Draws by repetition. A line holds the keys of earlier positions: those of the game, and after
 * them those of the path of a search, which appends a key for each move and removes it again. It
 * also holds the last moves of the game and the positions before them. */
#ifndef CHESS_REPETITION_H
#define CHESS_REPETITION_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/position.h"

/* Room for the keys of the game, and for those of a search path after them. When the game fills its
 * room, the oldest half of its keys is dropped. */
enum { LINE_GAME_MAX = 1024, LINE_PATH_MAX = 1024 };

/* The number of moves of the game that a line holds, and that of positions before the root. */
enum { LINE_MOVES_MAX = 6, LINE_POSITIONS_MAX = 7 };

/* A move as it looked on the board. */
typedef struct line_move {
    uint8_t moved; /* the piece that stood on the origin */
    uint8_t to;    /* the target square (chess/move.h) */
} line_move;

typedef struct line {
    uint64_t key[LINE_GAME_MAX + LINE_PATH_MAX];
    int length; /* number of keys; the last belongs to the current position */
    int root;   /* index of the search root's key; the keys after it belong to the search */
    line_move last[LINE_MOVES_MAX];      /* the last moves of the game, the newest first */
    int last_count;                      /* number of moves in `last` */
    position before[LINE_POSITIONS_MAX]; /* see line_before() */
    int before_newest;                   /* index in `before` */
    int before_count;                    /* number of positions in `before` */
} line;

/* Starts a line at a position, which becomes the root. */
void line_start(line *l, const position *pos);

/* Plays a legal move of the game on `pos`, the line's last position, and makes the position after
 * it the root. The search path must be empty. */
void line_play(line *l, position *pos, move m);

/* line_push() appends the key of a position to the search path, which holds at most LINE_PATH_MAX
 * keys. line_cut() shortens the line to `length` keys. */
static inline void line_push(line *l, uint64_t key)
{
    l->key[l->length++] = key;
}
static inline void line_cut(line *l, int length)
{
    l->length = length;
}

/* True if a search must score the current position (the last key) as a repetition: it has occurred
 * once at or after the root, or twice before the root. Only the last `reversible` plies are
 * searched. The caller counts them: the plies since the last capture, pawn move or null move. */
bool line_repeats(const line *l, int reversible);

/* The number of earlier occurrences of the current position in game and path. `pos` is that
 * position; its halfmove clock says how far back they may be. */
int line_occurrences(const line *l, const position *pos);

/* The position `plies` (at least 1) before the root, or NULL if the line does not hold it. */
const position *line_before(const line *l, int plies);

/* True if the position whose key has the index `at` had occurred before it. `reversible` is as in
 * line_repeats(). */
bool line_had_occurred(const line *l, int at, int reversible);

#endif
