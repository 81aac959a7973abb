/* One relabelled game: the moves and the result of a game, with the judgements of a teacher. */
#ifndef TOOLS_RELABEL_GAME_H
#define TOOLS_RELABEL_GAME_H

#include "game_work.h"
#include "relabel_choice.h"

/* Judges the positions of the game `given` that relabel_choose() chooses, and makes a relabelled
 * game (game_judgement.h) with all its moves. An engine's judgement has a best move and a score,
 * and the visit shares of `given` stay; Morpho's own has all three, or with plan->visits_only the
 * visit shares alone. All other positions lose what they had.
 *
 * An engine begins a new game at the first position and keeps its memory for the others; Morpho
 * begins anew at each position. */
task_status relabel_game(const relabel_plan *plan, teacher *t, uint32_t number, const game *given,
                         game *made, failure *why);

#endif
