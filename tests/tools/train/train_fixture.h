/* What the trainer's tests share: a folder for files, random games, random chunks. */
#ifndef TESTS_TRAIN_FIXTURE_H
#define TESTS_TRAIN_FIXTURE_H

#include "game_file.h"
#include "train_pass.h"

enum { FIXTURE_PATH_MAX = 512 };

/* Fills in the path of a file in a folder of this process, which is made at the first call. */
void fixture_path(char path[FIXTURE_PATH_MAX], const char *name);

/* Removes the folder and its files. */
void fixture_remove_all(void);

/* Fills a game with `plies` random legal moves from the start position, and with scores and
 * deviations. */
void fixture_random_game(game *g, uint64_t *state, int plies);

/* Opens a new game file; fails the test if it cannot be opened. */
game_writer *fixture_writer(const char *path);

/* Writes `games` random games, each from another first position. */
void fixture_write_games(const char *path, int games, uint64_t seed);

/* Reads a file and replays its games, to the end or to the first fault. Returns what ended it, with
 * `why` for a fault, and fills in the number of sound games. */
game_status fixture_replay(const char *path, long *games, failure *why);

/* The architecture of a small net. `sums` is a multiple of 64. The engine loads only nets whose
 * sums are a multiple of 128. */
train_arch fixture_arch(train_kind kind, uint32_t inputs, uint32_t sums, uint32_t rows,
                        uint32_t l2);

/* Random inputs, targets and weights for a chunk of a net. */
void fixture_fill_chunk(train_chunk *chunk, const train_arch *arch, size_t positions,
                        uint64_t seed);

#endif
