/* Openings: positions of a book or the start position, and moves that are drawn after them. */
#ifndef OPENINGS_OPENING_H
#define OPENINGS_OPENING_H

#include "nn/backend.h"
#include "openings/book.h"

enum { OPENING_PLIES_MAX = 100 };

/* How openings are drawn. */
typedef struct opening_plan {
    int plies;         /* moves after the root, 0 to OPENING_PLIES_MAX. Unless it is 0, half of the
                        * openings have one more, so that both sides begin games */
    float temperature; /* of the policy net's probabilities: 1 as trained, large nearly uniform */
    int score_max;     /* largest absolute score by the value net, in centipawns */
} opening_plan;

/* Sets a random position of the book or, if `b` is NULL, the start position. `random` is the state
 * of random_next(). */
void opening_root(position *pos, const book *b, uint64_t *random);

/* Draws openings until one has a score within the plan's bound and is not over: a move is legal,
 * there is mating material, and the halfmove clock is below 100. The moves are drawn with the
 * policy net's probabilities at the plan's temperature. The same state, nets, book and plan give
 * the same opening on every machine (with integer nets). Returns false and fills `why` if no such
 * opening is found in many tries. */
bool opening_draw(position *pos, const book *b, const opening_plan *plan, const backend *net,
                  uint64_t *random, failure *why);

#endif
