/* Probe positions: what a long search says of its most visited positions, and how far a short
 * search is from it.
 *
 * The probes of a search are its root and up to 16 inner nodes of its tree: the nodes with the most
 * visits, 100 at least, that are not proven and that no proven move leads to. Each probe has the
 * visits of its moves. If the long search has proven the root there are no probes, because the
 * visits of a proven root say little. */
#ifndef TOOLS_MCTS_PROBES_H
#define TOOLS_MCTS_PROBES_H

#include <stdint.h>
#include <stdio.h>

#include "tree/search.h"

enum { MCTS_PROBES_MAX = 17, MCTS_PROBE_PLIES_MAX = 16, MCTS_PROBE_VISITS_MIN = 100 };

/* A position, and the visits of its moves. */
typedef struct mcts_probe {
    move played[MCTS_PROBE_PLIES_MAX]; /* the moves from the root to the position */
    int length;                        /* their number */
    move moves[MOVES_MAX];             /* of the position, those with visits */
    uint32_t visits[MOVES_MAX];        /* of each of these, at least 1 */
    int count;                         /* the number of moves, at least 1 */
} mcts_probe;

/* What a long search says. */
typedef struct mcts_reference {
    move best;
    mcts_probe probe[MCTS_PROBES_MAX]; /* the first is the root */
    int count;
} mcts_reference;

/* The least share in a divergence: the least prior that the tree can hold. */
#define MCTS_SHARE_MIN (1.0 / 65535.0)

/* The Kullback-Leibler divergence, in nats, of visits from shares of the same moves: the sum of
 * v ln(v / p), where v is a move's part of all visits and p its share, but MCTS_SHARE_MIN at least.
 * Moves without visits add nothing. There must be a move with visits. */
double mcts_divergence(const uint32_t visits[], const double shares[], int count);

/* How far a search is from the reference: divergences (mcts_divergence()) in millionths of a nat,
 * or -1 if there is no probe to measure at. */
typedef struct mcts_measure {
    int64_t visits; /* of the reference's visits at the root from this search's visits, each of
                     * which is raised by a half, so that no share is 0 */
    int64_t root;   /* of the reference's visits at the root from the priors that this search would
                     * now give there */
    int64_t inner;  /* the same at the other probes; the mean over them */
} mcts_measure;

/* Takes the probes of a search that has ended; `best` is its best move. */
void mcts_probes_gather(const search *s, move best, mcts_reference *reference);

/* Measures a search that has ended, of the position that the reference is of. */
mcts_measure mcts_probes_measure(const search *s, const mcts_reference *reference);

/* Writes the probes as "MOVE MOVE:MOVE=VISITS MOVE=VISITS": the line, then the moves with visits.
 * "|" separates the probes. The moves are in UCI's notation, in which `chess960` decides how
 * castling is written. The text has no commas and no quotes. */
void mcts_probes_write(FILE *out, const mcts_reference *reference, bool chess960);

/* Reads such a text for the position `root`, and fills in all but the best move. False if the text
 * is anything else, or a move is not legal. */
bool mcts_probes_read(mcts_reference *reference, const position *root, const char *text);

#endif
