#include "tree/option_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *choice_text(const choice *c, int value, char text[CHOICE_TEXT_MAX])
{
    if (c->words) {
        return c->words[value];
    }
    snprintf(text, CHOICE_TEXT_MAX, "%d", value);
    return text;
}

void choice_list(const choice *c, char text[CHOICE_LIST_MAX])
{
    size_t used = 0;
    if (!c->words) {
        snprintf(text, CHOICE_LIST_MAX, "%d to %d", c->min, c->max);
        return;
    }
    for (int i = 0; c->words[i] && used < CHOICE_LIST_MAX; i++) {
        used += (size_t)snprintf(text + used, CHOICE_LIST_MAX - used, "%s%s", i ? ", " : "",
                                 c->words[i]);
    }
}

static bool find_word(const char *const words[], const char *text, int *value)
{
    for (int i = 0; words[i]; i++) {
        if (strcasecmp(words[i], text) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

/* Tuners write whole numbers as they print reals: 12.0, 650.7, 1e-05. */
static bool read_number(const choice *c, const char *text, int *value, failure *why)
{
    char *end;
    const double number = round(strtod(text, &end)); /* huge ones are outside the range */
    /* strtod() would also read blanks, hexadecimal numbers, infinities and words. */
    if (end == text || *end || strspn(text, "+-.0123456789eE") != strlen(text)) {
        return fail(why, "\"%.64s\" is not a number", text);
    }
    if (number < c->min || number > c->max) {
        return fail(why, "%.64s is outside %d to %d", text, c->min, c->max);
    }
    *value = (int)number;
    return true;
}

bool choice_read(const choice *c, const char *text, int *value, failure *why)
{
    static const char *const states[] = {"off", "on", NULL}, *const truths[] = {"false", "true",
                                                                                NULL};
    char known[CHOICE_LIST_MAX];
    if (c->is_switch) {
        return find_word(states, text, value) || find_word(truths, text, value) ||
               fail(why, "\"%.64s\" is neither true nor false", text);
    }
    if (!c->words) {
        return read_number(c, text, value, why);
    }
    choice_list(c, known);
    return find_word(c->words, text, value) || fail(why, "\"%.64s\" is none of: %s", text, known);
}
