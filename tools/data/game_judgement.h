/* What the plies of a game say to a trainer, in games of a teacher and in relabelled games.
 *
 * In a game of a teacher, its players judged each position, and a move that is not the best was
 * played at random. In a relabelled game a judge looked at positions later:
 *   - A position with neither score nor visit shares was not judged. It is no training
 *     data, and is kept only so that the game can be replayed.
 *   - A move that is not the judge's best is an ordinary move of a player, unless it is marked as
 *     random. */
#ifndef TOOLS_GAME_JUDGEMENT_H
#define TOOLS_GAME_JUDGEMENT_H

#include "game_record.h"

/* True if the position before this ply may be learnt from. */
bool game_ply_is_judged(const game *g, const game_ply *ply);

/* True if the move of this ply was played at random, so that the result of the game says little
 * about the positions up to it. */
bool game_ply_is_random(const game *g, const game_ply *ply);

/* The first ply from `ply` on with a random move; g->ply_count if there is none. */
int game_next_random(const game *g, int ply);

#endif
