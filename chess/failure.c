#include "chess/failure.h"

#include <stdarg.h>
#include <stdio.h>

bool fail(failure *why, const char *format, ...)
{
    if (!why) {
        return false;
    }
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(why->text, sizeof why->text, format, arguments) < 0) {
        why->text[0] = '\0';
    }
    va_end(arguments);
    /* The text may quote hostile input, so control characters are replaced. */
    for (char *c = why->text; *c; c++) {
        if (*c < ' ' || *c > '~') {
            *c = '?';
        }
    }
    return false;
}

void failure_add(failure *all, const failure *one)
{
    const failure first = *all;
    if (!first.text[0]) {
        *all = *one;
    } else if (one->text[0]) {
        fail(all, "%s; %s", first.text, one->text);
    }
}
