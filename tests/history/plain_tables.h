/* A simple reference for the tables of move histories: a list of the used cells, which is searched
 * by their keys. */
#ifndef TESTS_PLAIN_TABLES_H
#define TESTS_PLAIN_TABLES_H

#include "history/tables.h"

typedef struct plain_cell {
    int key[4]; /* the table (HIST_TABLE_AFTER_1 stands for four), and the keys of the cell in it */
    long value, count; /* 0 at first; each test gives them a meaning */
} plain_cell;

/* Forgets all cells. */
void plain_tables_begin(void);

/* The table's cell for a move in a context, or NULL if it has none. */
plain_cell *plain_find(hist_table table, const hist_context *context, const hist_move *m);

/* The number by which the weight of a table is divided in a context. */
int plain_divisor(hist_table table, const hist_context *context);

/* A random context, by rand(). It takes few different moves, pawn structures and king squares, so
 * that rows are often shared. */
hist_context plain_random_context(void);

#endif
