/* A game file that appears under its name only when it is whole, and that one process at a time
 * writes: see files/whole_file.h. What stood there before stays until game_output_keep(). */
#ifndef TOOLS_GAME_OUTPUT_H
#define TOOLS_GAME_OUTPUT_H

#include "game_file.h"

typedef struct game_output game_output;

/* NULL and `why` if the file cannot be written, or another process writes it. */
game_output *game_output_open(const char *path, failure *why);

/* Errors name the file. After one, drop the output. */
bool game_output_add(game_output *out, const game *g, failure *why);

/* How many games were added. */
long game_output_count(const game_output *out);

/* Ends the file, puts it in its place and frees `out`; on failure false, `why`, and no file. */
bool game_output_keep(game_output *out, failure *why);

/* Frees `out` (may be NULL) and removes what was written. */
void game_output_drop(game_output *out);

#endif
