#include "thread_pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct thread_pool {
    pthread_mutex_t lock;
    pthread_cond_t begin, done;
    long round; /* number of calls of thread_pool_run() so far */
    int busy;   /* threads still at work in this round */
    bool ending;

    void (*task)(void *context, int number);
    void *context;
    int count;
    atomic_int next; /* the first task that is not taken */

    int threads; /* threads without the caller */
    pthread_t thread[THREAD_POOL_MAX];
};

static void work(thread_pool *pool)
{
    for (;;) {
        int number = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (number >= pool->count) {
            return;
        }
        pool->task(pool->context, number);
    }
}

static void *thread_main(void *argument)
{
    thread_pool *pool = argument;
    long seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == seen && !pool->ending) {
            pthread_cond_wait(&pool->begin, &pool->lock);
        }
        if (pool->ending) {
            break;
        }
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        work(pool);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0) {
            pthread_cond_signal(&pool->done);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

thread_pool *thread_pool_new(int threads, failure *why)
{
    assert(threads >= 1 && threads <= THREAD_POOL_MAX);
    thread_pool *pool = calloc(1, sizeof *pool);
    if (!pool) {
        fail(why, "not enough memory for threads");
        return NULL;
    }
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->done, NULL);
    for (; pool->threads < threads - 1; pool->threads++) {
        if (pthread_create(&pool->thread[pool->threads], NULL, thread_main, pool) != 0) {
            fail(why, "cannot start thread %d of %d", pool->threads + 2, threads);
            thread_pool_free(pool);
            return NULL;
        }
    }
    return pool;
}

void thread_pool_free(thread_pool *pool)
{
    if (!pool) {
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++) {
        pthread_join(pool->thread[i], NULL);
    }
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->begin);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

void thread_pool_run(thread_pool *pool, int count, void (*task)(void *context, int number),
                     void *context)
{
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->context = context;
    pool->count = count;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    pool->busy = pool->threads;
    pool->round++;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    work(pool);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0) {
        pthread_cond_wait(&pool->done, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}
