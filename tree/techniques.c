#include "tree/techniques.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const search_techniques settings[SETTINGS] = {
    [SETTING_MODERN] =
        {
#define TECHNIQUE(field, option, modern, mia, what)                  .field = modern,
#define TECHNIQUE_CHOICE(field, option, modern, mia, words, what)    .field = modern,
#define TECHNIQUE_NUMBER(field, option, modern, mia, min, max, what) .field = modern,
#include "tree/techniques.def"
#undef TECHNIQUE
#undef TECHNIQUE_CHOICE
#undef TECHNIQUE_NUMBER
        },
    [SETTING_MIA] =
        {
#define TECHNIQUE(field, option, modern, mia, what)                  .field = mia,
#define TECHNIQUE_CHOICE(field, option, modern, mia, words, what)    .field = mia,
#define TECHNIQUE_NUMBER(field, option, modern, mia, min, max, what) .field = mia,
#include "tree/techniques.def"
#undef TECHNIQUE
#undef TECHNIQUE_CHOICE
#undef TECHNIQUE_NUMBER
        },
};

static const char *const switch_words[] = {"off", "on", NULL};

static const search_technique_row rows[] = {
#define AT(field) offsetof(search_techniques, field)
#define TECHNIQUE(field, option, modern, mia, what)                                                \
    {#option, TECHNIQUE_SWITCHED, AT(field), {modern, mia}, 0, 0, switch_words, what},
#define TECHNIQUE_CHOICE(field, option, modern, mia, words, what)                                  \
    {#option, TECHNIQUE_CHOSEN, AT(field), {modern, mia}, 0, 0, words, what},
#define TECHNIQUE_NUMBER(field, option, modern, mia, min, max, what)                               \
    {#option, TECHNIQUE_COUNTED, AT(field), {modern, mia}, min, max, NULL, what},
#include "tree/techniques.def"
#undef TECHNIQUE
#undef TECHNIQUE_CHOICE
#undef TECHNIQUE_NUMBER
};

search_techniques search_techniques_of(search_setting setting)
{
    return settings[setting];
}

const search_technique_row *search_technique_rows(int *count)
{
    *count = (int)(sizeof rows / sizeof *rows);
    return rows;
}

const search_technique_row *search_technique_find(const char *option)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcasecmp(rows[i].option, option) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

int search_technique_get(const search_techniques *techniques, const search_technique_row *row)
{
    const char *at = (const char *)techniques + row->offset;
    return row->kind == TECHNIQUE_SWITCHED ? *(const bool *)at : *(const int *)(const void *)at;
}

void search_technique_put(search_techniques *techniques, const search_technique_row *row, int value)
{
    char *at = (char *)techniques + row->offset;
    if (row->kind == TECHNIQUE_SWITCHED) {
        *(bool *)at = value != 0;
    } else {
        *(int *)(void *)at = value;
    }
}

const char *search_technique_text(const search_technique_row *row, int value,
                                  char text[TECHNIQUE_TEXT_MAX])
{
    if (row->words) {
        return row->words[value];
    }
    snprintf(text, TECHNIQUE_TEXT_MAX, "%d", value);
    return text;
}

void search_technique_values(const search_technique_row *row, char text[TECHNIQUE_VALUES_MAX])
{
    size_t used = 0;
    if (!row->words) {
        snprintf(text, TECHNIQUE_VALUES_MAX, "%d to %d", row->min, row->max);
        return;
    }
    for (int i = 0; row->words[i] && used < TECHNIQUE_VALUES_MAX; i++) {
        used += (size_t)snprintf(text + used, TECHNIQUE_VALUES_MAX - used, "%s%s", i ? ", " : "",
                                 row->words[i]);
    }
}

static bool read_number(const search_technique_row *row, const char *text, int *value, failure *why)
{
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    if (end == text || *end || errno || number < row->min || number > row->max) {
        return fail(why, "%s %.40s: a whole number from %d to %d is wanted", row->option, text,
                    row->min, row->max);
    }
    *value = (int)number;
    return true;
}

bool search_technique_read(const search_technique_row *row, const char *text, int *value,
                           failure *why)
{
    if (!row->words) {
        return read_number(row, text, value, why);
    }
    if (row->kind == TECHNIQUE_SWITCHED) {
        text = strcasecmp(text, "true") == 0 ? "on" : strcasecmp(text, "false") == 0 ? "off" : text;
    }
    for (int i = 0; row->words[i]; i++) {
        if (strcasecmp(row->words[i], text) == 0) {
            *value = i;
            return true;
        }
    }
    char known[TECHNIQUE_VALUES_MAX];
    search_technique_values(row, known);
    return fail(why, "%s %.40s: one of these is wanted: %s", row->option, text, known);
}
