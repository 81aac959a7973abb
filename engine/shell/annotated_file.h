/* The output of `morpho annotate`: a PGN file that grows game by game, and goes on after a kill. */
#ifndef SHELL_ANNOTATED_FILE_H
#define SHELL_ANNOTATED_FILE_H

#include "pgn/pgn_record.h"

typedef struct annotated_file annotated_file;

/* Opens or creates the output and locks it (files/growing_file.h). Returns NULL and fills `why` on
 * failure. annotated_file_close() closes it; NULL is fine. */
annotated_file *annotated_file_open(const char *path, const char *annotator, failure *why);
void annotated_file_close(annotated_file *file);

/* True if the output has a whole game for the next one of the input, which is `game`. It must be
 * that game, with the same annotator. Where the output has no whole game left, it must end with
 * nothing, or with the part of this game that a kill has left, which is cut off. `*fits` is false
 * if the output has anything else there, such as a game that cannot be read, if it cannot be read
 * on, or if memory is short; then `why` says so, and the output has not changed. Must not be called
 * again after it was false. */
bool annotated_file_has(annotated_file *file, const pgn_record *game, bool *fits, failure *why);

/* To be called after the last game of the input if annotated_file_has() was true for all games.
 * Returns false and fills `why` if the output has more than these. */
bool annotated_file_ends(annotated_file *file, failure *why);

/* Appends a game completely, or not at all. */
bool annotated_file_append(annotated_file *file, const char *text, size_t size, failure *why);

#endif
