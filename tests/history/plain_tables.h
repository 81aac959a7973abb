/* A simple reference of the tables of move histories: a list of the used cells, searched by their
 * keys. */
#ifndef TESTS_PLAIN_TABLES_H
#define TESTS_PLAIN_TABLES_H

#include "history/tables.h"

typedef struct plain_cell {
    int key[4]; /* a table, or HIST_TABLE_AFTER_1 for all four; and what tells its cells apart */
    long value, count; /* 0 at first; what they mean is the test's */
} plain_cell;

/* Forgets all cells. */
void plain_tables_begin(void);

/* The table's cell for a move in a context, or NULL if it has none. */
plain_cell *plain_find(hist_table table, const hist_context *context, const hist_move *m);

/* What the table's weight is divided by in the context. */
int plain_divisor(hist_table table, const hist_context *context);

/* A context of few moves and structures of pawns, so that rows meet, by rand(). */
hist_context plain_random_context(void);

#endif
