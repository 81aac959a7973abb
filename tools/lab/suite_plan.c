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

/* Turns switches on or off. */
static bool turn(search_techniques *techniques, const command_list *list, bool on, failure *why)
{
    const char *option = on ? "on" : "off";
    for (int i = 0; i < list->count; i++) {
        const search_technique_row *row = search_technique_find(list->text[i]);
        if (!row) {
            return fail(why, "--%s %.40s: there is no such technique (see suite --help)", option,
                        list->text[i]);
        }
        if (!row->choice.is_switch) {
            return fail(why, "--%s %s: it has a value, so say --set %s=VALUE", option, row->option,
                        row->option);
        }
        search_technique_put(techniques, row, on);
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
    if (!choice_read(&row->choice, text + length + 1, &value, &reason)) {
        return fail(why, "--set %s: %s", row->option, reason.text);
    }
    search_technique_put(techniques, row, value);
    return true;
}

/* The words of a search: only what differs from the setting has one, so that one search has one
 * name. False if they are too many. */
static bool describe(suite_plan *plan, search_setting setting, search_algorithm by)
{
    int count;
    char *words = plan->side[by].setting;
    const search_technique_row *rows = search_technique_rows(&count);
    size_t used = (size_t)snprintf(words, SUITE_SETTING_MAX, "%s",
                                   by == SEARCH_MCTS ? "default" : search_setting_words[setting]);
    for (int i = 0; i < count && used < SUITE_SETTING_MAX; i++) {
        char text[CHOICE_TEXT_MAX];
        const int value = search_technique_get(&plan->techniques, &rows[i]);
        if (rows[i].by != by || value == rows[i].value[setting]) {
            continue;
        }
        char *end = words + used;
        const size_t left = SUITE_SETTING_MAX - used;
        used += rows[i].choice.is_switch
                    ? (size_t)snprintf(end, left, " %c%s", value ? '+' : '-', rows[i].option)
                    : (size_t)snprintf(end, left, " %s=%s", rows[i].option,
                                       choice_text(&rows[i].choice, value, text));
    }
    return used < SUITE_SETTING_MAX;
}

bool suite_plan_settings(suite_plan *plan, const char *setting, const suite_changes *changes,
                         failure *why)
{
    const choice settings = {.words = search_setting_words};
    const command_list *set = &changes->set;
    failure reason;
    int base;
    if (!choice_read(&settings, setting, &base, &reason)) {
        return fail(why, "--setting: %s", reason.text);
    }
    plan->techniques = search_techniques_of((search_setting)base);
    if (!turn(&plan->techniques, &changes->on, true, why) ||
        !turn(&plan->techniques, &changes->off, false, why)) {
        return false;
    }
    for (int i = 0; i < changes->on.count; i++) {
        if (lists(&changes->off, changes->on.text[i])) {
            return fail(why, "%s is both --on and --off",
                        search_technique_find(changes->on.text[i])->option);
        }
    }
    for (int i = 0; i < set->count; i++) {
        if (!set_one(&plan->techniques, set->text[i], why)) {
            return false;
        }
    }
    return (describe(plan, (search_setting)base, SEARCH_MCTS) &&
            describe(plan, (search_setting)base, SEARCH_NEGAMAX)) ||
           fail(why, "too many techniques are changed");
}

bool suite_plan_rule(suite_plan *plan, const char *setting, const suite_changes *changes,
                     const char *rule, failure *why)
{
    char words[SUITE_RULE_MAX], *rest = NULL;
    suite_changes all = *changes;
    failure reason;
    if (strlen(rule) >= SUITE_RULE_MAX) {
        return fail(why, "rule \"%.40s...\": too long", rule);
    }
    strcpy(words, rule);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (all.set.count == COMMAND_LIST_MAX) {
            return fail(why, "rule \"%s\": too many values", rule);
        }
        all.set.text[all.set.count++] = word;
    }
    return suite_plan_settings(plan, setting, &all, &reason) ||
           fail(why, "rule \"%s\": %s", rule, reason.text);
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
