/* A game file that grows game by game and survives being killed at any moment.
 *
 * Each game is a gzip member of its own, written by one call, whose header carries the game's seed
 * and number (an extra field "Mo": u32 seed, u32 number, little endian). Opening an existing file
 * reads it through, cuts off a last member that is not whole, and knows which numbers it holds.
 * Readers of game files see nothing of this. */
#ifndef TOOLS_GAME_LOG_H
#define TOOLS_GAME_LOG_H

#include <stddef.h>

#include "game_file.h"

typedef struct game_log game_log;

/* What a log holds. */
typedef struct game_log_counts {
    uint64_t games, draws, positions;
} game_log_counts;

/* Opens or creates. NULL and `why` if another process has it open, or if it is anything but a file
 * that was written in this way: such a file is left as it is. */
game_log *game_log_open(const char *path, failure *why);

/* True if the file held this game when it was opened. */
bool game_log_has(const game_log *log, uint32_t seed, uint32_t number);

game_log_counts game_log_count(const game_log *log);

/* Appends the record that game_encode() made. False and `why` if the bytes are no record, or cannot
 * be written whole: then nothing of them stays. */
bool game_log_add(game_log *log, uint32_t seed, uint32_t number, const uint8_t *record, size_t size,
                  failure *why);

/* Syncs and closes; the file is sound before as after. NULL is fine. */
bool game_log_close(game_log *log, failure *why);

#endif
