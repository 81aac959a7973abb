/* Scores of the alpha-beta search, for the side to move: an evaluation in centipawns, or a mate,
 * which is worth less the more plies from the root it lies. */
#ifndef SCORE_H
#define SCORE_H

#include <stdbool.h>

enum {
    SCORE_DRAW = 0,
    SCORE_EVALUATION_MAX = 10000, /* no evaluation is beyond it, either way */
    SCORE_MATE_LEAST = 31000,     /* |score| from here to SCORE_MATE_NOW is a mate */
    SCORE_MATE_NOW = 32000,       /* the opponent stands mated */
    SCORE_INFINITE = 32001,       /* the greatest bound of a window */
    SCORE_NONE = 32001            /* no score */
};

static inline bool score_is_mate(int score)
{
    int size = score < 0 ? -score : score;
    return size >= SCORE_MATE_LEAST && size <= SCORE_MATE_NOW;
}

/* The side to move gets mated. */
static inline bool score_is_lost(int score)
{
    return score <= -SCORE_MATE_LEAST;
}

/* The side to move, or its opponent, stands mated so many plies from the root. */
static inline int score_mated_in(int ply)
{
    return -SCORE_MATE_NOW + ply;
}
static inline int score_mates_in(int ply)
{
    return SCORE_MATE_NOW - ply;
}

#endif
