/* What a row of a record is: the columns of a line of CSV, and the struct that they fill.
 *
 * The columns of the key come first. No field but a quoted one, which is the last, holds a comma or
 * a quote. */
#ifndef TOOLS_LAB_SCHEMA_H
#define TOOLS_LAB_SCHEMA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "chess/failure.h"

/* What the struct has for a column. */
typedef enum {
    COLUMN_TEXT,   /* const char *: from `least` to `most` characters */
    COLUMN_QUOTED, /* const char *: the same in quotes, where quotes are doubled */
    COLUMN_NUMBER, /* long long: a whole number from `least` to `most` */
    COLUMN_CHECK,  /* uint32_t: a checksum, eight hexadecimal digits */
    COLUMN_WORD    /* int: the number of one of the column's words */
} column_type;

/* The role of a column in telling rows apart: rows of a group have the same key but for the item,
 * and the same group columns. */
typedef enum {
    COLUMN_FIGURE = 0,
    COLUMN_KEY,  /* of the key, and of the group */
    COLUMN_ITEM, /* of the key alone: the rows of a group differ in it */
    COLUMN_GROUP /* of the group alone */
} column_role;

typedef struct lab_column {
    const char *name;
    column_type type;
    size_t offset; /* into the row's struct */
    long long least, most;
    column_role role;
    bool must_be_known;       /* a row that is added may not have 0 or an empty text here */
    const char *const *words; /* ended by NULL */
} lab_column;

/* Columns of the struct `row` for a field, by their types. */
#define LAB_TEXT(row, name_, field, role_, least_, most_)                                          \
    {                                                                                              \
        .name = (name_), .type = COLUMN_TEXT, .offset = offsetof(row, field), .role = (role_),     \
        .least = (least_), .most = (most_)                                                         \
    }
#define LAB_QUOTED(row, name_, field, most_)                                                       \
    {                                                                                              \
        .name = (name_), .type = COLUMN_QUOTED, .offset = offsetof(row, field), .most = (most_)    \
    }
#define LAB_NUMBER(row, name_, field, role_, least_, most_)                                        \
    {                                                                                              \
        .name = (name_), .type = COLUMN_NUMBER, .offset = offsetof(row, field), .role = (role_),   \
        .least = (least_), .most = (most_)                                                         \
    }
#define LAB_CHECK(row, name_, field, role_)                                                        \
    {                                                                                              \
        .name = (name_), .type = COLUMN_CHECK, .offset = offsetof(row, field), .role = (role_)     \
    }
#define LAB_WORD(row, name_, field, role_, words_)                                                 \
    {                                                                                              \
        .name = (name_), .type = COLUMN_WORD, .offset = offsetof(row, field), .role = (role_),     \
        .words = (words_)                                                                          \
    }

typedef struct lab_schema {
    const char *what; /* "a suite's record", for complaints */
    const lab_column *columns;
    int column_count;
    size_t row_size;
    bool (*check)(const void *row); /* true if the fields fit together; NULL: they always do */
} lab_schema;

/* Writes the line of column names, with its newline. */
void lab_schema_header(const lab_schema *schema, FILE *out);

/* Fills a row from a line without its newline. The line is cut into texts that the row points to.
 * False if it is not such a row; then the line may be cut already. */
bool lab_schema_parse(const lab_schema *schema, char *line, void *row);

/* Writes a row as a line with its newline; or its key alone, with a comma after each field. */
void lab_schema_print(const lab_schema *schema, const void *row, FILE *out);
void lab_schema_print_key(const lab_schema *schema, const void *row, FILE *out);

/* True if two rows are of the same group. */
bool lab_schema_same_group(const lab_schema *schema, const void *a, const void *b);

/* False and `why`, which names the column, if a row must not be added: it does not say what made
 * it, or holds what cannot be read again. */
bool lab_schema_accepts(const lab_schema *schema, const void *row, failure *why);

#endif
