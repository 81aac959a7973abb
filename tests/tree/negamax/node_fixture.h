/* A hand-made negamax node, for tests of learning, reductions and pruning. */
#ifndef TESTS_NODE_FIXTURE_H
#define TESTS_NODE_FIXTURE_H

#include "history/negamax_history.h"
#include "search_fixture.h"

typedef struct negamax negamax;
typedef struct ab_worker ab_worker;
typedef struct ab_node ab_node;
typedef struct search_control search_control;

enum { NODE_PLY = 3, NODE_PLAYED_MAX = 4 };

/* Begins the fixture, and makes a negamax search with few techniques: histories, killers and
 * pruning by history. Of the gravity tables only those of captures and one of quiet moves are on,
 * with weight 1, so that a score is the value of one cell. Free the search with ab_free(). */
negamax *node_begin(fixture *f, search_control *control);

/* Begins a new game with f->options. Returns a node at ply NODE_PLY of the first thread, after a
 * move of the black queen to d6. */
ab_node *node_start(fixture *f, negamax *n, const char *fen);

/* A legal move of the node, and its description for the histories. */
move node_find(const ab_node *node, const char *uci);
hist_move node_described(ab_worker *w, ab_node *node, const char *uci);

/* Plays a legal move, or for NULL a null move, from a node to the next, which is returned. */
ab_node *node_play(ab_worker *w, ab_node *node, const char *uci);

/* The count of a quiet move in the classical rule, computed from its score in the order; and the
 * score of any move in the gravity tables. */
float node_count(ab_worker *w, ab_node *node, const char *uci);
int node_gravity(ab_worker *w, ab_node *node, const char *uci);

/* Stores into the transposition table the score of a move for its mover, or the score of the node
 * itself with a tt_bound. */
void node_know(negamax *n, const ab_node *node, const char *uci, int score, int depth);
void node_know_itself(negamax *n, const ab_node *node, const char *uci, int score, int depth,
                      int bound);

/* The scores of the moves that were searched at a node. */
typedef struct node_searched {
    int depth;
    bool pv; /* the window is (0, 100), else (0, 1) */
    struct {
        const char *uci;
        int score;
    } played[NODE_PLAYED_MAX];
} node_searched;

/* Lets the histories learn from the node as if it had been searched with these scores. */
void node_learn(ab_worker *w, ab_node *node, const node_searched *s);

#endif
