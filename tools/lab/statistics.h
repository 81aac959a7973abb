/* Figures with their errors: means, medians, ratios, the bootstrap, and Elo. All bounds are of 95%.
 *
 * The bootstrap (Efron 1979) draws with random numbers of its own, so that the same input has the
 * same bounds. */
#ifndef TOOLS_STATISTICS_H
#define TOOLS_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

/* A figure with its bounds; NANs where there is none. */
typedef struct bounded {
    double value, low, high;
} bounded;

/* Half the distance of the bounds. */
static inline double bounded_error(const bounded *b)
{
    return (b->high - b->low) / 2.0;
}

enum { BOUNDED_TEXT_MAX = 64 }; /* bytes of a figure's text and its end */

/* "0.91 (0.88-0.95)" with so many decimals; what is infinite is "more". */
void bounded_text(const bounded *b, int decimals, char text[BOUNDED_TEXT_MAX]);

/* A mean with bounds by the normal distribution; NANs of no values. */
bounded mean_of(const double values[], int count);

/* The value of a figure over a sample of the items, given by their numbers. */
typedef double sample_figure(const void *context, const int drawn[], int count);

/* The figure over all `count` items, with bounds from `resamples` samples of as many items, drawn
 * with replacement. NANs if memory is short. */
bounded bootstrap(sample_figure *figure, const void *context, int count, int resamples);

/* The geometric mean of the ratios above[i] / below[i], all above 0, with bounds by the bootstrap:
 * the same pairs in another order have the same figures. count at least 1; NANs if memory is short.
 */
bounded mean_ratio(const uint64_t above[], const uint64_t below[], int count);

/* Sorts the numbers. Of an even count the median is the greater of the two in the middle; 0 of
 * none. */
typedef struct quartiles {
    double low, median, high;
    size_t count;
} quartiles;
quartiles quartiles_of(double numbers[], size_t count);

/* Sorts the numbers, and returns the median, of an even count the lesser of the two in the middle;
 * 0 of none. */
uint64_t median_of(uint64_t numbers[], size_t count);

/* ---- matches ---- */

enum { MATCH_PAIR_SCORES = 5 };

/* The first player's results. Games come in pairs, one opening with colours reversed. */
typedef struct match_counts {
    int won, drawn, lost;
    int pairs[MATCH_PAIR_SCORES]; /* by points of the pair, 0 to 2 in halves */
    int forfeits;                 /* of either: time, illegal moves, crashes */
} match_counts;

static inline int match_games(const match_counts *c)
{
    return c->won + c->drawn + c->lost;
}

/* "5 won, 3 drawn, 2 lost". */
enum { MATCH_COUNTS_TEXT_MAX = 64 };
void match_counts_text(const match_counts *c, char text[MATCH_COUNTS_TEXT_MAX]);

void match_counts_add(match_counts *sum, const match_counts *part);

/* The first player's Elo. Results of a pair depend on each other, so the bounds are those of the
 * pairs' scores (Van den Bergh 2019). They are infinite for a score of 0 or 1; all is NAN without
 * games. */
bounded match_elo(const match_counts *c);

/* The log-likelihood ratio of two strengths in logistic Elo, by the generalised sequential test's
 * normal approximation: the second is as likely as the first at 0. 0 without games. */
double match_llr(const match_counts *c, double elo0, double elo1);

/* The test ends beyond +-this: 5% of either error. */
#define MATCH_LLR_BOUND 2.9444389791664403

#endif
