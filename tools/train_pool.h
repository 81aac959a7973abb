/* A few threads that share out numbered tasks. Which thread does a task is left to chance, so tasks
 * of one call must not depend on each other; then the result does not depend on the threads. */
#ifndef TOOLS_TRAIN_POOL_H
#define TOOLS_TRAIN_POOL_H

#include "chess/failure.h"

enum { POOL_THREADS_MAX = 256 };

typedef struct train_pool train_pool;

/* `threads` counts the caller; 1 makes a pool that starts none. */
train_pool *train_pool_new(int threads, failure *why);
void train_pool_free(train_pool *pool);

/* Calls task(context, 0) to task(context, count - 1), each once, and returns when all are done. */
void train_pool_run(train_pool *pool, int count, void (*task)(void *context, int number),
                    void *context);

#endif
