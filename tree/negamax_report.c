#include <string.h>

#include "negamax.h"
#include "nn/real.h"

/* Of even positions so many are drawn, for want of a net that tells: tanh(level / (2 spread)) of
 * the trainer's model (tools/train/train_fit.h). */
static const float draw_rate = 0.4f;

/* Win, draw and loss by the trainer's model with its usual share of draws. */
static search_score score_of(const negamax *n, int score)
{
    search_score s = {SCORE_CENTIPAWNS, score, 0.0f, 0.0f, 0.0f};
    if (score_is_mate(score)) {
        const int plies = SCORE_MATE_NOW - (score < 0 ? -score : score);
        s.kind = SCORE_MATE;
        s.value = score > 0 ? (plies + 1) / 2 : -(plies / 2);
        s.win = score > 0 ? 1.0f : 0.0f;
        s.loss = 1.0f - s.win;
        return s;
    }
    const float spread = n->nets->negamax.centipawns * (1.0f - draw_rate * draw_rate);
    const float level = spread * nn_ln((1.0f + draw_rate) / (1.0f - draw_rate));
    s.win = nn_sigmoid(((float)score - level) / spread);
    s.loss = nn_sigmoid(((float)-score - level) / spread);
    s.draw = 1.0f - s.win - s.loss;
    return s;
}

/* -SCORE_INFINITE: no iteration has come to the move yet. */
static int score_now(const ab_root_move *root)
{
    return root->score > -SCORE_INFINITE ? root->score : root->last_score;
}

void ab_report(const ab_worker *w, ab_reporter *reporter, bool final)
{
    const negamax *n = w->shared;
    const int lines = n->multi_pv < w->stage.root_count ? n->multi_pv : w->stage.root_count;
    const int64_t worked = control_worked_us(n->control);
    if (!reporter->listener) {
        return;
    }
    reporter->reported_us = control_now_us();
    search_score above = search_score_best;
    for (int i = 0; i < lines; i++) {
        const ab_root_move *root = &w->stage.roots[i];
        const int score = score_now(root);
        search_info info = {.depth = ab_completed_depth(w) > 0 ? ab_completed_depth(w) : 1,
                            .nodes = ab_nodes(n),
                            .time_ms = worked / 1000,
                            .multi_pv = n->multi_pv > 1 ? i + 1 : 0,
                            .score = score_of(n, score > -SCORE_INFINITE ? score : SCORE_DRAW),
                            .hashfull = tt_hashfull(&n->table),
                            .pv_length = root->pv_length,
                            .final = final};
        above = info.score = search_worse(info.score, above);
        info.seldepth = root->seldepth > info.depth ? root->seldepth : info.depth;
        info.nodes_per_second = info.nodes * 1000000 / (uint64_t)worked;
        memcpy(info.pv, root->pv, (size_t)root->pv_length * sizeof(move));
        reporter->listener(reporter->user, reporter->owner, &info);
    }
}

int ab_root_moves(const negamax *n, root_move moves[], int max)
{
    const ab_worker *w = n->workers[0];
    const int count = w->stage.root_count < max ? w->stage.root_count : max;
    for (int i = 0; i < count; i++) {
        const ab_root_move *root = &w->stage.roots[i];
        const int score = score_now(root);
        const search_score s = score_of(n, score);
        moves[i] =
            (root_move){.move = root->move,
                        .visits = root->nodes < UINT32_MAX ? (uint32_t)root->nodes : UINT32_MAX,
                        .q = score > -SCORE_INFINITE ? s.win + 0.5f * s.draw : -1.0f,
                        .proven = score_is_mate(score)};
    }
    return count;
}
