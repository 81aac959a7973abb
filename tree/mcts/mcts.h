/* Monte-Carlo tree search with PUCT (Rosin 2011; Silver et al. 2017). All threads walk one tree.
 * Each has histories of its own. With one thread the search is deterministic. Private to the
 * folder; callers use tree/search.h. */
#ifndef TREE_MCTS_H
#define TREE_MCTS_H

#include <pthread.h>

#include "mcts_mates.h"
#include "mcts_settings.h"
#include "mcts_tree.h"
#include "mop_up.h"
#include "value_table.h"

typedef struct mcts_walk mcts_walk;

/* A meeting: the helpers wait while the first thread has the tree to itself. */
typedef struct mcts_meeting {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* `present` or `number` */
    atomic_bool called;
    int present;     /* helpers that wait */
    unsigned number; /* of meetings that have ended */
} mcts_meeting;

typedef struct mcts {
    mcts_tree tree;
    value_table values;
    void *values_memory;           /* of `values` */
    bool values_used;              /* false: `values` is empty and has all its memory */
    mcts_walk *walks[THREADS_MAX]; /* by thread; the first thread is the caller of mcts_go() */
    int thread_count;
    int helpers;           /* threads that walk the tree now beside the first */
    mcts_history *history; /* of the first thread, which reports use */
    /* The next playout can choose its path only when the value of the last leaf is known, so leaves
     * are evaluated one by one. Speculative playouts would waste more than batches in float32 gain
     * (docs/measured.md). */
    backend backend;
    search_endgames endgames;
    uint64_t root_hits; /* positions after the root's moves that were found in the tables */
    search_techniques techniques;
    mcts_settings settings;
    int multi_pv;          /* number of lines that are reported */
    int endgame_pieces;    /* most pieces of the positions looked up in this search; 0: none */
    mop_up mop_up;         /* of the root */
    bool on_clock;         /* the clock ends the search when its choice is clear */
    int contempt_of_white; /* of the tree: control_contempt_of_white() */
    float draw_worth[2];   /* of each side: see mcts_preference() */
    bool plays_policy; /* a search of one playout with a net of Lc0, which plays the first move of
                        * the policy, as nets of Maia are meant to, and uses no histories */
    int mate_plies;    /* plies in which a mate is searched for (go mate); 0: no such search */
    atomic_bool quit;  /* the helpers must end */
    mcts_meeting meeting;
    mcts_mates mates; /* of the first thread */
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

/* As search_go(), for a root with a legal move (mcts_search.c). */
search_result mcts_go(mcts *m, const position *root, const line *game, search_control *control,
                      search_listener *listener, void *user, const search *owner);

/* As search_bytes_used() and search_bytes_total(). */
size_t mcts_bytes_used(const mcts *m);
size_t mcts_bytes_total(const mcts *m);

/* The number by which `side` compares nodes. It is the node's value for `side`. With contempt, the
 * node's share of draws times what a draw is worth to `side` beyond half a point is added. It is
 * never below 0. Only this number contains contempt; values, shares of draws, histories,
 * corrections and reports do not. */
static inline float mcts_preference(const mcts *m, colour side, const mcts_node *node, float value)
{
    if (!m->contempt_of_white) {
        return value;
    }
    const float q = value + m->draw_worth[side] * tree_draw(&m->tree, node);
    return q > 0.0f ? q : 0.0f;
}

#endif
