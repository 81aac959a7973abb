#include "mcts_threads.h"

#include "mcts_playout.h"
#include "mcts_stay.h"
#include "system/threads.h"

/* Waits until a meeting that was called has ended. It begins only when all helpers wait, so none
 * comes too late. */
static void attend(mcts_meeting *meeting)
{
    pthread_mutex_lock(&meeting->lock);
    const unsigned number = meeting->number;
    meeting->present++;
    pthread_cond_broadcast(&meeting->changed);
    while (meeting->number == number) {
        pthread_cond_wait(&meeting->changed, &meeting->lock);
    }
    pthread_mutex_unlock(&meeting->lock);
}

static void *help(void *own)
{
    mcts_walk *w = own;
    mcts *m = w->search;
    while (!atomic_load_explicit(&m->quit, memory_order_relaxed)) {
        if (atomic_load_explicit(&m->meeting.called, memory_order_relaxed)) {
            attend(&m->meeting);
        }
        mcts_playout(m, w);
    }
    return NULL;
}

void mcts_start_helpers(mcts *m)
{
    atomic_store(&m->quit, false);
    m->tree.crowded = m->thread_count > 1;
    for (m->helpers = 0; m->helpers + 1 < m->thread_count; m->helpers++) {
        mcts_walk *w = m->walks[m->helpers + 1];
        w->search = m;
        if (!system_thread_start(&w->thread, help, w)) {
            break;
        }
    }
}

static void flush_all(mcts *m)
{
    for (int i = 0; i < m->thread_count; i++) {
        mcts_flush(m, m->walks[i], 0);
    }
}

static void empty_stores(mcts *m)
{
    for (int i = 0; i < m->thread_count; i++) {
        arena_store_empty(&m->tree.arena, &m->walks[i]->store);
    }
}

void mcts_stop_helpers(mcts *m)
{
    atomic_store(&m->quit, true);
    for (; m->helpers > 0; m->helpers--) {
        pthread_join(m->walks[m->helpers]->thread, NULL);
    }
    flush_all(m);
    empty_stores(m);
    m->tree.crowded = false;
}

void mcts_pause_helpers(mcts *m)
{
    mcts_meeting *meeting = &m->meeting;
    pthread_mutex_lock(&meeting->lock);
    atomic_store_explicit(&meeting->called, true, memory_order_relaxed);
    while (meeting->present < m->helpers) {
        pthread_cond_wait(&meeting->changed, &meeting->lock);
    }
    pthread_mutex_unlock(&meeting->lock);
}

void mcts_resume_helpers(mcts *m)
{
    mcts_meeting *meeting = &m->meeting;
    pthread_mutex_lock(&meeting->lock);
    atomic_store_explicit(&meeting->called, false, memory_order_relaxed);
    meeting->present = 0;
    meeting->number++;
    pthread_cond_broadcast(&meeting->changed);
    pthread_mutex_unlock(&meeting->lock);
}

void mcts_make_room(mcts *m)
{
    mcts_pause_helpers(m);
    if (m->helpers) {
        empty_stores(m);
    }
    /* The nodes of the last playouts may be freed. */
    flush_all(m);
    for (int i = 0; i < m->thread_count; i++) {
        m->walks[i]->length = 0;
    }
    tree_make_room(&m->tree);
    mcts_resume_helpers(m);
}
