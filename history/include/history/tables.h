/* The tables of move histories as data; the rows are in tables.def. */
#ifndef HISTORY_TABLES_H
#define HISTORY_TABLES_H

#include "history/history_keys.h"

typedef enum hist_table {
#define HISTORY_TABLE(ID, cells, key, context, lifetime, moves) HIST_TABLE_##ID,
#include "history/tables.def"
    HIST_TABLES
} hist_table;

/* Pieces of memory that tables read, one behind the other: HIST_FIRST_<ID> is the number of the
 * first cell. */
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
    int first, count; /* cells */
} hist_memory;

extern const hist_memory hist_memories[HIST_MEMORIES];

typedef struct hist_table_row {
    hist_cells memory;
    int first;     /* cell of its memory */
    int row_cells; /* in a row */
    hist_move_key key;
    hist_context_key context;
    bool one_search; /* cleared by every new search */
    bool noisy;      /* of captures and promotions alone */
} hist_table_row;

extern const hist_table_row hist_table_rows[HIST_TABLES];

/* The first cell of the row for a context. */
static inline int hist_row_cell(const hist_table_row *table, const hist_context *context)
{
    return table->first + table->row_cells * context->row[table->context];
}

/* What the weight of a table is divided by in a context: that of plies near the root falls with the
 * distance. */
static inline int hist_weight_divisor(const hist_table_row *table, const hist_context *context)
{
    return table->context == HIST_AT_PLY ? 1 + context->row[HIST_AT_PLY] : 1;
}

/* Continuations in use: bit 0 for the move one ply before, bit 1 for two plies before. */
typedef enum {
    HIST_CONTINUE_OFF,
    HIST_CONTINUE_ONE,
    HIST_CONTINUE_TWO,
    HIST_CONTINUE_BOTH,
    HIST_CONTINUATIONS
} hist_continuation;

/* What a new search makes of tables that live for a game, where that can be chosen. */
typedef enum { HIST_AGE_HALVE, HIST_AGE_KEEP, HIST_AGE_CLEAR, HIST_AGES } hist_age;

/* Their words, each list ended by NULL. ORDER: as the enumerations. */
extern const char *const hist_continuation_words[];
extern const char *const hist_age_words[];

/* True if the table has something to say, and to learn, in a context. */
static inline bool hist_row_is_used(const hist_table_row *table, const hist_context *context)
{
    return hist_row_is_known(table->context, context->row[table->context]);
}

/* True if the table has cells for the move. */
static inline bool hist_takes_move(const hist_table_row *table, const hist_move *m)
{
    return !table->noisy || m->victim != HIST_QUIET;
}

#endif
