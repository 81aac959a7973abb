/* Probe positions: what a long search says of its most visited positions, and how far a short one
 * is from it.
 *
 * The probes of a search are its root and up to 16 inner nodes of its tree: those with the most
 * playouts through them, 100 at least, not proven, and none behind a proven move. The
 * distribution at a probe is that of the visits over its moves. If the long search has proven the
 * root there are no probes, since then visits say nothing more. */
#ifndef TOOLS_MCTS_PROBES_H
#define TOOLS_MCTS_PROBES_H

#include <stdint.h>
#include <stdio.h>

#include "tree/search.h"

enum { MCTS_PROBES_MAX = 17, MCTS_PROBE_PLIES_MAX = 16, MCTS_PROBE_VISITS_MIN = 100 };

/* A position that a line leads to, and the visits of its moves, at least 1 each. */
typedef struct mcts_probe {
    move played[MCTS_PROBE_PLIES_MAX]; /* the line from the root */
    int length;
    move moves[MOVES_MAX];
    uint32_t visits[MOVES_MAX];
    int count;
} mcts_probe;

typedef struct mcts_reference {
    move best;
    mcts_probe probe[MCTS_PROBES_MAX]; /* the first is the root */
    int count;
} mcts_reference;

/* The least share in a divergence: the least prior that the tree can hold. */
#define MCTS_SHARE_MIN (1.0 / 65535.0)

/* The Kullback-Leibler divergence in nats of the reference's visits from shares of the same moves:
 * the sum of v ln(v / p), where v is a move's part of all visits and p its share, MCTS_SHARE_MIN at
 * least. Moves without visits add nothing. At least one visit; count at least 1. */
double mcts_divergence(const uint32_t visits[], const double shares[], int count);

/* Divergences in millionths of a nat; -1 if there is no probe to measure at. */
typedef struct mcts_measure {
    int64_t visits; /* of the reference's visits at the root from this search's visits; each move
                       gets half a visit more here, so that no share is 0 */
    int64_t root;   /* of the same from the priors that this search would give the root now */
    int64_t inner;  /* of the visits at the other probes from the priors that it would give there
                       now; the mean over probes */
} mcts_measure;

/* Gathers the probes of a search that has ended with a best move. */
void mcts_probes_gather(const search *s, move best, mcts_reference *reference);

/* Measures a search of the same position that has ended, by mcts_divergence(). */
mcts_measure mcts_probes_measure(const search *s, const mcts_reference *reference);

/* Writes the probes as "LINE:MOVE=VISITS MOVE=VISITS" with "|" between them, moves in UCI's
 * notation and with spaces between: no commas, no quotes. */
void mcts_probes_write(FILE *out, const mcts_reference *reference, bool chess960);

/* Reads such a text; false if it is anything else, or a move is not legal. Fills all but the best
 * move. */
bool mcts_probes_read(mcts_reference *reference, const position *root, const char *text);

#endif
