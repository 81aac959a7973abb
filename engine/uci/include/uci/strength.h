/* Weaker play for people (options UCI_LimitStrength and UCI_Elo). A weaker search has fewer nodes,
 * and draws its move at random: a move that the search likes less is drawn less often. So most
 * errors are moves that look good at first sight. */
#ifndef UCI_STRENGTH_H
#define UCI_STRENGTH_H

#include "tree/search.h"

/* The range of UCI_Elo. */
enum { STRENGTH_ELO_MIN = 1000, STRENGTH_ELO_MAX = 2600 };

/* The least MultiPV of a weaker negamax search. Negamax knows the scores of the reported moves
 * only. */
enum { STRENGTH_LINES = 8 };

/* The largest Hash of a weaker search, in megabytes. It is small because it is cleared before each
 * move, while the clock runs. A weaker search also has a single thread, because several could not
 * keep to so few nodes. */
enum { STRENGTH_HASH_MB = 16 };

typedef struct strength {
    uint64_t nodes;
    float temperature; /* above 0: higher is softer; mcts: of shares, negamax: of scores */
} strength;

/* The strength of a search for an Elo, which is clamped to the range. docs/strength.md has the
 * matches, and says which levels are estimates. */
strength strength_of(search_algorithm algorithm, int elo);

/* Chooses a move after a search, and returns false if none is known. `random` is a uniform random
 * number in [0, 1), which decides the choice. */
bool strength_choose(const search *s, search_algorithm algorithm, float temperature, double random,
                     root_move *chosen);

#endif
