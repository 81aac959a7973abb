/* Text for a person, in lines that fit the terminal. */
#ifndef SHELL_PARAGRAPH_H
#define SHELL_PARAGRAPH_H

#include <stdio.h>

/* The columns of a page where there is no terminal, and the least and the most on a terminal. */
enum { PAGE_COLUMNS = 120, PAGE_COLUMNS_MIN = 40, PAGE_COLUMNS_MAX = 100 };

/* The columns for text on standard output. */
int page_columns(void);

/* Prints words, with an end of line after the last one. The cursor stands in `column`. Further
 * lines begin in column `indent`. Returns the number of lines. */
int paragraph_print(int column, int indent, const char *text, ...)
    __attribute__((format(printf, 3, 4)));

#endif
