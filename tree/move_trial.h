/* A move as the move histories key it. */
#ifndef MOVE_TRIAL_H
#define MOVE_TRIAL_H

#include "chess/position.h"
#include "history/move_history.h"

/* A legal move with nobody asked for its victim: all are called quiet. `threats` is what the enemy
 * attacks, or nothing if histories do not care. */
static inline hist_trial trial_without_victim(const position *pos, bitboard threats, move m)
{
    const square from = move_from(m), to = move_to(m);
    const piece moved = pos->board[from];
    return (hist_trial){(uint8_t)(piece_kind(moved) + 6 * piece_side(moved)), from, to, HIST_QUIET,
                        (uint8_t)((threats >> from & 1) | (threats >> to & 1) << 1)};
}

#endif
