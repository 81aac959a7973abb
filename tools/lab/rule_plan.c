#include "rule_plan.h"

#include <stdio.h>
#include <string.h>

bool rule_read(rule *r, const char *text, failure *why)
{
    suite_plan plan = {.threads = 1};
    const suite_changes none = {.set = {.count = 0}};
    if (!suite_plan_rule(&plan, search_setting_words[SETTING_MODERN], &none, text, why)) {
        return false;
    }
    if (strcmp(plan.side[SEARCH_NEGAMAX].setting, search_setting_words[SETTING_MODERN]) != 0) {
        return fail(why, "rule \"%s\": it changes negamax, not mcts", text);
    }
    snprintf(r->name, sizeof r->name, "%s", text[strspn(text, " ")] ? text : "the defaults");
    strcpy(r->setting, plan.side[SEARCH_MCTS].setting);
    r->techniques = plan.techniques;
    return true;
}

bool rule_plan_add(rule_plan *plan, const char *text, failure *why)
{
    rule *fresh = &plan->rules[plan->rule_count];
    if (plan->rule_count == RULES_MAX) {
        return fail(why, "rule \"%.40s\": more than %d are too many", text, RULES_MAX);
    }
    if (!rule_read(fresh, text, why)) {
        return false;
    }
    for (int i = 0; i < plan->rule_count; i++) {
        if (strcmp(plan->rules[i].setting, fresh->setting) == 0) {
            return fail(why, "rule \"%s\": the same as \"%s\"", text, plan->rules[i].name);
        }
    }
    plan->rule_count++;
    return true;
}

static bool add_value(rule_plan *plan, const search_technique_row *row, int value, failure *why)
{
    char text[SUITE_RULE_MAX], word[CHOICE_TEXT_MAX];
    snprintf(text, sizeof text, "%s=%s", row->option, choice_text(&row->choice, value, word));
    return rule_plan_add(plan, text, why);
}

/* All values of a technique but the default and what the list begins with; of numbers the greatest.
 */
static bool add_values(rule_plan *plan, const search_technique_row *row, failure *why)
{
    if (!row->choice.words) {
        return add_value(plan, row, row->choice.max, why);
    }
    for (int value = 0; row->choice.words[value]; value++) {
        const bool there =
            row->value[SETTING_MODERN] == value ||
            (row->offset == offsetof(search_techniques, mcts_history) && value == HIST_KEY_OFF);
        if (!there && !add_value(plan, row, value, why)) {
            return false;
        }
    }
    return true;
}

bool rule_plan_add_usual(rule_plan *plan, failure *why)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    const search_technique_row *history = search_technique_find("MctsHistory");
    if (!add_value(plan, history, HIST_KEY_OFF, why) ||
        !add_value(plan, history, history->value[SETTING_MODERN], why)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (rows[i].by == SEARCH_MCTS &&
            rows[i].offset != offsetof(search_techniques, mcts_history_age) &&
            !add_values(plan, &rows[i], why)) {
            return false;
        }
    }
    return true;
}

void rule_plan_budget(rule_plan *plan, long budget)
{
    long smallest = budget;
    plan->checkpoints = 2;
    while (smallest / 2 >= RULE_PLAYOUTS_MIN && plan->checkpoints < RULE_CHECKPOINTS_MAX) {
        smallest /= 2;
        plan->checkpoints++;
    }
    plan->budget = plan->checkpoints - 2;
    for (int i = 0; i < plan->checkpoints; i++) {
        plan->playouts[plan->budget + 1 - i] = i ? budget >> (i - 1) : 2 * budget;
    }
}
