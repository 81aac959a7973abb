#include "meeting.h"

void meeting_init(meeting *m)
{
    *m = (meeting){.present = 0};
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->changed, NULL);
}

void meeting_destroy(meeting *m)
{
    pthread_cond_destroy(&m->changed);
    pthread_mutex_destroy(&m->lock);
}

void meeting_call(meeting *m, int others)
{
    pthread_mutex_lock(&m->lock);
    atomic_store_explicit(&m->called, true, memory_order_relaxed);
    while (m->present < others) {
        pthread_cond_wait(&m->changed, &m->lock);
    }
    pthread_mutex_unlock(&m->lock);
}

void meeting_end(meeting *m)
{
    pthread_mutex_lock(&m->lock);
    atomic_store_explicit(&m->called, false, memory_order_relaxed);
    m->present = 0;
    m->number++;
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
}

void meeting_attend(meeting *m)
{
    pthread_mutex_lock(&m->lock);
    /* The meeting may have ended since it was seen. */
    if (meeting_is_called(m)) {
        const unsigned number = m->number;
        m->present++;
        pthread_cond_broadcast(&m->changed);
        while (m->number == number) {
            pthread_cond_wait(&m->changed, &m->lock);
        }
    }
    pthread_mutex_unlock(&m->lock);
}
