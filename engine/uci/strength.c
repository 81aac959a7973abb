#include "uci/strength.h"

#include <math.h>

/* What the prior counts, in playouts, where it is blended with a move's share of the playouts.
 * Without it a search of one playout would know one move only. */
enum { PRIOR_PLAYOUTS = 8 };

typedef struct strength_level {
    int elo;
    double nodes, temperature;
} strength_level;

enum { LEVELS = 9 };

/* ORDER: by Elo. Between two levels, Elo is linear in the logarithms of nodes and temperature. */
static const strength_level levels[SEARCH_ALGORITHMS][LEVELS] = {
    [SEARCH_MCTS] = {{1000, 5, 0.8},
                     {1130, 8, 0.7},
                     {1355, 15, 0.6},
                     {1645, 32, 0.5},
                     {1830, 128, 0.4},
                     {1990, 512, 0.33},
                     {2160, 1024, 0.3},
                     {2450, 2048, 0.28},
                     {2600, 3000, 0.26}},
    [SEARCH_NEGAMAX] = {{1000, 1000, 0.06},
                        {1170, 2300, 0.048},
                        {1440, 5000, 0.041},
                        {1680, 10000, 0.035},
                        {1800, 12000, 0.02},
                        {1860, 20000, 0.012},
                        {2120, 40000, 0.008},
                        {2400, 80000, 0.005},
                        {2600, 150000, 0.004}},
};

/* The value at a part of the way from `a` to `b`, in logarithms. */
static double between(double a, double b, double part)
{
    return a * pow(b / a, part);
}

strength strength_of(search_algorithm algorithm, int elo)
{
    const strength_level *level = levels[algorithm];
    int i = 0;
    while (i < LEVELS - 2 && elo >= level[i + 1].elo) {
        i++;
    }
    const strength_level *below = &level[i], *above = &level[i + 1];
    double part = (double)(elo - below->elo) / (double)(above->elo - below->elo);
    part = fmin(fmax(part, 0.0), 1.0);
    return (strength){
        .nodes = (uint64_t)(between(below->nodes, above->nodes, part) + 0.5),
        .temperature = (float)between(below->temperature, above->temperature, part),
    };
}

/* How often mcts likes a move: its share of the playouts, blended with its prior. */
static double share_of(const root_move *m, double playouts)
{
    return ((double)m->visits + PRIOR_PLAYOUTS * (double)m->prior) / (playouts + PRIOR_PLAYOUTS);
}

/* Fills in what the moves weigh. They are not negative, and the first is above 0. */
static void weigh(search_algorithm algorithm, const root_move moves[], int count, double softness,
                  double weights[])
{
    double playouts = 0.0;
    for (int i = 0; i < count; i++) {
        playouts += moves[i].visits;
    }
    for (int i = 0; i < count; i++) {
        if (algorithm == SEARCH_MCTS) {
            weights[i] = pow(share_of(&moves[i], playouts), 1.0 / softness);
        } else {
            const double loss = (double)moves[i].q - (double)moves[0].q;
            weights[i] = i == 0 ? 1.0 : moves[i].q < 0.0f ? 0.0 : exp(fmin(loss, 0.0) / softness);
        }
    }
}

bool strength_choose(const search *s, search_algorithm algorithm, float temperature, double random,
                     root_move *chosen)
{
    root_move moves[MOVES_MAX];
    double weights[MOVES_MAX], sum = 0.0;
    const int count = search_root_moves(s, moves, MOVES_MAX);
    if (count == 0) {
        return false;
    }
    weigh(algorithm, moves, count, (double)temperature, weights);
    for (int i = 0; i < count; i++) {
        sum += weights[i];
    }
    double left = random * sum;
    int i = 0;
    while (i < count - 1 && left >= weights[i]) {
        left -= weights[i++];
    }
    *chosen = moves[i];
    return true;
}
