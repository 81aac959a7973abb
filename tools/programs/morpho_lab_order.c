/* morpho-lab order: what rules of move ordering are worth in nodes. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "command.h"
#include "morpho_lab_suites.h"
#include "morpho_lab_verbs.h"
#include "order_report.h"
#include "plot.h"
#include "seconds.h"
#include "suite_run.h"

static const char program[] = "morpho-lab";

enum { LABEL_MAX = 48 };

/* The command line as it was given. */
typedef struct arguments {
    suite_options common;
    const char *setting, *plot;
    command_list rules, depths;
    suite_changes changes; /* of all rules */
    bool increments;
} arguments;

/* What is run. */
typedef struct experiment {
    const arguments *arguments;
    suite suite;
    suite_plan plan;
    order_results results;
    suite_result *found;              /* of one rule and depth */
    double seconds[ORDER_DEPTHS_MAX]; /* the last rule's at each depth, if it was searched now */
    char text[ORDER_RULES_MAX][SUITE_RULE_MAX];
    char setting[ORDER_RULES_MAX][SUITE_SETTING_MAX]; /* what the rules make of the setting */
} experiment;

static const char help[] =
    "Searches each position of the suites to one or several depths with each rule of ordering, by\n"
    "negamax from cleared tables and histories, and counts nodes. A rule is one or more values of\n"
    "techniques (see suite --help) in a text, and the first one is what the others are measured "
    "by:\n"
    "\n"
    "  morpho-lab order tests/data/order-tuning.epd --setting mia --depth 6 --depth 8 \\\n"
    "      --rule 'QuietRule=schaeffer HistoryIncrement=2d' --rule QuietRule=relative\n"
    "\n"
    "Told are the totals of nodes, and the geometric means of the positions' ratios with bounds "
    "of\n"
    "95% by the bootstrap. --increments adds the rules of Winands' Tables 1 and 2 (2004): history\n"
    "and relative history with all increments and pairs of increments. A rule that is given twice\n"
    "counts once.\n"
    "\n"
    "With --out each search is a row of a CSV file as that of suite, and is not done again.\n";

static bool add_rule(experiment *e, const char *text, failure *why)
{
    order_results *r = &e->results;
    if (r->rule_count == ORDER_RULES_MAX || strlen(text) >= SUITE_RULE_MAX) {
        return fail(why, "--rule %.40s: too many rules, or too long", text);
    }
    strcpy(e->text[r->rule_count], text);
    r->names[r->rule_count] = e->text[r->rule_count];
    r->rule_count++;
    return true;
}

/* Winands' Tables 1 and 2, behind what is measured by: increments 0, 1, d, d2, d3, 2d. */
static bool add_increments(experiment *e, failure *why)
{
    static const char *const words[] = {"0", "1", "d", "d2", "d3", "2d"};
    const int count = (int)(sizeof words / sizeof *words);
    char text[SUITE_RULE_MAX];
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        snprintf(text, sizeof text, "QuietRule=schaeffer HistoryIncrement=%s", words[i]);
        good = add_rule(e, text, why);
    }
    for (int i = 1; i < count && good; i++) {
        for (int k = 1; k < count && good; k++) {
            snprintf(text, sizeof text,
                     "QuietRule=relative HistoryIncrement=%s ButterflyIncrement=%s", words[i],
                     words[k]);
            good = add_rule(e, text, why);
        }
    }
    return good;
}

static bool list_rules(experiment *e, failure *why)
{
    const arguments *given = e->arguments;
    for (int i = 0; i < given->rules.count; i++) {
        if (!add_rule(e, given->rules.text[i], why)) {
            return false;
        }
    }
    return (!given->increments || add_increments(e, why)) &&
           (e->results.rule_count > 0 || fail(why, "--rule or --increments is wanted"));
}

