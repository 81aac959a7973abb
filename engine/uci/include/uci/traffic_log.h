/* A file with all lines that the client and the engine write to each other (option Debug Log File).
 * A line of the client follows "> ", and a line of the engine follows "< ". So `sed -n 's/^> //p'
 * FILE` is the input, which may be given to the engine again. Any thread may call the functions
 * except traffic_log_init() and traffic_log_destroy(). */
#ifndef UCI_TRAFFIC_LOG_H
#define UCI_TRAFFIC_LOG_H

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/failure.h"

typedef enum { TRAFFIC_FROM_CLIENT, TRAFFIC_FROM_ENGINE } traffic_direction;

/* Bytes of the lines that are kept for the first file. */
enum { TRAFFIC_EARLY_MAX = 32768 };

typedef struct traffic_log {
    pthread_mutex_t lock;
    FILE *file;       /* NULL: nothing is written */
    bool had_file;    /* a file was opened before, so lines are no longer kept in `early` */
    size_t early_end; /* bytes of `early` in use */
    int dropped;      /* lines that had no room in `early` */
    char early[TRAFFIC_EARLY_MAX];
} traffic_log;

/* traffic_log_init() makes a log without a file. traffic_log_destroy() closes the file. */
void traffic_log_init(traffic_log *log);
void traffic_log_destroy(traffic_log *log);

/* Appends to the file `path`, which is made if it does not exist, and closes the previous file. The
 * first file also gets the earlier lines, as far as there was room to keep them. With "" the call
 * only closes. Returns false and fills `why` if the file cannot be opened, or is a pipe or a
 * socket; then the previous file stays open. */
bool traffic_log_open(traffic_log *log, const char *path, failure *why);

/* Writes a line, without its newline, and flushes it. Returns false if the file cannot be written,
 * for example because the disk is full. The file is then closed, so that only one call fails. */
bool traffic_log_write(traffic_log *log, traffic_direction from, const char *line);

#endif
