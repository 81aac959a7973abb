#include "suite_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

enum { TECHNIQUE_NAME_MAX = 64 };

void suite_limit_text(const suite_plan *plan, search_algorithm by, char text[SUITE_LIMIT_MAX])
{
    if (plan->time_ms) {
        snprintf(text, SUITE_LIMIT_MAX, "movetime %" PRId64, plan->time_ms);
    } else if (plan->depth) {
        snprintf(text, SUITE_LIMIT_MAX, "depth %d", plan->depth);
    } else {
        snprintf(text, SUITE_LIMIT_MAX, "nodes %" PRIu64, plan->side[by].nodes);
    }
}

static bool lists(const command_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++) {
        if (strcasecmp(list->text[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool check_names(const command_list *list, const char *option, failure *why)
{
    for (int i = 0; i < list->count; i++) {
        const search_technique_row *row = search_technique_find(list->text[i]);
        if (!row) {
            return fail(why, "--%s %.40s: there is no such technique (see suite --help)", option,
                        list->text[i]);
        }
        if (row->kind != TECHNIQUE_SWITCHED) {
            return fail(why, "--%s %s: it has a value, so say --set %s=VALUE", option, row->option,
                        row->option);
        }
    }
    return true;
}

/* Takes over NAME=VALUE. */
static bool set_one(search_techniques *techniques, const char *text, failure *why)
{
    char name[TECHNIQUE_NAME_MAX];
    const size_t length = strcspn(text, "=");
    int value;
    failure reason;
    if (text[length] != '=') {
        return fail(why, "--set %.40s: NAME=VALUE is wanted", text);
    }
    snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 0, text);
    const search_technique_row *row = search_technique_find(name);
    if (!row) {
        return fail(why, "--set %.40s: there is no such technique (see suite --help)", text);
    }
    if (!search_technique_read(row, text + length + 1, &value, &reason)) {
        return fail(why, "--set %s", reason.text);
    }
    search_technique_put(techniques, row, value);
    return true;
}

/* The settings' words: only what differs from the setting has one, so that one search has one name.
 * False if they are too many. */
static bool describe(const search_techniques *techniques, search_setting setting,
                     char words[SUITE_SETTING_MAX])
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    size_t used =
        (size_t)snprintf(words, SUITE_SETTING_MAX, "%s", setting == SETTING_MIA ? "mia" : "modern");
    for (int i = 0; i < count && used < SUITE_SETTING_MAX; i++) {
        char text[TECHNIQUE_TEXT_MAX];
        const int value = search_technique_get(techniques, &rows[i]);
        if (value == rows[i].value[setting]) {
            continue;
        }
        char *end = words + used;
        const size_t left = SUITE_SETTING_MAX - used;
        used += rows[i].kind == TECHNIQUE_SWITCHED
                    ? (size_t)snprintf(end, left, " %c%s", value ? '+' : '-', rows[i].option)
                    : (size_t)snprintf(end, left, " %s=%s", rows[i].option,
                                       search_technique_text(&rows[i], value, text));
    }
    return used < SUITE_SETTING_MAX;
}

bool suite_plan_settings(suite_plan *plan, search_setting setting, const suite_changes *changes,
                         failure *why)
{
    const command_list *on = &changes->on, *off = &changes->off, *set = &changes->set;
    if (!check_names(on, "on", why) || !check_names(off, "off", why)) {
        return false;
    }
    plan->techniques = search_techniques_of(setting);
    for (int i = 0; i < on->count; i++) {
        const search_technique_row *row = search_technique_find(on->text[i]);
        if (lists(off, row->option)) {
            return fail(why, "%s is both --on and --off", row->option);
        }
        search_technique_put(&plan->techniques, row, true);
    }
    for (int i = 0; i < off->count; i++) {
        search_technique_put(&plan->techniques, search_technique_find(off->text[i]), false);
    }
    for (int i = 0; i < set->count; i++) {
        if (!set_one(&plan->techniques, set->text[i], why)) {
            return false;
        }
    }
    snprintf(plan->side[SEARCH_MCTS].setting, SUITE_SETTING_MAX, "%s",
             hist_rule_name(plan->mcts_history));
    return describe(&plan->techniques, setting, plan->side[SEARCH_NEGAMAX].setting) ||
           fail(why, "too many techniques are switched");
}

uint32_t suite_net_check(const nets *n)
{
    static const size_t bytes[TENSOR_TYPES] = {
        [TENSOR_I8] = 1, [TENSOR_I16] = 2, [TENSOR_I32] = 4, [TENSOR_F32] = 4, [TENSOR_TEXT] = 1};
    uLong check = crc32(0, NULL, 0);
    for (int i = 0; i < net_file_count(n->file); i++) {
        const tensor *t = net_file_at(n->file, i);
        const size_t size = (size_t)t->rows * t->columns * bytes[t->type];
        check = crc32_z(check, (const Bytef *)t->name, strlen(t->name));
        check = crc32_z(check, (const Bytef *)&t->scale, sizeof t->scale);
        check = crc32_z(check, t->data, size);
    }
    return (uint32_t)check;
}
