#include "report_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void report_elo_text(char text[REPORT_FIGURE_MAX], const match_elo *e)
{
    const double error = match_elo_error(e);
    if (!isfinite(e->elo)) {
        snprintf(text, REPORT_FIGURE_MAX, "all %s", e->elo > 0.0 ? "won" : "lost");
    } else if (!isfinite(error)) {
        snprintf(text, REPORT_FIGURE_MAX, "%+.1f, no bounds", e->elo);
    } else {
        snprintf(text, REPORT_FIGURE_MAX, "%+.1f +- %.1f", e->elo, error);
    }
}

void report_ratio_text(char text[REPORT_FIGURE_MAX], const order_ratio *ratio)
{
    snprintf(text, REPORT_FIGURE_MAX, "%.3f (%.3f-%.3f)", ratio->mean, ratio->low, ratio->high);
}

void report_count_text(char text[REPORT_FIGURE_MAX], uint64_t count)
{
    char digits[REPORT_FIGURE_MAX / 2];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
    char *at = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            *at++ = ',';
        }
        *at++ = digits[i];
    }
    *at = 0;
}

bool report_commands_start(report_commands *c)
{
    *c = (report_commands){0};
    c->file = open_memstream(&c->text, &c->size);
    return c->file != NULL;
}

void report_commands_word(report_commands *c, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=./:,@%";
    fputc(' ', c->file);
    if (*word && word[strspn(word, plain)] == 0) {
        fputs(word, c->file);
        return;
    }
    fputc('\'', c->file);
    for (; *word; word++) {
        if (*word == '\'') {
            fputs("'\\''", c->file);
        } else {
            fputc(*word, c->file);
        }
    }
    fputc('\'', c->file);
}

void report_commands_number(report_commands *c, const char *name, long value)
{
    fprintf(c->file, " --%s %ld", name, value);
}

void report_commands_line(report_commands *c)
{
    fputc('\n', c->file);
}

char *report_commands_end(report_commands *c)
{
    const bool good = !ferror(c->file);
    if (fclose(c->file) != 0 || !good) {
        free(c->text);
        c->text = NULL;
    }
    return c->text;
}
