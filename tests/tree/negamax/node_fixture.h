/* A hand-made negamax node, for tests of learning, reductions and pruning. */
#ifndef TESTS_NODE_FIXTURE_H
#define TESTS_NODE_FIXTURE_H

#include "negamax_parts.h"
#include "search_fixture.h"

enum { NODE_PLY = 3, NODE_PLAYED_MAX = 4 };

extern search_techniques *use; /* those of f.options */
extern search_control control;
extern negamax *n;
extern ab_worker *w;  /* the first thread of `n` */
extern ab_node *node; /* a node of it at ply NODE_PLY; like `w` after node_start() */

/* Begins the fixture, and makes a negamax search with few techniques: histories, killers and
 * pruning by history. Of the gravity tables only those of captures and one of quiet moves are on,
 * with weight 1, so that a score is the value of one cell. */
void node_begin(void);
void node_end(void);

/* Begins a new game with f.options, and sets `node` to the position, after a move of the black
 * queen to d6. */
void node_start(const char *fen);

/* A legal move of the node, and its description for the histories. */
move node_find(const ab_node *at, const char *uci);
hist_move node_described(ab_node *at, const char *uci);

/* Plays a legal move, or for NULL a null move, from a node to the next, which is returned. */
ab_node *node_play(ab_node *at, const char *uci);

/* The count of a quiet move in the classical rule, computed from its score in the order; and the
 * score of any move in the gravity tables. */
float node_count(ab_node *at, const char *uci);
int node_gravity(ab_node *at, const char *uci);

/* Stores into the transposition table the score of a move for its mover, or the score of the node
 * itself with a tt_bound. */
void node_know(const ab_node *at, const char *uci, int score, int depth);
void node_know_itself(const ab_node *at, const char *uci, int score, int depth, int bound);

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
void node_learn(ab_node *at, const node_searched *s);

#endif
