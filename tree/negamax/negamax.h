/* Negamax search: principal variation search with iterative deepening (Marsland and Campbell 1982)
 * on one thread or several. Private to the folder; callers use tree/search.h.
 *
 * Threads share the transposition table and the stages of the search. In a stage all of them search
 * the root to the same depth in the same window; each prefers moves that are not busy
 * (busy_moves.h). When the first thread finishes, all go on to the next stage with its result.
 *
 * Scores are centipawns for the side to move (score.h). Depths are plies. */
#ifndef TREE_NEGAMAX_H
#define TREE_NEGAMAX_H

#include <pthread.h>
#include <stdatomic.h>

#include "busy_moves.h"
#include "chess/game.h"
#include "control.h"
#include "history/negamax_history.h"
#include "mate_search.h"
#include "move_picker.h"
#include "nn/negamax_stack.h"
#include "score.h"
#include "transposition.h"
#include "tree/clock.h"

enum {
    AB_PLY_MAX = 200,       /* length of the path, quiescence included */
    AB_DEPTH_MAX = 120,     /* largest depth of an iteration */
    AB_SENTINELS = 2,       /* nodes before the root, so that ply - 2 always exists */
    AB_REDUCTION_MOVES = 64 /* size of the reduction table; later moves use its last entry */
};

/* A position of the current path. */
typedef struct ab_node {
    position pos;
    check_info checks;
    hist_context context; /* for the histories of its moves */
    bitboard threats;     /* squares that the opponent attacks; set before moves are picked */
    int raw;              /* the net's evaluation; SCORE_NONE in check */
    int eval;             /* `raw` as ab_evaluate() corrects it; SCORE_NONE in check */
    int reversible;       /* plies since a capture, a pawn move or a null move */
    int extensions;       /* double extensions on the path */
    move killers[2];      /* of this ply, the latest first */
    move excluded;        /* the move that a singular search leaves out */
    move played;          /* the move that is searched; MOVE_NONE: a null move */
    hist_move described;  /* the same move for the histories */
    int pv_length;
    move pv[AB_PLY_MAX];
} ab_node;

/* A root move, and the results of the last iterations. */
typedef struct ab_root_move {
    move move;
    int score;      /* in the current iteration; -SCORE_INFINITE: it was not the best move so far */
    int last_score; /* in the iteration before */
    int known;      /* the score of this iteration, or of the one before, if it is no upper bound;
                     * -SCORE_INFINITE: none is known */
    int seldepth;
    uint64_t nodes; /* nodes spent on it, in each stage by the thread that finished it */
    int pv_length;
    move pv[AB_PLY_MAX];
} ab_root_move;

/* A stage: one search of the root. An iteration consists of one or more. All threads work on the
 * same stage; each has a copy. */
typedef struct ab_stage {
    int number;             /* number in this search, from 1 */
    int depth;              /* depth of the iteration */
    int alpha, beta, width; /* the window, and the amount by which it widens */
    int pv_index;           /* number of root moves that earlier lines have settled (MultiPV) */
    int settled;            /* number of root moves whose mates were found apart; they come first */
    int root_count;
    ab_root_move roots[MOVES_MAX]; /* root_count moves, best first as far as known */
} ab_stage;

/* What the mate search knows of the root; for the main thread. */
typedef struct ab_mates {
    mate_search search;
    int wins, losses; /* there is no mate for, or against, the side to move in so many moves */
} ab_mates;

typedef struct negamax negamax;

/* The memory of one thread. */
typedef struct ab_worker {
    negamax *shared;
    int number;                 /* 0: the main thread, which watches the clock */
    bool stopped;               /* the search unwinds, and its results are not valid */
    bool overtaken;             /* the same, because another thread has finished the stage */
    int until_check;            /* nodes until the limits are checked again */
    uint64_t quiescence_end;    /* node count at which the current quiescence search stands pat */
    atomic_uint_fast64_t nodes; /* of this search; only this worker writes it */
    atomic_uint_fast64_t table_hits; /* the same of positions found in the endgame tables */
    ab_stage stage;                  /* the current stage */
    clock_pace pace;                 /* of the main thread */
    bool ponders;                    /* the stage began before the ponderhit; of the main thread */
    int seldepth;                    /* of this stage */
    int null_ply_least;              /* no null move before this ply, while one is verified */
    line path;                       /* the game and the current path */
    negamax_stack *accumulators;
    negamax_history *history;
    move_priors *priors; /* of the positions of the path, by their ply; see ab_priors() */
    uint16_t rows_after[HIST_MOVES_BEFORE + AB_PLY_MAX + 2]; /* see ab_rows_after() */
    ab_node nodes_on_path[AB_SENTINELS + AB_PLY_MAX + 2];    /* see ab_root() */
} ab_worker;

/* The listener of the main worker's iterations. */
typedef struct ab_reporter {
    search_listener *listener;
    void *user;
    const search *owner;
    int64_t reported_us;
} ab_reporter;

/* The data that all threads share. A search changes only the table, `quit`, the stage and its
 * number, and `busy`. */
