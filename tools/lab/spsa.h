/* Simultaneous perturbation stochastic approximation (Spall 1992): finds the numbers that win games
 * from the results of matches between two points on opposite sides of the present one. The gains
 * fall as Spall (1998) advises. No games are played here. */
#ifndef TOOLS_SPSA_H
#define TOOLS_SPSA_H

#include <stdint.h>

enum { SPSA_MAX = 32 };

typedef struct spsa_parameter {
    double value;       /* the present one, from `least` to `most` */
    double least, most; /* the players get whole numbers from this range */
    double step;        /* distance of the two points from the present one, at the last pair */
} spsa_parameter;

/* All but `parameter`, `played` and `draws` stay as the caller sets them; the last two begin at
 * 0. */
typedef struct spsa {
    spsa_parameter parameter[SPSA_MAX];
    int count;
    long pairs;     /* pairs of games of the whole run */
    double rate;    /* part of the step by which a lead of one game moves a parameter at the last
                     * pair */
    uint32_t seed;  /* decides directions and roundings */
    long played;    /* pairs so far */
    uint32_t draws; /* calls of spsa_learn() so far */
} spsa;

/* Draws a random direction, and the two points that should play next: the present one plus and
 * minus a step in this direction, rounded to whole numbers at random and cut to the ranges. Before
 * the next spsa_learn() it draws the same again. */
void spsa_draw(const spsa *s, long plus[SPSA_MAX], long minus[SPSA_MAX]);

/* Moves the parameters by the result of the match between the two points: `pairs` pairs of games
 * (at least 1), in which the first point won `lead` games more than it lost. */
void spsa_learn(spsa *s, long pairs, long lead);

#endif
