#include "mcts_playout.h"

#include "chess/movegen.h"
#include "mcts_past.h"
#include "mcts_priors.h"
#include "nn/portable_math.h"

static const tree_value value_of_a_draw = {0.5f, 1.0f};

/* The value of an ending that is valued by mop-up, for the side to move. Against a bare king it is
 * at least what the nets give to positions with one more piece or pawn, so that the last piece or
 * pawn is captured. In an ending like that of the root it says whether the mate is nearer than at
 * the root. There the values differ widely, so that one step of the king outweighs exploration, but
 * each is above a draw, and while a rook is left below the value of its capture. */
static tree_value mop_up_value(const mcts *m, const position *pos, const mop_up *ending)
{
    const float slope = 16.0f, least = 0.52f;
    const float span = ending->kind == MOP_UP_ROOK ? 0.25f : 0.47f;
    const float won =
        ending->kind != m->mop_up.kind
            ? 0.9f + 0.09f * ending->nearness
            : least + span * nn_sigmoid(slope * (ending->nearness - m->mop_up.nearness));
    return (tree_value){ending->winner == pos->to_move ? won : 1.0f - won, 2.0f * (1.0f - won)};
}

/* True if an ending is valued by mop-up. From other roots the nets judge a queen against a rook,
 * which is not always won. */
static bool is_mop_up(const mcts *m, const mop_up *ending)
{
    return ending->kind == MOP_UP_BARE ||
           (ending->kind == MOP_UP_ROOK && m->mop_up.kind == MOP_UP_ROOK);
}

/* The share of a value that the fifty-move rule has turned into a draw. */
static float faded(const position *pos)
{
    /* Only a root may have a clock beyond the rule's limit. */
    const float passed = pos->halfmove_clock < 100 ? (float)pos->halfmove_clock / 100.0f : 1.0f;
    return passed * passed * passed;
}

/* What a net of Lc0 says of a position: of the walk's last node, or, without a walk, of one that a
 * root move leads to. */
static win_draw_loss chances_of(const mcts *m, const mcts_walk *w, const position *pos)
{
    const lc0_past past = w ? mcts_past(m, w) : mcts_past_after_root(m, pos);
    return backend_value(&m->backend, pos, &past);
}

/* The same by the value net, alone or behind a quiescence search. */
static win_draw_loss judge(const mcts *m, const mcts_walk *w, const position *pos)
{
    if (!m->techniques.mcts_quiescence) {
        return backend_value(&m->backend, pos, NULL);
    }
    value_stack *sums = w ? w->sums : m->walks[0]->sums;
    const float score = (float)mcts_quiescence(sums, pos);
    return win_draw_loss_of(nn_sigmoid(score / m->backend.nets->value.centipawns));
}

/* The value of a position by the nets. */
static tree_value net_value(const mcts *m, const mcts_walk *w, const position *pos)
{
    const win_draw_loss v = m->backend.nets->lc0 ? chances_of(m, w, pos) : judge(m, w, pos);
    return (tree_value){v.win + 0.5f * v.draw, v.draw};
}

/* The value of a new node by mop-up or by the nets. That of the nets is moved towards a draw by the
 * fifty-move rule, and then corrected if the search uses corrections. `w` is as above. */
static tree_value evaluate(const mcts *m, const mcts_walk *w, mcts_node *node, const position *pos,
                           const correction_keys *keys)
{
    const mop_up ending = mop_up_of(pos);
    if (is_mop_up(m, &ending)) {
        return mop_up_value(m, pos, &ending);
    }
    tree_value v = net_value(m, w, pos);
    const float share = faded(pos);
    v.value += share * (0.5f - v.value);
    v.draw += share * (1.0f - v.draw);
    if (mcts_corrects(m)) {
        v.value = mcts_correct(w ? w->history : m->history, node, keys, v.value);
    }
    /* A value near a win or a loss leaves less room for draws. */
    const float room = 2.0f * (v.value < 0.5f ? v.value : 1.0f - v.value);
    v.draw = v.draw < room ? v.draw : room;
    return v;
}

