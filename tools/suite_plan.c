#include "suite_plan.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

/* Where each technique's switch lies. ORDER: as search_technique_rows(). */
static const size_t switches[] = {
#define TECHNIQUE(field, option, modern, mia, what) offsetof(search_techniques, field),
#include "tree/techniques.def"
#undef TECHNIQUE
};

static bool *switch_at(search_techniques *techniques, int row)
{
    return (bool *)((char *)techniques + switches[row]);
}

bool suite_technique_in(search_setting setting, int row)
{
    search_techniques techniques = search_techniques_of(setting);
    return *switch_at(&techniques, row);
}

void suite_limit_text(const suite_plan *plan, search_algorithm by, char text[SUITE_LIMIT_MAX])
{
    if (plan->time_ms) {
        snprintf(text, SUITE_LIMIT_MAX, "movetime %" PRId64, plan->time_ms);
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
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    for (int i = 0; i < list->count; i++) {
        int row = 0;
        while (row < count && strcasecmp(rows[row].option, list->text[i]) != 0) {
            row++;
        }
        if (row == count) {
            return fail(why, "--%s %.40s: there is no such technique (see suite --help)", option,
                        list->text[i]);
        }
    }
    return true;
}

bool suite_plan_settings(suite_plan *plan, search_setting setting, const command_list *on,
                         const command_list *off, failure *why)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    char *words = plan->side[SEARCH_NEGAMAX].setting;
    if (!check_names(on, "on", why) || !check_names(off, "off", why)) {
        return false;
    }
    const search_techniques base = search_techniques_of(setting);
    plan->techniques = base;
    size_t used =
        (size_t)snprintf(words, SUITE_SETTING_MAX, "%s", setting == SETTING_MIA ? "mia" : "modern");
    for (int i = 0; i < count; i++) {
        bool *at = switch_at(&plan->techniques, i), before = *at;
        bool wanted = lists(on, rows[i].option), unwanted = lists(off, rows[i].option);
        if (wanted && unwanted) {
            return fail(why, "%s is both --on and --off", rows[i].option);
        }
        *at = (before || wanted) && !unwanted;
        /* Only what differs from the setting has a word, so that one search has one name. */
        if (*at != before && used < SUITE_SETTING_MAX) {
            used += (size_t)snprintf(words + used, SUITE_SETTING_MAX - used, " %c%s",
                                     *at ? '+' : '-', rows[i].option);
        }
    }
    return used < SUITE_SETTING_MAX || fail(why, "too many techniques are switched");
}

/* Takes over one "OPTION=WORD". */
static bool change_mcts(mcts_options *o, const char *change, failure *why)
{
    const size_t length = strcspn(change, "=");
    int row = 0, value = 0;
    while (row < MCTS_ROWS && (strlen(mcts_option_rows()[row].option) != length ||
                               strncasecmp(mcts_option_rows()[row].option, change, length) != 0)) {
        row++;
    }
    if (row == MCTS_ROWS || !change[length]) {
        return fail(why, "--mcts %.40s: OPTION=WORD is wanted (see suite --help)", change);
    }
    const mcts_option_row *found = &mcts_option_rows()[row];
    while (value < found->count && strcasecmp(found->words[value], change + length + 1) != 0) {
        value++;
    }
    if (value == found->count) {
        return fail(why, "--mcts %.40s: %s has no such word (see suite --help)", change,
                    found->option);
    }
    mcts_option_set(o, row, value);
    return true;
}

bool suite_plan_mcts(suite_plan *plan, const command_list *changes, failure *why)
{
    char *words = plan->side[SEARCH_MCTS].setting;
    plan->mcts = mcts_options_default();
    for (int i = 0; i < changes->count; i++) {
        if (!change_mcts(&plan->mcts, changes->text[i], why)) {
            return false;
        }
    }
    /* One search has one name: the history's word, then only what is not the default. */
    size_t used = (size_t)snprintf(words, SUITE_SETTING_MAX, "%s",
                                   mcts_option_word(&plan->mcts, MCTS_ROW_history));
    for (int row = 0; row < MCTS_ROWS; row++) {
        const mcts_option_row *r = &mcts_option_rows()[row];
        if (row != MCTS_ROW_history && mcts_option_get(&plan->mcts, row) != r->value &&
            used < SUITE_SETTING_MAX) {
            used += (size_t)snprintf(words + used, SUITE_SETTING_MAX - used, " %s=%s", r->option,
                                     mcts_option_word(&plan->mcts, row));
        }
    }
    return used < SUITE_SETTING_MAX || fail(why, "too many options of mcts are changed");
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
