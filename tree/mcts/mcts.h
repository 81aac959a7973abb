/* Monte-Carlo tree search with PUCT (Rosin 2011; Silver et al. 2017). All threads walk one tree.
 * Each has histories of its own. With one thread the search is deterministic. Private to the
 * folder; callers use tree/search.h. */
#ifndef TREE_MCTS_H
#define TREE_MCTS_H

#include <string.h>

#include "control.h"
#include "driven_king.h"
#include "history/mcts_history.h"
#include "mcts_mates.h"
#include "mcts_tree.h"
#include "meeting.h"
#include "value_table.h"

/* The tables of exploration have a row for each visit count below 128, and then 64 rows for each
 * doubling. */
enum { EXPLORATION_BITS = 6, EXPLORATION_ROWS = 32 << EXPLORATION_BITS };

/* The parameters, converted for the inner loops. */
typedef struct mcts_settings {
    float exploration_root[EXPLORATION_ROWS]; /* C * N^e / PRIOR_ONE, by mcts_exploration_row() */
    float exploration[EXPLORATION_ROWS];      /* the same below the root */
    float concentration[TREE_GINI_ONE + 1];   /* F, by node_block.gini */
    float spread, spread_scale, spread_prior; /* see spread_factor() in mcts_playout.c */
    float temperature_root, temperature;
    float fpu_reduction;
    float killer, counter;         /* in logits */
    uint32_t stay_part, stay_most; /* see walk_again() in mcts_playout.c */
    float bound;                   /* see mcts_choice.c */
    uint32_t bound_part;
    int widening_first;               /* moves that never wait */
    uint32_t widening[MOVES_MAX];     /* visits for which each of the others waits */
    float widening_history;           /* a logit of history divides them by e to this power */
    float prune_history, prune_prior; /* see MctsHistoryPruning; in logits, as a probability */
    uint32_t refresh_visits, answer_visits;
    double time_stretch; /* clock_start() */
} mcts_settings;

/* The counts of one search_go(). While threads work, the lengths of their newest playouts may be
 * missing, so the mean length is never too large. */
typedef struct mcts_counts {
    uint64_t playouts;
    uint64_t length_sum; /* moves walked by all its playouts */
    uint64_t table_hits; /* positions that they found in the endgame tables */
    int length_max;
} mcts_counts;

typedef struct mcts_walk mcts_walk;

typedef struct mcts {
    mcts_tree tree;
    value_table values;
    void *values_memory; /* of `values` */
    bool values_used;    /* false: `values` is empty and has all its memory */
    mcts_walk
        *walks[THREADS_MAX]; /* of each thread; the first is that of the caller of mcts_go() */
    int thread_count;
    mcts_history *history; /* of the first thread, which reports use */
    /* The next playout can choose its path only when the value of the last leaf is known, so leaves
     * are evaluated one by one. Speculative playouts would waste more than batches in float32 gain
     * (see `morpho backendbench`). */
    backend backend;
    search_endgames endgames;
    uint64_t root_hits; /* positions behind the root's moves that the tables have */
    search_techniques techniques;
    mcts_settings settings;
    int multi_pv;       /* number of lines that are reported */
    int endgame_pieces; /* positions with at most so many are looked up in this search; 0: none */
    driven_king driven; /* of the root, with MctsBareKing; else DRIVEN_NONE */
    bool on_clock;      /* the clock ends the search when its choice is clear */
    int contempt_of_white; /* of the tree: control_contempt_of_white() */
    float draw_worth[2];   /* of each side: see mcts_preference() */
    int horizon;           /* plies in which a mate is searched for (go mate); 0: no limit */
    atomic_bool quit;      /* the helping threads must end */
    meeting gathering;     /* of all threads, while memory is freed */
    mcts_mates mates;      /* of the first thread */
} mcts;

/* mcts_new() returns NULL and fills `why` if memory is short. mcts_free() frees the result; NULL is
 * fine. */
mcts *mcts_new(const search_options *options, failure *why);
void mcts_free(mcts *m);

/* Takes over all options except hash_mb. Other techniques or endgame tables clear the tree, and
 * other nets or another backend clear tree and histories. On failure (no memory for more threads)
 * nothing changes. */
bool mcts_configure(mcts *m, const search_options *options, failure *why);

/* Clears tree, histories and corrections. */
void mcts_new_game(mcts *m);

/* As search_go(), for a root with a legal move. */
search_result mcts_go(mcts *m, const position *root, const line *game, search_control *control,
                      search_listener *listener, void *user, const search *owner);

/* As search_bytes_used() and search_bytes_total(). */
size_t mcts_bytes_used(const mcts *m);
size_t mcts_bytes_total(const mcts *m);

/* As search_root_moves(). */
int mcts_root_moves(const mcts *m, root_move moves[], int max);

/* As search_root_stats(). */
bool mcts_root(const mcts *m, root_move *root);

/* ---- mcts_threads.c ---- */

/* Makes or frees walks until there are as many as options->threads. Returns false and fills `why`
 * if memory is short; then nothing changes. mcts_free_threads() frees them all. */
bool mcts_prepare_threads(mcts *m, const search_options *options, failure *why);
void mcts_free_threads(mcts *m);

/* ---- mcts_priors.c ---- */

