#include "negamax_parts.h"

#include <string.h>

#include "chess/movegen.h"
#include "nn/portable_math.h"

/* The expected score of an evaluation. */
static float expected(const negamax *n, int score)
{
    return nn_sigmoid((float)score / n->nets->value.centipawns);
}

/* True if a root move's line ends in a draw. */
static bool ends_in_draw(const ab_worker *w, const ab_root_move *root)
{
    position pos = w->nodes_on_path[AB_SENTINELS].pos;
    line path = w->path;
    line_cut(&path, path.root + 1);
    for (int i = 0; i < root->pv_length; i++) {
        pos_make(&pos, root->pv[i]);
        line_push(&path, pos.key);
    }
    return pos.halfmove_clock >= 100 || pos_insufficient_material(&pos) ||
           line_repeats(&path, pos.halfmove_clock) || !gen_any(&pos);
}

static search_score score_of(const ab_worker *w, const ab_root_move *root, int score)
{
    const int plies = score_plies(score);
    if (score_is_mate(score)) {
        return score > 0 ? (search_score){SCORE_MATE, (plies + 1) / 2, 1.0f, 0.0f, 0.0f}
                         : (search_score){SCORE_MATE, -(plies / 2), 0.0f, 0.0f, 1.0f};
    }
    if (score_is_decided(score)) {
        return endgames_score_of(score > 0, plies);
    }
    /* A draw is reported without contempt. */
    const bool drawn = ends_in_draw(w, root);
    const int value = drawn ? ab_without_contempt(w, 0, score) : score;
    const float q = expected(w->shared, value);
    search_score s = search_score_of(w->shared->nets->value.centipawns, q,
                                     drawn ? 1.0f : win_draw_loss_of(q).draw);
    s.value = value;
    return s;
}

/* Lists the root moves in the order that they would have if the search ended now: solved lines stay
 * first. The stage itself keeps its order until the iteration ends. */
static void list_best_first(const ab_stage *s, const ab_root_move *listed[])
{
    for (int i = 0; i < s->root_count; i++) {
        int k = i;
        for (; k > s->solved && listed[k - 1]->score < s->roots[i].score; k--) {
            listed[k] = listed[k - 1];
        }
        listed[k] = &s->roots[i];
    }
}

void ab_report(const ab_worker *w, ab_reporter *reporter, bool final)
{
    const negamax *n = w->shared;
    const int lines = n->multi_pv < w->stage.root_count ? n->multi_pv : w->stage.root_count;
    const int64_t age = control_age_us(n->control);
    if (!reporter->listener) {
        return;
    }
    const ab_root_move *listed[MOVES_MAX];
    list_best_first(&w->stage, listed);
    reporter->reported_us = control_now_us();
    search_score above = search_score_best;
    for (int i = 0; i < lines; i++) {
        const ab_root_move *root = listed[i];
        const int score = root->known;
        search_info info = {.depth = ab_completed_depth(w) > 0 ? ab_completed_depth(w) : 1,
                            .nodes = ab_nodes(n),
                            .time_ms = age / 1000,
                            .multi_pv = n->multi_pv > 1 ? i + 1 : 0,
                            .score =
                                score_of(w, root, score > -SCORE_INFINITE ? score : SCORE_DRAW),
                            .hashfull = tt_hashfull(&n->table),
                            .table_hits = n->control->endgame.hits + ab_table_hits(n),
                            .pv_length = root->pv_length,
                            .final = final};
        info.score = endgames_score(&n->control->endgame, info.score);
        above = info.score = search_worse(info.score, above);
        info.seldepth = root->seldepth > info.depth ? root->seldepth : info.depth;
        info.nodes_per_second = (uint64_t)((double)info.nodes * 1e6 / (double)age);
        memcpy(info.pv, root->pv, (size_t)root->pv_length * sizeof(move));
        reporter->listener(reporter->user, reporter->owner, &info);
    }
}

int ab_root_moves(const negamax *n, root_move moves[], int max)
{
    const ab_worker *w = n->workers[0];
    const int count = w->stage.root_count < max ? w->stage.root_count : max;
    const ab_root_move *listed[MOVES_MAX];
    list_best_first(&w->stage, listed);
    for (int i = 0; i < count; i++) {
        const ab_root_move *root = listed[i];
        const int score = root->known;
        moves[i] =
            (root_move){.move = root->move,
                        .visits = root->nodes < UINT32_MAX ? (uint32_t)root->nodes : UINT32_MAX,
                        .q = score > -SCORE_INFINITE ? expected(n, score) : -1.0f,
                        .proven = score_is_decided(score)};
    }
    return count;
}
