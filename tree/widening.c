#include "widening.h"

void widening_make(uint32_t visits[MOVES_MAX], int first, int growth)
{
    const float factor = (float)growth / 1000.0f, most = 4e9f;
    float wait = (float)first;
    for (int i = 0; i < MOVES_MAX; i++) {
        visits[i] = (uint32_t)wait;
        wait = wait * factor < most ? wait * factor : most;
    }
}
