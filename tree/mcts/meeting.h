/* A meeting of threads: one of them calls the others, works while they wait, and sends them on. */
#ifndef TREE_MEETING_H
#define TREE_MEETING_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* `present` or `number` */
    atomic_bool called;
    int present;     /* threads that wait */
    unsigned number; /* of meetings that have ended */
} meeting;

void meeting_init(meeting *m);
void meeting_destroy(meeting *m);

/* Calls the other threads, and returns when all `others` of them wait. */
void meeting_call(meeting *m, int others);

/* Sends them on. */
void meeting_end(meeting *m);

/* True if this thread, one of the others, must call meeting_attend() soon. */
static inline bool meeting_is_called(const meeting *m)
{
    return atomic_load_explicit(&m->called, memory_order_relaxed);
}

/* Waits until the meeting has ended. */
void meeting_attend(meeting *m);

#endif
