/* The data of a negamax search: the path of a thread, a visit to a node, the stages that the
 * threads share, and the threads.
 *
 * Threads share the transposition table and the stages of the search. In a stage all of them search
 * the root to the same depth in the same window; each prefers moves that are not busy
 * (busy_moves.h). When the first thread finishes, all go on to the next stage with its result.
 *
 * Scores are centipawns for the side to move (score.h). Depths are plies. */
#ifndef TREE_NEGAMAX_STATE_H
#define TREE_NEGAMAX_STATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "busy_moves.h"
#include "history/negamax_history.h"
#include "mate_search.h"
#include "move_picker.h"
#include "negamax.h"
#include "nn/value_stack.h"
#include "score.h"
#include "transposition.h"
#include "tree/move_clock.h"

enum {
    AB_PLY_MAX = 200,       /* length of the path, quiescence included */
    AB_DEPTH_MAX = 120,     /* largest depth of an iteration */
    AB_SENTINELS = 2,       /* nodes before the root, so that ply - 2 always exists */
    AB_REDUCTION_MOVES = 64 /* size of the reduction table; later moves use its last entry */
};

/* A position of the current path, and the data of its search that neighbouring nodes read. */
typedef struct ab_node {
    position pos;
    check_info checks;
    hist_context context; /* for the histories of its moves */
    bitboard threats;     /* squares that the opponent attacks; set before moves are picked */
    int raw;              /* the net's evaluation; SCORE_NONE in check */
    int eval;             /* `raw` as ab_evaluate() corrects it; SCORE_NONE in check */
    int reversible;       /* plies since a capture, a pawn move or a null move */
    int extensions;       /* double extensions on the path */
    int reduction;        /* plies by which this node's search is reduced; 0: none */
    int cuts;             /* at nodes of this ply since the grandparent was entered; those by a
                           * first move count twice */
    move killers[2];      /* of this ply, the latest first */
    move excluded;        /* the move that a singular search leaves out */
    move played;          /* the move that is searched; MOVE_NONE: a null move */
    hist_move described;  /* the same move for the histories */
    int pv_length;
    move pv[AB_PLY_MAX];
} ab_node;

/* One visit to a node: what the steps of its search share, and the results of its moves. */
typedef struct ab_visit {
    int alpha, beta, depth, ply;
    int least, most; /* bounds of the score by the endgame tables */
    bool pv;         /* open window: a node of the principal variation */
    bool cut_node;   /* expected to fail high; if neither pv nor cut_node: expected to fail low (an
                      * ALL node) */
    bool in_check;
    bool improving;        /* the evaluation rose since the mover's last turn */
    bool gained;           /* it rose by the opponent's last move */
    bool hit;              /* the table has the position */
    bool table_move_noisy; /* the table move is legal and noisy */
    bool decided;          /* the node's score is final and must not be stored */
    int eval;              /* static evaluation, or the table's score where that is better known;
                            * SCORE_NONE in check */
    int table_score;       /* SCORE_NONE if unknown */
    move table_move;       /* need not be legal; at the root the best root move */
    tt_data known;         /* the table's entry, if `hit` */

    int best;           /* score of the moves so far */
    move best_move;     /* the move that raised alpha last, or MOVE_NONE */
    move top_move;      /* the move with this score, even if it is below alpha, or MOVE_NONE */
    int count;          /* moves so far, skipped ones included */
    hist_result result; /* the moves that were searched, from which histories learn */
} ab_visit;

/* A move before it is made. */
typedef struct ab_candidate {
    move move;
    hist_move described;
    int number; /* its number among the node's moves, from 1 */
    bool noisy, check;
    int history; /* as hist_judge() scores it */
    int extension;
    int reduction;     /* in plies, if it is reduced */
    uint64_t busy_key; /* its key (busy_moves.h), or 0 */
} ab_candidate;

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
    int alpha, beta, width; /* the window, and the amount by which it next widens */
    int pv_index;           /* number of root moves that earlier lines have taken (MultiPV) */
    int solved;             /* number of root moves whose mates were found apart; they come first */
    int root_count;
    ab_root_move roots[MOVES_MAX]; /* root_count moves, best first as far as known */
} ab_stage;

/* What the mate search knows of the root; for the main thread. */
typedef struct ab_mates {
    mate_search search;
    int wins, losses; /* the side to move has no mate in `wins` moves, and its opponent none in
                       * `losses` moves */
} ab_mates;

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
    value_stack *accumulators;
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

typedef struct ab_reducer ab_reducer;

/* The data that all threads share. While threads run, only these change: the table, `quit`, the
 * stage and its number, `busy`, and `mates`, which only the main thread changes. */
struct negamax {
    tt table;
    search_techniques techniques;
    search_params params;
    const nets *nets;
    const kernels *kernels;
    pick_policy policy; /* used if an option asks for it */
    search_endgames endgames;
    int endgame_pieces;        /* positions with at most this number are looked up; 0: none is */
    int contempt_of_white;     /* of the entries in the table: control_contempt_of_white() */
    int draw[2];               /* see ab_draw() */
    bool asks_threats;         /* a history in use has threats in its key */
    const ab_reducer *reducer; /* the rule of reductions (negamax_parts.h) */
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

static inline ab_node *ab_root(ab_worker *w)
{
    return w->nodes_on_path + AB_SENTINELS;
}
static inline int ab_ply(const ab_worker *w, const ab_node *node)
{
    return (int)(node - w->nodes_on_path) - AB_SENTINELS;
}

/* The address of the row of the move that led to `ply`, as hist_context_of() needs it: the rows of
 * earlier moves stand before it, back to those of the game. */
static inline uint16_t *ab_rows_after(ab_worker *w, int ply)
{
    return w->rows_after + HIST_MOVES_BEFORE + ply;
}

/* The priors of a node's position. They are filled in where they are first needed. */
static inline move_priors *ab_priors(const ab_worker *w, const ab_node *node)
{
    return &w->priors[ab_ply(w, node)];
}

/* The depth of the last complete iteration; 0 before there is one. */
static inline int ab_completed_depth(const ab_worker *w)
{
    return w->stage.depth - 1;
}

static inline uint64_t ab_worker_nodes(const ab_worker *w)
{
    return atomic_load_explicit(&w->nodes, memory_order_relaxed);
}

/* The nodes of all threads, and the positions that they found in the endgame tables. */
static inline uint64_t ab_nodes(const negamax *n)
{
    uint64_t nodes = 0;
    for (int i = 0; i < n->worker_count; i++) {
        nodes += ab_worker_nodes(n->workers[i]);
    }
    return nodes;
}
static inline uint64_t ab_table_hits(const negamax *n)
{
    uint64_t hits = 0;
    for (int i = 0; i < n->worker_count; i++) {
        hits += atomic_load_explicit(&n->workers[i]->table_hits, memory_order_relaxed);
    }
    return hits;
}

#endif
