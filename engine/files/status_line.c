#include "files/status_line.h"

#include <stdarg.h>

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

void status_line_show(status_line *s, double seconds_left, const char *text, ...)
{
    enum { A_YEAR = 365 * 24 * 3600 };
    va_list values;
    fputs(s->terminal ? "\r" : "", s->out);
    va_start(values, text);
    vfprintf(s->out, text, values);
    va_end(values);
    if (seconds_left >= 0.0 && seconds_left < A_YEAR) {
        const long seconds = (long)seconds_left;
        fprintf(s->out, ", %ld:%02ld:%02ld left", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
    fputs(s->terminal ? "\033[K" : "\n", s->out);
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
