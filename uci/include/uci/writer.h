/* The one way to the client: whole lines, printable ASCII, LF, flushed at once, one lock. */
#ifndef UCI_WRITER_H
#define UCI_WRITER_H

#include <pthread.h>
#include <stdio.h>

/* An info line with the longest PV fits; longer lines are cut. */
enum { WRITER_LINE_MAX = 8192 };

typedef struct writer {
    pthread_mutex_t lock;
    FILE *file;
} writer;

void writer_init(writer *w, FILE *file);
void writer_destroy(writer *w);

/* Writes one line (printf format, no newline). Characters outside printable ASCII become '?',
 * trailing blanks go. Any thread. */
void writer_line(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same after "info string ERROR: ". */
void writer_error(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
