#include "nnue_judge.h"

#include <stdlib.h>

#include "base/random_numbers.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "game_record.h"
#include "nn/portable_math.h"
#include "quiet_position.h"

/* Scores of a search: a mate is MATE less the plies to it, and evaluations are closer to 0. */
enum { INFINITE = 32000, MATE = 30000, EVALUATION_MAX = 20000, PLIES_MAX = 12 };

/* Moves are drawn by the root of their probability. */
static const float temperature = 2.0f;

/* ---- Quiescence search ---- */

/* A position with the sums of the net. */
typedef struct quiet_node {
    position pos;
    nnue_sums sums;
} quiet_node;

static int evaluate(const nnue_net *net, const quiet_node *node)
{
    const int score = nnue_net_score(net, &node->sums, &node->pos);
    return score > EVALUATION_MAX    ? EVALUATION_MAX
           : score < -EVALUATION_MAX ? -EVALUATION_MAX
                                     : score;
}

/* `ply` counts from the position that is judged. */
static int quiesce(const nnue_net *net, const quiet_node *node, int alpha, int beta, int ply)
{
    const check_info checks = pos_check_info(&node->pos);
    const bool in_check = checks.checkers != 0;
    move moves[MOVES_MAX];
    int best = -MATE + ply;
    if (!in_check || ply >= PLIES_MAX) {
        best = evaluate(net, node);
        if (best >= beta || ply >= PLIES_MAX) {
            return best;
        }
        alpha = best > alpha ? best : alpha;
    }
    const int count =
        in_check ? gen_legal(&node->pos, moves) : gen_noisy(&node->pos, &checks, moves);
    see_sort(&node->pos, moves, count);
    for (int i = 0; i < count && best < beta; i++) {
        if (!in_check && see_sign(&node->pos, moves[i]) < 0) {
            continue;
        }
        quiet_node next = {.pos = node->pos};
        pos_make(&next.pos, moves[i]);
        nnue_net_update(net, &node->sums, &node->pos, &next.pos, &next.sums);
        const int score = -quiesce(net, &next, -beta, -alpha, ply + 1);
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

/* A search's score as a game file has it. */
static int file_score(int score)
{
    if (abs(score) <= EVALUATION_MAX) {
        return score;
    }
    const int size = game_mate_score((MATE - abs(score) + 1) / 2);
    return score > 0 ? size : -size;
}

static int judge(const nnue_net *net, const quiet_node *node)
{
    if (!gen_any(&node->pos)) {
        return pos_in_check(&node->pos) ? -MATE : 0;
    }
    return pos_insufficient_material(&node->pos) ? 0 : quiesce(net, node, -INFINITE, INFINITE, 0);
}

/* The score of a position for the side that has just moved, seen from before the move. */
static int score_before(int score)
{
    return -(score > EVALUATION_MAX ? score - 1 : score < -EVALUATION_MAX ? score + 1 : score);
}

int nnue_judge_position(const nnue_net *net, const position *pos)
{
    quiet_node node = {.pos = *pos};
    nnue_net_sum(net, pos, &node.sums);
    return file_score(judge(net, &node));
}

/* ---- The moves ---- */

/* Draws a move by its weight. */
static int draw(const float weights[], int count, float sum, uint64_t *random)
{
    float at = random_uniform(random) * sum;
    int i = 0;
    while (i < count - 1 && at >= weights[i]) {
        at -= weights[i++];
    }
    return i;
}

/* True if a value net may learn from a position whose best move is not known. */
static bool is_quiet(const position *pos)
{
    const check_info checks = pos_check_info(pos);
    move noisy[MOVES_MAX];
    return !checks.checkers && quiet_by_exchanges(pos, noisy, gen_noisy(pos, &checks, noisy));
}

int nnue_judge_moves(const nnue_net *net, const backend *b, const position *pos, int wanted,
                     judged_move judged[MOVES_MAX])
{
    move moves[MOVES_MAX];
    float weights[MOVES_MAX];
    quiet_node node = {.pos = *pos}, next;
    int count = gen_legal(pos, moves), done = 0;
    float sum = 1.0f;
    uint64_t random = pos->key;
    backend_policy(b, pos, NULL, moves, count, weights);
    nn_softmax(weights, count, temperature);
    nnue_net_sum(net, pos, &node.sums);
    for (; done < wanted && count > 0; count--) {
        const int i = draw(weights, count, sum, &random);
        next.pos = *pos;
        pos_make(&next.pos, moves[i]);
        if (is_quiet(&next.pos)) {
            nnue_net_update(net, &node.sums, pos, &next.pos, &next.sums);
            judged[done++] = (judged_move){moves[i], file_score(score_before(judge(net, &next)))};
        }
        sum -= weights[i];
        weights[i] = weights[count - 1];
        moves[i] = moves[count - 1];
    }
    return done;
}
