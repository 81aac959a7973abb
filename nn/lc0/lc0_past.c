#include "nn/lc0_net.h"

void lc0_past_add(lc0_past *past, const position *pos, const line *game, int at)
{
    past->at[past->count] = pos;
    past->repeated[past->count++] = line_had_occurred(game, at, pos->halfmove_clock);
}

void lc0_past_add_game(lc0_past *past, const position *root, const line *game)
{
    const position *pos = root;
    for (int plies = 0; pos && past->count < LC0_PAST; pos = line_before(game, ++plies)) {
        lc0_past_add(past, pos, game, game->root - plies);
    }
}
