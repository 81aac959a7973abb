/* Reads lines as arguments of setoption, and all of them as the file of options. An accepted value
 * is within its option's bounds; a refused one changes no setting. A line of the file that is not
 * valid is named. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "uci/config_file.h"
#include "uci/options.h"
#include "uci/writer.h"

static const void *cell(const settings *s, const option_row *row)
{
    return (const unsigned char *)s + row->offset;
}

/* The number that the settings hold for an option is within the option's bounds. */
static void check_number(const settings *s, const option_row *row)
{
    const choice *c = &row->choice;
    int number, most = c->max;
    if (row->type == OPTION_CHECK) {
        unsigned char bit;
        memcpy(&bit, cell(s, row), sizeof bit);
        number = bit;
    } else {
        memcpy(&number, cell(s, row), sizeof number);
    }
    if (row->type == OPTION_COMBO) {
        for (most = 0; c->words[most + 1]; most++) {
        }
    }
    fuzz_expect(number >= c->min && number <= most, "a number is within its bounds");
}

static void check_all(const settings *s)
{
    int count;
    const option_row *rows = option_rows(&count);
    for (int i = 0; i < count; i++) {
        if (rows[i].type == OPTION_STRING) {
            fuzz_expect(memchr(cell(s, &rows[i]), 0, SETTINGS_TEXT_MAX), "a text is terminated");
        } else if (rows[i].type != OPTION_BUTTON) {
            check_number(s, &rows[i]);
        }
    }
}

static void take_line(settings *s, const char *said)
{
    char name[OPTION_NAME_MAX], value[SETTINGS_TEXT_MAX], text[WRITER_LINE_MAX];
    static settings before; /* large */
    failure why = {""};
    if (!option_split(said, name, value, &why)) {
        fuzz_expect(why.text[0] != '\0', "a refusal has its reason");
        return;
    }
    const option_row *row = option_find(name);
    if (!row) {
        return;
    }
    option_describe(row, text, sizeof text);
    fuzz_expect(strstr(text, row->name) != NULL, "the description of an option has its name");
    memcpy(&before, s, sizeof before);
    if (option_set(s, row, value, &why)) {
        check_all(s);
    } else {
        fuzz_expect(strstr(why.text, row->name) != NULL, "a refusal names the option");
        fuzz_expect(memcmp(&before, s, sizeof before) == 0, "a refused value changes no setting");
    }
}

/* What config_file.c calls in place of engine_set(). */
bool set_option_alone(engine *e, const option_row *row, const char *value, failure *why);
bool set_option_alone(engine *e, const option_row *row, const char *value, failure *why)
{
    return option_set(&e->settings, row, value, why);
}

/* The problems of a file of options. */
typedef struct problems {
    const char *path;
    long at; /* the line of the last one */
} problems;

static void take_problem(void *user, const char *problem)
{
    problems *p = user;
    char *end;
    const size_t length = strlen(p->path);
    fuzz_expect(strncmp(problem, p->path, length) == 0 && problem[length] == ':',
                "a problem names its file");
    const long at = strtol(problem + length + 1, &end, 10);
    fuzz_expect(at > p->at && strncmp(end, ": ", 2) == 0 && end[2] != '\0',
                "a problem names its line and the reason");
    p->at = at;
}

static void take_file(const uint8_t *data, size_t size)
{
    static engine e; /* large */
    static settings once;
    failure why;
    engine_init(&e);
    for (int i = 0; i < 2; i++) {
        problems p = {fuzz_file("morpho.conf", data, size), 0};
        memcpy(&once, &e.settings, sizeof once);
        fuzz_expect(config_read(p.path, &e, take_problem, &p, &why), "a file is read to its end");
    }
    check_all(&e.settings);
    fuzz_expect(memcmp(&once, &e.settings, sizeof once) == 0, "a second time changes nothing");
    engine_free(&e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static settings s; /* large */
    char *text = fuzz_text(data, size);
    settings_default(&s);
    for (char *said = text; said;) {
        char *end = strchr(said, '\n');
        if (end) {
            *end++ = '\0';
        }
        take_line(&s, said);
        said = end;
    }
    free(text);
    take_file(data, size);
    return 0;
}
