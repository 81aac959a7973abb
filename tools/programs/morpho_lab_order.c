/* morpho-lab order: what rules of move ordering are worth in nodes. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "command.h"
#include "morpho_lab_experiment.h"
#include "morpho_lab_verbs.h"
#include "order_report.h"
#include "plot.h"
#include "suite_search.h"

enum { TITLE_MAX = 64 + SETTING_WORDS_MAX };

/* The command line as it was given. */
typedef struct arguments {
    lab_options common;
    const char *setting, *plot;
    command_list rules, depths;
    setting_changes changes; /* of all rules */
    bool increments;
} arguments;

/* The plan of a lab_experiment: what is searched, all rules to all depths. */
typedef struct order_plan {
    const arguments *given;
    order_table table;
    char names[ORDER_RULES_MAX][SETTING_RULE_MAX];
    setting settings[ORDER_RULES_MAX];
    char words[ORDER_RULES_MAX][SETTING_WORDS_MAX]; /* what the rules make of the setting */
    suite_way *ways;                                /* [rules][depths] */
} order_plan;

static const char help[] =
    "Searches each position of the suites to one or several depths with each rule of ordering, by\n"
    "negamax from cleared tables and histories, and counts nodes. A rule is a text with one or "
    "more\n"
    "values of techniques (see suite --help). The first rule is the one that the others are "
    "compared\n"
    "with:\n"
    "\n"
    "  morpho-lab order tests/data/order-tuning.epd --setting mia --depth 6 --depth 8 \\\n"
    "      --rule 'QuietRule=schaeffer HistoryIncrement=2d' --rule QuietRule=relative\n"
    "\n"
    "Prints the total nodes, the geometric means of the positions' ratios, and the ratios of the\n"
    "totals, with bounds of 95% by the bootstrap. --increments adds the rules of Winands'\n"
    "Tables 1 and 2 (2004): history with all increments, and relative history with all pairs of\n"
    "increments. A rule that is given twice counts once.\n"
    "\n"
    "With --out each search is a row of a CSV file, as in suite, and is not done again.\n";

/* Appends a rule. Of rules that are the same in other words the first one stays. */
static bool add_rule(order_plan *plan, const char *text, failure *why)
{
    order_table *t = &plan->table;
    const int rule = t->rule_count;
    const arguments *given = plan->given;
    if (rule == ORDER_RULES_MAX) {
        return fail(why, "--rule %.40s: more than %d rules are too many", text, ORDER_RULES_MAX);
    }
    if (!setting_make(&plan->settings[rule], given->setting, &given->changes, text, why) ||
        !setting_is_of(&plan->settings[rule], SEARCH_NEGAMAX, why) ||
        !setting_write(&plan->settings[rule], SEARCH_NEGAMAX, plan->words[rule], why)) {
        return false;
    }
    for (int i = 0; i < rule; i++) {
        if (strcmp(plan->words[i], plan->words[rule]) == 0) {
            return true;
        }
    }
    strcpy(plan->names[rule], text);
    t->names[rule] = plan->names[rule];
    t->rule_count++;
    return true;
}

/* The rules of Winands' Tables 1 and 2: increments 0, 1, d, d2, d3, 2d. */
static bool add_increments(order_plan *plan, failure *why)
{
    static const char *const words[] = {"0", "1", "d", "d2", "d3", "2d"};
    const int count = (int)(sizeof words / sizeof *words);
    char text[SETTING_RULE_MAX];
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        snprintf(text, sizeof text, "QuietRule=schaeffer HistoryIncrement=%s", words[i]);
        good = add_rule(plan, text, why);
    }
    for (int i = 1; i < count && good; i++) {
        for (int k = 1; k < count && good; k++) {
            snprintf(text, sizeof text,
                     "QuietRule=relative HistoryIncrement=%s ButterflyIncrement=%s", words[i],
                     words[k]);
            good = add_rule(plan, text, why);
        }
    }
    return good;
}

static bool list_rules(order_plan *plan, failure *why)
{
    const arguments *given = plan->given;
    for (int i = 0; i < given->rules.count; i++) {
        if (!add_rule(plan, given->rules.text[i], why)) {
            return false;
        }
    }
    return (!given->increments || add_increments(plan, why)) &&
           (plan->table.rule_count > 0 || fail(why, "give --rule or --increments"));
}

static bool list_depths(order_plan *plan, failure *why)
{
    const command_list *wanted = &plan->given->depths;
    order_table *t = &plan->table;
    if (wanted->count > ORDER_DEPTHS_MAX) {
        return fail(why, "--depth: more than %d depths are too many", ORDER_DEPTHS_MAX);
    }
    for (int i = 0; i < wanted->count; i++) {
        char end;
        int depth;
        if (sscanf(wanted->text[i], "%d%c", &depth, &end) != 1 || depth < 1 || depth > 60) {
            return fail(why, "--depth %.20s: expected a whole number from 1 to 60",
                        wanted->text[i]);
        }
        if (i > 0 && depth <= t->depths[i - 1]) {
            return fail(why, "--depth %d: depths must rise", depth);
        }
        t->depths[t->depth_count++] = depth;
    }
    return t->depth_count > 0 || fail(why, "--depth is needed");
}