static bool list_depths(experiment *e, failure *why)
{
    const command_list *wanted = &e->arguments->depths;
    order_results *r = &e->results;
    if (wanted->count > ORDER_DEPTHS_MAX) {
        return fail(why, "--depth: over %d are too many", ORDER_DEPTHS_MAX);
    }
    for (int i = 0; i < wanted->count; i++) {
        char end;
        int depth;
        if (sscanf(wanted->text[i], "%d%c", &depth, &end) != 1 || depth < 1 || depth > 60) {
            return fail(why, "--depth %.20s: a whole number from 1 to 60 is wanted",
                        wanted->text[i]);
        }
        if (i > 0 && depth <= r->depths[i - 1]) {
            return fail(why, "--depth %d: depths are to rise", depth);
        }
        r->depths[r->depth_count++] = depth;
    }
    return r->depth_count > 0 || fail(why, "--depth is wanted");
}

/* Sets the plan's techniques: the setting's, what all rules change, and the rule. */
static bool apply_rule(experiment *e, int rule, failure *why)
{
    return suite_plan_rule(&e->plan, e->arguments->setting, &e->arguments->changes,
                           e->results.names[rule], why);
}

/* What the rest of a rule and all rules behind it will take, if they are as the last one. */
static double seconds_after(const experiment *e, int rule, int depth)
{
    const int rules_left = e->results.rule_count - rule - 1;
    double sum = 0.0;
    for (int d = 0; d < e->results.depth_count; d++) {
        sum += e->seconds[d] * (rules_left + (d > depth));
    }
    return sum;
}

static bool run_rule(experiment *e, int rule, failure *why)
{
    order_results *r = &e->results;
    char label[LABEL_MAX];
    for (int d = 0; d < r->depth_count; d++) {
        int searched;
        e->plan.depth = r->depths[d];
        snprintf(label, sizeof label, "rule %d of %d, depth %d", rule + 1, r->rule_count,
                 r->depths[d]);
        e->plan.label = label;
        e->plan.seconds_after = seconds_after(e, rule, d);
        const double begun = seconds_now();
        if (!suite_run(&e->plan, &e->suite, e->arguments->common.out, e->found, &searched, why)) {
            return false;
        }
        if (searched == r->positions) {
            e->seconds[d] = seconds_now() - begun;
        }
        for (int i = 0; i < r->positions; i++) {
            order_nodes(r, rule, d)[i] = suite_result_at(e->found, i, SEARCH_NEGAMAX)->nodes;
        }
    }
    return true;
}

static bool is_repeated(const experiment *e, int rule)
{
    for (int i = 0; i < rule; i++) {
        if (strcmp(e->setting[i], e->setting[rule]) == 0) {
            return true;
        }
    }
    return false;
}

/* What is wrong with a rule is better known now than after an hour. Of rules that are the same in
 * other words the first one stays. */
static bool check_rules(experiment *e, failure *why)
{
    order_results *r = &e->results;
    const int count = r->rule_count;
    r->rule_count = 0;
    for (int i = 0; i < count; i++) {
        const int rule = r->rule_count;
        r->names[rule] = e->text[i];
        if (!apply_rule(e, rule, why)) {
            return false;
        }
        strcpy(e->setting[rule], e->plan.side[SEARCH_NEGAMAX].setting);
        r->rule_count += !is_repeated(e, rule);
    }
    return true;
}

/* What the command line alone decides. */
static bool make_plan(experiment *e, failure *why)
{
    const char *plot = e->arguments->plot;
    return list_rules(e, why) && list_depths(e, why) && (!plot || plot_path_check(plot, why)) &&
           check_rules(e, why);
}

static bool prepare(experiment *e, const command_line *c, failure *why)
{
    order_results *r = &e->results;
    if (!suite_command_read(&e->suite, c, &e->arguments->common, why)) {
        return false;
    }
    r->positions = e->suite.count;
    r->nodes =
        calloc((size_t)(r->rule_count * r->depth_count) * (size_t)r->positions, sizeof *r->nodes);
    e->found = calloc((size_t)r->positions * SEARCH_ALGORITHMS, sizeof *e->found);
    return (r->nodes && e->found) || fail(why, "not enough memory for the results");
}

