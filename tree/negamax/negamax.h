/* Negamax search: principal variation search with iterative deepening (Marsland and Campbell 1982)
 * on one thread or several. Private to the folder; the world talks to it through tree/search.h.
 *
 * Threads share the transposition table and the stages of the search: all search the root to the
 * same depth in the same window, each in its own order of moves that are not busy (busy_moves.h),
 * and when the first is done all go on to the next stage with its result.
 *
 * Scores are centipawns from the side to move, see score.h; depths are plies left. */
#ifndef NEGAMAX_H
#define NEGAMAX_H

#include <pthread.h>
#include <stdatomic.h>

#include "busy_moves.h"
#include "chess/game.h"
#include "control.h"
#include "history/negamax_history.h"
#include "move_picker.h"
#include "nn/negamax_stack.h"
#include "score.h"
#include "transposition.h"

enum {
    AB_PLY_MAX = 200,       /* of the path, quiescence included */
    AB_DEPTH_MAX = 120,     /* of an iteration */
    AB_SENTINELS = 2,       /* nodes before the root, so that ply - 2 exists */
    AB_REDUCTION_MOVES = 64 /* of the reduction table: later moves count as the last */
};

/* One position of the path under way. */
typedef struct ab_node {
    position pos;
    check_info checks;
    hist_context context; /* of its moves, for the histories */
    bitboard threats;     /* what the opponent attacks; set before moves are picked */
    int raw;              /* the net's opinion; SCORE_NONE in check */
    int eval;        /* the same, corrected, less as the fifty moves pass; SCORE_NONE in check */
    int reversible;  /* plies since a capture, a pawn move or a null move */
    int extensions;  /* double ones on the path */
    move killers[2]; /* of this ply: the last first */
    move excluded;   /* singular search: the move to leave out */
    move played;     /* the move being searched; MOVE_NONE: a null move */
    hist_move described; /* the same, as histories key it */
    int pv_length;
    move pv[AB_PLY_MAX];
} ab_node;

/* A move of the root, and what the last iterations found. */
typedef struct ab_root_move {
    move move;
    int score;      /* of the iteration under way; -SCORE_INFINITE: not its best so far */
    int last_score; /* of the iteration before */
    int seldepth;
    uint64_t nodes; /* spent on it in this search by whoever was first at each stage */
    int pv_length;
    move pv[AB_PLY_MAX];
} ab_root_move;

/* A search of the root, one of those that an iteration consists of. All threads work on the same;
 * each has a copy of its own. */
typedef struct ab_stage {
    int number;             /* of this search, from 1 */
    int depth;              /* of the iteration */
    int alpha, beta, width; /* the window, and by how much it widens */
    int pv_index;           /* root moves before this one are settled (MultiPV) */
    int root_count;
    ab_root_move roots[MOVES_MAX]; /* best first, as far as known; root_count of them */
} ab_stage;

typedef struct negamax negamax;

/* One thread's own memory. */
typedef struct ab_worker {
    negamax *shared;
    int number;                 /* 0: the main one, which watches the clock */
    bool stopped;               /* the search unwinds; what it returns means nothing */
    bool overtaken;             /* ... since another thread has finished the stage */
    int until_check;            /* nodes until limits are checked again */
    uint64_t quiescence_end;    /* nodes at which the quiescence search under way stands pat */
    atomic_uint_fast64_t nodes; /* of this search; written by the worker alone */
    ab_stage stage;             /* under way */
    int seldepth;               /* of this stage */
    int null_ply_least;         /* null moves sleep above this ply while one is verified */
    line path;                  /* the game and the nodes under way */
    negamax_stack *accumulators;
    negamax_history *history;
    uint16_t rows_after[HIST_MOVES_BEFORE + AB_PLY_MAX + 2]; /* see ab_rows_after() */
    ab_node nodes_on_path[AB_SENTINELS + AB_PLY_MAX + 2];    /* see ab_root() */
} ab_worker;

/* Whom the main worker tells of its iterations. */
typedef struct ab_reporter {
    search_listener *listener;
    void *user;
    const search *owner;
    int64_t reported_us;
} ab_reporter;

/* What all threads share. */
struct negamax {
    tt table;
    search_techniques techniques;
    search_params params;
    const nets *nets;
    const kernels *kernels;
    bool asks_threats; /* a history is in use that keeps threatened moves apart */
    int multi_pv;
    int16_t reduction[AB_DEPTH_MAX + 1][AB_REDUCTION_MOVES]; /* in 1/1024 plies */
    ab_worker *workers[THREADS_MAX];
    int worker_count;
    search_control *control; /* of the search under way; so is the next */
    ab_reporter *reporter;
    atomic_bool quit;        /* all threads unwind */
    atomic_int stage_number; /* of the stage below, to be looked at without its lock */
    pthread_mutex_t stage_lock;
    ab_stage stage; /* the newest: where threads take the next from */
    busy_moves busy;
};

/* False and `why` if the net file has no net for this search. */
bool ab_has_net(const search_options *options, failure *why);

/* NULL and `why` if memory is short. ab_free(NULL) is fine. */
negamax *ab_new(const search_options *options, failure *why);
void ab_free(negamax *n);

