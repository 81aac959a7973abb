#include "mcts.h"

#include "mcts_limits.h"
#include "mcts_playout.h"
#include "mcts_priors.h"
#include "mcts_report.h"
#include "mcts_threads.h"
#include "nn/portable_math.h"

/* Against a bare king the value table is cleared at nearly every move, and when the game enters
 * the endgame tables once. The clock runs meanwhile. So small a table takes well under a
 * millisecond, and is enough for few pieces. */
enum { ENDGAME_VALUES_MAX = 4 << 20 };

/* The playouts between two looks at clock and limits: well under a millisecond with Morpho's own
 * nets. One playout with a net of Lc0 takes longer. */
enum { PLAYOUTS_BETWEEN_CHECKS = 32 };

/* Runs playouts until a limit, a proof or a stop. */
static void run_playouts(mcts *m, search_control *control, mcts_progress *progress)
{
    const uint32_t between = m->backend.nets->lc0 ? 1 : PLAYOUTS_BETWEEN_CHECKS;
    mcts_pace pace = mcts_pace_begin(m);
    for (uint32_t since = 0; !control_stopped(control); since++) {
        const bool checks = since % between == 0;
        if (mcts_is_complete(m, control)) {
            return;
        }
        /* The threads' counts are far apart in memory. */
        if ((checks || !m->helpers) && mcts_work_is_done(m, control)) {
            return;
        }
        mcts_playout(m, m->walks[0]);
        if (tree_wants_room(&m->tree)) {
            mcts_make_room(m);
        }
        if (checks) {
            mcts_look_for_mates(m);
            control_update(control);
            /* A search that ponders may be on a clock later. */
            mcts_note_stage(&pace, m);
            if (mcts_time_is_up(&pace, m, control) || mcts_is_counted_out(m)) {
                return;
            }
            mcts_report_progress(progress);
        }
    }
}

/* Runs all threads until the first one ends the search. */
static void run(mcts *m, search_control *control, mcts_progress *progress)
{
    mcts_start_helpers(m);
    control->missing_threads = m->thread_count - 1 - m->helpers;
    control_begin_work(control);
    run_playouts(m, control, progress);
    if (!m->plays_policy) {
        mcts_check_choice(m);
        mcts_measure_mates(m);
    }
    mcts_stop_helpers(m);
}

/* The length in plies of the longest mate that is searched for: the attacker's moves, and a reply
 * to each but the last. */
static int plies_of_mate(const search_limits *limits)
{
    return limits->mate > PLY_MAX / 2 ? PLY_MAX - 1 : limits->mate > 0 ? 2 * limits->mate - 1 : 0;
}

/* Takes over the contempt of a search. Returns false if it differs from that of the tree. */
static bool set_contempt(mcts *m, const search_control *control, const position *root)
{
    const int of_white = control_contempt_of_white(control, root);
    const bool same = of_white == m->contempt_of_white;
    const float centipawns = m->backend.nets->value.centipawns;
    m->contempt_of_white = of_white;
    m->draw_worth[WHITE] = nn_sigmoid((float)-of_white / centipawns) - 0.5f;
    m->draw_worth[BLACK] = -m->draw_worth[WHITE];
    return same;
}

/* Sets what the values of a search depend on beside its options. Where that has changed since the
 * last search, the values of tree and table are not valid: the table is cleared, and the result is
 * false. */
static bool set_scale(mcts *m, const search_control *control, const position *root)
{
    const mop_up ending = mop_up_of(root);
    const int pieces = control->endgame.asks ? endgames_pieces(&m->endgames) : 0;
    const bool same_contempt = set_contempt(m, control, root);
    const bool same = same_contempt && ending.kind == m->mop_up.kind &&
                      ending.nearness == m->mop_up.nearness && pieces == m->endgame_pieces;
    const bool few_pieces = ending.kind || control->endgame.known;
    m->mop_up = ending;
    m->endgame_pieces = pieces;
    if (!same && (m->values_used || few_pieces)) {
        value_table_restart(&m->values, few_pieces ? ENDGAME_VALUES_MAX : SIZE_MAX);
    }
    m->values_used = true;
    return same;
}

static void begin_threads(mcts *m)
{
    for (int i = 0; i < m->thread_count; i++) {
        mcts_walk *w = m->walks[i];
        w->playouts = w->length_sum = w->table_hits = 0;
        w->length_max = 0;
        hist_mcts_new_search(w->history);
    }
}

static void reset_tree(mcts *m, const position *root, const line *game, bool limited)
{
    tree_reset(&m->tree, root, game);
    m->tree.limited = limited;
}

/* Makes the root of the search, with its value and moves, from the tree if it may be kept. */
static void set_root(mcts *m, const position *root, const line *game, const search_limits *limits,
                     bool keeps)
{
    const bool limited = limits->move_count || m->mate_plies;
    if (!keeps || limited || mcts_is_counted_out(m)) {
        reset_tree(m, root, game, limited);
    } else {
        tree_advance(&m->tree, root, game);
    }
    mcts_value_root(m);
    if (!mcts_prepare_root(m, limits)) {
        /* A kept tree may fill the arena completely. A new root always fits. */
        reset_tree(m, root, game, limited);
        mcts_value_root(m);
        (void)mcts_prepare_root(m, limits);
    }
    for (int i = 0; i < m->thread_count; i++) {
        mcts_walk_begin(m->walks[i], &m->tree.position, &m->tree.game, &m->tree.root);
    }
}

search_result mcts_go(mcts *m, const position *root, const line *game, search_control *control,
                      search_listener *listener, void *user, const search *owner)
{
    const search_limits *limits = &control->limits;
    mcts_progress progress = {m, control, listener, user, owner, .reported_us = control->start_us};
    begin_threads(m);
    const bool same_scale = set_scale(m, control, root);
    m->root_hits = control->endgame.hits;
    m->on_clock = limits->time_ms_soft > 0 && !limits->time_exact;
    m->mate_plies = plies_of_mate(limits);
    m->plays_policy = m->backend.nets->lc0 && limits->nodes == 1;
    set_root(m, root, game, limits, same_scale && !m->plays_policy);
    mcts_mates_begin(m, control);
    if (m->mate_plies) {
        mcts_look_for_defeat(m, (m->mate_plies + 1) / 2);
    }
    run(m, control, &progress);
    if (mcts_is_complete(m, control)) {
        mcts_report_progress(&progress);
    }
    control_wait(control);
    mcts_report(&progress, true);

    search_info last = {0};
    mcts_describe(m, mcts_best_number(m), &last);
    return (search_result){last.pv[0], last.pv_length > 1 ? last.pv[1] : MOVE_NONE};
}