/* A search takes about twice as long for each further ply. */
static bool list_ways(order_plan *plan, failure *why)
{
    order_table *t = &plan->table;
    const size_t cells = (size_t)(t->rule_count * t->depth_count);
    plan->ways = calloc(cells, sizeof *plan->ways);
    t->figures = calloc(cells, sizeof *t->figures);
    if (!plan->ways || !t->figures) {
        return fail(why, "not enough memory for the rules");
    }
    for (size_t i = 0; i < cells; i++) {
        const size_t rule = i / (size_t)t->depth_count;
        const int depth = t->depths[i % (size_t)t->depth_count];
        plan->ways[i] = (suite_way){.by = SEARCH_NEGAMAX,
                                    .base = plan->settings[rule].base,
                                    .techniques = plan->settings[rule].techniques,
                                    .effort = exp2(depth - t->depths[0])};
        strcpy(plan->ways[i].setting, plan->words[rule]);
        suite_way_limit(&plan->ways[i], 0, 0, depth, 0);
    }
    return true;
}

/* All rules are checked before the first search, which may take hours. */
static bool make_plan(void *wanted, const void *options, failure *why)
{
    order_plan *plan = wanted;
    plan->given = options;
    const char *plot = plan->given->plot;
    return list_rules(plan, why) && list_depths(plan, why) &&
           (!plot || plot_path_check(plot, why)) && list_ways(plan, why);
}

/* Compares each rule with the first one at each depth. */
static bool compare(order_plan *plan, const suite_plan *searched, const suite_result results[],
                    failure *why)
{
    order_table *t = &plan->table;
    bool good = true;
    for (int d = 0; good && d < t->depth_count; d++) {
        lab_group base, group;
        good = suite_group(searched, results, d, &base);
        for (int rule = 0; good && rule < t->rule_count; rule++) {
            const int way = rule * t->depth_count + d;
            good = suite_group(searched, results, way, &group);
            if (good) {
                *order_figure_at(t, rule, d) = order_compare(&group, &base);
                lab_group_free(&group);
            }
        }
        lab_group_free(&base);
    }
    return good || fail(why, "not enough memory for the figures");
}

static bool report(order_plan *plan, const suite_plan *searched, const suite_result results[],
                   failure *why)
{
    char title[TITLE_MAX], words[SETTING_WORDS_MAX];
    const arguments *given = plan->given;
    const int count = searched->suite->count;
    setting common;
    if (!compare(plan, searched, results, why) ||
        !setting_make(&common, given->setting, &given->changes, NULL, why) ||
        !setting_write(&common, SEARCH_NEGAMAX, words, why)) {
        return false;
    }
    snprintf(title, sizeof title, "%d %s, setting %s", count,
             plural((uint64_t)count, "position", "positions"), words);
    printf("%s, hash %ld MB\n\n", title, given->common.hash_mb);
    order_report_print(stdout, &plan->table);
    return !given->plot || order_report_plot(given->plot, &plan->table, title, why);
}

static bool search_and_report(void *wanted, const lab_inputs *in, failure *why)
{
    order_plan *plan = wanted;
    const int ways = plan->table.rule_count * plan->table.depth_count;
    const suite_plan searches = {.name = "order",
                                 .suite = &in->suite,
                                 .ways = plan->ways,
                                 .way_count = ways,
                                 .threads = (int)plan->given->common.threads,
                                 .hash_mb = (size_t)plan->given->common.hash_mb,
                                 .nets = in->nets,
                                 .origin = in->origin};
    suite_result *results = calloc((size_t)ways * (size_t)in->suite.count, sizeof *results);
    int searched = 0;
    const bool good = (results || fail(why, "not enough memory for the results")) &&
                      suite_search(&searches, in->record, results, &searched, why) &&
                      report(plan, &searches, results, why);
    free(results);
    return good;
}

static void free_plan(void *wanted)
{
    order_plan *plan = wanted;
    free(plan->ways);
    free(plan->table.figures);
}

static const lab_experiment experiment = {.schema = &suite_schema,
                                          .plan_size = sizeof(order_plan),
                                          .make_plan = make_plan,
                                          .run = search_and_report,
                                          .free_plan = free_plan};

int lab_order(int argc, char **argv)
{
    arguments given = {.setting = "mia", .common = {.threads = 1, .hash_mb = 16}};
    const command_option options[] = {
        COMMAND_LIST("rule", "TEXT", &given.rules, "values of techniques; may be repeated"),
        COMMAND_FLAG("increments", &given.increments,
                     "adds 6 rules of history, 25 of relative history"),
        COMMAND_LIST("depth", "N", &given.depths,
                     "depth of the searches; may be repeated in rising order"),
        COMMAND_TEXT("setting", "NAME", &given.setting, "setting of negamax: mia or modern (mia)"),
        COMMAND_LIST("on", "TECHNIQUE", &given.changes.on,
                     "switched on for all rules; may be repeated"),
        COMMAND_LIST("off", "TECHNIQUE", &given.changes.off,
                     "switched off for all rules; may be repeated"),
        COMMAND_LIST("set", "TECHNIQUE=VALUE", &given.changes.set,
                     "set for all rules; may be repeated"),
        LAB_OPTION_THREADS(&given.common, 1, "searches at once, each of one thread (1)"),
        LAB_OPTION_HASH(&given.common, "hash of each search (16)"),
        LAB_OPTION_WEIGHTS(&given.common),
        LAB_OPTION_OUT(&given.common),
        COMMAND_TEXT("plot", "FILE", &given.plot,
                     "draws the ratios against the depth (.svg, .png)"),
        LAB_OPTION_LIMIT(&given.common)};
    command_line command = {.program = lab_program,
                            .name = "order",
                            .operands = "FILE.epd... [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options,
                            .operands_least = 1,
                            .operands_most = INT_MAX};
    command_parsed parsed = command_read(&command, argc, argv);
    return parsed == COMMAND_RUN ? lab_experiment_run(&experiment, &command, &given.common, &given)
                                 : command_exit_status(parsed);
}