struct negamax {
    tt table;
    search_techniques techniques;
    search_params params;
    const nets *nets;
    const kernels *kernels;
    pick_policy policy; /* used if an option asks for it */
    search_endgames endgames;
    int endgame_pieces; /* positions with at most so many are looked up in this search; 0: none */
    int contempt_of_white; /* of the entries in the table: control_contempt_of_white() */
    int draw[2];           /* see ab_draw() */
    bool asks_threats;     /* a history in use has threats in its key */
    int multi_pv;
    int16_t reduction[AB_DEPTH_MAX + 1][AB_REDUCTION_MOVES]; /* in 1/1024 ply */
    ab_worker *workers[THREADS_MAX];
    int worker_count;
    search_control *control; /* of the current search, like `reporter` */
    ab_reporter *reporter;
    atomic_bool quit;        /* all threads must unwind */
    atomic_int stage_number; /* of `stage`; may be read without the lock */
    pthread_mutex_t stage_lock;
    ab_stage stage; /* the newest stage, from which threads copy */
    busy_moves busy;
    ab_mates mates;
};

/* Returns false and fills `why` if the net file has no net for this search. */
bool ab_has_net(const search_options *options, failure *why);

/* ab_new() returns NULL and fills `why` if memory is short or the net is missing. ab_free() frees
 * the result; NULL is fine. */
negamax *ab_new(const search_options *options, failure *why);
void ab_free(negamax *n);

/* Takes over all options except hash_mb. Another number of threads, other nets or other kernels
 * clear the histories. Other nets, other endgame tables or another BareKing clear the table. On
 * failure (no such net, no memory) nothing changes. */
bool ab_configure(negamax *n, const search_options *options, failure *why);

/* Clears table and histories. */
void ab_new_game(negamax *n);

/* As search_go(), for a root with a legal move. */
search_result ab_go(negamax *n, const position *root, const line *game, search_control *control,
                    search_listener *listener, void *user, const search *owner);

/* As search_root_moves(). */
int ab_root_moves(const negamax *n, root_move moves[], int max);

/* ---- negamax_node.c ---- */

/* The score of a node, fail-soft, in the window [alpha, beta]. Position, checks and context of the
 * node must be set. At depth 0 or less it is ab_quiescence(). `cut_node`: a null-window node that
 * is expected to fail high. If w->stopped is set after the call, the score is not valid. */
int ab_search(ab_worker *w, ab_node *node, int alpha, int beta, int depth, bool cut_node);

/* ---- negamax_quiescence.c ---- */

/* The same with captures and promotions only (and evasions of checks), until the position is quiet.
 * On boards full of queens, where captures multiply, the search ends undecided after a fixed number
 * of nodes. */
int ab_quiescence(ab_worker *w, ab_node *node, int alpha, int beta);

/* ---- negamax_path.c ---- */

static inline ab_node *ab_root(ab_worker *w)
{
    return w->nodes_on_path + AB_SENTINELS;
}
static inline int ab_ply(const ab_worker *w, const ab_node *node)
{
    return (int)(node - w->nodes_on_path) - AB_SENTINELS;
}

/* The place of the row of the move that led to `ply`, as hist_context_of() needs it: the rows of
 * earlier moves stand before it, down to those of the game before the root. */
static inline uint16_t *ab_rows_after(ab_worker *w, int ply)
{
    return w->rows_after + HIST_MOVES_BEFORE + ply;
}

/* ab_make() plays a legal move from `node` to the next, which it prepares; node->described must be
 * set. ab_make_null() plays a null move. ab_unmake() goes back. */
void ab_make(ab_worker *w, ab_node *node, move m);
void ab_make_null(ab_worker *w, ab_node *node);
void ab_unmake(ab_worker *w);

/* The place of the priors of a node's position. They are filled in where they are first needed. */
static inline move_priors *ab_priors(const ab_worker *w, const ab_node *node)
{
    return &w->priors[ab_ply(w, node)];
}

/* The nodes of all threads, and the positions that they found in the endgame tables. */
uint64_t ab_nodes(const negamax *n);
uint64_t ab_table_hits(const negamax *n);

/* True if the position is a draw by repetition, by the fifty-move rule or by lack of material. */
bool ab_is_draw(const ab_worker *w, const ab_node *node);

/* The score of a draw at `ply`: 0 without contempt. Else a draw is worth less than 0 to the side
 * that moves at the root, and more to the other. */
static inline int ab_draw(const ab_worker *w, int ply)
{
    return w->shared->draw[ply & 1];
}

/* A score at `ply` without contempt: the score of a draw becomes 0. */
static inline int ab_without_contempt(const ab_worker *w, int ply, int score)
{
    return score == ab_draw(w, ply) ? SCORE_DRAW : score;
}

/* True if the score that the table has stored for this position may settle its node. The table does
 * not know the fifty-move clock. So no score is trusted near the end of that rule, and no win or
 * loss that may come after it. One that an earlier search found in the endgame tables does not
 * count if this search looks up no positions (endgames.h): it would hide the mate. */
