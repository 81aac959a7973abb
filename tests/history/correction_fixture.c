#include "correction_fixture.h"

#include <stdlib.h>

enum { KINDS = 8, MOVE_STEP = 109 /* kinds of moves that are far apart */ };

correction_keys correction_random(int cell[FIXTURE_CELLS])
{
    int hashed[4];
    const int side = rand() % 2, last = rand() % KINDS,
              earlier[2] = {rand() % KINDS, rand() % KINDS};
    for (int i = 0; i < 4; i++) {
        hashed[i] = rand() % KINDS;
        cell[i] = (2 * i + side) * KINDS + hashed[i];
    }
    for (int i = 0; i < 2; i++) {
        /* Sides do not share pairs of moves; pairs of both distances do. */
        cell[4 + i] = last && earlier[i] ? 4 * 2 * KINDS + earlier[i] * KINDS + last : -1;
    }
    /* Multiples of the table's size would meet in one cell; these do not. */
    return (correction_keys){
        .pawns = (uint64_t)hashed[0] + 7u * CORRECTION_CELLS,
        .minors = (uint64_t)hashed[1] * 1000,
        .non_pawns = {(uint64_t)hashed[2], (uint64_t)hashed[3] << 3},
        .last = (uint16_t)(last * MOVE_STEP),
        .earlier = {(uint16_t)(earlier[0] * MOVE_STEP), (uint16_t)(earlier[1] * MOVE_STEP)},
        .side = (uint8_t)side};
}
