#include "mcts_threads.h"

#include "mcts_playout.h"
#include "mcts_stay.h"
#include "mcts_tree_room.h"
#include "system/threads.h"

static void *help(void *own)
{
    mcts_walk *w = own;
    mcts *m = w->search;
    while (!atomic_load_explicit(&m->quit, memory_order_relaxed)) {
        if (meeting_is_called(&m->gathering)) {
            meeting_attend(&m->gathering);
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
    if (m->helpers) {
        meeting_call(&m->gathering, m->helpers);
    }
}

void mcts_resume_helpers(mcts *m)
{
    if (m->helpers) {
        meeting_end(&m->gathering);
    }
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
