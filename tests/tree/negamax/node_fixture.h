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

/* A bare search with the histories alone. Gravity has tables of captures and of one kind of quiet
 * moves, of weight 1, so that a score is a cell. ab_free() takes it. */
negamax *node_begin(fixture *f, search_control *control);

/* A new game by f->options, at a node amid a path of the first thread; the black queen has just
 * come to d6. */
ab_node *node_start(fixture *f, negamax *n, const char *fen);

/* A legal move, and how histories describe it. */
move node_find(const ab_node *node, const char *uci);
hist_move node_described(ab_worker *w, ab_node *node, const char *uci);

/* What the classical rule says of a quiet move (the documented mapping of hist_order_score(),
 * backwards), and what gravity says of any. */
float node_count(ab_worker *w, ab_node *node, const char *uci);
int node_gravity(ab_worker *w, ab_node *node, const char *uci);

/* The table knows what a move is worth to its mover; or the node itself, by a tt_bound. */
void node_know(negamax *n, const ab_node *node, const char *uci, int score, int depth);
void node_know_itself(negamax *n, const ab_node *node, const char *uci, int score, int depth,
                      int bound);

/* A node of the window (0, 1) or, open, (0, 100), and the scores of its moves. */
typedef struct node_searched {
    int depth;
    bool pv;
    struct {
        const char *uci;
        int score;
    } played[NODE_PLAYED_MAX];
} node_searched;

/* The histories learn from the node as if it had been searched so. */
void node_learn(ab_worker *w, ab_node *node, const node_searched *s);

#endif
