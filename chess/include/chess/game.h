/* The keys of earlier positions, and the draws that depend on them. A line holds the game so far
 * and then the path of a search, which pushes and removes keys as it moves. */
#ifndef CHESS_GAME_H
#define CHESS_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/position.h"

/* Room for positions of the game, and for a search path after them. Positions before the last
 * capture or pawn move cannot recur, so old ones may be dropped. */
enum { LINE_GAME_MAX = 1024, LINE_PATH_MAX = 1024 };

typedef struct line {
    uint64_t key[LINE_GAME_MAX + LINE_PATH_MAX];
    int length; /* number of keys; the last belongs to the current position */
    int root;   /* index of the search root's key; the keys after it belong to the search */
} line;

/* Starts a line at a position, which becomes the root. */
void line_start(line *l, const position *pos);

/* Appends the position after a move of the game and makes it the root. */
void line_play(line *l, const position *pos);

/* line_push() appends a position to the search path. line_cut() shortens the line to `length`
 * keys. */
static inline void line_push(line *l, uint64_t key)
{
    l->key[l->length++] = key;
}
static inline void line_cut(line *l, int length)
{
    l->length = length;
}

/* True if a search must score the current position (the last key) as a repetition: within the last
 * `reversible` plies it occurred at or after the root, or twice before the root. The reversible
 * plies are those since the last capture, pawn move or null move. */
bool line_repeats(const line *l, int reversible);

/* The number of earlier occurrences of the current position in the whole line. */
int line_occurrences(const line *l, const position *pos);

#endif
