#include <stdlib.h>
#include <string.h>

#include "large_memory.h"
#include "mcts_walk.h"
#include "nn/real.h"
#include "system/threads.h"
#include "tree/clock.h"

/* A search ends before the counts of visits overflow. The rest is room for playouts under way. */
#define VISITS_MAX (UINT32_MAX - (1u << 24))

/* Against a bare king the table of values is cleared at nearly every move, and when the game enters
 * the endgame tables once. The clock runs meanwhile. So small a table takes well under a
 * millisecond, and is enough for few pieces. */
enum { ENDGAME_VALUES_MAX = 4 << 20 };

/* Clock and limits are checked once in so many playouts (well under a millisecond). */
enum { PLAYOUTS_BETWEEN_CHECKS = 32 };

/* The value table has this part of Hash. */
enum { VALUES_PART = 8 };

/* A search to a depth ends after at most so many playouts, doubled for each ply, because the mean
 * length may stop growing where moves are proven or repeat positions. Other searches to a depth
 * need a twentieth as many. */
enum { PLAYOUTS_OF_DEPTH_0 = 2000 };

/* A stage of the pace ends when the root's visits have grown by the STAGE_PART-th part and
 * STAGE_VISITS. The parts are equal in logarithms, as those of negamax's iterations. */
enum { STAGE_PART = 4, STAGE_VISITS = 256 };

/* A listener is called at most once in an INTERVAL, if something has changed, and at least once in
 * a PULSE. */
enum { REPORT_INTERVAL_US = 20000, REPORT_PULSE_US = 1000000 };

/* With report_growth also when the playouts have grown by the GROWTH_PART-th part. */
enum { GROWTH_PART = 10 };

/* The state of one search_go(). */
typedef struct search_run {
    mcts *m;
    search_control *control;
    search_listener *listener;
    void *user;
    const search *owner;
    int64_t reported_us; /* when the listener was last called */
    int reported_depth;
    move reported_best;
    clock_pace pace;
    uint64_t stage_end;  /* visits of the root at which the stage of the pace ends */
    uint64_t growth_end; /* playouts at which the listener is called next (report_growth) */
} search_run;

static backend backend_of(const search_options *o)
{
    return (backend){.nets = o->nets, .kernels = o->kernels, .floats = o->floats};
}

/* Allocates the table of values and the arena, `bytes` in all. The system has to have room for both
 * at once: memory that was taken but not used yet does not count as used. */
