/* Lines of bounded length from a file, from a file descriptor, or given as texts. */
#ifndef UCI_LINE_READER_H
#define UCI_LINE_READER_H

#include "base/failure.h"

/* The longest line. It holds a game of more than a hundred thousand moves. */
enum { LINE_READER_MAX = 1 << 20 };

typedef enum { LINE_READ, LINE_TOO_LONG, LINE_END } line_outcome;

typedef struct line_reader line_reader;

/* line_reader_open() reads a file (files/input_file.h); it fills `why` if it returns NULL.
 * line_reader_new() reads a descriptor, which stays open. line_reader_of() gives the texts of an
 * array that NULL ends; they must outlive the reader. Both return NULL if memory is short.
 * line_reader_free() frees the result, or NULL. */
line_reader *line_reader_open(const char *path, failure *why);
line_reader *line_reader_new(int descriptor);
line_reader *line_reader_of(char *const *texts);
void line_reader_free(line_reader *reader);

/* Waits for the next line. `*line` has no newline and is valid until the next call; NULs, and
 * newlines of a text, are replaced by blanks. A byte order mark before the first line that is read
 * from a descriptor is dropped. If the line is too long, the rest of it is dropped. A last line
 * without newline counts. A read error counts as the end of input, and the line that it interrupts
 * is lost. */
line_outcome line_reader_next(line_reader *reader, const char **line);

/* Returns false and fills `why` if a read error ended the lines of the file `path`. */
bool line_reader_is_whole(const line_reader *reader, const char *path, failure *why);

#endif
