#include "tree_fixture.h"

#include <criterion/criterion.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "mcts_tree.h"

mcts_tree tree;
arena_store store;

void tree_fixture_begin(size_t bytes)
{
    attacks_init(true);
    position pos;
    line game;
    cr_assert(fen_parse(&pos, FEN_START, NULL, NULL));
    line_start(&game, &pos);
    cr_assert(tree_init(&tree, bytes, NULL));
    tree_reset(&tree, &pos, &game);
}

void tree_fixture_end(void)
{
    tree_free(&tree);
    store = (arena_store){.left = 0};
}

void tree_fixture_moves(move moves[], float priors[], int count)
{
    for (int i = 0; i < count; i++) {
        moves[i] = (move)(i + 1);
        priors[i] = (float)(count - i) / (float)(count * (count + 1) / 2);
    }
}

bool tree_fixture_expand(mcts_node *node, int count, int wanted)
{
    move moves[MOVES_MAX];
    float priors[MOVES_MAX];
    tree_fixture_moves(moves, priors, count);
    return tree_expand(&tree, &store, node, moves, priors, count, wanted);
}

bool tree_fixture_extend(mcts_node *node)
{
    move moves[MOVES_MAX];
    float priors[MOVES_MAX];
    const node_block *block = tree_block(&tree, node);
    tree_fixture_moves(moves, priors, block->count);
    return tree_extend(&tree, &store, node, moves, priors, block->count, block->stored);
}

mcts_node *tree_fixture_open(mcts_node *node)
{
    return tree_open(&tree, node, tree_visited(&tree, node));
}

void tree_fixture_playout(mcts_node *node, float value, float draw)
{
    const tree_playouts one = tree_one_playout(value, draw);
    tree_enter(&tree, node, 1);
    tree_learn(&tree, node, &one);
}

uint32_t tree_fixture_units(const mcts_node *node)
{
    uint32_t units_below = 0;
    for (arena_index i = node->block; i;) {
        const node_block *block = arena_at(&tree.arena, i);
        units_below += arena_units_for(BLOCK_HEAD + block->held * sizeof(mcts_node));
        i = block->more;
    }
    for (int i = 0; i < tree_visited(&tree, node); i++) {
        units_below += tree_fixture_units(tree_child(&tree, node, i));
    }
    return units_below;
}