static inline bool ab_table_counts(const negamax *n, const position *pos, int stored)
{
    return pos->halfmove_clock < 90 &&
           (!score_is_decided(stored) || (pos->halfmove_clock + score_plies(stored) <= 100 &&
                                          (score_is_mate(stored) || n->endgame_pieces > 0)));
}

/* True if the side to move has more than king and pawns, so that zugzwang is unlikely. */
static inline bool ab_has_pieces(const position *pos)
{
    const bitboard light = pos->kind[PAWN] | pos->kind[KING];
    return (pos->side[pos->to_move] & ~light) != 0;
}

/* An evaluation, scaled towards 0 by the fifty-move clock. */
static inline int ab_damped(const position *pos, int evaluation)
{
    /* Only a root may have a clock beyond the rule's limit. */
    const int clock = pos->halfmove_clock < 100 ? pos->halfmove_clock : 100;
    return evaluation * (200 - clock) / 200;
}

/* ---- negamax_histories.c ---- */

/* The evaluation of a node that is not in check: the net's, or that of an ending in which a king is
 * driven (mop_up.h), corrected by the histories, clamped to +-SCORE_EVALUATION_MAX, and scaled
 * towards 0 by the fifty-move clock. node->raw gets the evaluation before that. The transposition
 * table stores that one, because it is valid on every path and at any time. `known` is the value in
 * the table, or SCORE_NONE. */
int ab_evaluate(ab_worker *w, ab_node *node, int known);

/* The squares that the opponent attacks, or 0 if no history needs them. */
bitboard ab_threats(const ab_worker *w, const ab_node *node);

/* The data for the picker in a search of `depth`. Sets node->threats. */
pick_source ab_pick_source(const ab_worker *w, ab_node *node, move table_move, int depth);

/* ---- negamax_line.c ---- */

/* ab_clear_line() sets an empty line. ab_keep_line() sets a move and the line of the next
 * node. */
void ab_clear_line(ab_node *node);
void ab_keep_line(ab_node *node, move m);

/* Sets the line of a node that the table settles: the table's moves, as long as their entries are
 * exact and no position repeats. */
void ab_recall_line(const ab_worker *w, ab_node *node);

/* Completes the line of a root move whose score is a mate, where quiescence search or the table has
 * seen the mate without a line: searches from its end for a mate of the same length. The path must
 * stand at the root. If w->stopped is set after the call, the line need not be complete. */
void ab_complete_line(ab_worker *w, ab_root_move *root);

/* ---- negamax_limits.c ---- */

/* Checks stop, limits and clock at intervals. Returns true and sets w->stopped if the search must
 * unwind. */
bool ab_must_stop(ab_worker *w);

/* ---- negamax_settings.c ---- */

/* The settings of a worker's histories, made from techniques and parameters. */
hist_negamax_settings ab_history_settings(const search_techniques *use, const search_params *p);

/* True if a history in use has threats in its key. */
bool ab_asks_threats(const search_techniques *use, const hist_negamax_settings *histories);

/* ---- negamax_stage.c ---- */

/* Sets the first stage of a search, for all workers. */
void ab_stage_begin(negamax *n, const position *root, const search_limits *limits);

/* Goes on to the next stage with the score of this one. If another thread was faster, goes to its
 * stage instead. Any thread may call it at any time. It takes a lock, which happens once in
 * thousands of nodes. */
void ab_stage_finish(ab_worker *w, int score);

/* Sorts the root moves from index `first` on, best score first. Equal moves keep their order: those
 * that did not raise alpha have equal scores, and their order must stay. */
void ab_stage_sort(ab_stage *s, int first);

/* Settles the root move with which a mate begins: it gets that score and line for the rest of the
 * search, and comes after those that were settled before. For the main worker, between stages. */
void ab_stage_settle(ab_worker *w, const mate_line *found);

/* True if all lines that are reported are settled. */
static inline bool ab_is_settled(const ab_worker *w)
{
    const ab_stage *s = &w->stage;
    return s->settled >= s->root_count || s->settled >= w->shared->multi_pv;
}

/* The depth of the last complete iteration; 0 before there is one. */
static inline int ab_completed_depth(const ab_worker *w)
{
    return w->stage.depth - 1;
}

/* ---- negamax_mates.c ---- */

/* Begins a search. n->control must be set. */
void ab_mates_begin(negamax *n, const position *root, const line *game);

/* Looks for the shortest mate at the root if the score of the best move is far from 0, as far as
 * the nodes allow that the search has earned, and settles the root moves on which it finds one. For
 * the main worker, between stages. */
void ab_look_for_mates(ab_worker *w);

/* ---- negamax_iterate.c ---- */

/* True if the main worker may answer with the iterations that are complete. */
bool ab_is_enough(const ab_worker *w);

/* Runs stages until a limit or a stop. `reporter` is NULL in helper threads. */
void ab_iterate(ab_worker *w, ab_reporter *reporter);

/* ---- negamax_report.c ---- */

/* Calls the listener, if there is one, with the worker's best lines. Only for the main worker. */
void ab_report(const ab_worker *w, ab_reporter *reporter, bool final);

#endif
