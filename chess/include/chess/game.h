/* The keys of the positions that led here, and the draws that depend on them. One line of play: the
 * game so far, then the path of a search, pushed and cut back as the search moves. */
#ifndef CHESS_GAME_H
#define CHESS_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/position.h"

/* Positions kept of the game before the root, and room for a search path after it. Older positions
 * than the fifty-move rule reaches cannot repeat, so they may be forgotten. */
enum { LINE_GAME_MAX = 1024, LINE_PATH_MAX = 1024 };

typedef struct line {
    uint64_t key[LINE_GAME_MAX + LINE_PATH_MAX];
    int length; /* keys held; the last is the current position's */
    int root;   /* index of the search root's key; positions after it are the search's own */
} line;

/* Begins at one position, which is also the root. */
void line_start(line *l, const position *pos);

/* Appends the position after a move of the game and makes it the root. */
void line_play(line *l, const position *pos);

/* Appends and removes a position of the search path. */
static inline void line_push(line *l, uint64_t key)
{
    l->key[l->length++] = key;
}
static inline void line_cut(line *l, int length)
{
    l->length = length;
}

/* True if the current position (the last key) is drawn by repetition as a search sees it: it stood
 * once before at or after the root, or twice before anywhere, within the last `reversible` plies:
 * those since a capture or pawn move, and since a null move, before which no position counts. */
bool line_repeats(const line *l, int reversible);

/* How often the current position stood before in the whole line. */
int line_occurrences(const line *l, const position *pos);

#endif
