/* Worker processes (worker_task.h), the tasks that they are doing, and their reports. Only one
 * thread of the main process uses a pool. The caller must ignore SIGPIPE. */
#ifndef TOOLS_WORKER_POOL_H
#define TOOLS_WORKER_POOL_H

#include "files/status_line.h"
#include "worker_task.h"

enum { WORKERS_MAX = 256 };

/* A task for a worker. */
typedef struct pool_task {
    bool any; /* false: there is none now */
    uint32_t number;
    const uint8_t *record; /* of the given game, as game_encode() writes it; NULL for none */
    size_t size;           /* its bytes, or 0 */
} pool_task;

/* The end of a task that was not done. */
typedef enum {
    POOL_LOST,   /* the teacher failed, or the worker died; the same task may be given again */
    POOL_GAVE_UP /* the worker has tried often enough, and has ended */
} pool_loss;

/* The owner of the tasks. The functions return false and fill `why` if the run must end. */
typedef struct pool_owner {
    void *context;
    /* A worker is idle. Fills in its next task, whose bytes must last until the next call. */
    bool (*give)(void *context, pool_task *task, failure *why);
    /* A task is done: `record` is that of the made game. */
    bool (*take)(void *context, uint32_t number, const uint8_t *record, size_t size, failure *why);
    /* A task is not done. The reason was printed; `reason` has it again. */
    bool (*lose)(void *context, uint32_t number, pool_loss loss, const char *reason, failure *why);
} pool_owner;

typedef struct worker_pool worker_pool;

/* Starts `count` workers. Messages about them are printed above the status line. Kit, owner and
 * status must outlive the pool. Returns NULL and fills `why` on failure. */
worker_pool *worker_pool_open(const worker_kit *kit, int count, const pool_owner *owner,
                              const status_line *status, failure *why);

/* Gives tasks to idle workers, waits for reports, a moment at most, and passes them to the owner.
 * Returns false and fills `why` if the owner ends the run, or no worker is left. */
bool worker_pool_turn(worker_pool *pool, failure *why);

/* The number of workers that have a task. */
int worker_pool_busy(const worker_pool *pool);

/* Ends the workers, whatever they are doing. NULL is fine. */
void worker_pool_close(worker_pool *pool);

#endif
