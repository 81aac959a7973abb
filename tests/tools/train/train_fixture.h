/* What tests of tools share: a folder for files, and random games. */
#ifndef TESTS_TRAIN_FIXTURE_H
#define TESTS_TRAIN_FIXTURE_H

#include "game_file.h"

enum { FIXTURE_PATH_MAX = 512 };

/* Fills in the path of a file in a folder of this process, which is made at the first call. */
void fixture_path(char path[FIXTURE_PATH_MAX], const char *name);

/* Removes the folder and its files. */
void fixture_remove_all(void);

/* Fills a game with `plies` random legal moves from the start position, and with scores and
 * deviations. */
void fixture_random_game(game *g, uint64_t *state, int plies);

/* The order of two games by their records; 0: they have the same. */
int fixture_compare_games(const void *left, const void *right);

/* Opens a new game file; fails the test if it cannot be opened. */
game_writer *fixture_writer(const char *path);

/* Writes `games` random games, each from another first position. */
void fixture_write_games(const char *path, int games, uint64_t seed);

/* Reads a file and replays its games, to the end or to the first fault. Returns what ended it, with
 * `why` for a fault, and fills in the number of sound games. */
game_status fixture_replay(const char *path, long *games, failure *why);

#endif
