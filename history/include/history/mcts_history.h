/* The histories of Monte-Carlo tree search: tables that correct the policy net's logits by how
 * moves fared in the playouts (Hartmann 1988 for the butterfly board, Petkovski 2025 for its use
 * here), counter moves, and corrections of the value net (leaf_correction.h). One object a search
 * thread. It knows no tree.
 *
 * The outcome of a playout becomes a signal, the signal a bonus. A bonus moves a cell by a rule,
 * and cells add to logits. The tables are those of tables.def that MCTS has; signal, rule and
 * tables are chosen independently. */
#ifndef HISTORY_MCTS_HISTORY_H
#define HISTORY_MCTS_HISTORY_H

#include "history/leaf_correction.h"
#include "history/tables.h"

/* The main table of moves: by side, origin and target; the same with threats; or by piece and
 * target. SEED is the butterfly board, but the search also reports playouts through terminal and
 * proven children. */
typedef enum {
    HIST_MAIN_OFF,
    HIST_MAIN_BUTTERFLY,
    HIST_MAIN_SEED,
    HIST_MAIN_THREATS,
    HIST_MAIN_PIECE_TO,
    HIST_MAINS
} hist_main;

/* GRAVITY: see learning.h; h += b - h * |b| / gravity. MEAN: the sum of bonuses by their number,
 * sum / (count + mean_prior). */
typedef enum { HIST_LEARN_GRAVITY, HIST_LEARN_MEAN, HIST_LEARNINGS } hist_learning;

/* The signal of a playout that was worth s to the mover at a node that was worth q on average
 * before it. ABSOLUTE: ln(s / (1 - s)). LOGIT: the same minus ln(q / (1 - q)). VALUE: 4 (s - q),
 * which is everywhere the slope that LOGIT has at one half. */
typedef enum {
    HIST_SIGNAL_ABSOLUTE,
    HIST_SIGNAL_LOGIT,
    HIST_SIGNAL_VALUE,
    HIST_SIGNALS
} hist_signal;

/* Their words, each list ended by NULL. ORDER: as the enumerations. */
extern const char *const hist_main_words[];
extern const char *const hist_learning_words[];
extern const char *const hist_signal_words[];

/* A bonus and a limit multiply in 32 bits. */
enum { HIST_BONUS_MAX = 16383, HIST_GRAVITY_MAX = 131072, HIST_MEAN_LIMIT_MAX = 131072 };

/* Bonus scale, gravity and divisor are numbers of their own: they do not follow the net's score
 * scale. */
typedef struct hist_mcts_settings {
    hist_main main;           /* which the first percentages below follow */
    int percent[HIST_TABLES]; /* weight of each table among the logits; 0: not in use */
    hist_learning learning;
    hist_signal signal;
    hist_age age;
    int bonus_scale;   /* bonus = bonus_scale * signal */
    int gravity;       /* |h| <= gravity, 1 to HIST_GRAVITY_MAX; the memory of a cell too */
    int logit_divisor; /* gravity: logit += h / logit_divisor */
    int mean_divisor;  /* mean: logit += h / mean_divisor */
    int mean_prior;    /* mean: bonuses of 0 that every cell begins with; at least 1 */
    int mean_limit;    /* mean: at so many bonuses, 2 or more, sum and count are halved */
    leaf_settings correction;
} hist_mcts_settings;

typedef struct mcts_history mcts_history;

/* NULL if memory is short. hist_mcts_free(NULL) is fine. */
mcts_history *hist_mcts_new(const hist_mcts_settings *settings);
void hist_mcts_free(mcts_history *h);

/* Changes settings and keeps what was learnt. Another main table, rule, signal or gravity would
 * misread the tables, which are then forgotten, and so would another signal of the corrections. */
void hist_mcts_configure(mcts_history *h, const hist_mcts_settings *settings);

/* Forgets everything (a new game, each bench position, other nets). */
void hist_mcts_clear(mcts_history *h);

/* Keeps, halves or forgets what the tables have learnt, as `age` says. Of means both sum and count
 * are halved: they stay, but weigh less against what comes. */
void hist_mcts_new_search(mcts_history *h);

/* ---- The teacher ---- */

/* The outcome of a playout for one side. */
typedef struct hist_playout {
    float score; /* 0 to 1 */
    float logit; /* ln(s / (1 - s)) of it, as if it were 0.001 at least and 0.999 at most */
} hist_playout;

hist_playout hist_playout_of(float score);

/* The same for the opponent. */
static inline hist_playout hist_playout_turned(hist_playout playout)
{
    return (hist_playout){1.0f - playout.score, -playout.logit};
}

/* The bonus of a playout to a mover whose node was worth `before` on average, within what
 * hist_learn_bonus() takes. 0 if no table is in use. */
int hist_bonus(const mcts_history *h, hist_playout playout, float before);

/* The move earned its mover `bonus`, at most HIST_BONUS_MAX either way and, under gravity, at most
 * the limit. */
void hist_learn_bonus(mcts_history *h, const hist_context *context, const hist_move *m, int bonus);

/* One playout went through this move. */
static inline void hist_learn_playout(mcts_history *h, const hist_context *context,
                                      const hist_move *m, hist_playout playout, float before)
{
    hist_learn_bonus(h, context, m, hist_bonus(h, playout, before));
}

/* True if playouts through terminal or proven children are to be reported too. */
bool hist_counts_proven(const mcts_history *h);

/* ---- Logits ---- */

/* Adds to the policy logits of a node's moves. */
void hist_add_logits(const mcts_history *h, const hist_context *context, const hist_move moves[],
                     int count, float logits[]);

/* What that would add to one move's. */
float hist_logit(const mcts_history *h, const hist_context *context, const hist_move *m);

/* ---- Counter moves (Uiterwijk 1992) ---- */

/* The last move that was found to be the answer to the move of a row (hist_row_after()), or
 * MOVE_NONE. Nothing is kept for HIST_NO_MOVE. */
move hist_answer(const mcts_history *h, int row);
void hist_keep_answer(mcts_history *h, int row, move m);

/* ---- Corrections ---- */

/* As leaf_correction_of() and leaf_learn(). */
float hist_leaf_correction(const mcts_history *h, const correction_keys *keys);
void hist_learn_leaf_error(mcts_history *h, const correction_keys *keys, float error, float weight);

#endif
