#include "chess/perft.h"

#include "chess/movegen.h"

uint64_t perft(const position *pos, int depth)
{
    if (depth <= 0) {
        return 1;
    }
    if (depth == 1) {
        return (uint64_t)gen_count(pos);
    }
    move moves[MOVES_MAX];
    int count = gen_legal(pos, moves);
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        position next = *pos;
        pos_make(&next, moves[i]);
        leaves += perft(&next, depth - 1);
    }
    return leaves;
}
