/* The result of a negamax node, from which histories learn. */
#ifndef HISTORY_NODE_RESULT_H
#define HISTORY_NODE_RESULT_H

#include "history/history_keys.h"

enum { HIST_TRIED_MAX = 64 }; /* maximum number of moves in a result */

/* The outcome of one move: score <= alpha, alpha < score < beta, or score >= beta. */
typedef enum { HIST_FAILED, HIST_RAISED, HIST_CUT } hist_outcome;

/* The moves of a node and their outcomes. If more moves were searched than a result holds, the last
 * entry is the move that cut or raised alpha last. */
typedef struct hist_node_result {
    hist_context context;
    const hist_move *tried;  /* in the order in which they were searched */
    const uint8_t *outcomes; /* the hist_outcome of each move; gravity does not read it */
    int count;               /* at most HIST_TRIED_MAX */
    int best;                /* the move that cut or raised alpha last; -1 if none did */
    int top;                 /* the move with the best score, even if it is below alpha; -1 if
                              * unknown */
    int depth;               /* depth of the node's search, at least 1 */
    bool pv;                 /* the window was open (beta - alpha > 1) */
} hist_node_result;

#endif
