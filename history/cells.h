/* What the tables of moves have in common: where a move's cell lies, and how gravity pulls it.
 * Private to the folder. */
#ifndef HISTORY_CELLS_H
#define HISTORY_CELLS_H

#include <stdlib.h>

#include "history/move_history.h"

enum {
    HIST_SQUARES = 64 * 64,          /* cells of a table [from][to] */
    HIST_FROM_TO = 2 * HIST_SQUARES, /* of [side][from][to] */
    HIST_PIECE_TO = 12 * 64          /* of [piece][to] */
};

static inline int hist_squares(const hist_trial *m)
{
    return 64 * m->from + m->to;
}

static inline int hist_from_to(const hist_trial *m)
{
    return HIST_SQUARES * (m->piece >= 6) + hist_squares(m);
}

static inline int hist_piece_to(const hist_trial *m)
{
    return 64 * m->piece + m->to;
}

/* h + b - h * |b| / limit: stays within +-limit if |bonus| <= limit. A bonus and the limit multiply
 * in 32 bits. */
static inline int hist_pulled(int h, int bonus, int limit)
{
    return h + bonus - h * abs(bonus) / limit;
}

#endif
