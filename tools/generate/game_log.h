/* A game file that grows game by game and survives a kill at any moment.
 *
 * Each game is a gzip member, written by one call. Its gzip header has the mark of the run and the
 * number of the game, as an extra field "Mo" (u32 mark, u32 number, little endian). The mark is a
 * checksum of all that determines the games of a run. When a file is opened again, it is read
 * through, an incomplete last member is cut off, and the numbers of its games are collected.
 * Readers of game files do not see these fields. */
#ifndef TOOLS_GAME_LOG_H
#define TOOLS_GAME_LOG_H

#include <stddef.h>

#include "game_record.h"

typedef struct game_log game_log;

/* The contents of a log. */
typedef struct game_log_counts {
    uint64_t games, draws, positions;
} game_log_counts;

/* Opens or creates a log. Returns NULL and fills `why` if another process has it open, if it is not
 * a log, or if it has games with another mark; such a file does not change. */
game_log *game_log_open(const char *path, uint32_t mark, failure *why);

/* True if the file had the game of this number when it was opened. */
bool game_log_has(const game_log *log, uint32_t number);

game_log_counts game_log_count(const game_log *log);

/* Appends a record made by game_encode(). Returns false and fills `why` if the bytes are not a
 * record or cannot be written completely; then the file does not change. */
bool game_log_add(game_log *log, uint32_t number, const uint8_t *record, size_t size, failure *why);

/* Syncs and closes. The file is valid before and after. NULL is fine. */
bool game_log_close(game_log *log, failure *why);

#endif
