/* Tests which fields of a search's settings each option changes. A test has a table with a row for
 * each change; all other fields must stay. */
#ifndef TESTS_SETTINGS_FIXTURE_H
#define TESTS_SETTINGS_FIXTURE_H

#include "tree/search_types.h"

/* A different value for each parameter, so that a field shows from which parameter it comes. */
enum {
    NUMBER_NONE,
#define PARAM(name, value, min, max, step, what) NUMBER_##name,
#include "tree/options.def"
};

/* The setting modern, and all parameters with these values. */
search_options settings_usual(void);

/* A field that changes if an option has a value. An option has a row for each such field. The
 * fields of settings are ints, enumerations and floats, but those of rows are no floats. */
typedef struct settings_row {
    const char *option, *value;
    size_t offset; /* of the field, in bytes */
    int wanted;    /* the value of the field */
} settings_row;

/* The settings of one search, and all rows for them. */
typedef struct settings_kind {
    size_t size; /* of the settings, in bytes */
    void (*make)(const search_options *options, void *settings);
    const settings_row *rows; /* [count] */
    int count;
} settings_kind;

/* The number of values of an option that are worth a test: all words, or both ends of a range. */
int settings_values(const choice *c);

/* The value with that number, from 0. */
int settings_value(const choice *c, int number);

/* The row of an option; fails the test if there is none. */
const search_technique_row *settings_find(const char *option);

/* Sets an option as `setoption` does. */
void settings_set(search_techniques *techniques, const char *option, const char *value);

/* Expects that the option of each row, set on top of the usual options, changes the fields of its
 * rows and no others. */
void settings_expect_rows(const settings_kind *kind);

/* Expects that the options without a row change no field, whatever their value. */
void settings_expect_no_other_option(const settings_kind *kind);

#endif
