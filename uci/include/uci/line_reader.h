/* Lines of bounded length from a file descriptor. */
#ifndef UCI_LINE_READER_H
#define UCI_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>

/* Holds a game of a hundred thousand moves. A longer line is skipped. */
enum { LINE_READER_MAX = 1 << 20 };

typedef enum { LINE_READ, LINE_TOO_LONG, LINE_END } line_outcome;

typedef struct line_reader line_reader;

/* Returns NULL if memory is short. */
line_reader *line_reader_new(int descriptor);
void line_reader_free(line_reader *reader);

/* Waits for the next line. `*line` has no newline and is valid until the next call; NULs are
 * replaced by blanks. A last line without newline counts. A read error counts as the end of
 * input. */
line_outcome line_reader_next(line_reader *reader, const char **line);

#endif
