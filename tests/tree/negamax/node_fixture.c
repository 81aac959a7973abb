#include "node_fixture.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "negamax_parts.h"

negamax *node_begin(fixture *f, search_control *control)
{
    failure why;
    fixture_begin_negamax(f, 1, 4);
    f->options.techniques = (search_techniques){.killers = true,
                                                .history_pruning = true,
                                                .butterfly_history = true,
                                                .captures_history = true,
                                                .quiet_rule = HIST_ORDER_SCHAEFFER,
                                                .history_increment = HIST_INCREMENT_D2,
                                                .butterfly_increment = HIST_INCREMENT_D,
                                                .history_best = HIST_BEST_SCORE,
                                                .history_pv = HIST_COUNT,
                                                .romstad_weight = 2};
    search_params *p = &f->options.params;
    p->ab_order_butterfly_1024 = p->ab_judge_butterfly_1024 = 1024;
    negamax *n = ab_new(&f->options, &why);
    cr_assert_not_null(n, "%s", why.text);
    n->control = control;
    return n;
}

ab_node *node_start(fixture *f, negamax *n, const char *fen)
{
    failure why;
    fixture_set(f, fen);
    cr_assert(ab_configure(n, &f->options, &why), "%s", why.text);
    ab_new_game(n);
    ab_worker *w = n->workers[0];
    w->path = f->game;
    w->until_check = 1 << 20;
    w->stage.depth = 8; /* extensions end at twice this ply */
    negamax_stack_reset(w->accumulators);
    ab_node *node = ab_root(w) + NODE_PLY;
    node[-1].described = (hist_move){QUEEN + 6, 59, 43, HIST_QUIET, 0};
    uint16_t *last = ab_rows_after(w, NODE_PLY);
    memset(w->rows_after, 0, sizeof w->rows_after);
    *last = hist_row_after(&node[-1].described);
    node->pos = f->position;
    node->context = hist_context_of(&node->pos, last, NODE_PLY);
    node->checks = pos_check_info(&node->pos);
    node->killers[0] = node->killers[1] = node->excluded = MOVE_NONE;
    return node;
}

move node_find(const ab_node *node, const char *uci)
{
    const move m = gen_from_uci(&node->pos, uci);
    cr_assert_neq(m, MOVE_NONE, "%s", uci);
    return m;
}

hist_move node_described(ab_worker *w, ab_node *node, const char *uci)
{
    return hist_move_of(&node->pos, ab_threats(w, node), node_find(node, uci));
}

ab_node *node_play(ab_worker *w, ab_node *node, const char *uci)
{
    if (uci) {
        node->described = node_described(w, node, uci);
        ab_make(w, node, node_find(node, uci));
    } else {
        ab_make_null(w, node);
    }
    return node + 1;
}

float node_count(ab_worker *w, ab_node *node, const char *uci)
{
    const hist_move m = node_described(w, node, uci);
    int score;
    hist_order(w->history, &node->context, &m, 1, &score);
    const int32_t bits = abs(score);
    float number;
    memcpy(&number, &bits, sizeof number);
    return score < 0 ? -number : number;
}

int node_gravity(ab_worker *w, ab_node *node, const char *uci)
{
    const hist_move m = node_described(w, node, uci);
    return hist_judge(w->history, &node->context, &m);
}

void node_know(negamax *n, const ab_node *node, const char *uci, int score, int depth)
{
    position after = node->pos;
    pos_make(&after, node_find(node, uci));
    const tt_data data = {
        .score = (int16_t)-score, .depth = (int8_t)depth, .bound = TT_EXACT, .now = true};
    tt_store(&n->table, after.key, &data);
}

void node_know_itself(negamax *n, const ab_node *node, const char *uci, int score, int depth,
                      int bound)
{
    const tt_data data = {.move = node_find(node, uci),
                          .score = (int16_t)score,
                          .depth = (int8_t)depth,
                          .bound = (tt_bound)bound};
    tt_store(&n->table, node->pos.key, &data);
}

void node_learn(ab_worker *w, ab_node *node, const node_searched *s)
{
    ab_visit v = {.beta = s->pv ? 100 : 1,
                  .depth = s->depth,
                  .ply = NODE_PLY,
                  .pv = s->pv,
                  .best = -SCORE_INFINITE};
    hist_result_begin(&v.result, &node->context, s->depth, s->pv);
    for (int i = 0; i < NODE_PLAYED_MAX && s->played[i].uci; i++) {
        const hist_move m = node_described(w, node, s->played[i].uci);
        const int score = s->played[i].score;
        const hist_outcome outcome = score <= v.alpha ? HIST_FAILED
                                     : score < v.beta ? HIST_RAISED
                                                      : HIST_CUT;
        hist_result_add(&v.result, &m, outcome);
        if (score > v.best) {
            v.best = score;
            v.result.top = i;
            v.top_move = node_find(node, s->played[i].uci);
        }
        if (outcome != HIST_FAILED) {
            v.best_move = node_find(node, s->played[i].uci);
            v.result.best = i;
            v.alpha = score;
        }
    }
    ab_learn(w, node, &v);
}
