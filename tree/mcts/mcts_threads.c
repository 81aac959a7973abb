/* The memory of the threads. */
#include <stdlib.h>

#include "mcts_walk.h"

static void free_walks(mcts *m, int from)
{
    while (m->thread_count > from) {
        mcts_walk *w = m->walks[--m->thread_count];
        hist_mcts_free(w->history);
        negamax_stack_free(w->sums);
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

static void free_sums(negamax_stack *sums[], int count)
{
    for (int i = 0; i < count; i++) {
        negamax_stack_free(sums[i]);
    }
}

/* Makes sums of the negamax net for each thread; none (NULL) if the options do not use it in mcts,
 * or the nets have none. Returns false if memory is short; then nothing is made. */
static bool make_sums(negamax_stack *sums[], const search_options *o, failure *why)
{
    const bool wanted = o->techniques.mcts_second_net && o->nets->has_negamax;
    for (int i = 0; i < o->threads; i++) {
        sums[i] = wanted ? negamax_stack_new(&o->nets->negamax, o->kernels, 1, why) : NULL;
        if (wanted && !sums[i]) {
            free_sums(sums, i);
            return false;
        }
    }
    return true;
}

bool mcts_prepare_threads(mcts *m, const search_options *o, failure *why)
{
    const hist_mcts_settings histories = mcts_history_settings(o);
    negamax_stack *sums[THREADS_MAX];
    if (!make_sums(sums, o, why)) {
        return false;
    }
    if (!make_walks(m, o->threads, &histories, why)) {
        free_sums(sums, o->threads);
        return false;
    }
    for (int i = 0; i < o->threads; i++) {
        negamax_stack_free(m->walks[i]->sums);
        m->walks[i]->sums = sums[i];
    }
    return true;
}

void mcts_free_threads(mcts *m)
{
    free_walks(m, 0);
}
