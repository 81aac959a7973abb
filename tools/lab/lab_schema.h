/* What a row of a record is: the columns of a line of CSV, and the struct that they fill.
 *
 * The columns of the key come first. At most the last column is quoted. No other field holds a
 * comma or a quote. */
#ifndef TOOLS_LAB_SCHEMA_H
#define TOOLS_LAB_SCHEMA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "chess/failure.h"

/* What a column holds, and the type of its member in the struct. */
typedef enum {
    COLUMN_TEXT,   /* const char *: from `least` to `most` bytes */
    COLUMN_QUOTED, /* const char *: the same; quoted in the file, each inner quote twice */
    COLUMN_NUMBER, /* long long: a whole number from `least` to `most` */
    COLUMN_CHECK,  /* uint32_t: a checksum, eight hexadecimal digits */
    COLUMN_WORD    /* int: the number of one of the column's words */
} column_type;

/* Whether a column is part of the key, by which a row is found, and whether the rows of a group
 * agree in it. */
typedef enum {
    COLUMN_FIGURE = 0, /* neither: what was measured */
    COLUMN_KEY,        /* part of the key; the rows of a group agree in it */
    COLUMN_ITEM,       /* part of the key; the rows of a group differ in it */
    COLUMN_GROUP,      /* not part of the key; the rows of a group agree in it */
    COLUMN_NAME        /* not part of the key, but another name of the item */
} column_role;

typedef struct lab_column {
    const char *name;
    column_type type;
    size_t offset; /* into the row's struct */
    long long least, most;
    column_role role;
    bool must_be_known;       /* a row that is added must not have 0 or an empty text here */
    const char *const *words; /* of COLUMN_WORD; ended by NULL */
} lab_column;

/* The greatest number of nodes, playouts or milliseconds in a row. A double holds it exactly. */
#define LAB_COUNT_MAX 1000000000000000LL

/* A column of each type, for the member `field` of the struct `row`. */
#define LAB_TEXT(row, name_, field, role_, least_, most_)                                          \
    {                                                                                              \
        .name = (name_), .type = COLUMN_TEXT, .offset = offsetof(row, field), .role = (role_),     \
        .least = (least_), .most = (most_)                                                         \
    }
#define LAB_QUOTED(row, name_, field, role_, most_)                                                \
    {                                                                                              \
        .name = (name_), .type = COLUMN_QUOTED, .offset = offsetof(row, field), .role = (role_),   \
        .most = (most_)                                                                            \
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
    size_t row_size;                /* of the struct, in bytes */
    bool (*check)(const void *row); /* true if the fields fit together; NULL: they always do */

    /* True if what was measured is the same in two rows whose keys agree; NULL: it always is. */
    bool (*same)(const void *a, const void *b);
} lab_schema;

/* Writes the line of column names, with its newline. */
void lab_schema_header(const lab_schema *schema, FILE *out);

/* Fills a row from a line without its newline. The line is cut into texts, to which the row points.
 * False if it is not such a row; then line and row are unspecified. */
bool lab_schema_parse(const lab_schema *schema, char *line, void *row);

/* Writes a row as a line with its newline. */
void lab_schema_print(const lab_schema *schema, const void *row, FILE *out);

/* Writes the fields of a row's key, with a comma after each. */
void lab_schema_print_key(const lab_schema *schema, const void *row, FILE *out);

/* True if two rows are of the same group. */
bool lab_schema_same_group(const lab_schema *schema, const void *a, const void *b);

/* True if two rows agree in COLUMN_GROUP and COLUMN_NAME. */
bool lab_schema_same_names(const lab_schema *schema, const void *a, const void *b);

/* True if two rows agree in all columns. */
bool lab_schema_same_row(const lab_schema *schema, const void *a, const void *b);

/* True if a row may be added to a record. Returns false and fills `why`, which names the column, if
 * the row does not say what made it, or has a text that could not be read again. */
bool lab_schema_accepts(const lab_schema *schema, const void *row, failure *why);

#endif
