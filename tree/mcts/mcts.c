#include "mcts.h"

#include <stdlib.h>

#include "mcts_walk.h"
#include "system/memory.h"

/* The value table has this part of Hash. */
enum { VALUES_PART = 8 };

static void free_walk(mcts_walk *w)
{
    if (w) {
        hist_mcts_free(w->history);
        recent_sums_free(w->recent);
        recent_logits_free(w->logits);
        value_stack_free(w->sums);
        free(w);
    }
}

static void free_walks(mcts *m, int from)
{
    while (m->thread_count > from) {
        free_walk(m->walks[--m->thread_count]);
    }
}

static mcts_walk *new_walk(const hist_mcts_settings *histories)
{
    mcts_walk *w = calloc(1, sizeof *w);
    if (w) {
        w->history = hist_mcts_new(histories);
        w->recent = recent_sums_new();
        w->logits = recent_logits_new();
    }
    if (!w || !w->history || !w->recent || !w->logits) {
        free_walk(w);
        return NULL;
    }
    return w;
}

static void free_sums(value_stack *sums[], int count)
{
    for (int i = 0; i < count; i++) {
        value_stack_free(sums[i]);
    }
}

/* Makes the sums of each thread for quiescence search. */
static bool make_sums(value_stack *sums[THREADS_MAX], const search_options *o, failure *why)
{
    for (int i = 0; i < o->threads; i++) {
        sums[i] = value_stack_new(&o->nets->value, o->kernels, QUIESCENCE_PLIES, why);
        if (!sums[i]) {
            free_sums(sums, i);
            return false;
        }
    }
    return true;
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

/* The walks that the options want. On failure nothing changes. */
static bool renew_walks(mcts *m, const search_options *options, const hist_mcts_settings *histories,
                        failure *why)
{
    value_stack *sums[THREADS_MAX];
    if (!make_sums(sums, options, why)) {
        return false;
    }
    if (!make_walks(m, options->threads, histories, why)) {
        free_sums(sums, options->threads);
        return false;
    }
    for (int i = 0; i < options->threads; i++) {
        value_stack_free(m->walks[i]->sums);
        m->walks[i]->sums = sums[i];
    }
    return true;
}

/* Allocates the value table and the arena, `bytes` in all. The system has to have room for both
 * at once: memory that was taken but not used yet does not count as used. */
static bool take_memory(mcts *m, size_t bytes, failure *why)
{
    const size_t values = value_table_size(bytes / VALUES_PART);
    void *both = system_memory_take(bytes, why);
    system_memory_give(both);
    m->values_memory = both ? system_memory_take(values, why) : NULL;
    if (!m->values_memory || !tree_init(&m->tree, bytes - values, why)) {
        return false;
    }
    value_table_init(&m->values, m->values_memory, values);
    return true;
}

/* Takes over what needs no memory. */
static void take_options(mcts *m, const search_options *options)
{
    m->endgames = options->endgames;
    m->techniques = options->techniques;
    mcts_settings_make(&m->settings, &options->params, options->nets->lc0 != NULL);
    /* However many threads stay at one child, all of them together change its share little. */
    m->settings.stay_part *= options->threads > 2 ? (uint32_t)options->threads / 2 : 1;
    m->tree.usual_spread = 1.0f / (m->settings.spread_scale * m->settings.spread_scale);
    m->multi_pv = options->multi_pv;
}

mcts *mcts_new(const search_options *options, failure *why)
{
    mcts *m = calloc(1, sizeof *m);
    if (!m) {
        fail(why, "not enough memory for a search");
        return NULL;
    }
    const hist_mcts_settings histories = mcts_history_settings(options);
    pthread_mutex_init(&m->meeting.lock, NULL);
    pthread_cond_init(&m->meeting.changed, NULL);
    if (!renew_walks(m, options, &histories, why) || !take_memory(m, options->hash_mb << 20, why)) {
        mcts_free(m);
        return NULL;
    }
    m->backend = (backend){.nets = options->nets, .kernels = options->kernels};
    take_options(m, options);
    position pos;
    line game;
    pos_clear(&pos);
    line_start(&game, &pos);
    tree_reset(&m->tree, &pos, &game);
    return m;
}

void mcts_free(mcts *m)
{
    if (m) {
        free_walks(m, 0);
        pthread_cond_destroy(&m->meeting.changed);
        pthread_mutex_destroy(&m->meeting.lock);
        tree_free(&m->tree);
        system_memory_give(m->values_memory);
        free(m);
    }
}

static void forget_tree(mcts *m)
{
    value_table_restart(&m->values, SIZE_MAX);
    m->values_used = false;
    tree_reset(&m->tree, &m->tree.position, &m->tree.game);
}

static void clear_histories(mcts *m)
{
    for (int i = 0; i < m->thread_count; i++) {
        hist_mcts_clear(m->walks[i]->history);
    }
}

static void forget_recent(mcts *m)
{
    for (int i = 0; i < m->thread_count; i++) {
        recent_sums_clear(m->walks[i]->recent);
        recent_logits_clear(m->walks[i]->logits);
    }
}

bool mcts_configure(mcts *m, const search_options *options, failure *why)
{
    const hist_mcts_settings histories = mcts_history_settings(options);
    if (!renew_walks(m, options, &histories, why)) {
        return false;
    }
    for (int i = 0; i < m->thread_count; i++) {
        hist_mcts_configure(m->walks[i]->history, &histories);
    }
    /* The tree has values and priors that techniques and tables have made. */
    const bool same_makers =
        endgames_equal(&m->endgames, &options->endgames) &&
        search_techniques_equal(&m->techniques, &options->techniques, SEARCH_MCTS);
    take_options(m, options);
    /* Kernels agree to the bit, so they change no value. Other nets do. */
    if (m->backend.nets != options->nets) {
        forget_tree(m);
        clear_histories(m);
        forget_recent(m);
    } else if (!same_makers) {
        forget_tree(m);
    }
    m->backend = (backend){.nets = options->nets, .kernels = options->kernels};
    return true;
}

void mcts_new_game(mcts *m)
{
    forget_tree(m);
    clear_histories(m);
}

size_t mcts_bytes_used(const mcts *m)
{
    return (size_t)m->tree.arena.taken * ARENA_UNIT + value_table_used(&m->values);
}

size_t mcts_bytes_total(const mcts *m)
{
    return m->tree.arena.bytes + value_table_bytes(&m->values);
}
