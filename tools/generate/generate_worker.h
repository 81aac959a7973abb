/* A process that plays games for another: it is sent a game's number, plays it with a teacher of
 * its own, and reports. Both ends talk over a socket; when the other end hangs up, it ends. */
#ifndef TOOLS_GENERATE_WORKER_H
#define TOOLS_GENERATE_WORKER_H

#include "generate_start.h"
#include "nn/net.h"

/* What a worker needs; read-only. */
typedef struct generate_kit {
    const generate_plan *plan;
    const start_books *books;
    const nets *nets; /* NULL for an engine */
} generate_kit;

typedef enum {
    WORKER_GAME,    /* `size` bytes of a game's record follow */
    WORKER_FAILURE, /* the game was lost: a text follows, without a final zero; work goes on */
    WORKER_GAVE_UP  /* likewise, and the worker ends */
} worker_event;

/* What precedes every report, in the machine's own byte order. */
typedef struct worker_report {
    uint32_t event;  /* worker_event */
    uint32_t number; /* of the game */
    uint32_t size;   /* bytes that follow, at most GAME_RECORD_MAX + 4 */
} worker_report;

/* Reads or writes all of it; false at the end of the stream or on an error. */
bool worker_read(int socket, void *to, size_t size);
bool worker_write(int socket, const void *bytes, size_t size);

/* Reads game numbers (uint32_t) until the socket ends. */
void worker_run(const generate_kit *kit, int socket);

#endif
