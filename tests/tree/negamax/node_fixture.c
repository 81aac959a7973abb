#include "node_fixture.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"

search_techniques *use;
search_control control;
negamax *n;
ab_worker *w;
ab_node *node;

void node_begin(void)
{
    failure why;
    fixture_begin_negamax(1, 4);
    f.options.techniques = (search_techniques){.killers = true,
                                               .history_pruning = true,
                                               .butterfly_history = true,
                                               .captures_history = true,
                                               .quiet_rule = HIST_ORDER_SCHAEFFER,
                                               .history_increment = HIST_INCREMENT_D2,
                                               .butterfly_increment = HIST_INCREMENT_D,
                                               .history_best = HIST_BEST_SCORE,
                                               .history_pv = HIST_COUNT,
                                               .romstad_weight = 2};
    search_params *p = &f.options.params;
    p->ab_order_butterfly_1024 = p->ab_judge_butterfly_1024 = 1024;
    use = &f.options.techniques;
    n = ab_new(&f.options, &why);
    cr_assert_not_null(n, "%s", why.text);
    n->control = &control;
}

void node_end(void)
{
    ab_free(n);
    fixture_end();
}

void node_start(const char *fen)
{
    failure why;
    fixture_set(fen);
    cr_assert(ab_configure(n, &f.options, &why), "%s", why.text);
    ab_new_game(n);
    w = n->workers[0];
    w->path = f.game;
    w->until_check = 1 << 20;
    w->stage.depth = 8; /* extensions end at twice this ply */
    value_stack_reset(w->accumulators);
    node = ab_root(w) + NODE_PLY;
    node[-1].described = (hist_move){QUEEN + 6, 59, 43, HIST_QUIET, 0};
    uint16_t *last = ab_rows_after(w, NODE_PLY);
    memset(w->rows_after, 0, sizeof w->rows_after);
    *last = hist_row_after(&node[-1].described);
    node->pos = f.position;
    node->context = hist_context_of(&node->pos, last, NODE_PLY);
    node->checks = pos_check_info(&node->pos);
    node->killers[0] = node->killers[1] = node->excluded = MOVE_NONE;
}

move node_find(const ab_node *at, const char *uci)
{
    const move m = gen_from_uci(&at->pos, uci);
    cr_assert_neq(m, MOVE_NONE, "%s", uci);
    return m;
}

hist_move node_described(ab_node *at, const char *uci)
{
    return hist_move_of(&at->pos, ab_threats(w, at), node_find(at, uci));
}

ab_node *node_play(ab_node *at, const char *uci)
{
    if (uci) {
        at->described = node_described(at, uci);
        ab_make(w, at, node_find(at, uci));
    } else {
        ab_make_null(w, at);
    }
    return at + 1;
}

float node_count(ab_node *at, const char *uci)
{
    const hist_move m = node_described(at, uci);
    int score;
    hist_order(w->history, &at->context, &m, 1, &score);
    const int32_t bits = abs(score);
    float number;
    memcpy(&number, &bits, sizeof number);
    return score < 0 ? -number : number;
}

int node_gravity(ab_node *at, const char *uci)
{
    const hist_move m = node_described(at, uci);
    return hist_judge(w->history, &at->context, &m);
}

void node_know(const ab_node *at, const char *uci, int score, int depth)
{
    position after = at->pos;
    pos_make(&after, node_find(at, uci));
    const tt_data data = {
        .score = (int16_t)-score, .depth = (int8_t)depth, .bound = TT_EXACT, .now = true};
    tt_store(&n->table, after.key, &data);
}

void node_know_itself(const ab_node *at, const char *uci, int score, int depth, int bound)
{
    const tt_data data = {.move = node_find(at, uci),
                          .score = (int16_t)score,
                          .depth = (int8_t)depth,
                          .bound = (tt_bound)bound};
    tt_store(&n->table, at->pos.key, &data);
}

void node_learn(ab_node *at, const node_searched *s)
{
    ab_visit v = {.beta = s->pv ? 100 : 1,
                  .depth = s->depth,
                  .ply = NODE_PLY,
                  .pv = s->pv,
                  .best = -SCORE_INFINITE};
    hist_result_begin(&v.result, &at->context, s->depth, s->pv);
    for (int i = 0; i < NODE_PLAYED_MAX && s->played[i].uci; i++) {
        const hist_move m = node_described(at, s->played[i].uci);
        const int score = s->played[i].score;
        const hist_outcome outcome = score <= v.alpha ? HIST_FAILED
                                     : score < v.beta ? HIST_RAISED
                                                      : HIST_CUT;
        hist_result_add(&v.result, &m, outcome);
        if (score > v.best) {
            v.best = score;
            v.result.top = i;
            v.top_move = node_find(at, s->played[i].uci);
        }
        if (outcome != HIST_FAILED) {
            v.best_move = node_find(at, s->played[i].uci);
            v.result.best = i;
            v.alpha = score;
        }
    }
    ab_learn(w, at, &v);
}
