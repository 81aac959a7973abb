#include "game_judgement.h"

bool game_ply_is_judged(const game *g, const game_ply *ply)
{
    return !(g->flags & GAME_RELABELLED) || ply->score != GAME_SCORE_NONE || ply->visit_count > 0;
}

bool game_ply_is_random(const game *g, const game_ply *ply)
{
    return ply->deviates && (!(g->flags & GAME_RELABELLED) || ply->random);
}

int game_next_random(const game *g, int ply)
{
    while (ply < g->ply_count && !game_ply_is_random(g, &g->plies[ply])) {
        ply++;
    }
    return ply;
}
