/* Weaker play for people (options UCI_LimitStrength and UCI_Elo). A weaker search has fewer nodes,
 * and draws its move at random: a move that the search likes less is drawn less often. So most
 * errors are moves that look good at first sight. */
#ifndef UCI_STRENGTH_H
#define UCI_STRENGTH_H

#include "tree/search.h"

/* The range of UCI_Elo. */
enum { STRENGTH_ELO_MIN = 1000, STRENGTH_ELO_MAX = 2600 };

/* The least MultiPV of a weaker search by negamax, which knows the scores of these moves only. */
enum { STRENGTH_LINES = 8 };

/* The megabytes that a weaker search has at most. They are cleared before each move, and the clock
 * runs meanwhile. It also has a single thread: several could not keep to so few nodes. */
enum { STRENGTH_HASH_MB = 16 };

typedef struct strength {
    uint64_t nodes;
    float temperature; /* above 0: higher is softer; mcts: of shares, negamax: of scores */
} strength;

/* The strength of a search with this Elo, which is cut to the range. docs/strength.md has the
 * matches, and says which levels are estimates. */
strength strength_of(search_algorithm algorithm, int elo);

/* The score of an expected score q with a share of draws, by the score scale of the net of this
 * search. `n` has that net. */
search_score strength_score(const nets *n, search_algorithm algorithm, float q, float draw);

/* Chooses a move after a search, and returns false if none is known. `random`, from 0 to below 1,
 * decides: of moves from 0 up, each has a part of this range. */
bool strength_choose(const search *s, search_algorithm algorithm, float temperature, double random,
                     root_move *chosen);

#endif
