#include "lab_schema.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const void *field_of(const lab_column *column, const void *row)
{
    return (const char *)row + column->offset;
}

static const char *text_of(const lab_column *column, const void *row)
{
    return *(const char *const *)field_of(column, row);
}

static bool is_key(const lab_column *column)
{
    return column->role == COLUMN_KEY || column->role == COLUMN_ITEM;
}

void lab_schema_header(const lab_schema *schema, FILE *out)
{
    for (int i = 0; i < schema->column_count; i++) {
        fprintf(out, "%s%s", i ? "," : "", schema->columns[i].name);
    }
    fputc('\n', out);
}

/* Only a number as it is printed: keys are compared as text. */
static bool read_number(const lab_column *column, const char *text, long long *value)
{
    char *end, printed[32];
    errno = 0;
    *value = strtoll(text, &end, 10);
    snprintf(printed, sizeof printed, "%lld", *value);
    return !*end && !errno && strcmp(text, printed) == 0 && *value >= column->least &&
           *value <= column->most;
}

static bool read_check(const char *text, uint32_t *check)
{
    const bool plain = strlen(text) == 8 && strspn(text, "0123456789abcdef") == 8;
    *check = plain ? (uint32_t)strtoul(text, NULL, 16) : 0;
    return plain;
}

static bool read_word(const lab_column *column, const char *text, int *number)
{
    *number = 0;
    while (column->words[*number] && strcmp(column->words[*number], text) != 0) {
        ++*number;
    }
    return column->words[*number] != NULL;
}

static bool fits(const lab_column *column, const char *text)
{
    const long long length = (long long)strlen(text);
    return length >= column->least && length <= column->most;
}

/* Removes the quotes of a text, in place; false if they are wrong. */
static bool unquote(char *text)
{
    char *to = text;
    if (*text != '"') {
        return false;
    }
    for (const char *from = text + 1; *from; from++) {
        if (*from == '"' && *++from != '"') {
            *to = 0;
            return !*from;
        }
        *to++ = *from;
    }
    return false;
}

static bool read_field(const lab_column *column, char *text, void *row)
{
    void *field = (char *)row + column->offset;
    switch (column->type) {
    case COLUMN_NUMBER:
        return read_number(column, text, field);
    case COLUMN_CHECK:
        return read_check(text, field);
    case COLUMN_WORD:
        return read_word(column, text, field);
    case COLUMN_QUOTED:
        *(const char **)field = text;
        return unquote(text) && fits(column, text);
    default:
        *(const char **)field = text;
        return fits(column, text) && !strchr(text, '"');
    }
}

bool lab_schema_parse(const lab_schema *schema, char *line, void *row)
{
    memset(row, 0, schema->row_size);
    for (int i = 0; i < schema->column_count; i++) {
        const bool last = i + 1 == schema->column_count;
        char *end = last ? line + strlen(line) : strchr(line, ',');
        if (!end) {
            return false;
        }
        *end = 0;
        if ((last && schema->columns[i].type != COLUMN_QUOTED && strchr(line, ',')) ||
            !read_field(&schema->columns[i], line, row)) {
            return false;
        }
        line = end + 1;
    }
    return !schema->check || schema->check(row);
}

static void print_quoted(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        fputs(*text == '"' ? "\"" : "", out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void print_field(const lab_column *column, const void *row, FILE *out)
{
    const void *field = field_of(column, row);
    switch (column->type) {
    case COLUMN_NUMBER:
        fprintf(out, "%lld", *(const long long *)field);
        break;
    case COLUMN_CHECK:
        fprintf(out, "%08" PRIx32, *(const uint32_t *)field);
        break;
    case COLUMN_WORD:
        fputs(column->words[*(const int *)field], out);
        break;
    case COLUMN_QUOTED:
        print_quoted(text_of(column, row), out);
        break;
    default:
        fputs(text_of(column, row), out);
    }
}

void lab_schema_print(const lab_schema *schema, const void *row, FILE *out)
{
    for (int i = 0; i < schema->column_count; i++) {
        fputs(i ? "," : "", out);
        print_field(&schema->columns[i], row, out);
    }
    fputc('\n', out);
}

void lab_schema_print_key(const lab_schema *schema, const void *row, FILE *out)
{
    for (int i = 0; i < schema->column_count && is_key(&schema->columns[i]); i++) {
        print_field(&schema->columns[i], row, out);
        fputc(',', out);
    }
}

static bool same_field(const lab_column *column, const void *a, const void *b)
{
    const void *left = field_of(column, a), *right = field_of(column, b);
    switch (column->type) {
    case COLUMN_NUMBER:
        return *(const long long *)left == *(const long long *)right;
    case COLUMN_CHECK:
        return *(const uint32_t *)left == *(const uint32_t *)right;
    case COLUMN_WORD:
        return *(const int *)left == *(const int *)right;
    default:
        return strcmp(text_of(column, a), text_of(column, b)) == 0;
    }
}

/* True if two rows agree in the columns of these roles, of which the sum of 1 << role is given. */
static bool agree(const lab_schema *schema, unsigned roles, const void *a, const void *b)
{
    for (int i = 0; i < schema->column_count; i++) {
        const lab_column *column = &schema->columns[i];
        if ((roles >> column->role & 1) && !same_field(column, a, b)) {
            return false;
        }
    }
    return true;
}

bool lab_schema_same_group(const lab_schema *schema, const void *a, const void *b)
{
    return agree(schema, 1u << COLUMN_KEY | 1u << COLUMN_GROUP, a, b) &&
           (!schema->same || schema->same(a, b));
}

bool lab_schema_same_names(const lab_schema *schema, const void *a, const void *b)
{
    return agree(schema, 1u << COLUMN_GROUP | 1u << COLUMN_NAME, a, b);
}

bool lab_schema_same_row(const lab_schema *schema, const void *a, const void *b)
{
    return agree(schema, ~0u, a, b);
}

static bool is_known(const lab_column *column, const void *row)
{
    const void *field = field_of(column, row);
    return column->type == COLUMN_NUMBER  ? *(const long long *)field != 0
           : column->type == COLUMN_CHECK ? *(const uint32_t *)field != 0
                                          : *text_of(column, row) != 0;
}

bool lab_schema_accepts(const lab_schema *schema, const void *row, failure *why)
{
    for (int i = 0; i < schema->column_count; i++) {
        const lab_column *column = &schema->columns[i];
        if (column->must_be_known && !is_known(column, row)) {
            return fail(why, "%s: a new row must say its %s, which is not known here", schema->what,
                        column->name);
        }
        if (column->type == COLUMN_TEXT &&
            (!fits(column, text_of(column, row)) || strpbrk(text_of(column, row), ",\"\n"))) {
            return fail(why, "%s: \"%.80s\" cannot stand in column %s", schema->what,
                        text_of(column, row), column->name);
        }
    }
    return true;
}