static bool run_all(experiment *e, const nets *n, failure *why)
{
    char title[LABEL_MAX];
    e->plan.side[SEARCH_NEGAMAX].used = true;
    e->plan.threads = (int)e->arguments->common.threads;
    e->plan.hash_mb = (size_t)e->arguments->common.hash_mb;
    e->plan.nets = n;
    e->plan.net_check = suite_net_check(n);
    for (int rule = 0; rule < e->results.rule_count; rule++) {
        if (!apply_rule(e, rule, why) || !run_rule(e, rule, why)) {
            return false;
        }
    }
    printf("%d %s, setting %s, hash %ld MB\n\n", e->results.positions,
           plural((uint64_t)e->results.positions, "position", "positions"), e->arguments->setting,
           e->arguments->common.hash_mb);
    order_report_print(stdout, &e->results);
    snprintf(title, sizeof title, "%d %s, setting %s", e->results.positions,
             plural((uint64_t)e->results.positions, "position", "positions"),
             e->arguments->setting);
    return !e->arguments->plot || order_report_plot(e->arguments->plot, &e->results, title, why);
}

/* Does what is planned. */
static bool run_plan(experiment *e, const command_line *c, failure *why)
{
    nets *n = prepare(e, c, why) ? suite_command_nets(&e->arguments->common, why) : NULL;
    const bool good = n && run_all(e, n, why);
    suite_free(&e->suite);
    free(e->results.nodes);
    free(e->found);
    nets_free(n);
    return good;
}

static int run_order(const command_line *c, const arguments *given)
{
    failure why;
    int status = EXIT_SUCCESS;
    experiment *e = calloc(1, sizeof *e);
    if (!e) {
        fail(&why, "not enough memory for the experiment");
        return command_complain(program, &why);
    }
    e->arguments = given;
    if (!make_plan(e, &why)) {
        status = command_misuse(program, &why);
    } else if (!run_plan(e, c, &why)) {
        status = command_complain(program, &why);
    }
    free(e);
    return status;
}

int lab_order(int argc, char **argv)
{
    arguments given = {.setting = "mia", .common = {.threads = 1, .hash_mb = 16}};
    const command_option options[] = {
        {.name = "rule",
         .value = "TEXT",
         .list = &given.rules,
         .help = "values of techniques; may be repeated"},
        {.name = "increments",
         .flag = &given.increments,
         .help = "adds 6 rules of history, 25 of relative history"},
        {.name = "depth",
         .value = "N",
         .list = &given.depths,
         .help = "of the searches; may be repeated, rising"},
        {.name = "setting",
         .value = "NAME",
         .text = &given.setting,
         .help = "that the rules are tried in: mia or modern (mia)"},
        {.name = "on",
         .value = "TECHNIQUE",
         .list = &given.changes.on,
         .help = "added to the setting for all rules; may be repeated"},
        {.name = "off",
         .value = "TECHNIQUE",
         .list = &given.changes.off,
         .help = "taken from it; may be repeated"},
        {.name = "set",
         .value = "TECHNIQUE=VALUE",
         .list = &given.changes.set,
         .help = "set for all rules; may be repeated"},
        SUITE_OPTION_THREADS(&given.common, 1, "searches at once, each of one thread (1)"),
        SUITE_OPTION_HASH(&given.common, "of each search (16)"),
        SUITE_OPTION_WEIGHTS(&given.common),
        SUITE_OPTION_OUT(&given.common),
        {.name = "plot",
         .value = "FILE",
         .text = &given.plot,
         .help = "draws the ratios against the depth (.svg, .png)"},
        SUITE_OPTION_LIMIT(&given.common)};
    command_line command = {.program = program,
                            .name = "order",
                            .operands = "FILE.epd... [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options,
                            .operands_least = 1,
                            .operands_most = INT_MAX};
    command_parsed parsed = command_read(&command, argc, argv);
    return parsed == COMMAND_RUN ? run_order(&command, &given) : command_exit_status(parsed);
}
