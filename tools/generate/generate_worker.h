/* A process that plays games for the main process. It receives a game's number, plays the game with
 * a teacher of its own, and sends a report, all over one socket. When the socket is closed, it
 * ends. */
#ifndef TOOLS_GENERATE_WORKER_H
#define TOOLS_GENERATE_WORKER_H

#include "generate_start.h"
#include "nn/net.h"

/* The data of a worker; read-only. */
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

/* The header of each report, in the machine's byte order. */
typedef struct worker_report {
    uint32_t event;  /* worker_event */
    uint32_t number; /* of the game */
    uint32_t size;   /* bytes that follow, at most GAME_RECORD_MAX + 4 */
} worker_report;

/* Read or write all bytes. They return false at the end of the stream or on an error. */
bool worker_read(int socket, void *to, size_t size);
bool worker_write(int socket, const void *bytes, size_t size);

/* Reads game numbers (uint32_t) and plays the games until the socket is closed. */
void worker_run(const generate_kit *kit, int socket);

#endif