/* The first visit of a node: the rules decide its value, else the nets do. */
static tree_value meet(const mcts *m, const mcts_walk *w, mcts_node *node, const position *pos,
                       const correction_keys *keys)
{
    if (!gen_any(pos)) {
        tree_close(node, pos_in_check(pos) ? NODE_LOST : NODE_DRAWN);
        return tree_closed_value(&m->tree, node);
    }
    if (pos->halfmove_clock >= 100 || pos_insufficient_material(pos)) {
        tree_close(node, NODE_DRAWN);
        return value_of_a_draw;
    }
    return evaluate(m, w, node, pos, keys);
}

mcts_node mcts_unvisited(const mcts *m, const position *pos)
{
    mcts_node node = {.visits = 0};
    const uint16_t rows[HIST_MOVES_BEFORE] = {HIST_NO_MOVE};
    const hist_context context = hist_context_of(pos, rows + HIST_MOVES_BEFORE - 1, 0);
    const correction_keys keys = correction_keys_of(pos, &context);
    const tree_value v = meet(m, NULL, &node, pos, &keys);
    node.value = v.value;
    node.draw = (uint8_t)(v.draw * (float)NODE_DRAW_ONE + 0.5f);
    return node;
}

/* Closes the walk's last node if the endgame tables have its position. A mate is better than a win
 * in the tables. */
static bool look_up(const mcts *m, mcts_walk *w)
{
    mcts_node *node = w->step[w->length].node;
    const position *pos = &w->step[w->length].position;
    if (!endgames_may_know(m->endgame_pieces, pos) || !gen_any(pos)) {
        return false;
    }
    const endgame_result result = endgames_ask(&m->endgames, pos);
    if (result == ENDGAME_UNKNOWN) {
        return false;
    }
    TREE_STORE(w->table_hits, TREE_LOAD(w->table_hits) + 1);
    if (result == ENDGAME_DRAWN) {
        tree_close_proven(node, NODE_DRAWN, 0);
    } else {
        tree_close_proven(node, result == ENDGAME_WON ? NODE_WON : NODE_LOST, TREE_BY_TABLES);
    }
    return true;
}

/* The first visit of the walk's last node, whose position is a repetition. */
static tree_value visit_repeated(const mcts *m, const mcts_walk *w)
{
    tree_close(w->step[w->length].node, NODE_REPEATED);
    for (int i = 0; i < w->length; i++) {
        node_block *block = tree_block(&m->tree, w->step[i].node);
        TREE_STORE(block->repetitions, TREE_LOAD(block->repetitions) | REPEATED_BELOW);
    }
    return value_of_a_draw;
}

tree_value mcts_visit_new(mcts *m, mcts_walk *w)
{
    mcts_step *step = mcts_walk_last(w);
    mcts_node *node = step->node;
    tree_value v;
    if (line_repeats(&w->path, step->position.halfmove_clock)) {
        return visit_repeated(m, w);
    }
    if (look_up(m, w)) {
        return tree_closed_value(&m->tree, node);
    }
    if (mcts_shared_value(m, step->shared_key, &v)) {
        /* This visit finds nothing new about the position. */
        step->shared_key = 0;
        return v;
    }
    v = meet(m, w, node, &step->position, &step->keys);
    if (m->mate_plies && w->length == m->mate_plies && tree_state(node) <= NODE_OPEN) {
        /* A thread that sees the state must see the means. */
        tree_set_means(&m->tree, node, v.value, v.draw);
        tree_close(node, NODE_SPENT);
    }
    return v;
}

void mcts_value_root(mcts *m)
{
    mcts_walk *w = m->walks[0];
    mcts_node *root = &m->tree.root;
    if (!root->visits) {
        mcts_walk_begin(w, &m->tree.position, &m->tree.game, root);
        const mcts_step *step = mcts_walk_last(w);
        const correction_keys keys = correction_keys_of(&step->position, &step->context);
        const tree_value v = evaluate(m, w, root, &step->position, &keys);
        const tree_playouts first = tree_one_playout(v.value, v.draw);
        tree_enter(&m->tree, root, 1);
        tree_learn(&m->tree, root, &first);
    }
}
