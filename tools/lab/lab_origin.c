#include "lab_origin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

#include "data_path.h"

/* Another process has the file open for a moment only, so that it is worth waiting. */
enum { ATTEMPTS = 50, PAUSE_NS = 20000000 };

static const lab_column columns[] = {
    LAB_CHECK(defaults_row, "defaults", check, COLUMN_KEY),
    LAB_TEXT(defaults_row, "of", of, COLUMN_FIGURE, 1, 64),
    LAB_TEXT(defaults_row, "options", options, COLUMN_FIGURE, 1, DEFAULTS_MAX - 1)};

const lab_schema defaults_schema = {.what = "a record of defaults",
                                    .columns = columns,
                                    .column_count = sizeof columns / sizeof *columns,
                                    .row_size = sizeof(defaults_row)};

/* Where Linux names the processor, or at least the machine: ARM has no model name. */
static const struct {
    const char *path, *label; /* the name follows the label and a colon; NULL: the first line */
} name_places[] = {{"/proc/cpuinfo", "model name"},
                   {"/proc/device-tree/model", NULL},
                   {"/sys/class/dmi/id/product_name", NULL}};

/* Reads a name; false if it is not there. */
static bool read_name(const char *path, const char *label, char name[MACHINE_NAME_MAX])
{
    char line[256];
    FILE *file = fopen(path, "r");
    bool found = false;
    while (!found && file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        const char *value = !label                                              ? line
                            : colon && strncmp(line, label, strlen(label)) == 0 ? colon + 1
                                                                                : "";
        value += strspn(value, " ");
        snprintf(name, MACHINE_NAME_MAX, "%.*s", (int)strcspn(value, "\n"), value);
        found = *name;
    }
    if (file) {
        fclose(file);
    }
    return found;
}

void machine_name(char name[MACHINE_NAME_MAX])
{
    bool found = false;
    for (size_t i = 0; !found && i < sizeof name_places / sizeof *name_places; i++) {
        found = read_name(name_places[i].path, name_places[i].label, name);
    }
    if (!found) {
        snprintf(name, MACHINE_NAME_MAX, "unknown");
    }
    for (char *at = name; *at; at++) {
        *at = *at < ' ' || *at > '~' || *at == ',' || *at == '"' ? ' ' : *at;
    }
}

static lab_record *open_defaults(const char *path, failure *why)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NS};
    lab_record *record = lab_record_open(path, &defaults_schema, why);
    for (int i = 1; !record && i < ATTEMPTS; i++) {
        nanosleep(&pause, NULL);
        record = lab_record_open(path, &defaults_schema, why);
    }
    return record;
}

static bool keep_row(const char *path, const defaults_row *row, failure *why)
{
    lab_record *record = open_defaults(path, why);
    if (!record) {
        return false;
    }
    failure reason;
    bool good = lab_record_find(record, row) || lab_record_add(record, row, why);
    if (!lab_record_close(record, &reason) && good) {
        good = fail(why, "%s", reason.text);
    }
    return good;
}

bool defaults_keep(const lab_record *record, const char *of, const char *options, uint32_t *check,
                   failure *why)
{
    const char *beside = lab_record_path(record);
    const int folder = (int)(data_path_name(beside) - beside);
    char path[DATA_PATH_MAX];
    uLong sum = crc32(0, (const Bytef *)of, (uInt)strlen(of));
    sum = crc32(sum, (const Bytef *)options, (uInt)strlen(options));
    *check = sum ? (uint32_t)sum : 1; /* 0 stands for not recorded */
    if ((size_t)snprintf(path, sizeof path, "%.*sdefaults.csv", folder, beside) >= sizeof path) {
        return fail(why, "%s: its path is too long", beside);
    }
    return keep_row(path, &(defaults_row){*check, of, options}, why);
}

bool defaults_keep_search(const lab_record *record, search_algorithm by, search_setting base,
                          uint32_t *check, failure *why)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    char *options = calloc(1, DEFAULTS_MAX), of[64], number[CHOICE_TEXT_MAX];
    size_t used = 0;
    if (!options) {
        return fail(why, "not enough memory for the defaults");
    }
    for (int i = 0; i < count && used < DEFAULTS_MAX; i++) {
        if (rows[i].by == by) {
            used += (size_t)snprintf(options + used, DEFAULTS_MAX - used, "%s%s=%s",
                                     used ? ";" : "", rows[i].option,
                                     choice_text(&rows[i].choice, rows[i].value[base], number));
        }
    }
    snprintf(of, sizeof of, "%s %s", search_algorithm_words[by],
             by == SEARCH_MCTS ? "default" : search_setting_words[base]);
    const bool good = defaults_keep(record, of, options, check, why);
    free(options);
    return good;
}
