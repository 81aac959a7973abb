/* Lines from a file descriptor, of bounded length. */
#ifndef UCI_LINE_READER_H
#define UCI_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>

/* Room for a game of a hundred thousand moves; a longer line is passed over. */
enum { LINE_READER_MAX = 1 << 20 };

typedef enum { LINE_READ, LINE_TOO_LONG, LINE_END } line_outcome;

typedef struct line_reader line_reader;

/* NULL if memory is short. */
line_reader *line_reader_new(int descriptor);
void line_reader_free(line_reader *reader);

/* Waits for the next line and gives it without its newline, valid until the next call; NULs have
 * become blanks. A last line without newline counts. A read error is the end. */
line_outcome line_reader_next(line_reader *reader, const char **line);

#endif
