/* The memory of the threads. */
#include <stdlib.h>

#include "mcts_walk.h"

static void free_walks(mcts *m, int from)
{
    while (m->thread_count > from) {
        mcts_walk *w = m->walks[--m->thread_count];
        hist_mcts_free(w->history);
        free(w);
    }
}

static mcts_walk *new_walk(const hist_mcts_settings *histories)
{
    mcts_walk *w = calloc(1, sizeof *w);
    if (w) {
        w->history = hist_mcts_new(histories);
    }
    if (!w || !w->history) {
        free(w);
        return NULL;
    }
    return w;
}

/* Makes or frees walks until there are as many as threads. Returns false if memory is short; then
 * nothing changes. */
static bool make_walks(mcts *m, int threads, const hist_mcts_settings *histories, failure *why)
{
    const int before = m->thread_count;
    free_walks(m, threads);
    while (m->thread_count < threads) {
        mcts_walk *made = new_walk(histories);
        if (!made) {
            fail(why, "not enough memory for thread %d", m->thread_count + 1);
            free_walks(m, before);
            return false;
        }
        m->walks[m->thread_count++] = made;
    }
    m->history = m->walks[0]->history;
    return true;
}

bool mcts_prepare_threads(mcts *m, const search_options *options, failure *why)
{
    const hist_mcts_settings histories = mcts_history_settings(options);
    return make_walks(m, options->threads, &histories, why);
}

void mcts_free_threads(mcts *m)
{
    free_walks(m, 0);
}
