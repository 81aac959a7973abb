#include "mcts_quiescence.h"

#include "chess/movegen.h"
#include "chess/see.h"

/* The most nodes of one search, more than a hundred times the usual number, which is 2. Where they
 * are spent, each side takes the net's score. */
enum { NODES_MAX = 500 };

/* A mate is worse than all scores of the net. */
enum { MATED = -NET_SCORE_MAX - 1 };

typedef struct quiescence {
    value_stack *sums;
    int nodes;
} quiescence;

static int search(quiescence *q, const position *pos, int alpha, int beta, int plies)
{
    const check_info checks = pos_check_info(pos);
    const bool in_check = checks.checkers != 0, ends = plies == 0 || q->nodes >= NODES_MAX;
    int best = MATED;
    q->nodes++;
    if (!in_check || ends) {
        best = value_stack_evaluate(q->sums, pos);
        if (best >= beta || ends) {
            return best;
        }
        alpha = best > alpha ? best : alpha;
    }
    move moves[MOVES_MAX];
    const int count = in_check ? gen_legal(pos, moves) : gen_noisy(pos, &checks, moves);
    see_sort(pos, moves, count);
    for (int i = 0; i < count && best < beta; i++) {
        const move m = moves[i];
        if (!in_check && !see_at_least(pos, m, 1)) {
            continue;
        }
        position next = *pos;
        value_stack_push(q->sums, pos, m);
        pos_make(&next, m);
        const int score = -search(q, &next, -beta, -alpha, plies - 1);
        value_stack_pop(q->sums);
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

int mcts_quiescence(value_stack *sums, const position *pos)
{
    quiescence q = {.sums = sums};
    value_stack_reset(sums);
    return search(&q, pos, MATED, -MATED, QUIESCENCE_PLIES);
}
