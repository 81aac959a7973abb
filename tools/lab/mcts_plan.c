#include "mcts_plan.h"

#include <stdio.h>
#include <string.h>

static const char history[] = "MctsHistory", off[] = "off";

bool mcts_rule_read(mcts_rule *r, const char *text, failure *why)
{
    static const setting_changes none = {.set = {.count = 0}};
    setting s;
    if (!setting_make(&s, search_setting_words[SETTING_MODERN], &none, text, why) ||
        !setting_is_of(&s, SEARCH_MCTS, why)) {
        return false;
    }
    snprintf(r->name, sizeof r->name, "%s", text[strspn(text, " ")] ? text : "the defaults");
    r->techniques = s.techniques;
    return setting_write(&s, SEARCH_MCTS, r->setting, why);
}

bool mcts_plan_add(mcts_plan *plan, const char *text, failure *why)
{
    mcts_rule *fresh = &plan->rules[plan->rule_count];
    if (plan->rule_count == MCTS_RULES_MAX) {
        return fail(why, "rule \"%.40s\": more than %d rules are too many", text, MCTS_RULES_MAX);
    }
    if (!mcts_rule_read(fresh, text, why)) {
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

static bool add_value(mcts_plan *plan, const search_technique_row *row, int value, failure *why)
{
    char text[SETTING_RULE_MAX], word[CHOICE_TEXT_MAX];
    snprintf(text, sizeof text, "%s=%s", row->option, choice_text(&row->choice, value, word));
    return mcts_plan_add(plan, text, why);
}

/* Adds a rule for each value of a technique, of a number only for the greatest value. The default
 * and MctsHistory=off are left out, because they are rules already. */
static bool add_values(mcts_plan *plan, const search_technique_row *row, failure *why)
{
    if (!row->choice.words) {
        return add_value(plan, row, row->choice.max, why);
    }
    for (int value = 0; row->choice.words[value]; value++) {
        const bool there =
            row->value[SETTING_MODERN] == value ||
            (strcmp(row->option, history) == 0 && strcmp(row->choice.words[value], off) == 0);
        if (!there && !add_value(plan, row, value, why)) {
            return false;
        }
    }
    return true;
}

bool mcts_plan_add_usual(mcts_plan *plan, failure *why)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    if (!mcts_plan_add(plan, "MctsHistory=off", why)) {
        return false;
    }
    const search_technique_row *row = search_technique_find(history);
    if (!add_value(plan, row, row->value[SETTING_MODERN], why)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (rows[i].by == SEARCH_MCTS && strcmp(rows[i].option, "MctsHistoryAge") != 0 &&
            !add_values(plan, &rows[i], why)) {
            return false;
        }
    }
    return true;
}

void mcts_plan_budget(mcts_plan *plan, long budget)
{
    long smallest = budget;
    plan->checkpoints = 2;
    while (smallest / 2 >= MCTS_PLAYOUTS_MIN && plan->checkpoints < MCTS_CHECKPOINTS_MAX) {
        smallest /= 2;
        plan->checkpoints++;
    }
    plan->budget = plan->checkpoints - 2;
    for (int i = 0; i < plan->checkpoints; i++) {
        plan->playouts[plan->budget + 1 - i] = i ? budget >> (i - 1) : 2 * budget;
    }
}
