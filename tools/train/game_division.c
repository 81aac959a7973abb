#include "game_division.h"

#include "base/random_numbers.h"

uint64_t game_beginning(const game *g)
{
    enum { MOVES = 8 };
    const uint64_t prime = UINT64_C(0x100000001b3);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *text = g->fen; *text; text++) {
        hash = (hash ^ (uint8_t)*text) * prime;
    }
    for (int i = 0; i < MOVES && i < g->ply_count; i++) {
        hash = (hash ^ g->plies[i].played) * prime;
    }
    return random_mix(hash);
}

game_part game_part_of(uint64_t beginning)
{
    const uint64_t place = beginning % GAME_TEST_SHARE;
    return place == 0 ? GAME_HELD_OUT : place == 1 ? GAME_FINAL : GAME_TRAINING;
}
