/* Monte-Carlo tree search with PUCT (Rosin 2011; Silver et al. 2017) on one thread. Private to the
 * folder; the world talks to it through tree/search.h. */
#ifndef MCTS_H
#define MCTS_H

#include "control.h"
#include "history/mcts_history.h"
#include "mcts_tree.h"

/* The parameters as the inner loops want them. */
typedef struct mcts_settings {
    float cpuct_root, cpuct, cpuct_base;
    float temperature_root, temperature;
    float fpu_reduction;
    float killer, counter, exchange; /* in logits */
    int exchange_margin;             /* centipawns */
    int widening_first;              /* edges that never wait */
    float widening_start;            /* logarithm of the visits that the next one waits for */
    float widening_growth;           /* more for each one after */
    float widening_history;          /* less for each logit of history */
    uint32_t refresh_visits, answer_visits;
} mcts_settings;

/* One search's own counts. */
typedef struct mcts_counts {
    uint64_t playouts;
    uint64_t length_sum; /* edges walked by all of them */
    int length_max;
} mcts_counts;

typedef struct mcts {
    mcts_tree tree;
    mcts_history *history;
    /* A playout needs its leaf's value before the next can choose its way, so batches are of one;
     * speculation would waste more than float32 batches gain (backendbench). */
    backend backend;
    search_techniques techniques;
    mcts_settings settings;
    mcts_counts counts;
    int multi_pv; /* lines that are reported */
    bool bare;    /* the root is an ending against a bare king, and valued as such */
    int horizon;  /* plies within which a mate is searched for (go mate); 0: any length will do */
    line path;    /* the game and the playout under way */
} mcts;

/* NULL and `why` if memory is short. mcts_free(NULL) is fine. */
mcts *mcts_new(const search_options *options, failure *why);
void mcts_free(mcts *m);

/* Takes over all options but hash_mb. */
void mcts_configure(mcts *m, const search_options *options);

/* Forgets tree, history and corrections. */
void mcts_new_game(mcts *m);

/* As search_go, for a root that has a legal move. */
search_result mcts_go(mcts *m, const position *root, const line *game, search_control *control,
                      search_listener *listener, void *user, const search *owner);

int mcts_root_moves(const mcts *m, root_move moves[], int max);

/* ---- mcts_priors.c ---- */

/* Gives the root edges (only `allowed` ones if allowed_count is not 0), or fresh priors if it has
 * edges. False if memory is out. */
bool mcts_prepare_root(mcts *m, const move allowed[], int allowed_count);

/* The root's context; the moves before it are not known. */
hist_context mcts_root_context(const mcts *m);

/* What history would add now to a legal move's logit. */
float mcts_history_logit(const mcts *m, const position *pos, const hist_context *context,
                         move candidate);

/* ---- mcts_playout.c ---- */

/* Gives an unvisited root its value, which counts as its first visit. */
void mcts_value_root(mcts *m);

/* What a first visit would find at a position, for its side to move: its state, value and share of
 * draws. The path and the moves before do not count. */
mcts_node mcts_unvisited(const mcts *m, const position *pos);

/* One playout from the root: select, evaluate, back up. Counts itself. */
void mcts_playout(mcts *m);

/* ---- mcts_settings.c ---- */

/* The parameters and the histories as techniques and parameters want them. */
mcts_settings mcts_settings_of(const search_params *params);
hist_mcts_settings mcts_history_settings(const search_options *options);

/* ---- mcts_correction.c ---- */

/* True if values at new leaves are corrected; only then the following are called. */
static inline bool mcts_corrects(const mcts *m)
{
    return m->techniques.mcts_correction != LEAF_OFF;
}

/* The net's answer at a new leaf, corrected; node->net_logit keeps it as it was. */
float mcts_correct(const mcts *m, mcts_node *node, const correction_keys *keys, float value);

/* The logit of a score, within +-LEAF_LOGIT_MAX. */
float mcts_logit(float score);

/* Reports, if the signal wants it, how far the net was out at a node that a playout was just backed
 * up through; `outcome` is the logit of what it was worth to the node's side to move. */
void mcts_report_error(mcts *m, const mcts_node *node, const correction_keys *keys, float outcome);

/* ---- mcts_line.c ---- */

/* As search_line_moves. */
int mcts_line_moves(const mcts *m, const move played[], int length, root_move moves[], int max);

/* ---- mcts_report.c ---- */

/* The edge of the root that a player would choose now; before the first playout the policy's
 * choice, which is the best that is known. */
int mcts_best_edge(const mcts *m);

/* The edges of the root that are the best lines, at most `max` (1 to MOVES_MAX): first
 * mcts_best_edge, then by what they are worth. Returns how many. */
int mcts_best_lines(const mcts *m, int edges[], int max);

/* Mean length of the playouts, 1 at least. */
int mcts_depth(const mcts *m);

/* Fills score and line of a root move, and counts; place, time and speed are the caller's. */
void mcts_describe(const mcts *m, int edge, search_info *info);

#endif
