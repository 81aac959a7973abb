#include "relabel_choice.h"

#include <stdlib.h>

#include "base/random_numbers.h"
#include "game_judgement.h"
#include "game_walk.h"

static bool is_suitable(const relabel_plan *plan, const game *g, const game_walk *walk)
{
    const game_ply *ply = &g->plies[walk->ply];
    return walk->ply >= plan->skip_plies &&
           bb_count(pos_occupied(&walk->pos)) <= plan->pieces_max &&
           (ply->score == GAME_SCORE_NONE || abs(ply->score) <= plan->score_max) &&
           game_ply_is_judged(g, ply);
}

/* Keeps `wanted` of the marked plies by Knuth's Algorithm S: each set of so many is equally
 * likely. */
static void draw(relabel_choice *choice, int plies, int wanted, uint64_t random)
{
    int left = choice->count;
    for (int i = 0; i < plies; i++) {
        if (choice->mark[i] == CHOICE_NOT) {
            continue;
        }
        const bool kept = random_next(&random) % (uint64_t)left < (uint64_t)wanted;
        left--;
        wanted -= kept;
        choice->count -= !kept;
        choice->mark[i] = kept ? CHOICE_JUDGED : CHOICE_NOT;
    }
}

static void add_spoilers(relabel_choice *choice, const game *g)
{
    bool wanted = false; /* a position was chosen since the last random move */
    for (int i = 0; i < g->ply_count; i++) {
        wanted |= choice->mark[i] == CHOICE_JUDGED;
        if (game_ply_is_random(g, &g->plies[i])) {
            if (wanted && choice->mark[i] == CHOICE_NOT) {
                choice->mark[i] = CHOICE_SPOILER;
                choice->count++;
            }
            wanted = false;
        }
    }
}

bool relabel_choose(const relabel_plan *plan, uint32_t number, const game *g,
                    relabel_choice *choice, failure *why)
{
    game_walk walk;
    choice->count = 0;
    if (!game_walk_start(&walk, g, why)) {
        return false;
    }
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        if (!game_walk_check(&walk, g, why)) {
            return false;
        }
        const bool suitable = is_suitable(plan, g, &walk);
        choice->mark[walk.ply] = suitable ? CHOICE_JUDGED : CHOICE_NOT;
        choice->count += suitable;
    }
    if (plan->per_game && choice->count > plan->per_game) {
        draw(choice, g->ply_count, (int)plan->per_game, random_state((uint32_t)plan->seed, number));
    }
    add_spoilers(choice, g);
    return true;
}
