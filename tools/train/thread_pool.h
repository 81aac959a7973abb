/* Threads that share numbered tasks. Any thread may do any task, so the tasks of one call must not
 * depend on each other. Then the result does not depend on the number of threads. */
#ifndef TOOLS_THREAD_POOL_H
#define TOOLS_THREAD_POOL_H

#include "base/failure.h"

enum { THREAD_POOL_MAX = 256 };

typedef struct thread_pool thread_pool;

/* `threads` is from 1 to THREAD_POOL_MAX and counts the caller, so that 1 starts no thread. Returns
 * NULL and fills `why` if memory or threads are short. */
thread_pool *thread_pool_new(int threads, failure *why);

/* Ends the threads. NULL is fine. */
void thread_pool_free(thread_pool *pool);

/* Calls task(context, 0) to task(context, count - 1), each once, and returns when all have ended.
 * One thread at a time may call it for a pool. */
void thread_pool_run(thread_pool *pool, int count, void (*task)(void *context, int number),
                     void *context);

#endif
