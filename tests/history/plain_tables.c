#include "plain_tables.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "result_fixture.h"

enum { CELLS_MAX = 4096, NO_MOVE = 0, PLIES = 5 };

static plain_cell cells[CELLS_MAX];
static int cell_count;

void plain_tables_begin(void)
{
    cell_count = 0;
}

static plain_cell *find_key(const int key[4])
{
    for (int i = 0; i < cell_count; i++) {
        const int *k = cells[i].key;
        if (k[0] == key[0] && k[1] == key[1] && k[2] == key[2] && k[3] == key[3]) {
            return &cells[i];
        }
    }
    cr_assert_lt(cell_count, CELLS_MAX);
    cells[cell_count] = (plain_cell){{key[0], key[1], key[2], key[3]}, 0, 0};
    return &cells[cell_count++];
}

/* All four distances share the rows; an unknown move has no row. */
static plain_cell *find_after(int row, const hist_move *m)
{
    return row == NO_MOVE ? NULL : find_key((int[]){(int)HIST_TABLE_AFTER_1, m->piece, m->to, row});
}

plain_cell *plain_find(hist_table table, const hist_context *context, const hist_move *m)
{
    const int side = m->piece < 6 ? 0 : 1, ply = context->row[HIST_AT_PLY];
    switch (table) {
    case HIST_TABLE_BUTTERFLY:
        return find_key((int[]){(int)table, side + 10 * m->threats, m->from, m->to});
    case HIST_TABLE_PIECE_TO:
        return find_key((int[]){(int)table, m->piece, m->to, 0});
    case HIST_TABLE_AFTER_1:
        return find_after(context->row[HIST_AFTER_1], m);
    case HIST_TABLE_AFTER_2:
        return find_after(context->row[HIST_AFTER_2], m);
    case HIST_TABLE_AFTER_4:
        return find_after(context->row[HIST_AFTER_4], m);
    case HIST_TABLE_AFTER_6:
        return find_after(context->row[HIST_AFTER_6], m);
    case HIST_TABLE_PAWNS:
        return find_key((int[]){(int)table, m->piece, m->to, context->row[HIST_SAME_PAWNS]});
    case HIST_TABLE_KING:
        return find_key((int[]){(int)table, m->piece, m->to, context->row[HIST_SAME_KING]});
    case HIST_TABLE_LOW_PLY:
        return ply < PLIES ? find_key((int[]){(int)table, m->from, m->to, ply}) : NULL;
    case HIST_TABLE_CAPTURES:
        return m->victim == HIST_QUIET ? NULL
                                       : find_key((int[]){(int)table, m->piece, m->to, m->victim});
    default:
        cr_assert_fail("table %d needs a case in plain_find()", (int)table);
        return NULL;
    }
}

int plain_divisor(hist_table table, const hist_context *context)
{
    return table == HIST_TABLE_LOW_PLY ? 1 + context->row[HIST_AT_PLY] : 1;
}

hist_context plain_random_context(void)
{
    static const hist_context_key moves_before[] = {HIST_AFTER_1, HIST_AFTER_2, HIST_AFTER_4,
                                                    HIST_AFTER_6};
    hist_context context = {.row = {[HIST_AT_PLY] = (uint16_t)(rand() % (PLIES + 1)),
                                    [HIST_SAME_PAWNS] = (uint16_t)(rand() % 3 * 255),
                                    [HIST_SAME_KING] = (uint16_t)(rand() % 3 * 30)}};
    for (int i = 0; i < 4; i++) {
        const hist_move *before = &result_moves[rand() % 3];
        context.row[moves_before[i]] =
            (uint16_t)(rand() % 3 ? 1 + 64 * before->piece + before->to : NO_MOVE);
    }
    return context;
}
