/* What a negamax node's search found about its moves: all that histories learn from. */
#ifndef HISTORY_NODE_RESULT_H
#define HISTORY_NODE_RESULT_H

#include "history/history_keys.h"

enum { HIST_TRIED_MAX = 64 }; /* moves of a result */

/* What became of one move: a score of at most alpha, above it, or of beta and more. */
typedef enum { HIST_FAILED, HIST_RAISED, HIST_CUT } hist_outcome;

/* If more moves were searched than a result holds, the last place is that of the move that cut or
 * raised alpha last. */
typedef struct hist_node_result {
    hist_context context;
    const hist_move *tried;  /* in the order of the search */
    const uint8_t *outcomes; /* a hist_outcome of each; only classical rules read them */
    int count;               /* at most HIST_TRIED_MAX */
    int best;                /* the move that cut or raised alpha; -1 if none did */
    int top;                 /* the move with the best score, whatever it was; -1 if unknown */
    int depth;               /* of the node's search, at least 1 */
    bool pv;                 /* the window was open */
} hist_node_result;

#endif
