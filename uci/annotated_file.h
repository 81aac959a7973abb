/* The output of `morpho annotate`: a PGN file that grows game by game, and goes on after a kill. */
#ifndef UCI_ANNOTATED_FILE_H
#define UCI_ANNOTATED_FILE_H

#include "pgn/pgn_record.h"

typedef struct annotated_file annotated_file;

/* Opens or creates the output and locks it (files/growing_file.h). Returns NULL and fills `why` on
 * failure. annotated_file_close() closes it; NULL is fine. */
annotated_file *annotated_file_open(const char *path, const char *annotator, failure *why);
void annotated_file_close(annotated_file *file);

/* True if the output has a whole game for the next one of the input, which is `game`. Then it is
 * that game with the same annotator, or the output belongs to something else: then `*fits` is false
 * and `why` says so. Where the output has no whole game left, what a kill has left behind must be
 * the beginning of this game, and is cut off. Must not be called again after it was false. */
bool annotated_file_has(annotated_file *file, const pgn_record *game, bool *fits, failure *why);

/* Appends a game completely, or not at all. */
bool annotated_file_append(annotated_file *file, const char *text, size_t size, failure *why);

#endif
