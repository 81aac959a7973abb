/* Figures with their errors: means, medians, ratios, the bootstrap, and Elo. All bounds are of 95%.
 *
 * The bootstrap (Efron 1979) always draws the same random numbers, so that the same input has the
 * same bounds. */
#ifndef TOOLS_STATISTICS_H
#define TOOLS_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

/* A figure with its bounds. A number that does not exist is NAN. */
typedef struct bounded {
    double value, low, high;
} bounded;

/* Half the distance of the bounds. */
static inline double bounded_error(const bounded *b)
{
    return (b->high - b->low) / 2.0;
}

enum { BOUNDED_TEXT_MAX = 64 }; /* bytes of a figure's text with its NUL */

/* "0.91 (0.88-0.95)" with so many decimals. An infinite number is "more". */
void bounded_text(const bounded *b, int decimals, char text[BOUNDED_TEXT_MAX]);

/* A mean with bounds by the normal distribution. Without values all are NANs; with one value the
 * bounds are. */
bounded mean_of(const double values[], int count);

/* The value of a figure over the items whose numbers are in drawn[count]. An item may occur several
 * times. */
typedef double sample_figure(const void *context, const int drawn[], int count);

/* The figure over the items 0 to count - 1 (count at least 1), with bounds from `resamples` samples
 * of as many items, drawn with replacement. NANs if memory is short. */
bounded bootstrap(sample_figure *figure, const void *context, int count, int resamples);

/* The geometric mean of the ratios above[i] / below[i], with bounds by the bootstrap. All numbers
 * are above 0, and count is at least 1. The order of the pairs makes no difference. NANs if memory
 * is short. */
bounded mean_ratio(const uint64_t above[], const uint64_t below[], int count);

/* The ratio of the sums of above[] and below[], under the same conditions. The pairs with the
 * greatest numbers decide most of it. */
bounded sum_ratio(const uint64_t above[], const uint64_t below[], int count);

/* The numbers below which a quarter, a half and three quarters of `count` numbers are. */
typedef struct quartiles {
    double low, median, high;
    size_t count;
} quartiles;

/* Sorts the numbers and returns their quartiles. The median of an even count is the greater of the
 * two in the middle. Without numbers all are 0. */
quartiles quartiles_of(double numbers[], size_t count);

/* Sorts the numbers and returns their median. The median of an even count is the lesser of the two
 * in the middle. 0 without numbers. */
uint64_t median_of(uint64_t numbers[], size_t count);

/* ---- matches ---- */

enum { MATCH_PAIR_SCORES = 5 };

/* The first player's results. Games come in pairs: one opening is played twice, with colours
 * reversed. */
typedef struct match_counts {
    int won, drawn, lost;         /* games */
    int pairs[MATCH_PAIR_SCORES]; /* [n]: pairs in which the first player has n / 2 points */
    int forfeits;                 /* of either player: time, illegal moves, crashes */
} match_counts;

/* The number of games. */
static inline int match_games(const match_counts *c)
{
    return c->won + c->drawn + c->lost;
}

enum { MATCH_COUNTS_TEXT_MAX = 64 }; /* bytes of the text with its NUL */

/* "5 won, 3 drawn, 2 lost". */
void match_counts_text(const match_counts *c, char text[MATCH_COUNTS_TEXT_MAX]);

/* Adds the results of a part to a sum. */
void match_counts_add(match_counts *sum, const match_counts *part);

/* The first player's Elo, from the complete pairs. The two results of a pair depend on each other,
 * so the bounds are those of the pairs' scores (Van den Bergh 2019). A figure or bound is infinite
 * if its score is 0 or 1 or beyond. Bounds are also infinite if all pairs have one score, since
 * then nothing tells how much they vary. Without pairs all are NANs. */
bounded match_elo(const match_counts *c);

/* The Elo of at least one pair in words: "+12.3 +- 8.1"; "+12.3, no bounds" if a bound is infinite;
 * "all won" or "all lost". */
void match_elo_text(const bounded *elo, char text[BOUNDED_TEXT_MAX]);

/* The log-likelihood ratio of the strengths elo1 and elo0, in logistic Elo, by the normal
 * approximation of the generalised sequential test. Above 0 elo1 is the likelier one. 0 without
 * games. */
double match_llr(const match_counts *c, double elo0, double elo1);

/* A sequential test accepts elo1 from this ratio on, and elo0 from its negative on, with errors of
 * 5% each. */
#define MATCH_LLR_BOUND 2.9444389791664403

#endif
