/* Move history for Monte-Carlo tree search: tables that correct policy logits by how moves fared in
 * this search's playouts (Hartmann 1988 for the butterfly's shape, Petkovski 2025 for the use of it
 * here). What a playout said becomes a bonus, the bonus moves a cell by a rule, and cells add to
 * logits; what keys a cell, what counts as news and how a cell learns are chosen independently.
 * Plain data in, plain data out; knows no tree and no position. One object a search thread. */
#ifndef HISTORY_HISTORY_H
#define HISTORY_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "history/move_history.h"

/* What keys the cell of a move: [side][from][to]; the same with the trial's threat bits; or
 * [piece][to]. SEED keys as BUTTERFLY, but the search reports every edge, those to terminal and
 * proven children too (the search asks hist_counts_proven). */
typedef enum {
    HIST_KEY_OFF,
    HIST_KEY_BUTTERFLY,
    HIST_KEY_SEED,
    HIST_KEY_THREATS,
    HIST_KEY_PIECE_TO,
    HIST_KEYS
} hist_key;

/* A table [piece][to] for each [piece][to] of the move one ply before, two plies before, or both,
 * which adds to the one above; of the node's slots only these and that of the pawns are read.
 * ORDER: bit i stands for slot i. */
typedef enum {
    HIST_CONTINUE_OFF,
    HIST_CONTINUE_ONE,
    HIST_CONTINUE_TWO,
    HIST_CONTINUE_BOTH,
    HIST_CONTINUATIONS
} hist_continuation;

/* GRAVITY: h += b - h * |b| / gravity, which settles where good and bad news balance. MEAN: the sum
 * of bonuses divided by their number, after Winands et al. 2004, whose score is relative to how
 * often a move was tried: h = sum / (count + mean_prior). */
typedef enum { HIST_LEARN_GRAVITY, HIST_LEARN_MEAN, HIST_LEARNINGS } hist_learning;

/* News of a playout worth s to the mover, whose node was worth q on average before it. ABSOLUTE:
 * ln(s / (1 - s)). LOGIT: the same minus ln(q / (1 - q)). VALUE: 4 (s - q), that is LOGIT's slope
 * at one half everywhere. */
typedef enum {
    HIST_SIGNAL_ABSOLUTE,
    HIST_SIGNAL_LOGIT,
    HIST_SIGNAL_VALUE,
    HIST_SIGNALS
} hist_signal;

/* Their names, each list ended by NULL. ORDER: as the enumerations. */
extern const char *const hist_key_words[];
extern const char *const hist_continuation_words[];
extern const char *const hist_learning_words[];
extern const char *const hist_signal_words[];

/* A bonus and a limit multiply in 32 bits. */
enum { HIST_BONUS_MAX = 16383, HIST_GRAVITY_MAX = 131072, HIST_MEAN_LIMIT_MAX = 131072 };

/* Bonus scale, gravity and divisor are numbers of their own: they do not follow the net's score
 * scale. */
typedef struct hist_params {
    hist_key key;
    hist_continuation continuation;
    bool pawns; /* a table [piece][to] for each structure of pawns, which adds to the others */
    hist_learning learning;
    hist_signal signal;
    hist_age age;
    int bonus_scale;          /* bonus = bonus_scale * signal */
    int gravity;              /* |h| <= gravity, 1 to HIST_GRAVITY_MAX; its memory too */
    int logit_divisor;        /* gravity: logit += h / logit_divisor */
    int mean_divisor;         /* mean: logit += h / mean_divisor */
    int mean_prior;           /* mean: bonuses of 0 that every cell begins with; at least 1 */
    int mean_limit;           /* mean: at so many bonuses, 2 or more, sum and count are halved */
    int continuation_percent; /* weight of each continuation cell; the main one's is 100 */
    int pawns_percent;        /* the same of the pawns' cell */
} hist_params;

typedef struct hist hist;

/* NULL if memory is short. hist_free(NULL) is fine. */
hist *hist_new(const hist_params *params);
void hist_free(hist *h);

/* Forgets everything (a new game, each bench position). */
void hist_clear(hist *h);

/* Keeps, halves or forgets what was learnt, as `age` says. Halved are the cells; of means sum
 * and count both, so that they stay but weigh less against what comes. */
void hist_new_search(hist *h);

/* Changes parameters; keeps the tables, but for another key, rule of learning, signal or gravity:
 * what was learnt by the old one, which the new one would misread, is then forgotten. */
void hist_configure(hist *h, const hist_params *params);

/* What a playout has shown to one side. */
typedef struct hist_news {
    float score; /* 0 to 1 */
    float logit; /* ln(s / (1 - s)) of it, as if it were 0.001 at least and 0.999 at most */
} hist_news;

hist_news hist_news_of(float score);

/* The same to the opponent. */
static inline hist_news hist_news_turned(hist_news news)
{
    return (hist_news){1.0f - news.score, -news.logit};
}

/* The bonus of a playout to a mover whose node was worth `before` on average, within what
 * hist_update() takes. 0 if no table is in use. */
int hist_bonus(const hist *h, hist_news news, float before);

/* One playout went through this move and earned its mover `bonus`, at most HIST_BONUS_MAX either
 * way and, under gravity, at most the limit. */
void hist_update(hist *h, const hist_node *node, const hist_trial *m, int bonus);

/* Adds to the policy logits of a node's moves. */
void hist_add_logits(const hist *h, const hist_node *node, const hist_trial moves[], int count,
                     float logits[]);

/* What that would add to one move's. */
float hist_logit(const hist *h, const hist_node *node, const hist_trial *m);

/* True if playouts through terminal or proven children are to be reported too. */
bool hist_counts_proven(const hist *h);

/* Counter moves (Uiterwijk 1992): the last move that was found to be the answer to a move, which is
 * named by its slot. Nothing is kept for HIST_SLOT_NONE. */
void hist_learn_answer(hist *h, uint16_t slot, const hist_trial *m);
bool hist_is_answer(const hist *h, uint16_t slot, const hist_trial *m);

#endif
