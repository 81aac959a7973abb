#include "uci/config_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/environment.h"
#include "system/files.h"
#include "uci/line_reader.h"
#include "uci/text.h"

enum { PROBLEM_TEXT_MAX = CONFIG_PATH_MAX + 1024 };

static bool set_line(engine *e, const char *entry, failure *why)
{
    char name[OPTION_NAME_MAX], value[SETTINGS_TEXT_MAX];
    const char *text = text_skip_blanks(entry), *equals = strchr(text, '=');
    if (text[0] == '\0' || text[0] == '#') {
        return true;
    }
    if (equals == NULL) {
        return fail(why, "expected NAME = VALUE, not \"%.64s\"", text);
    }
    if (!text_copy(name, sizeof name, text, equals)) {
        return fail(why, "no option has a name as long as \"%.64s...\"", text);
    }
    const option_row *row = option_find(name);
    if (row == NULL) {
        return fail(why, "unknown option \"%s\"", name);
    }
    if (row->type == OPTION_BUTTON) {
        return fail(why, "option %s is a button; it has no value to set", row->name);
    }
    if (!text_copy(value, sizeof value, equals + 1, equals + strlen(equals))) {
        return fail(why, "option %s: the value is longer than %d characters", row->name,
                    SETTINGS_TEXT_MAX - 1);
    }
    return engine_set(e, row, value, why);
}

static void read_lines(const char *path, line_reader *lines, engine *e, config_listener *listener,
                       void *user)
{
    char problem[PROBLEM_TEXT_MAX];
    const char *entry;
    line_outcome outcome;
    failure why;
    for (int number = 1; (outcome = line_reader_next(lines, &entry)) != LINE_END; number++) {
        if (outcome == LINE_TOO_LONG) {
            fail(&why, "the line is longer than %d characters", LINE_READER_MAX);
        } else if (set_line(e, entry, &why)) {
            continue;
        }
        snprintf(problem, sizeof problem, "%s:%d: %s", path, number, why.text);
        listener(user, problem);
    }
}

bool config_read(const char *path, engine *e, config_listener *listener, void *user, failure *why)
{
    line_reader *lines = line_reader_open(path, why);
    if (lines == NULL) {
        return false;
    }
    read_lines(path, lines, e, listener, user);
    const bool whole = line_reader_is_whole(lines, path, why);
    line_reader_free(lines);
    return whole;
}

/* Finds morpho.conf in the folder of the user's settings. Returns false if it is not there. */
static bool find_usual(char path[CONFIG_PATH_MAX])
{
    char folder[CONFIG_PATH_MAX];
    return system_config_folder(folder, sizeof folder) &&
           snprintf(path, CONFIG_PATH_MAX, "%s/morpho.conf", folder) < CONFIG_PATH_MAX &&
           system_exists(path);
}

bool config_read_usual(engine *e, config_listener *listener, void *user, failure *why)
{
    static const char variable[] = "MORPHO_CONFIG";
    char path[CONFIG_PATH_MAX];
    failure reason;
    if (!system_variable(variable, path, sizeof path)) {
        return !find_usual(path) || config_read(path, e, listener, user, why);
    }
    if (path[0] != '\0') {
        return config_read(path, e, listener, user, &reason) ||
               fail(why, "%s: %s", variable, reason.text);
    }
    /* A value that does not fit is read as "", too. */
    const char *value = getenv(variable);
    return value == NULL || value[0] == '\0' ||
           fail(why, "%s: the name of the file is longer than %d bytes", variable,
                CONFIG_PATH_MAX - 1);
}
