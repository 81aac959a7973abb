/* Threads that share numbered tasks. Any thread may do any task, so the tasks of one call must not
 * depend on each other; then the result does not depend on the threads. */
#ifndef TOOLS_THREAD_POOL_H
#define TOOLS_THREAD_POOL_H

#include "chess/failure.h"

enum { THREAD_POOL_MAX = 256 };

typedef struct thread_pool thread_pool;

/* `threads` counts the caller, so 1 starts no thread. Returns NULL and fills `why` on failure. */
thread_pool *thread_pool_new(int threads, failure *why);
void thread_pool_free(thread_pool *pool);

/* In a task: the number of its thread, from 0 (the caller) to the pool's threads - 1. So each
 * thread can have memory of its own. */
int thread_pool_self(void);

/* Calls task(context, 0) to task(context, count - 1), each once, and returns when all have
 * ended. */
void thread_pool_run(thread_pool *pool, int count, void (*task)(void *context, int number),
                     void *context);

#endif
