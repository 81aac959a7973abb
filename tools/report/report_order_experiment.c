#include "report_order_experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int depth_of(const lab_group *run)
{
    return (int)strtol(report_suite_of(run)->limit + strlen("depth "), NULL, 10);
}

/* Copies the first word of a setting, and of the others those that are switches (if `switches`) or
 * those that are not. */
static void copy_words(const char *words, bool switches, char text[SETTING_WORDS_MAX])
{
    char word[SETTING_WORDS_MAX];
    setting_word(&words, text, SETTING_WORDS_MAX);
    for (size_t used = strlen(text); setting_word(&words, word, sizeof word);) {
        if ((*word == '+' || *word == '-') == switches) {
            used += (size_t)snprintf(text + used, SETTING_WORDS_MAX - used, " %s", word);
        }
    }
}

/* True if a run that can be compared with this one has these words. */
static bool is_searched(const report_results *results, const lab_group *run, const char *words)
{
    for (size_t i = 0; i < results->suites.count; i++) {
        const lab_group *other = &results->suites.list[i];
        if (strcmp(report_suite_of(other)->setting, words) == 0 && report_is_order(other) &&
            report_suite_comparable(other, run)) {
            return true;
        }
    }
    return false;
}

/* The setting of a run's experiment: its first word and, if it has other changes too, its switches,
 * unless nothing was searched with these alone. */
static void setting_of(const report_results *results, const lab_group *run,
                       char words[SETTING_WORDS_MAX])
{
    char base[SETTING_WORDS_MAX], rule[SETTING_WORDS_MAX];
    const char *all = report_suite_of(run)->setting;
    copy_words(all, true, words);
    copy_words(all, false, rule);
    setting_word(&all, base, sizeof base);
    if (strcmp(rule, base) == 0 || !is_searched(results, run, words)) {
        strcpy(words, base);
    }
}

void report_experiment_begin(report_experiment *e, const report_results *results,
                             const lab_group *any)
{
    *e = (report_experiment){.results = results, .any = any};
    setting_of(results, any, e->setting);
}

bool report_experiment_same(const report_experiment *e, const lab_group *run)
{
    char words[SETTING_WORDS_MAX];
    if (!report_is_order(run) || !report_suite_comparable(e->any, run)) {
        return false;
    }
    setting_of(e->results, run, words);
    return strcmp(e->setting, words) == 0;
}

/* True if the run is of a rule of the experiment. A run with the switches of the setting alone is
 * its measure, although report_experiment_same() says that it belongs to another experiment. */
static bool has(const report_experiment *e, const lab_group *run)
{
    return report_experiment_same(e, run) ||
           (report_is_order(run) && report_suite_comparable(e->any, run) &&
            strcmp(e->setting, report_suite_of(run)->setting) == 0);
}

void report_experiment_rule(const report_experiment *e, const report_rule *r,
                            char text[SETTING_RULE_MAX])
{
    char words[SETTING_WORDS_MAX];
    snprintf(words, sizeof words, "%s", r->setting);
    if (strchr(e->setting, ' ')) {
        copy_words(r->setting, false, words);
    }
    setting_rule(words, text);
    if (!*text) {
        setting_usual_rule(words, text);
    }
}

/* The place of a depth, made if there is none; -1 if there is only room for the greater ones. */
static int find_depth(report_experiment *e, int depth)
{
    int at = 0;
    while (at < e->depth_count && e->depths[at] < depth) {
        at++;
    }
    if (at < e->depth_count && e->depths[at] == depth) {
        return at;
    }
    if (e->depth_count == REPORT_DEPTHS_MAX) {
        if (at > 0) {
            memmove(&e->depths[0], &e->depths[1], (size_t)(at - 1) * sizeof *e->depths);
            e->depths[at - 1] = depth;
        }
        return at - 1;
    }
    memmove(&e->depths[at + 1], &e->depths[at], (size_t)(e->depth_count - at) * sizeof *e->depths);
    e->depths[at] = depth;
    e->depth_count++;
    return at;
}

static report_rule *find_rule(report_experiment *e, const char *words)
{
    for (int i = 0; i < e->rule_count; i++) {
        if (strcmp(e->rules[i].setting, words) == 0) {
            return &e->rules[i];
        }
    }
    if (e->rule_count == REPORT_RULES_MAX) {
        return NULL;
    }
    match_player s;
    const bool known = report_player_of_run(&s, SEARCH_NEGAMAX, words);
    e->rules[e->rule_count] =
        (report_rule){.setting = words, .known = known, .techniques = s.setting.techniques};
    return &e->rules[e->rule_count++];
}

/* Puts the setting without changes first. */
static void choose_measure(report_experiment *e)
{
    for (int i = 1; i < e->rule_count; i++) {
        if (strcmp(e->rules[i].setting, e->setting) == 0) {
            const report_rule first = e->rules[0];
            e->rules[0] = e->rules[i];
            e->rules[i] = first;
        }
    }
}

/* Compares all rules with the first. */
static void measure(report_experiment *e)
{
    for (int i = 0; i < e->rule_count; i++) {
        for (int d = 0; d < e->depth_count; d++) {
            report_outcome *o = &e->rules[i].at[d];
            const lab_group *base = e->rules[0].at[d].run, none = {.count = 0};
            o->figure.ratio = (bounded){NAN, NAN, NAN};
            if (o->run) {
                o->figure = order_compare(o->run, base ? base : &none);
            }
        }
    }
}

static int compare_rules(const void *left, const void *right)
{
    const report_rule *a = left, *b = right;
    for (int d = REPORT_DEPTHS_MAX - 1; d >= 0; d--) {
        const bool left_is = a->at[d].run != NULL, right_is = b->at[d].run != NULL;
        const double x = a->at[d].figure.ratio.value, y = b->at[d].figure.ratio.value;
        if (left_is != right_is) {
            return right_is - left_is;
        }
        if (left_is && x != y) {
            return (x > y) - (x < y);
        }
    }
    return strcmp(a->setting, b->setting);
}

void report_experiment_gather(report_experiment *e, const report_results *results,
                              const lab_group *any)
{
    report_experiment_begin(e, results, any);
    for (size_t i = 0; i < results->suites.count; i++) {
        if (has(e, &results->suites.list[i])) {
            find_depth(e, depth_of(&results->suites.list[i]));
        }
    }
    for (size_t i = 0; i < results->suites.count; i++) {
        const lab_group *run = &results->suites.list[i];
        if (!has(e, run)) {
            continue;
        }
        const int depth = find_depth(e, depth_of(run));
        report_rule *r = depth >= 0 ? find_rule(e, report_suite_of(run)->setting) : NULL;
        if (r) {
            r->at[depth].run = run;
        } else {
            e->left_out++;
        }
    }
    choose_measure(e);
    measure(e);
    qsort(&e->rules[1], (size_t)(e->rule_count - 1), sizeof *e->rules, compare_rules);
}

void report_ratio_text(const report_outcome *o, char text[BOUNDED_TEXT_MAX])
{
    if (o->figure.common) {
        bounded_text(&o->figure.ratio, 3, text);
    } else {
        snprintf(text, BOUNDED_TEXT_MAX, "not measured by the first");
    }
}
