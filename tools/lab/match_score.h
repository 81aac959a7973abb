/* What the games of a match say of the strength of the first player against the second.
 *
 * Games come in pairs, one opening with colours reversed, whose results depend on each other: so
 * errors are those of the pairs' scores, by their pentanomial counts (Van den Bergh 2019). */
#ifndef TOOLS_MATCH_SCORE_H
#define TOOLS_MATCH_SCORE_H

enum { MATCH_PAIR_SCORES = 5 };

/* The first player's results. */
typedef struct match_counts {
    int won, drawn, lost;
    int pairs[MATCH_PAIR_SCORES]; /* by points of the pair, 0 to 2 in halves */
    int forfeits;                 /* of either: time, illegal moves, crashes */
} match_counts;

static inline int match_games(const match_counts *c)
{
    return c->won + c->drawn + c->lost;
}

/* "5 won, 3 drawn, 2 lost": in words, since some write draws second and others last. */
enum { MATCH_COUNTS_TEXT_MAX = 64 };
void match_counts_text(const match_counts *c, char text[MATCH_COUNTS_TEXT_MAX]);

void match_counts_add(match_counts *sum, const match_counts *part);

/* Elo with the bounds of 95%; those of a score of 0 or 1 are infinite, all of no games are NAN. */
typedef struct match_elo {
    double elo, low, high;
} match_elo;

match_elo match_elo_of(const match_counts *c);

/* Half the distance of the bounds. */
double match_elo_error(const match_elo *e);

/* The log-likelihood ratio of two strengths in logistic Elo, by the generalised sequential test's
 * normal approximation: the second is as likely as the first at 0. 0 without games. */
double match_llr(const match_counts *c, double elo0, double elo1);

/* The test ends beyond +-this: 5% of either error. */
#define MATCH_LLR_BOUND 2.9444389791664403

#endif
