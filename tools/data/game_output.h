/* A game file that appears whole or not at all, and that one process at a time writes
 * (files/whole_file.h). An old file stays until game_output_keep(). */
#ifndef TOOLS_GAME_OUTPUT_H
#define TOOLS_GAME_OUTPUT_H

#include "game_file.h"

typedef struct game_output game_output;

/* Returns NULL and fills `why` if the file cannot be written or another process writes it. */
game_output *game_output_open(const char *path, failure *why);

/* Adds a game. Errors name the file; after an error the output must be dropped. */
bool game_output_add(game_output *out, const game *g, failure *why);

/* The number of games that were added. */
long game_output_count(const game_output *out);

/* Writes the file to its end, so that game_output_keep() only has to name it. A command that makes
 * several files completes all before it keeps any. Returns false and fills `why` on failure; then
 * `out` must be dropped. No game may be added afterwards. */
bool game_output_complete(game_output *out, failure *why);

/* Completes the file if that was not done, gives it its name and frees `out`. Returns false and
 * fills `why` on failure; then an old file stays as it was. */
bool game_output_keep(game_output *out, failure *why);

/* Frees `out`, which may be NULL, and removes the temporary file. */
void game_output_drop(game_output *out);

#endif
