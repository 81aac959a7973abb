/* The policy net's probabilities of the moves of a position, for negamax. Computing them takes
 * longer than searching a node, so a search does it only where it needs them, and only once for a
 * node that it visits several times in a row. */
#ifndef TREE_MOVE_PRIORS_H
#define TREE_MOVE_PRIORS_H

#include "chess/movegen.h"
#include "nn/backend.h"

/* The lowest logarithm of a prior; smaller ones count as this. */
#define PRIOR_LOG_MIN (-20.0f)

typedef struct move_priors {
    uint64_t key; /* of the position */
    int count;    /* of its legal moves; 0: there is no position yet */
    move moves[MOVES_MAX];
    float logs[MOVES_MAX]; /* the natural logarithm of each prior, PRIOR_LOG_MIN to 0 */
} move_priors;

/* Fills in the priors of a position's legal moves, unless they are already those of the
 * position. */
void priors_fill(move_priors *p, const backend *net, const position *pos);

/* The logarithm of the prior of a legal move. */
float priors_log(const move_priors *p, move m);

#endif