static bool take_memory(mcts *m, size_t bytes, failure *why)
{
    const size_t values = value_table_size(bytes / VALUES_PART);
    void *both = memory_take(bytes, why);
    memory_give(both);
    m->values_memory = both ? memory_take(values, why) : NULL;
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
    mcts_settings_make(&m->settings, &options->params);
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
    meeting_init(&m->gathering);
    if (!mcts_prepare_threads(m, options, why) || !take_memory(m, options->hash_mb << 20, why)) {
        mcts_free(m);
        return NULL;
    }
    m->backend = backend_of(options);
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
        mcts_free_threads(m);
        meeting_destroy(&m->gathering);
        tree_free(&m->tree);
        memory_give(m->values_memory);
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

bool mcts_configure(mcts *m, const search_options *options, failure *why)
{
    const hist_mcts_settings histories = mcts_history_settings(options);
    if (!mcts_prepare_threads(m, options, why)) {
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
    /* Kernels agree to the bit, so they change no value. Other nets or another backend do. */
    if (m->backend.nets != options->nets || m->backend.floats != options->floats) {
        forget_tree(m);
        clear_histories(m);
    } else if (!same_makers) {
        forget_tree(m);
    }
    m->backend = backend_of(options);
    return true;
}

void mcts_new_game(mcts *m)
{
    forget_tree(m);
    clear_histories(m);
}

static void report(search_run *s, bool final)
{
    if (!s->listener) {
        return;
    }
    int numbers[MOVES_MAX];
    const int count = mcts_best_lines(s->m, numbers, s->m->multi_pv);
    const int64_t now = control_now_us(), age = control_age_us(s->control);
    search_score above = search_score_best;
    for (int i = 0; i < count; i++) {
        search_info info = {.final = final, .multi_pv = s->m->multi_pv > 1 ? i + 1 : 0};
        mcts_describe(s->m, numbers[i], &info);
        info.score = endgames_score(&s->control->endgame, info.score);
        above = info.score = search_worse(info.score, above);
        info.time_ms = age / 1000;
        info.nodes_per_second = info.nodes * 1000000 / (uint64_t)age;
        if (i == 0) {
            s->reported_us = now;
            s->reported_depth = info.depth;
            s->reported_best = info.pv[0];
        }
        s->listener(s->user, s->owner, &info);
    }
}

/* Calls the listener if the playouts have grown enough since it was last called for that. */
static void report_growth(search_run *s)
{
    const uint64_t playouts = mcts_all_counts(s->m).playouts;
    if (s->listener && playouts >= s->growth_end) {
        s->growth_end = playouts + playouts / GROWTH_PART;
        report(s, false);
    }
}

static void report_progress(search_run *s)
{
    if (s->control->limits.report_growth) {
        report_growth(s);
    }
    int64_t silent = control_now_us() - s->reported_us;
    if (!s->listener || silent < REPORT_INTERVAL_US) {
        return;
    }
    const mcts *m = s->m;
    const move best = tree_child(&m->tree, &m->tree.root, mcts_best_number(m))->move;
    if (silent >= REPORT_PULSE_US || best != s->reported_best ||
        mcts_depth(m) > s->reported_depth) {
        report(s, false);
    }
}

/* The state of the root that the clock needs. A move that loses by proof is no choice. */
static clock_root root_now(const mcts *m)
{
    const mcts_tree *t = &m->tree;
    const int best = mcts_chosen_number(m);
    int choices = tree_block(t, &t->root)->count;
    uint32_t first = 0, second = 0;
    for (int i = 0; i < tree_visited(t, &t->root); i++) {
        const mcts_node *child = tree_child(t, &t->root, i);
        const uint32_t visits = TREE_LOAD(child->visits);
        if (i == best) {
            first = visits;
        } else if (tree_state(child) == NODE_WON) {
            choices--;
        } else {
            second = visits > second ? visits : second;
        }
    }
    return (clock_root){.forced = choices == 1,
                        .work = mcts_all_counts(m).playouts,
                        .lead = first > second ? first - second : 0};
}

/* True if no further playout can change the report: the root is proven, or the mate that is
 * searched for can no longer be proven, and no other reported line has an open move. A win by the
 * endgame tables is enough on a clock; else there may be a mate behind an open move. */
static bool is_complete(const search_run *s)
{
    const mcts_tree *t = &s->m->tree;
    const mcts_node *root = &t->root;
    if (tree_state(root) <= NODE_OPEN) {
        return false;
    }
    const bool may_change = s->m->multi_pv > 1 || node_is_by_tables(root);
    if (!may_change || s->m->horizon || control_on_clock(s->control)) {
        return true;
    }
    const int visited = tree_visited(t, root);
    bool open = visited < tree_block(t, root)->count;
    for (int i = 0; i < visited && !open; i++) {
        open = tree_state(tree_child(t, root, i)) <= NODE_OPEN;
    }
    return !open;
}

/* Limits of work. They are checked at every playout. */
static bool work_done(const search_run *s)
{
    const search_limits *l = &s->control->limits;
    const mcts_counts c = mcts_all_counts(s->m);
    if (control_counts_nodes(s->control) && c.playouts >= l->nodes) {
        return true;
    }
    if (control_endless(s->control) || !l->depth || !c.playouts) {
        return false;
    }
    return c.length_sum >= (uint64_t)l->depth * c.playouts ||
           c.playouts >> (l->depth < 40 ? l->depth : 40) >= PLAYOUTS_OF_DEPTH_0;
}

/* Tells the pace when a stage of the search has ended. */
static void note_stage(search_run *s)
{
    const mcts_tree *t = &s->m->tree;
    const mcts_node *root = &t->root;
    const uint32_t visits = TREE_LOAD(root->visits);
    const int best = visits < s->stage_end ? -1 : mcts_chosen_number(s->m);
    if (best < 0) {
        return;
    }
    const mcts_node *child = tree_child(t, root, best);
    const float q = 1.0f - TREE_LOAD(child->value);
    clock_note(&s->pace, child->move, value_centipawns(&s->m->backend.nets->value, q),
               (double)TREE_LOAD(child->visits) / visits);
    s->stage_end = (uint64_t)visits + visits / STAGE_PART + STAGE_VISITS;
}

/* No count has room for the visits of more playouts. */
static bool is_counted_out(const mcts *m)
{
    return TREE_LOAD(m->tree.root.visits) >= VISITS_MAX;
}

static bool time_is_up(search_run *s)
{
    if (clock_is_over(s->control)) {
        return true;
    }
    if (!control_on_clock(s->control)) {
        return false;
    }
    const clock_root root = root_now(s->m);
    return clock_is_enough(&s->pace, s->control, &root);
}

/* Frees memory for the next playouts. No other thread may be in the tree meanwhile. */
static void make_room(mcts *m, int helpers)
{
    if (helpers) {
        meeting_call(&m->gathering, helpers);
        for (int i = 0; i < m->thread_count; i++) {
            arena_store_empty(&m->tree.arena, &m->walks[i]->store);
        }
    }
    /* The nodes of the last playouts may be freed. */
    for (int i = 0; i < m->thread_count; i++) {
        mcts_settle(m, m->walks[i], 0);
        m->walks[i]->length = 0;
    }
    tree_make_room(&m->tree);
    if (helpers) {
        meeting_end(&m->gathering);
    }
}

/* Runs playouts until a limit, a proof or a stop. */
static void run_playouts(search_run *s, int helpers)
{
    search_control *control = s->control;
    for (uint32_t since = 0; !control_stopped(control); since++) {
        const bool checks = since % PLAYOUTS_BETWEEN_CHECKS == 0;
        if (is_complete(s)) {
            return;
        }
        /* The threads' counts are far apart in memory. */
        if ((checks || !helpers) && work_done(s)) {
            return;
        }
        mcts_playout(s->m, s->m->walks[0]);
        if (tree_wants_room(&s->m->tree)) {
            make_room(s->m, helpers);
        }
        if (checks) {
            mcts_look_for_mates(s->m, helpers);
            control_update(control);
            /* A search that ponders may be on a clock later. */
            note_stage(s);
            if ((!control_endless(control) && time_is_up(s)) || is_counted_out(s->m)) {
                return;
            }
            report_progress(s);
        }
    }
}

/* The whole search of the first thread. */
static void run(search_run *s, int helpers)
{
    control_begin_work(s->control);
    run_playouts(s, helpers);
    mcts_check_choice(s->m, helpers);
    mcts_measure_mates(s->m, helpers);
}

/* The share of a playout that a thread is. */
typedef struct helper {
    mcts *m;
    mcts_walk *walk;
    pthread_t thread;
} helper;

static void *help(void *own)
{
    const helper *h = own;
    while (!atomic_load_explicit(&h->m->quit, memory_order_relaxed)) {
        if (meeting_is_called(&h->m->gathering)) {
            meeting_attend(&h->m->gathering);
        }
        mcts_playout(h->m, h->walk);
    }
    return NULL;
}

/* Runs all threads until the first one ends the search. */
static void run_threads(search_run *s)
{
    mcts *m = s->m;
    helper helpers[THREADS_MAX];
    int count = 0;
    atomic_store(&m->quit, false);
    m->tree.crowded = m->thread_count > 1;
    for (; count + 1 < m->thread_count; count++) {
        helper *h = &helpers[count];
        *h = (helper){.m = m, .walk = m->walks[count + 1]};
        /* If a helper cannot be started, the search runs without it. */
        if (!system_thread_start(&h->thread, help, h)) {
            break;
        }
    }
    s->control->missing_threads = m->thread_count - 1 - count;
    run(s, count);
    atomic_store(&m->quit, true);
    for (int i = 0; i < count; i++) {
        pthread_join(helpers[i].thread, NULL);
    }
    for (int i = 0; i < m->thread_count; i++) {
        mcts_settle(m, m->walks[i], 0);
        arena_store_empty(&m->tree.arena, &m->walks[i]->store);
    }
    m->tree.crowded = false;
}

/* The length in plies of the longest mate that is searched for: the attacker's moves, and a reply
 * to each but the last. */
static int horizon_of(const search_limits *limits)
{
    return limits->mate > PLY_MAX / 2 ? PLY_MAX - 1 : limits->mate > 0 ? 2 * limits->mate - 1 : 0;
}

/* What the table of values knows of another scale of values is not valid. */
static void restart_values(mcts *m, const search_control *control)
{
    const bool few_pieces = m->driven.kind || control->endgame.known;
    if (m->values_used || few_pieces) {
        value_table_restart(&m->values, few_pieces ? ENDGAME_VALUES_MAX : SIZE_MAX);
    }
}

search_result mcts_go(mcts *m, const position *root, const line *game, search_control *control,
                      search_listener *listener, void *user, const search *owner)
{
    search_run s = {.m = m,
                    .control = control,
                    .listener = listener,
                    .user = user,
                    .owner = owner,
                    .reported_us = control->start_us,
                    .reported_best = MOVE_NONE,
                    .pace = clock_start(m->settings.time_stretch)};
    const search_limits *limits = &control->limits;
    for (int i = 0; i < m->thread_count; i++) {
        mcts_walk *w = m->walks[i];
        w->playouts = w->length_sum = w->table_hits = 0;
        w->length_max = 0;
        hist_mcts_new_search(w->history);
    }
    const driven_king driven =
        m->techniques.mcts_bare_king ? driven_king_of(root) : (driven_king){0};
    const int pieces = control->endgame.asks ? endgames_pieces(&m->endgames) : 0;
    const bool same_contempt = mcts_set_contempt(m, control, root);
    const bool same_scale = same_contempt && driven.kind == m->driven.kind &&
                            driven.nearness == m->driven.nearness && pieces == m->endgame_pieces;
    m->driven = driven;
    m->endgame_pieces = pieces;
    if (!same_scale) {
        restart_values(m, control);
    }
    m->values_used = true;
    m->root_hits = control->endgame.hits;
    m->on_clock = limits->time_ms_soft > 0 && !limits->time_exact;
    m->horizon = horizon_of(limits);
    const bool limited = limits->move_count || m->horizon;
    if (limited || !same_scale || is_counted_out(m)) {
        tree_reset(&m->tree, root, game);
        m->tree.limited = limited;
    } else {
        tree_advance(&m->tree, root, game);
    }
    mcts_value_root(m);
    if (!mcts_prepare_root(m, limits->moves, limits->move_count)) {
        /* A kept tree may fill the arena completely. A new root always fits. */
        tree_reset(&m->tree, root, game);
        m->tree.limited = limited;
        mcts_value_root(m);
        (void)mcts_prepare_root(m, limits->moves, limits->move_count);
    }
    for (int i = 0; i < m->thread_count; i++) {
        mcts_walk_begin(m->walks[i], &m->tree.position, &m->tree.game, &m->tree.root);
    }
    mcts_mates_begin(m, control);
    if (m->horizon) {
        mcts_look_for_defeat(m, (m->horizon + 1) / 2);
    }
    run_threads(&s);
    if (is_complete(&s)) {
        report_progress(&s);
    }
    control_wait(control);
    report(&s, true);

    search_info last = {0};
    mcts_describe(m, mcts_best_number(m), &last);
    return (search_result){last.pv[0], last.pv_length > 1 ? last.pv[1] : MOVE_NONE};
}
