/* The histories of Monte-Carlo tree search: tables that correct the policy net's logits by the
 * results of moves in playouts (butterfly board: Hartmann 1988; its use here: Petkovski 2025),
 * counter moves, and corrections of the value net's outputs. The module depends on no tree. Each
 * search thread has its own object.
 *
 * The outcome of a playout gives a signal, and the signal a bonus. A rule adds the bonus to a cell,
 * and cells add to logits. The tables are the MCTS tables of tables.def. Signal, rule and tables
 * are chosen independently. */
#ifndef HISTORY_MCTS_HISTORY_H
#define HISTORY_MCTS_HISTORY_H

#include "history/correction.h"
#include "history/tables.h"

/* The key of the main table. BUTTERFLY: side, origin and target. THREATS: the same with threats.
 * PIECE_TO: piece and target. SEED: as BUTTERFLY, and the search also reports playouts through
 * terminal and proven children. */
typedef enum {
    HIST_MAIN_OFF,
    HIST_MAIN_BUTTERFLY,
    HIST_MAIN_SEED,
    HIST_MAIN_THREATS,
    HIST_MAIN_PIECE_TO,
    HIST_MAINS
} hist_main;

/* GRAVITY: h += b - h * |b| / gravity (learning.h). MEAN: sum of bonuses / (count + mean_prior). */
typedef enum { HIST_LEARN_GRAVITY, HIST_LEARN_MEAN, HIST_LEARNINGS } hist_learning;

/* The signal of a playout with score s for the mover, at a node whose mean was q before it.
 *   ABSOLUTE  ln(s / (1 - s))
 *   LOGIT     ln(s / (1 - s)) - ln(q / (1 - q))
 *   VALUE     4 (s - q): linear, with the slope of LOGIT at one half */
typedef enum {
    HIST_SIGNAL_ABSOLUTE,
    HIST_SIGNAL_LOGIT,
    HIST_SIGNAL_VALUE,
    HIST_SIGNALS
} hist_signal;

/* The tables in which captures and promotions learn and count: all of them, or only those of
 * captures and promotions alone. */
typedef enum { HIST_CAPTURES_EVERYWHERE, HIST_CAPTURES_APART } hist_captures;

/* The words of the enumerations, each list ended by NULL. ORDER: as the enumerations. */
extern const char *const hist_main_words[];
extern const char *const hist_learning_words[];
extern const char *const hist_signal_words[];

/* The product of a bonus and a limit must fit 31 bits. */
enum { HIST_BONUS_MAX = 16383, HIST_GRAVITY_MAX = 131072, HIST_MEAN_LIMIT_MAX = 131072 };

/* The corrections of the value net learn the difference between its outputs and the results of
 * playouts in positions with the same feature, and correct the value of later leaves by it. After
 * KataGo's subtree value bias correction (D. Wu, "Other methods implemented in KataGo", 2021), with
 * the features of alpha-beta's corrections in place of Go's local patterns. All values are logits,
 * ln(q / (1 - q)), for the side to move. */

/* The largest absolute correction, and the largest absolute value. */
#define LEAF_CORRECTION_MAX 1.0f
#define LEAF_LOGIT_MAX      6.9f /* probabilities of about 0.001 and 0.999 */

typedef struct leaf_settings {
    /* Factor of a feature's mean in the sum, 0 or more. Each of the two cells of
     * CORRECTION_NON_PAWNS and of CORRECTION_CONTINUATION has the whole factor. */
    float share[CORRECTION_FEATURES];
    float prior;  /* weight of an error of 0 that each cell starts with; 0 or more */
    float memory; /* weight from which a cell is an exponential mean; 1 or more */
} leaf_settings;

/* The settings of the histories. Scale, limits and divisors are the same for all nets, whatever
 * their score scale (value_net.centipawns). */
