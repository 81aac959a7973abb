/* The path of a thread: moves made and taken back, draws, and what scores mean on it. */
#ifndef TREE_NEGAMAX_PATH_H
#define TREE_NEGAMAX_PATH_H

#include "negamax_state.h"

/* ab_make() plays a legal move from `node` to the next, which it prepares; node->described must be
 * set. ab_make_null() plays a null move. ab_unmake() goes back. */
void ab_make(ab_worker *w, ab_node *node, move m);
void ab_make_null(ab_worker *w, ab_node *node);
void ab_unmake(ab_worker *w);

/* True if the position is a draw by repetition, by the fifty-move rule or by lack of material. */
bool ab_is_draw(const ab_worker *w, const ab_node *node);

/* The score of a draw at `ply`: 0 without contempt. Else a draw is worth less than 0 to the side
 * that moves at the root, and more to the other. */
static inline int ab_draw(const ab_worker *w, int ply)
{
    return w->shared->draw[ply & 1];
}

/* A score at `ply` without contempt: the score of a draw becomes 0. */
static inline int ab_without_contempt(const ab_worker *w, int ply, int score)
{
    return score == ab_draw(w, ply) ? SCORE_DRAW : score;
}

/* True if the score that the table has stored for this position may settle its node. The table does
 * not know the fifty-move clock. So no score is trusted near the end of that rule, and no win or
 * loss that may come after it. One that an earlier search found in the endgame tables does not
 * count if this search looks up no positions (endgames.h): it would hide the mate. */
static inline bool ab_table_counts(const negamax *n, const position *pos, int stored)
{
    return pos->halfmove_clock < 90 &&
           (!score_is_decided(stored) || (pos->halfmove_clock + score_plies(stored) <= 100 &&
                                          (score_is_mate(stored) || n->endgame_pieces > 0)));
}

/* True if the side to move has more than king and pawns, so that zugzwang is unlikely. */
static inline bool ab_has_pieces(const position *pos)
{
    const bitboard light = pos->kind[PAWN] | pos->kind[KING];
    return (pos->side[pos->to_move] & ~light) != 0;
}

#endif
