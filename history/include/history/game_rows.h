/* The moves of a game before a search, as the histories of the search need them. */
#ifndef HISTORY_GAME_ROWS_H
#define HISTORY_GAME_ROWS_H

#include <assert.h>

#include "chess/game.h"
#include "history/history_keys.h"

static_assert((int)HIST_MOVES_BEFORE == (int)LINE_MOVES_MAX, "a line holds what a context needs");

/* Fills in the rows of the moves that led to the last position of a game, the newest last, as
 * hist_context_of() needs them; HIST_NO_MOVE for those that are not known. */
static inline void hist_rows_of_game(const line *game, uint16_t rows[HIST_MOVES_BEFORE])
{
    for (int i = 0; i < HIST_MOVES_BEFORE; i++) {
        uint16_t *row = &rows[HIST_MOVES_BEFORE - 1 - i];
        *row = HIST_NO_MOVE;
        if (i < game->last_count) {
            const piece moved = (piece)game->last[i].moved;
            const hist_move m = {.piece = (uint8_t)(piece_kind(moved) + 6 * piece_side(moved)),
                                 .to = game->last[i].to};
            *row = hist_row_after(&m);
        }
    }
}

#endif
