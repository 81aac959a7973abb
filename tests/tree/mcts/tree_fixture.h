/* A tree without a search, for tests that count playouts by hand. */
#ifndef TESTS_TREE_FIXTURE_H
#define TESTS_TREE_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess/move.h"

typedef struct mcts_tree mcts_tree;
typedef struct mcts_node mcts_node;
typedef struct arena_store arena_store;

extern mcts_tree tree;
extern arena_store store;

/* Begins with an arena of this size and the start position, unvisited. */
void tree_fixture_begin(size_t bytes);
void tree_fixture_end(void);

/* Made-up moves whose priors fall evenly. */
void tree_fixture_moves(move moves[], float priors[], int count);

/* Expands a node with such moves; `wanted` of them are stored at first. */
bool tree_fixture_expand(mcts_node *node, int count, int wanted);

/* Stores as many more moves of an expanded node. */
bool tree_fixture_extend(mcts_node *node);

/* Counts the first unvisited move of a node as visited. */
mcts_node *tree_fixture_open(mcts_node *node);

/* Counts a whole playout that ends at a node. */
void tree_fixture_playout(mcts_node *node, float value, float draw);

/* The units of all blocks at and below a node. */
uint32_t tree_fixture_units(const mcts_node *node);

#endif
