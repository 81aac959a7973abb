/* A legal move as the move histories key it. Inline, since both searches ask for every move. */
#ifndef MOVE_TRIAL_H
#define MOVE_TRIAL_H

#include "chess/position.h"
#include "history/move_history.h"

/* A quiet move; or any, if nobody asks for its victim. `threats` is what the enemy attacks, or
 * nothing if histories do not care. */
static inline hist_trial trial_of_quiet(const position *pos, bitboard threats, move m)
{
    const square from = move_from(m), to = move_to(m);
    const piece moved = pos->board[from];
    const unsigned attacked = (unsigned)(threats >> from & 1) | (unsigned)(threats >> to & 1) << 1;
    return (hist_trial){(uint8_t)(piece_kind(moved) + 6 * piece_side(moved)), from, to, HIST_QUIET,
                        (uint8_t)attacked};
}

/* Any move. */
static inline hist_trial trial_of(const position *pos, bitboard threats, move m)
{
    hist_trial trial = trial_of_quiet(pos, threats, m);
    if (move_kind_of(m) == MOVE_EN_PASSANT) {
        trial.victim = PAWN;
    } else if (move_kind_of(m) != MOVE_CASTLING && pos->board[trial.to] != PIECE_NONE) {
        trial.victim = (uint8_t)piece_kind(pos->board[trial.to]);
    } else if (move_is_promotion(m)) {
        trial.victim = HIST_PROMOTION;
    }
    return trial;
}

#endif
