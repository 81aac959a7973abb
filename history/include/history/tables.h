/* The tables of move histories as data. tables.def has the rows. */
#ifndef HISTORY_TABLES_H
#define HISTORY_TABLES_H

#include "history/history_keys.h"

typedef enum hist_table {
#define HISTORY_TABLE(ID, cells, key, context, lifetime, moves) HIST_TABLE_##ID,
#include "history/tables.def"
    HIST_TABLES
} hist_table;

/* Tables read regions of one array of cells. HIST_FIRST_<ID> is the first cell of a region. */
typedef enum hist_cells {
#define HISTORY_CELLS(ID, key, rows) HIST_MEMORY_##ID,
#include "history/tables.def"
    HIST_MEMORIES
} hist_cells;

enum {
#define HISTORY_CELLS(ID, key, rows)                                                               \
    HIST_FIRST_##ID, HIST_LAST_##ID = HIST_FIRST_##ID + HIST_CELLS_##key * HIST_ROWS_##rows - 1,
#include "history/tables.def"
    HIST_ALL_CELLS
};

typedef struct hist_memory {
    int first, count; /* in cells */
} hist_memory;

extern const hist_memory hist_memories[HIST_MEMORIES];

/* The moves of a table, as bits: quiet moves, captures and promotions, or both. */
typedef enum hist_takes {
    HIST_TAKES_QUIET = 1,
    HIST_TAKES_NOISY = 2,
    HIST_TAKES_ANY = HIST_TAKES_QUIET | HIST_TAKES_NOISY
} hist_takes;

typedef struct hist_table_row {
    hist_cells memory;
    int first;     /* first cell of its memory */
    int row_cells; /* cells of a row */
    hist_move_key key;
    hist_context_key context;
    bool one_search; /* each new search clears it */
    hist_takes takes;
} hist_table_row;

extern const hist_table_row hist_table_rows[HIST_TABLES];

/* The index of the first cell of the row for a context. */
static inline int hist_row_cell(const hist_table_row *table, const hist_context *context)
{
    return table->first + table->row_cells * context->row[table->context];
}

/* The divisor of the table's weight in a context: 1 + ply for a table by ply, else 1. */
static inline int hist_weight_divisor(const hist_table_row *table, const hist_context *context)
{
    return table->context == HIST_AT_PLY ? 1 + context->row[HIST_AT_PLY] : 1;
}

/* The continuations in use. Bit 0: the move 1 ply before; bit 1: the move 2 plies before. */
typedef enum {
    HIST_CONTINUE_OFF,
    HIST_CONTINUE_ONE,
    HIST_CONTINUE_TWO,
    HIST_CONTINUE_BOTH,
    HIST_CONTINUATIONS
} hist_continuation;

/* What a new search does to tables that live longer than a search, where an option chooses it. */
typedef enum { HIST_AGE_HALVE, HIST_AGE_KEEP, HIST_AGE_CLEAR, HIST_AGES } hist_age;

/* The words of the enumerations, each list ended by NULL. ORDER: as the enumerations. */
extern const char *const hist_continuation_words[];
extern const char *const hist_age_words[];

/* True if the table learns in this context. In other contexts its cells stay 0. */
static inline bool hist_row_is_used(const hist_table_row *table, const hist_context *context)
{
    return hist_row_is_known(table->context, context->row[table->context]);
}

/* True if the table has cells for the move. */
static inline bool hist_takes_move(const hist_table_row *table, const hist_move *m)
{
    return table->takes & (m->victim == HIST_QUIET ? HIST_TAKES_QUIET : HIST_TAKES_NOISY);
}

struct line;

/* Fills in the rows of the moves that led to the last position of a game, the newest last, as
 * hist_context_of() needs them; HIST_NO_MOVE for those that are not known. */
void hist_rows_of_game(const struct line *game, uint16_t rows[HIST_MOVES_BEFORE]);

#endif
