#include "base/failure.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/utf8.h"

bool fail(failure *why, const char *format, ...)
{
    if (!why) {
        return false;
    }
    va_list arguments;
    va_start(arguments, format);
    const int wanted = vsnprintf(why->text, sizeof why->text, format, arguments);
    va_end(arguments);
    if (wanted < 0) {
        why->text[0] = '\0';
    } else if (wanted >= FAILURE_TEXT_MAX) {
        utf8_trim(why->text);
    }
    /* The text may quote hostile input. */
    utf8_make_printable(why->text, "");
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
