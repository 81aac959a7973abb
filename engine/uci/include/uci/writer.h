/* The output to the client: whole lines of printable UTF-8, ended by LF, flushed at once, under one
 * lock. A traffic log gets each line before the client does. */
#ifndef UCI_WRITER_H
#define UCI_WRITER_H

#include <pthread.h>
#include <stdio.h>

#include "uci/traffic_log.h"

/* Room for an info line with the longest PV. Longer lines are cut. */
enum { WRITER_LINE_MAX = 8192 };

typedef struct writer {
    pthread_mutex_t lock;
    FILE *file;
    traffic_log *log; /* NULL: none */
} writer;

/* `file` belongs to the caller and must outlive the writer. */
void writer_init(writer *w, FILE *file);
void writer_destroy(writer *w);

/* From now on all lines go to the log as well. It belongs to the caller and must outlive the
 * writer. Must be called before other threads use the writer. */
void writer_record(writer *w, traffic_log *log);

/* Gives a line that the client has sent to the log, if there is one. Any thread may call it. */
void writer_note_input(writer *w, const char *line);

/* Writes one line (printf format, without newline). Control characters and bytes that are not UTF-8
 * become '?', and trailing blanks are removed. Text that does not come from the user is ASCII. Any
 * thread may call it. */
void writer_line(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes the text that asks a person for a line, without an end of line. It does not go to the log.
 * Any thread may call it. */
void writer_prompt(writer *w, const char *text);

/* As writer_line() after "info string ERROR: ". */
void writer_error(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
