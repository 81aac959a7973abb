/* One game of relabel: the positions that are judged, and the game with the judgements of a
 * teacher. */
#ifndef TOOLS_RELABEL_GAME_H
#define TOOLS_RELABEL_GAME_H

#include "game_work.h"
#include "relabel.h"

/* The chosen plies of a game. The score before a random move serves as the outcome of earlier
 * positions, so the first ply with a random move after a chosen one is chosen too. */
typedef struct relabel_choice {
    int count;
    bool chosen[GAME_PLIES_MAX];
} relabel_choice;

/* Chooses positions of the game with this number, which counts from 0 over all inputs. The choice
 * depends only on the plan, the number and the game. Returns false and fills `why`, without file
 * and game, if the game is faulty. */
bool relabel_choose(const relabel_plan *plan, uint32_t number, const game *g,
                    relabel_choice *choice, failure *why);

/* Judges the positions of the game `given` that relabel_choose() chooses, and makes a relabelled
 * game (game_record.h) with all its moves. An engine's judgement has a best move and a score, and
 * the visit shares of `given` stay; Morpho's own has all three, or with plan->visits_only the visit
 * shares alone. That of a net of Stockfish has a score; then the best move is the one that was
 * played. All other positions lose their judgements.
 *
 * Returns false and fills `why` if the teacher fails or memory is short.
 *
 * An engine begins a new game at the first position and keeps its memory for the others; Morpho
 * begins anew at each position. */
bool relabel_game(const relabel_plan *plan, teacher *t, uint32_t number, const game *given,
                  game *made, failure *why);

#endif
