/* What options make of the settings of a search's histories, option by option: a table of rows
 * against the settings that all other options leave alone. */
#ifndef TESTS_SETTINGS_FIXTURE_H
#define TESTS_SETTINGS_FIXTURE_H

#include "tree/search_types.h"

/* A value of its own for each parameter, by which a setting shows where it comes from. */
enum {
    NUMBER_NONE,
#define PARAM(name, value, min, max, step, what) NUMBER_##name,
#include "tree/options.def"
};

/* The parameters with these values. */
search_params settings_numbers(void);

/* The field of the settings that an option with that value changes, and to what. An option may have
 * several rows, one for each field. Settings are made of ints, enumerations and floats; fields in
 * rows are no floats. */
typedef struct settings_row {
    const char *option, *value;
    size_t offset;
    int wanted;
} settings_row;

/* The settings of one search, and all rows for them. */
typedef struct settings_kind {
    size_t size;
    void (*make)(const search_options *options, void *settings);
    const settings_row *rows;
    int count;
} settings_kind;

/* The values of an option that are worth trying, by number: all words, or both ends of a range. */
int settings_values(const choice *c);
int settings_value(const choice *c, int number);

/* Sets an option as `setoption` does. */
void settings_set(search_techniques *techniques, const char *option, const char *value);

/* Each row's option, from the usual ones, changes the fields of its rows and no others. */
void settings_expect_rows(const settings_kind *kind, const search_options *usual);

/* No option without a row changes anything, whatever its value. */
void settings_expect_no_other_option(const settings_kind *kind, const search_options *usual);

#endif