typedef struct hist_mcts_settings {
    hist_main main;           /* the weights in `percent` must agree with it */
    int percent[HIST_TABLES]; /* weight of each table in the logits; 0: not in use */
    hist_captures captures;
    hist_learning learning;
    hist_signal signal;
    hist_age age;
    int bonus_scale;   /* bonus = bonus_scale * signal */
    int gravity;       /* limit of |h|, 1 to HIST_GRAVITY_MAX; a larger one gives a longer memory */
    int logit_divisor; /* gravity: logit += h / logit_divisor */
    int mean_divisor;  /* mean: logit += h / mean_divisor */
    int mean_prior;    /* mean: number of bonuses of 0 that each cell starts with; at least 1 */
    int mean_limit;    /* mean: number of bonuses at which sum and count are halved; 2 to
                        * HIST_MEAN_LIMIT_MAX */
    leaf_settings correction;
} hist_mcts_settings;

typedef struct mcts_history mcts_history;

/* hist_mcts_new() returns NULL if memory is short. hist_mcts_free() frees the result; NULL is
 * fine. */
mcts_history *hist_mcts_new(const hist_mcts_settings *settings);
void hist_mcts_free(mcts_history *h);

/* Changes the settings and keeps what was learnt. A change of `main`, `learning`, `signal`,
 * `gravity` or `captures` clears the tables, whose cells would be misread, and the counter
 * moves. */
void hist_mcts_configure(mcts_history *h, const hist_mcts_settings *settings);

/* Clears everything: for a new game, for each bench position, and for other nets. */
void hist_mcts_clear(mcts_history *h);

/* Clears the tables whose lifetime is one search, and keeps, halves or clears the others, as `age`
 * says. Clearing includes the counter moves. To halve a mean, both its sum and its count are
 * halved: the mean stays, but weighs less against later bonuses. */
void hist_mcts_new_search(mcts_history *h);

/* ---- Learning ---- */

/* The outcome of a playout for one side. */
typedef struct hist_playout {
    float score; /* 0 to 1 */
    float logit; /* ln(s / (1 - s)) of the score, clamped to 0.001 and 0.999 */
} hist_playout;

hist_playout hist_playout_of(float score);

/* The same outcome for the opponent. */
static inline hist_playout hist_playout_turned(hist_playout playout)
{
    return (hist_playout){1.0f - playout.score, -playout.logit};
}

/* Learns a playout that went through a move, from a node whose mean was `before`, for its mover. */
void hist_learn_playout(mcts_history *h, const hist_context *context, const hist_move *m,
                        hist_playout playout, float before);

/* True if the search must also report playouts through terminal and proven children. */
bool hist_counts_proven(const mcts_history *h);

/* ---- Logits ---- */

/* Adds the histories' logits to the policy logits of a node's moves. */
void hist_add_logits(const mcts_history *h, const hist_context *context, const hist_move moves[],
                     int count, float logits[]);

/* What hist_add_logits() adds to the logit of one move. */
float hist_logit(const mcts_history *h, const hist_context *context, const hist_move *m);

/* What the main table adds to the logit of a side's move, by origin and target: logits[64 * from +
 * to]. With HIST_MAIN_THREATS it is the cell of moves between squares that are not attacked.
 * Returns false if the main table is off, or has no cells by origin. */
bool hist_square_logits(const mcts_history *h, colour side, float logits[SQUARES * SQUARES]);

/* ---- Counter moves (Uiterwijk 1992) ---- */

/* hist_mcts_counter_move() returns the answer to the move of a row (hist_row_after()) that was
 * learnt last, or MOVE_NONE. hist_mcts_keep_counter_move() learns one; for HIST_NO_MOVE it does
 * nothing. */
move hist_mcts_counter_move(const mcts_history *h, int row);
void hist_mcts_keep_counter_move(mcts_history *h, int row, move m);

/* ---- Corrections ---- */

/* Asks for the memory of a position's cells, so that it is in the cache soon. */
void hist_prefetch_leaf(const mcts_history *h, const correction_keys *keys);

/* The correction of the logit of the net's output: the sum of share * mean * weight / (weight +
 * prior) over the position's cells, clamped to +-LEAF_CORRECTION_MAX. */
float hist_leaf_correction(const mcts_history *h, const correction_keys *keys);

/* Learns an error (result - net output, within +-2 * LEAF_LOGIT_MAX) with a weight above 0. A cell
 * is the weighted mean of all errors until their weight reaches `memory`; then it is an exponential
 * mean (learning.h). */
void hist_learn_leaf_error(mcts_history *h, const correction_keys *keys, float error, float weight);

#endif