/* Gives the root its moves, or new priors if it is already expanded. If allowed_count is not 0, it
 * gets only `allowed` moves. Returns false if memory is out. */
bool mcts_prepare_root(mcts *m, const move allowed[], int allowed_count);

/* The root's context, which depends on the last moves of the game. */
hist_context mcts_root_context(const mcts *m);

/* What a thread's histories would add now to the logit of the legal move `candidate`. */
float mcts_history_logit(const mcts *m, const mcts_history *history, const position *pos,
                         const hist_context *context, move candidate);

/* ---- mcts_leaf.c ---- */

/* Values the root if it is unvisited. This counts as its first visit. */
void mcts_value_root(mcts *m);

/* What a first visit to a position would give, for its side to move: state, value and share of
 * draws. Repetitions and the moves before it are ignored. */
mcts_node mcts_unvisited(const mcts *m, const position *pos);

/* ---- mcts_contempt.c ---- */

/* Takes over the contempt of a search from `root`. Returns false if it differs from that of the
 * tree. */
bool mcts_set_contempt(mcts *m, const search_control *control, const position *root);

/* What `side` compares: the value of a node for it, and with contempt also the node's share of
 * draws times what a draw is worth to `side` beyond half a point. Not below 0. */
static inline float mcts_preference(const mcts *m, colour side, const mcts_node *node, float value)
{
    if (!m->contempt_of_white) {
        return value;
    }
    const float q = value + m->draw_worth[side] * tree_draw(&m->tree, node);
    return q > 0.0f ? q : 0.0f;
}

/* ---- mcts_playout.c ---- */

/* What selection multiplies the prior (in units of 1 / PRIOR_ONE) of an expanded node's move by,
 * before it divides by 1 + n: C * N^e, with the factors of its priors and of its playouts. */
float mcts_exploration(const mcts *m, const mcts_node *node, bool is_root);

/* Runs one playout of a thread from the root and counts it: selection, evaluation, backup. */
void mcts_playout(mcts *m, mcts_walk *w);

/* ---- mcts_settings.c ---- */

/* Fills in the settings of the search. */
void mcts_settings_make(mcts_settings *settings, const search_params *params);

/* The row of the exploration tables for a node's visits (at least 1): the exponent and the first
 * bits of the mantissa of a float. */
static inline unsigned mcts_exploration_row(uint32_t visits)
{
    const float real = (float)visits;
    uint32_t bits;
    memcpy(&bits, &real, sizeof bits);
    const unsigned row = (bits >> (23 - EXPLORATION_BITS)) - (127u << EXPLORATION_BITS);
    return row < EXPLORATION_ROWS ? row : EXPLORATION_ROWS - 1;
}

/* The settings of the histories. */
hist_mcts_settings mcts_history_settings(const search_options *options);

/* ---- mcts_correction.c ---- */

/* True if values of new leaves are corrected. Only then may mcts_correct() and mcts_report_error()
 * be called. */
static inline bool mcts_corrects(const mcts *m)
{
    return m->techniques.mcts_correction;
}

/* The corrected value of a new leaf, for its side to move, by a thread's histories. node->net_logit
 * gets the logit of `value`, the net's output, if it has none yet. */
float mcts_correct(const mcts_history *history, mcts_node *node, const correction_keys *keys,
                   float value);

/* The logit of a score, clamped to +-LEAF_LOGIT_MAX. */
float mcts_logit(float score);

/* Must be called for each node of playouts above their leaves, after it has learnt so many of them.
 * Reports the net's error at the node to the corrections, if the signal asks for it. `outcome` is
 * the mean logit of the playouts' scores for the node's side to move. */
void mcts_report_error(const mcts *m, mcts_history *history, const mcts_node *node,
                       uint32_t playouts, const correction_keys *keys, float outcome);

/* ---- mcts_choice.c ---- */

/* The number of the root move that would be played now; -1 before the first playout. It is the best
 * by tree_prefers(), or by MctsBound the one with the best lower bound of its value among those
 * with a part of the most visits (Leela Zero's lower confidence bound, 2019). A limit may end the
 * search just when a better move has been found and is still behind in visits. On a clock the
 * search goes on then. */
int mcts_chosen_number(const mcts *m);

/* The same, but before the first playout it is the move with the highest prior, number 0. */
int mcts_best_number(const mcts *m);

/* ---- mcts_line.c ---- */

/* As search_line_moves(). */
int mcts_line_moves(const mcts *m, const move played[], int length, root_move moves[], int max);

/* ---- mcts_report.c ---- */

/* The counts of all threads. */
mcts_counts mcts_all_counts(const mcts *m);

/* Fills in the numbers of the root moves of the best lines, at most `max` (1 to MOVES_MAX), and
 * returns how many there are. mcts_best_number() comes first, the others in order of their scores.
 */
int mcts_best_lines(const mcts *m, int numbers[], int max);

/* The value net's expected score at a node, for its side to move and for the other side, or -1 if
 * it is not kept. */
float mcts_net_value(const mcts_node *node);
float mcts_net_value_turned(const mcts_node *node);

/* The mean length of the search's playouts in plies, at least 1. */
int mcts_depth(const mcts *m);

/* Fills in the search's counts, and the score and the line of a root move. The caller fills in
 * rank, time and speed. */
void mcts_describe(const mcts *m, int number, search_info *info);

#endif
