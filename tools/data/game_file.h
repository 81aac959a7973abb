/* Reads and writes game files (game_record.h): one or more gzip members. */
#ifndef TOOLS_GAME_FILE_H
#define TOOLS_GAME_FILE_H

#include "game_record.h"

typedef struct game_reader game_reader;

typedef enum {
    GAME_READ, /* a game was read */
    GAME_END,  /* the file ended after a whole record */
    GAME_CUT,  /* the file ends in the middle of a record; all games before it were read */
    GAME_BAD   /* not a game file, or not readable; the reader cannot continue */
} game_status;

/* Returns NULL and fills `why` if the file cannot be opened. */
game_reader *game_reader_open(const char *path, failure *why);
void game_reader_close(game_reader *r);

/* Reads the next game. It checks lengths, ranges and codes, but not legality (game_walk does). For
 * GAME_CUT and GAME_BAD `why` names file, game and ply. */
game_status game_reader_next(game_reader *r, game *g, failure *why);

/* The number of games that were read. */
long game_reader_count(const game_reader *r);

/* The number of compressed bytes that were read. */
int64_t game_reader_bytes(const game_reader *r);

/* Writes a file that appears whole or not at all (files/whole_file.h). Only one process at a time
 * can write it. An old file stays until game_writer_close(). */
typedef struct game_writer game_writer;

/* Returns NULL and fills `why` if the file cannot be written or another process writes it. */
game_writer *game_writer_open(const char *path, failure *why);

/* Adds a game. Errors name the file; after an error the writer must be dropped. */
bool game_writer_add(game_writer *w, const game *g, failure *why);

/* The number of games that were added. */
long game_writer_count(const game_writer *w);

/* Writes the rest of the file; game_writer_close() then only gives it its name. A command that
 * makes several files completes all before it closes any. Returns false and fills `why` on failure;
 * then `w` must be dropped. No game may be added afterwards. */
bool game_writer_complete(game_writer *w, failure *why);

/* Completes the file if that was not done, gives it its name and frees `w`. Returns false and fills
 * `why` on failure; then an old file stays as it was. */
bool game_writer_close(game_writer *w, failure *why);

/* Frees `w`, which may be NULL, and removes the temporary file. */
void game_writer_drop(game_writer *w);

#endif
