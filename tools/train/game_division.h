/* Divides games into those for training and those that are set aside for tests. A game is in the
 * same part in every file. */
#ifndef TOOLS_GAME_DIVISION_H
#define TOOLS_GAME_DIVISION_H

#include "game_record.h"

/* Games are divided by a hash of their beginning. Of GAME_TEST_SHARE games, one is held out to
 * compare runs and settings. Another is kept for the final test; nothing is chosen by its
 * results. */
enum { GAME_TEST_SHARE = 50 };
typedef enum { GAME_TRAINING, GAME_HELD_OUT, GAME_FINAL, GAME_PARTS } game_part;

/* A hash of the beginning of a game: its first position, as in the file, and its first eight moves,
 * since many games begin with the same position (FNV-1a, mixed). */
uint64_t game_beginning(const game *g);

/* The part of a game with this beginning. */
game_part game_part_of(uint64_t beginning);

#endif
