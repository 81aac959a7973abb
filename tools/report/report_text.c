#include "report_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "setting.h"

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

bool report_commands_start(report_commands *c, report_page *p)
{
    *c = (report_commands){0};
    c->file = open_memstream(&c->text, &c->size);
    p->failed |= !c->file;
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

void report_commands_pairs(report_commands *c, const char *words)
{
    char name[SETTING_WORDS_MAX], value[SETTING_WORDS_MAX];
    while (setting_word(&words, name, sizeof name)) {
        setting_word(&words, value, sizeof value);
        char *slash = strcmp(name, "sprt") == 0 ? strchr(value, '/') : NULL;
        if (slash) {
            *slash = ',';
        }
        fprintf(c->file, " --%s", name);
        report_commands_word(c, value);
    }
}

void report_commands_line(report_commands *c)
{
    fputc('\n', c->file);
}

void report_commands_write(report_commands *c, report_page *p, const char *what)
{
    const bool good = !ferror(c->file);
    if (fclose(c->file) != 0 || !good) {
        p->failed = true;
    } else if (*c->text) {
        report_page_commands(p, what, c->text);
    }
    free(c->text);
    c->text = NULL;
}
