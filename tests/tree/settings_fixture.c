#include "settings_fixture.h"

#include <criterion/criterion.h>
#include <string.h>

enum { FIELDS_MAX = 128 };

/* Settings as the integers that they consist of. */
typedef struct fields {
    int field[FIELDS_MAX];
} fields;

search_options settings_usual(void)
{
    return (search_options){.techniques = search_techniques_of(SETTING_MODERN),
                            .params = {
#define PARAM(name, value, min, max, step, what) .name = NUMBER_##name,
#include "tree/options.def"
                            }};
}

int settings_values(const choice *c)
{
    int count = 0;
    while (c->words && c->words[count]) {
        count++;
    }
    return c->words ? count : 2;
}

int settings_value(const choice *c, int number)
{
    if (c->words) {
        return number;
    }
    return number == 0 ? c->min : c->max;
}

const search_technique_row *settings_find(const char *option)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(rows[i].option, option) == 0) {
            return &rows[i];
        }
    }
    cr_assert_fail("there is no option %s", option);
    return NULL;
}

void settings_set(search_techniques *techniques, const char *option, const char *value)
{
    const search_technique_row *row = settings_find(option);
    int number;
    failure why;
    cr_assert(choice_read(&row->choice, value, &number, &why), "%s: %s", option, why.text);
    search_technique_put(techniques, row, number);
}

static fields make(const settings_kind *kind, const search_options *options)
{
    fields made = {{0}};
    cr_assert(kind->size <= sizeof made && kind->size % sizeof made.field[0] == 0);
    kind->make(options, &made);
    return made;
}

/* What the rows of an option with a value say of a field that is `before` without them. */
static int wanted_of(const settings_kind *kind, const char *option, const char *value, size_t field,
                     int before)
{
    for (int i = 0; i < kind->count; i++) {
        const settings_row *row = &kind->rows[i];
        if (row->offset == field * sizeof(int) && strcmp(row->option, option) == 0 &&
            strcmp(row->value, value) == 0) {
            cr_expect_neq(row->wanted, before, "%s %s is usual", option, value);
            return row->wanted;
        }
    }
    return before;
}

static void expect_fields(const settings_kind *kind, const char *option, const char *value)
{
    search_options options = settings_usual();
    const fields before = make(kind, &options);
    settings_set(&options.techniques, option, value);
    const fields now = make(kind, &options);
    for (size_t k = 0; k < kind->size / sizeof(int); k++) {
        const int wanted = wanted_of(kind, option, value, k, before.field[k]);
        cr_expect_eq(now.field[k], wanted, "%s %s: field %d is %d, not %d", option, value, (int)k,
                     now.field[k], wanted);
    }
}

void settings_expect_rows(const settings_kind *kind)
{
    for (int i = 0; i < kind->count; i++) {
        expect_fields(kind, kind->rows[i].option, kind->rows[i].value);
    }
}

static bool has_row(const settings_kind *kind, const char *option)
{
    for (int i = 0; i < kind->count; i++) {
        if (strcmp(kind->rows[i].option, option) == 0) {
            return true;
        }
    }
    return false;
}

void settings_expect_no_other_option(const settings_kind *kind)
{
    int count;
    const search_technique_row *options = search_technique_rows(&count);
    for (int i = 0; i < count; i++) {
        const choice *c = &options[i].choice;
        for (int k = 0; k < settings_values(c) && !has_row(kind, options[i].option); k++) {
            char value[CHOICE_TEXT_MAX];
            expect_fields(kind, options[i].option, choice_text(c, settings_value(c, k), value));
        }
    }
}
