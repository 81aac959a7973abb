#include "uci/verb_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "system/files.h"
#include "uci/text.h"

enum { NAME_MAX_SHOWN = 64 };

void verb_option_split(char ***cursor, char *name, size_t size, const char **value)
{
    const char *given = **cursor + strlen("--"), *sign = strchr(given, '=');
    const size_t length = sign != NULL ? (size_t)(sign - given) : strlen(given);
    snprintf(name, size, "%.*s", (int)(length < size ? length : size), given);
    *value = sign != NULL ? sign + 1 : *++*cursor;
    if (*value != NULL) {
        ++*cursor;
    }
}

static bool take_one(char ***cursor, const char *verb, const verb_option options[], int count,
                     failure *why)
{
    char name[NAME_MAX_SHOWN];
    const char *value;
    verb_option_split(cursor, name, sizeof name, &value);
    for (int i = 0; i < count; i++) {
        if (strcmp(name, options[i].name) == 0) {
            *options[i].value = value;
            return value != NULL || fail(why, "%s: --%s needs a value after it", verb, name);
        }
    }
    return fail(why, "%s: unknown option \"--%s\"; `morpho help` lists them", verb, name);
}

bool verb_options_take(char **words, const char *verb, const verb_option options[], int count,
                       failure *why)
{
    char **kept = words;
    while (*words != NULL) {
        if (strncmp(*words, "--", 2) != 0) {
            *kept++ = *words++;
        } else if (!take_one(&words, verb, options, count, why)) {
            return false;
        }
    }
    *kept = NULL;
    return true;
}

bool verb_files_differ(const char *verb, const char *input, const char *output, failure *why)
{
    system_status read, written;
    const bool looked = output != NULL ? system_look(output, &written)
                                       : system_look_at_open(STDOUT_FILENO, &written) &&
                                             written.kind == SYSTEM_REGULAR;
    const bool same = looked && system_look(input, &read) && system_same_file(&read, &written);
    return !same || fail(why, "%s: %s is both input and output", verb, input);
}

bool verb_words_join(char *const *words, const char *verb, char *text, size_t size, failure *why)
{
    text[0] = '\0';
    for (; *words != NULL; words++) {
        if (!text_append_words(text, size, *words, strlen(*words))) {
            return fail(why, "%s: the arguments are longer than %zu characters", verb, size - 1);
        }
    }
    return true;
}

bool verb_number(const char *verb, const char *name, const char *value, double least, double most,
                 double *number, failure *why)
{
    char *end;
    if (value == NULL) {
        return true;
    }
    const double read = strtod(value, &end);
    if (end == value || *end != '\0' || !(read >= least && read <= most)) {
        return fail(why, "%s: --%s needs a number from %g to %g, not \"%.64s\"", verb, name, least,
                    most, value);
    }
    *number = read;
    return true;
}

bool verb_whole_number(const char *verb, const char *name, const char *value, int least, int most,
                       int *number, failure *why)
{
    int64_t read;
    if (value == NULL) {
        return true;
    }
    if (!text_integer(value, &read) || read < least || read > most) {
        return fail(why, "%s: --%s needs a whole number from %d to %d, not \"%.64s\"", verb, name,
                    least, most, value);
    }
    *number = (int)read;
    return true;
}
