/* The output of `morpho annotate`: a PGN file that grows game by game, and goes on after a kill. */
#ifndef SHELL_ANNOTATED_FILE_H
#define SHELL_ANNOTATED_FILE_H

#include "pgn/pgn_record.h"

typedef struct annotated_file annotated_file;

/* Opens or creates the output and locks it (files/growing_file.h). Returns NULL and fills `why` on
 * failure. annotated_file_close() closes it; NULL is fine. */
annotated_file *annotated_file_open(const char *path, const char *annotator, failure *why);
void annotated_file_close(annotated_file *file);

/* To be called for each game of the input in turn until it returns false; `game` is the next one.
 * Returns true if the output already has a whole game at this place, which must be `game` with the
 * same annotator. Otherwise the output must end here, or with a part of `game` that a kill has
 * left, which is cut off. `*fits` is false if the output has anything else here, such as a game
 * that cannot be read, if it cannot be read any further, or if memory is short. Then `why` says so,
 * and the output has not changed. */
bool annotated_file_has(annotated_file *file, const pgn_record *game, bool *fits, failure *why);

/* To be called after the last game of the input if annotated_file_has() was true for all games.
 * Returns false and fills `why` if the output has more games. */
bool annotated_file_ends(annotated_file *file, failure *why);

/* Appends a game completely, or not at all. */
bool annotated_file_append(annotated_file *file, const char *text, size_t size, failure *why);

#endif
