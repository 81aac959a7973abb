/* The choice of the positions of a game that relabel judges. */
#ifndef TOOLS_RELABEL_CHOICE_H
#define TOOLS_RELABEL_CHOICE_H

#include "game_record.h"
#include "relabel_plan.h"

typedef enum {
    CHOICE_NOT,
    CHOICE_JUDGED,
    CHOICE_SPOILER /* not chosen itself, but its move was played at random, so that its score is the
                    * outcome of the chosen positions before it */
} choice_mark;

typedef struct relabel_choice {
    int count;                    /* plies that are not CHOICE_NOT */
    uint8_t mark[GAME_PLIES_MAX]; /* a choice_mark for each ply of the game */
} relabel_choice;

/* Chooses positions of the game with this number, which counts from 0 over all inputs. The choice
 * depends only on the plan, the number and the game. Returns false and fills `why`, without file
 * and game, if the game is faulty. */
bool relabel_choose(const relabel_plan *plan, uint32_t number, const game *g,
                    relabel_choice *choice, failure *why);

#endif
