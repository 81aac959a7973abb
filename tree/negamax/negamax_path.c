#include <string.h>

#include "negamax.h"
#include "tree/clock.h"

/* Limits are looked at once in so many nodes (well under a millisecond). */
enum { NODES_A_LOOK = 512 };

/* The first iteration goes on so long whatever the limits: that is a moment, it is nearly always
 * finished by then, and there is a move worth playing. Boards full of queens may never finish it.
 */
enum { FIRST_NODES = 10000 };

/* Moves of a line that the table may add to it. */
enum { RECALLED_MAX = 32 };

/* The listener hears at least so often. */
enum { REPORT_PULSE_US = 1000000 };

static void enter(ab_worker *w, ab_node *node)
{
    const uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed);
    atomic_store_explicit(&w->nodes, nodes + 1, memory_order_relaxed);
    node->checks = pos_check_info(&node->pos);
    node->history.slot[HIST_PAWNS] = hist_pawn_slot(pos_pawn_key(&node->pos));
    line_push(&w->path, node->pos.key);
}

/* The moves before `next`, of which the last left the slot `last`. */
static void shift_slots(ab_node *next, uint16_t last)
{
    uint16_t *slot = next->history.slot;
    slot[HIST_AFTER_1] = last;
    slot[HIST_AFTER_2] = next[-1].history.slot[HIST_AFTER_1];
    slot[HIST_AFTER_4] = next[-2].history.slot[HIST_AFTER_2];
    slot[HIST_AFTER_6] = next[-2].history.slot[HIST_AFTER_4];
}

void ab_make(ab_worker *w, ab_node *node, move m)
{
    ab_node *next = node + 1;
    next->pos = node->pos;
    pos_make(&next->pos, m);
    next->reversible = next->pos.halfmove_clock ? node->reversible + 1 : 0;
    tt_prefetch(&w->shared->table, next->pos.key);
    next->extensions = node->extensions;
    node->played = m;
    shift_slots(next, hist_slot(&node->trial));
    negamax_stack_push(w->accumulators, &node->pos, m);
    enter(w, next);
}

void ab_make_null(ab_worker *w, ab_node *node)
{
    ab_node *next = node + 1;
    next->pos = node->pos;
    pos_make_null(&next->pos);
    next->reversible = 0;
    tt_prefetch(&w->shared->table, next->pos.key);
    next->extensions = node->extensions;
    node->played = MOVE_NONE;
    shift_slots(next, HIST_SLOT_NONE);
    negamax_stack_push_null(w->accumulators);
    enter(w, next);
}

void ab_unmake(ab_worker *w)
{
    line_cut(&w->path, w->path.length - 1);
    negamax_stack_pop(w->accumulators);
}

bool ab_is_draw(const ab_worker *w, const ab_node *node)
{
    const position *pos = &node->pos;
    if (pos->halfmove_clock >= 100) {
        /* Mate on the hundredth ply still counts. */
        return !node->checks.checkers || gen_any(pos);
    }
    return pos_insufficient_material(pos) ||
           (node->reversible >= 4 && line_repeats(&w->path, node->reversible));
}

bitboard ab_threats(const ab_worker *w, const ab_node *node)
{
    return w->shared->asks_threats ? pos_attacked_by(&node->pos, (colour)(node->pos.to_move ^ 1))
                                   : 0;
}

pick_source ab_pick_source(const ab_worker *w, ab_node *node, move table_move)
{
    const search_techniques *use = &w->shared->techniques;
    pick_source from = {.pos = &node->pos,
                        .checks = &node->checks,
                        .history = w->history,
                        .order = use->quiet_rule == HIST_ORDER_GRAVITY ? NULL : w->order,
                        .node = &node->history,
                        .table_move = table_move};
    node->threats = ab_threats(w, node);
    from.threats = node->threats;
    if (use->killers) {
        from.killers[0] = node->killers[0];
        from.killers[1] = node->killers[1];
    }
    if (use->counter_move && node->history.slot[HIST_AFTER_1] != HIST_SLOT_NONE) {
        const hist_trial *before = &node[-1].trial;
        from.counter = w->counter[before->piece][before->to];
    }
    return from;
}

void ab_clear_line(ab_node *node)
{
    node->pv_length = 0;
}

void ab_keep_line(ab_node *node, move m)
{
    const ab_node *next = node + 1;
    node->pv[0] = m;
    memcpy(node->pv + 1, next->pv, (size_t)next->pv_length * sizeof(move));
    node->pv_length = next->pv_length + 1;
}

static bool is_among(const uint64_t keys[], int count, uint64_t key)
{
    for (int i = 0; i < count; i++) {
        if (keys[i] == key) {
            return true;
        }
    }
    return false;
}

void ab_recall_line(const ab_worker *w, ab_node *node)
{
    const int room = AB_PLY_MAX - 1 - ab_ply(w, node),
              most = room < RECALLED_MAX ? room : RECALLED_MAX;
    uint64_t seen[RECALLED_MAX];
    position pos = node->pos;
    tt_data known;
    node->pv_length = 0;
    while (node->pv_length < most && !is_among(seen, node->pv_length, pos.key) &&
           (node->pv_length == 0 || !is_among(w->path.key, w->path.length, pos.key)) &&
           tt_probe(&w->shared->table, pos.key, &known) && known.bound == TT_EXACT &&
           known.move != MOVE_NONE && gen_is_legal(&pos, known.move)) {
        seen[node->pv_length] = pos.key;
        node->pv[node->pv_length++] = known.move;
        pos_make(&pos, known.move);
    }
}

uint64_t ab_nodes(const negamax *n)
{
    uint64_t nodes = 0;
    for (int i = 0; i < n->worker_count; i++) {
        nodes += atomic_load_explicit(&n->workers[i]->nodes, memory_order_relaxed);
    }
    return nodes;
}

static bool limit_reached(ab_worker *w)
{
    negamax *n = w->shared;
    search_control *control = n->control;
    const search_limits *limits = &control->limits;
    control_update(control);
    if (control_stopped(control)) {
        return true;
    }
    w->until_look = NODES_A_LOOK;
    if (control_endless(control)) {
        return false;
    }
    /* A ponderhit may come when the depth has long been passed. */
    if (limits->depth && ab_completed_depth(w) >= limits->depth) {
        return true;
    }
    if (limits->nodes) {
        const uint64_t nodes = ab_nodes(n);
        if (nodes >= limits->nodes) {
            return true;
        }
        if (limits->nodes - nodes < NODES_A_LOOK) {
            w->until_look = (int)(limits->nodes - nodes);
        }
    }
    return clock_is_over(control);
}

bool ab_must_stop(ab_worker *w)
{
    negamax *n = w->shared;
    if (w->stopped) {
        return true;
    }
    if (atomic_load_explicit(&n->stage_number, memory_order_relaxed) != w->stage.number) {
        w->stopped = w->overtaken = true;
        return true;
    }
    if (--w->until_look > 0) {
        return false;
    }
    if (w->number > 0) {
        w->until_look = NODES_A_LOOK;
        w->stopped = atomic_load_explicit(&n->quit, memory_order_relaxed);
    } else if (ab_completed_depth(w) > 0 ||
               atomic_load_explicit(&w->nodes, memory_order_relaxed) >= FIRST_NODES) {
        w->stopped = limit_reached(w);
        if (control_now_us() - n->reporter->reported_us >= REPORT_PULSE_US) {
            ab_report(w, n->reporter, false);
        }
    }
    return w->stopped;
}
