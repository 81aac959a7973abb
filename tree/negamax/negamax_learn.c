#include "negamax_visit.h"

int ab_note_trial(ab_trials *trials, const hist_trial *trial, hist_outcome outcome)
{
    if (trials->count == HIST_TRIED_MAX) {
        if (outcome == HIST_FAILED) {
            return -1;
        }
        trials->count--;
    }
    trials->tried[trials->count] = *trial;
    trials->outcomes[trials->count] = (uint8_t)outcome;
    return trials->count++;
}

void ab_count_trials(ab_worker *w, const ab_trials *trials, int depth, bool pv)
{
    const hist_lesson lesson = {.tried = trials->tried,
                                .outcomes = trials->outcomes,
                                .count = trials->count,
                                .best = trials->best,
                                .top = trials->top,
                                .depth = depth,
                                .pv = pv};
    if (w->shared->counts) {
        hist_order_learn(w->order, &lesson);
    }
}

void ab_praise(ab_worker *w, const ab_node *node, move m, int bonus, int depth, bool pv)
{
    const hist_trial trial = trial_of(&node->pos, ab_threats(w, node), m);
    hist_quiet_adjust(w->history, &node->history, &trial, bonus);
    if (w->shared->techniques.history_table_cuts == HIST_COUNT) {
        ab_trials one;
        ab_trials_begin(&one);
        ab_note_trial(&one, &trial, HIST_CUT);
        ab_count_trials(w, &one, depth, pv);
    }
}

/* Killers (+31.5 +- 12.7 Elo) and counter moves (+4.2 +- 12.1 Elo) are quiet moves that
 * cut. */
static void keep_refutation(ab_worker *w, ab_node *node, move m)
{
    if (node->killers[0] != m) {
        node->killers[1] = node->killers[0];
        node->killers[0] = m;
    }
    if (node->history.slot[HIST_AFTER_1] != HIST_SLOT_NONE) {
        const hist_trial *before = &node[-1].trial;
        w->counter[before->piece][before->to] = m;
    }
}

void ab_learn(ab_worker *w, ab_node *node, const ab_visit *v, const ab_harvest *h)
{
    const hist_lesson lesson = {.node = node->history,
                                .tried = h->trials.tried,
                                .outcomes = h->trials.outcomes,
                                .count = h->trials.count,
                                .best = h->trials.best,
                                .top = h->trials.top,
                                .depth = v->depth,
                                .pv = v->pv};
    if (h->best_move != MOVE_NONE) {
        hist_moves_learn(w->history, &lesson);
    }
    if (w->shared->counts) {
        hist_order_learn(w->order, &lesson);
        hist_reduce_learn(w->reductions, &lesson);
    }
    if (h->best >= v->beta && h->best_move != MOVE_NONE &&
        !move_is_noisy(&node->pos, h->best_move)) {
        keep_refutation(w, node, h->best_move);
    }
}