/* Takes over all options but hash_mb; other threads, nets or kernels begin with empty histories. On
 * failure (no such net, no memory) all stays as it was. */
bool ab_configure(negamax *n, const search_options *options, failure *why);

/* Forgets table and histories. */
void ab_new_game(negamax *n);

/* As search_go, for a root that has a legal move. */
search_result ab_go(negamax *n, const position *root, const line *game, search_control *control,
                    search_listener *listener, void *user, const search *owner);

int ab_root_moves(const negamax *n, root_move moves[], int max);

/* ---- negamax_node.c ---- */

/* The score of a node within [alpha, beta], fail-soft. The node's position, checks and history are
 * set. `cut_node`: a null-window node that is expected to fail high. */
int ab_search(ab_worker *w, ab_node *node, int alpha, int beta, int depth, bool cut_node);

/* ---- negamax_quiescence.c ---- */

/* The same of captures and promotions alone (and evasions), until the position is quiet. Where
 * captures multiply beyond all measure, as on boards full of queens, they end undecided. */
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

/* The rows that the moves of the path lead to, as hist_context_of() wants them: that of the move
 * which led to a ply; the root's is 0. */
static inline uint16_t *ab_rows_after(ab_worker *w, int ply)
{
    return w->rows_after + HIST_MOVES_BEFORE + ply;
}

/* Plays a legal move, or a null move, from `node` to the next; and goes back. */
void ab_make(ab_worker *w, ab_node *node, move m);
void ab_make_null(ab_worker *w, ab_node *node);
void ab_unmake(ab_worker *w);

/* All threads' nodes. */
uint64_t ab_nodes(const negamax *n);

/* True if the position is drawn by repetition, fifty moves or lack of material. */
bool ab_is_draw(const ab_worker *w, const ab_node *node);

/* True if a score of the table may settle the node: it knows no move counts, so that near the
 * fiftieth move it may be another's. */
static inline bool ab_table_counts(const position *pos)
{
    return pos->halfmove_clock < 90;
}

/* True if the side to move has more than king and pawns, so that zugzwang is unlikely. */
static inline bool ab_has_pieces(const position *pos)
{
    const bitboard light = pos->kind[PAWN] | pos->kind[KING];
    return (pos->side[pos->to_move] & ~light) != 0;
}

/* An evaluation drawn towards 0 as the fifty moves pass. */
static inline int ab_damped(const position *pos, int evaluation)
{
    /* At the root alone the clock may have run past the rule. */
    const int clock = pos->halfmove_clock < 100 ? pos->halfmove_clock : 100;
    return evaluation * (200 - clock) / 200;
}

/* ---- negamax_histories.c ---- */

/* The evaluation of a node that is not in check: the net's, corrected by the histories, within
 * +-SCORE_EVALUATION_MAX, and drawn towards 0 as the fifty moves pass. node->raw keeps what the net
 * said, which the transposition table stores: it holds on every path and at any time. `known` is
 * that value if the table has it, or SCORE_NONE. */
int ab_evaluate(ab_worker *w, ab_node *node, int known);

/* What the opponent attacks, if histories care. */
bitboard ab_threats(const ab_worker *w, const ab_node *node);

/* What the picker needs; threats are computed here. */
pick_source ab_pick_source(const ab_worker *w, ab_node *node, move table_move);

/* ---- negamax_line.c ---- */

/* Notes a leaf's or a best move's line. */
void ab_clear_line(ab_node *node);
void ab_keep_line(ab_node *node, move m);

/* The line of a node that the table settles: its own moves as far as they are exact and repeat no
 * position twice. */
void ab_recall_line(const ab_worker *w, ab_node *node);

/* ---- negamax_limits.c ---- */

/* Checks stop, limits and clock now and then; true if the search must unwind. */
bool ab_must_stop(ab_worker *w);

/* ---- negamax_settings.c ---- */

/* A worker's histories as techniques and parameters want them. */
hist_negamax_settings ab_history_settings(const search_techniques *use, const search_params *p);

/* True if these histories keep threatened moves apart. */
bool ab_asks_threats(const search_techniques *use, const hist_negamax_settings *histories);

/* ---- negamax_stage.c ---- */

/* The first stage of a search of the moves that are wanted, for all workers. */
void ab_stage_begin(negamax *n, const position *root, const search_limits *limits);

/* Goes on to the next stage with the score of this one, or to where the others are if one of them
 * was faster. Any thread, any time; takes a lock, once for thousands of nodes. */
void ab_stage_finish(ab_worker *w, int score);

/* Best root moves first, from `first` on; equals keep their order, as moves that did not raise
 * alpha must. */
void ab_stage_sort(ab_stage *s, int first);

/* Of the last whole iteration; 0 before there is one. */
static inline int ab_completed_depth(const ab_worker *w)
{
    return w->stage.depth - 1;
}

/* ---- negamax_iterate.c ---- */

/* Stages until a limit or a stop; `reporter` is NULL for helpers. */
void ab_iterate(ab_worker *w, ab_reporter *reporter);

/* ---- negamax_report.c ---- */

void ab_report(const ab_worker *w, ab_reporter *reporter, bool final);

#endif
