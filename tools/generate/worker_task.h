/* A worker: a process that makes games with a teacher of its own. It receives a task, makes the
 * game and sends a report, all over one socket. When the socket is closed, it ends. worker_pool.h
 * is the other side. */
#ifndef TOOLS_WORKER_TASK_H
#define TOOLS_WORKER_TASK_H

#include "game_file.h"
#include "teacher.h"

typedef enum {
    TASK_DONE,
    TASK_FAILED,   /* the teacher failed, or memory is short; see `why` */
    TASK_HOPELESS, /* no other teacher could do it; see `why` */
    TASK_CANCELLED
} task_status;

/* What becomes of a task whose teacher answered so. */
task_status task_status_of(engine_status answer);

/* Makes the game of a task's number in `made`. `given` is the task's game; without plies if it has
 * none. */
typedef task_status task_maker(const void *context, teacher *t, uint32_t number, const game *given,
                               game *made, failure *why);

/* The data of a worker; read-only. */
typedef struct worker_kit {
    const teacher_parts *teacher;
    task_maker *make;
    const void *context; /* of `make` */
} worker_kit;

/* The header of a task, in the machine's byte order. */
typedef struct worker_order {
    uint32_t number;
    uint32_t size; /* bytes of the given game's record, which follow; 0 for none */
} worker_order;

typedef enum {
    WORKER_GAME,    /* `size` bytes of the made game's record follow */
    WORKER_FAILURE, /* the task was not done: a text follows, without a final zero; work goes on */
    WORKER_GAVE_UP  /* likewise, and the worker ends */
} worker_event;

/* The header of each report, in the machine's byte order. */
typedef struct worker_report {
    uint32_t event;  /* worker_event */
    uint32_t number; /* of the task */
    uint32_t size;   /* bytes that follow, at most GAME_RECORD_MAX + 4 */
} worker_report;

/* Read or write all bytes. They return false at the end of the stream or on an error. */
bool worker_read(int socket, void *to, size_t size);
bool worker_write(int socket, const void *bytes, size_t size);

/* Reads tasks and does them until the socket is closed. */
void worker_run(const worker_kit *kit, int socket);

#endif
