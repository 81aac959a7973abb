/* The memory of a thread: the walk of its playout, with all that is known of each node on it.
 * Private to the folder. */
#ifndef TREE_MCTS_WALK_H
#define TREE_MCTS_WALK_H

#include "mcts.h"
#include "mcts_quiescence.h"

/* What playouts through a node have found and the node does not know yet (mcts_stay.h). */
typedef struct mcts_pending {
    tree_playouts playouts;
    uint32_t uncounted; /* of the playouts, those that the node's visits do not count yet */
    float logit;        /* sum of the logits of their values, if mcts_corrects() */
} mcts_pending;

/* A node of a walk. */
typedef struct mcts_step {
    mcts_node *node;
    position position;
    hist_context context;
    correction_keys keys; /* if mcts_corrects() */
    uint64_t shared_key;  /* in the value table; 0: not shared */
    hist_move played;     /* led here from the step before; not set at the root */
    uint32_t stay;        /* coming playouts that go on to the next step again (mcts_stay.h) */
    mcts_pending pending; /* empty between searches */
} mcts_step;

struct mcts_walk {
    /* These belong to the thread, and outlast the walk. */
    mcts *search;
    pthread_t thread; /* of a helper */
    mcts_history *history;
    recent_sums *recent;   /* of the policy net */
    recent_logits *logits; /* of the same */
    value_stack *sums;     /* of the value net, for mcts_quiescence() */
    arena_store store;
    _Atomic uint64_t playouts, length_sum; /* see mcts_counts; only this thread writes them */
    _Atomic int length_max;
    _Atomic uint64_t table_hits; /* positions found in the endgame tables; as `playouts` */

    line path;                   /* the game and the current playout */
    int length;                  /* moves walked */
    mcts_step step[PLY_MAX + 1]; /* the first is the root's */
    /* Rows of moves (hist_row_after()): [HIST_MOVES_BEFORE + i] is that of the move to step i.
     * Those up to i = 0 are of moves of the game. */
    uint16_t rows_after[HIST_MOVES_BEFORE + PLY_MAX + 1];
};

static inline mcts_step *mcts_walk_last(mcts_walk *w)
{
    return &w->step[w->length];
}

/* The backend for evaluations of the walk's thread. */
static inline backend mcts_walk_backend(const mcts *m, const mcts_walk *w)
{
    backend b = m->backend;
    b.recent = w->recent;
    b.logits = w->logits;
    return b;
}

/* Starts a walk at the root, whose position is `pos` and whose node is `root`. `game` ends with the
 * root. */
static inline void mcts_walk_begin(mcts_walk *w, const position *pos, const line *game,
                                   mcts_node *root)
{
    mcts_step *first = &w->step[0];
    w->length = 0;
    w->path = *game;
    hist_rows_of_game(game, w->rows_after + 1);
    first->node = root;
    first->position = *pos;
    first->shared_key = 0;
    first->context = hist_context_of(pos, w->rows_after + HIST_MOVES_BEFORE, 0);
}

/* Plays a legal move at the walk's last step, and returns the new last step, whose node the caller
 * sets. For `threats` see hist_move_of(). */
static inline mcts_step *mcts_walk_play(mcts_walk *w, bitboard threats, move played)
{
    const mcts_step *from = &w->step[w->length];
    mcts_step *to = &w->step[++w->length];
    uint16_t *row = w->rows_after + HIST_MOVES_BEFORE + w->length;
    to->played = hist_move_of(&from->position, threats, played);
    to->position = from->position;
    pos_make(&to->position, played);
    *row = hist_row_after(&to->played);
    to->context = hist_context_of(&to->position, row, w->length);
    return to;
}

#endif
