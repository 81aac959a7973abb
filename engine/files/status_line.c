#include "files/status_line.h"

#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"
#include "system/clock.h"
#include "system/terminal.h"

static const double terminal_pause = 0.5, plain_pause = 10.0;

void status_line_open(status_line *s, FILE *out)
{
    *s = (status_line){
        .out = out, .terminal = system_obeys_sequences(out), .begun = system_seconds()};
    s->shown = s->begun;
}

bool status_line_is_due(const status_line *s)
{
    return system_seconds() - s->shown >= (s->terminal ? terminal_pause : plain_pause);
}

double status_line_elapsed(const status_line *s)
{
    const double elapsed = system_seconds() - s->begun;
    return elapsed > 1e-9 ? elapsed : 1e-9;
}

/* Cuts a text to a number of bytes, if that is known: a line that the terminal breaks could not be
 * replaced. */
static void cut(char *text, int length)
{
    if (length > 0 && (int)strlen(text) > length) {
        text[length] = '\0';
        utf8_trim(text);
    }
}

void status_line_show(status_line *s, double seconds_left, const char *text, ...)
{
    enum { A_YEAR = 365 * 24 * 3600, SHOWN_MAX = 1024 };
    char shown[SHOWN_MAX], left[64] = "";
    va_list values;
    va_start(values, text);
    vsnprintf(shown, sizeof shown, text, values);
    va_end(values);
    if (seconds_left >= 0.0 && seconds_left < A_YEAR) {
        const long seconds = (long)seconds_left;
        snprintf(left, sizeof left, ", %ld:%02ld:%02ld left", seconds / 3600, seconds / 60 % 60,
                 seconds % 60);
    }
    if (s->terminal) {
        cut(shown, system_columns(s->out) - 1 - (int)strlen(left));
        fprintf(s->out, "\r%s%s\033[K", shown, left);
    } else {
        fprintf(s->out, "%s%s\n", shown, left);
    }
    fflush(s->out);
    s->shown = system_seconds();
}

void status_line_clear(const status_line *s)
{
    if (s->terminal) {
        fputs("\r\033[K", s->out);
        fflush(s->out);
    }
}
