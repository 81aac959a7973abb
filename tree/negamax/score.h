/* Scores of the alpha-beta search for the side to move: an evaluation in centipawns, a win by the
 * endgame tables, or a mate. A win is worth less the farther the mate, or the position that the
 * tables know, is from the root. */
#ifndef TREE_SCORE_H
#define TREE_SCORE_H

#include <stdbool.h>

enum {
    SCORE_DRAW = 0,
    SCORE_EVALUATION_MAX = 10000, /* largest absolute evaluation */
    SCORE_TABLES_LEAST = 29000,   /* absolute scores from here to SCORE_TABLES_WON: won by tables */
    SCORE_TABLES_WON = 30000,     /* the tables have this position as won */
    SCORE_MATE_LEAST = 31000,     /* absolute scores from here to SCORE_MATE_NOW are mates */
    SCORE_MATE_NOW = 32000,       /* the opponent is mated in this position */
    SCORE_INFINITE = 32001,       /* largest bound of a window */
    SCORE_NONE = 32001            /* no score */
};

static inline bool score_is_mate(int score)
{
    int size = score < 0 ? -score : score;
    return size >= SCORE_MATE_LEAST && size <= SCORE_MATE_NOW;
}

/* True if the result is known: a mate, or a win or loss by the tables. */
static inline bool score_is_decided(int score)
{
    int size = score < 0 ? -score : score;
    return size >= SCORE_TABLES_LEAST && size <= SCORE_MATE_NOW;
}

/* The plies of a decided score to the mate or to the position that the tables know, from the place
 * where it is counted (transposition.h). */
static inline int score_plies(int score)
{
    const int size = score < 0 ? -score : score;
    return (score_is_mate(score) ? SCORE_MATE_NOW : SCORE_TABLES_WON) - size;
}

/* True if the side to move is known to lose. */
static inline bool score_is_lost(int score)
{
    return score <= -SCORE_TABLES_LEAST;
}

/* The tables have a position `ply` plies from the root as won for the side to move at `ply`. */
static inline int score_tables_win_in(int ply)
{
    return SCORE_TABLES_WON - ply;
}

/* score_mated_in(): the side to move is mated `ply` plies from the root. score_mates_in(): its
 * opponent is. */
static inline int score_mated_in(int ply)
{
    return -SCORE_MATE_NOW + ply;
}
static inline int score_mates_in(int ply)
{
    return SCORE_MATE_NOW - ply;
}

#endif
