/* morpho-lab mcts: what rules of Monte-Carlo tree search are worth in playouts. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/plural.h"
#include "command.h"
#include "mcts_report.h"
#include "morpho_lab_experiment.h"
#include "morpho_lab_verbs.h"
#include "plot.h"

enum { PLAYOUTS_MOST = 1 << 26, REFERENCE_FACTOR = 16 };

/* The command line as it was given. */
typedef struct arguments {
    lab_options common;
    const char *reference_rule, *plot;
    command_list rules;
    long playouts, reference;
} arguments;

static const char help[] =
    "Searches each position of the suites by mcts with each rule, from a cleared search, for a "
    "budget\n"
    "of playouts, for twice as many, and for a half, a quarter and so on of it. Compares the "
    "results\n"
    "with a long search of the same position. A rule is a text with one or more values of "
    "techniques\n"
    "(see suite --help). The first rule is the one that the others are compared with:\n"
    "\n"
    "  morpho-lab mcts wac.epd --rule MctsHistory=off \\\n"
    "      --rule 'MctsHistory=threats MctsHistoryRule=mean'\n"
    "\n"
    "Without --rule the rules are: no history, the defaults, and each other value of each "
    "technique on\n"
    "top of the defaults (for a number only the greatest value), except MctsHistoryAge.\n"
    "\n"
    "Prints the share of positions solved; the share with the best move of the long search; "
    "the\n"
    "divergence of the long search's visits from the rule's visits, and from the priors that the "
    "rule\n"
    "would give after its search, at the root and at inner nodes (Kullback-Leibler, in nats: less "
    "is\n"
    "better); and the playouts that a rule needs to come as near to the long search as the first "
    "rule,\n"
    "divided by those of the first rule: below 1 is a gain. Bounds are of 95%, by the bootstrap.\n"
    "\n"
    "With --out each search is a row of a CSV file and is not done again, so that the same "
    "command\n"
    "resumes after a kill. What another build has searched is searched again.\n";

/* The plan of a lab_experiment: that of the searches, and the command line. */
typedef struct mcts_wanted {
    mcts_plan plan;
    const arguments *given;
} mcts_wanted;

static bool make_plan(void *wanted, const void *options, failure *why)
{
    mcts_wanted *w = wanted;
    const arguments *given = w->given = options;
    mcts_plan *plan = &w->plan;
    for (int i = 0; i < given->rules.count; i++) {
        if (!mcts_plan_add(plan, given->rules.text[i], why)) {
            return false;
        }
    }
    if ((!given->rules.count && !mcts_plan_add_usual(plan, why)) ||
        !mcts_rule_read(&plan->reference, given->reference_rule, why) ||
        (given->plot && !plot_path_check(given->plot, why))) {
        return false;
    }
    mcts_plan_budget(plan, given->playouts);
    plan->reference_playouts =
        given->reference ? given->reference : REFERENCE_FACTOR * given->playouts;
    plan->threads = (int)given->common.threads;
    plan->hash_mb = (size_t)given->common.hash_mb;
    return true;
}

/* Prints and draws groups of results, each of a rule and checkpoint. */
static bool report(const mcts_wanted *w, const lab_group groups[], size_t count, failure *why)
{
    const lab_group **all = calloc(count, sizeof *all);
    const char *names[MCTS_RULES_MAX];
    for (int i = 0; i < w->plan.rule_count; i++) {
        names[i] = w->plan.rules[i].name;
    }
    mcts_comparison *c = calloc(1, sizeof *c);
    for (size_t i = 0; all && i < count; i++) {
        all[i] = &groups[i];
    }
    bool good = all && c && mcts_comparison_make(c, all, count);
    if (good) {
        mcts_report_print(stdout, &w->plan, c);
        good = !w->given->plot || mcts_picture(w->given->plot, c, names, why);
    } else {
        fail(why, "not enough memory for the figures");
    }
    if (c) {
        mcts_comparison_free(c);
    }
    free(c);
    free(all);
    return good;
}

/* Groups the results, then prints and draws them. */
static bool group_and_report(const mcts_wanted *w, const mcts_result results[], int positions,
                             failure *why)
{
    const size_t count = (size_t)(w->plan.rule_count * w->plan.checkpoints);
    lab_group *groups = calloc(count, sizeof *groups);
    bool good = groups != NULL;
    for (size_t i = 0; good && i < count * (size_t)positions; i++) {
        lab_group *group = &groups[i / (size_t)positions];
        group->schema = &mcts_schema;
        good = lab_group_add(group, &results[i].row);
    }
    good = good || fail(why, "not enough memory for the figures");
    for (size_t i = 0; good && i < count; i++) {
        lab_group_sort(&groups[i]);
    }
    good = good && report(w, groups, count, why);
    for (size_t i = 0; groups && i < count; i++) {
        lab_group_free(&groups[i]);
    }
    free(groups);
    return good;
}

static bool search_and_report(void *wanted, const lab_inputs *in, failure *why)
{
    mcts_wanted *w = wanted;
    const size_t rows = (size_t)(w->plan.rule_count * w->plan.checkpoints);
    mcts_result *results = calloc(rows * (size_t)in->suite.count, sizeof *results);
    long searched = 0;
    w->plan.nets = in->nets;
    w->plan.origin = in->origin;
    bool good = (results || fail(why, "not enough memory for the results")) &&
                mcts_run(&w->plan, &in->suite, in->record, results, &searched, why);
    if (good && in->record) {
        printf("%s: %ld %s new\n", w->given->common.out, searched,
               plural((uint64_t)searched, "search is", "searches are"));
    }
    good = good && group_and_report(w, results, in->suite.count, why);
    free(results);
    return good;
}

static const lab_experiment experiment = {.schema = &mcts_schema,
                                          .plan_size = sizeof(mcts_wanted),
                                          .make_plan = make_plan,
                                          .run = search_and_report};

int lab_mcts(int argc, char **argv)
{
    arguments given = {
        .reference_rule = "", .playouts = 4096, .common = {.threads = 1, .hash_mb = 64}};
    const command_option options[] = {
        COMMAND_LIST("rule", "TEXT", &given.rules, "values of techniques; may be repeated"),
        COMMAND_WHOLE("playouts", "N", &given.playouts, MCTS_PLAYOUTS_MIN, PLAYOUTS_MOST,
                      "the budget of each rule (4096)"),
        COMMAND_WHOLE("reference", "N", &given.reference, MCTS_PLAYOUTS_MIN,
                      (double)PLAYOUTS_MOST * REFERENCE_FACTOR,
                      "playouts of the long searches (16 times the budget)"),
        COMMAND_TEXT("reference-rule", "TEXT", &given.reference_rule,
                     "the rule of the long searches (the defaults)"),
        LAB_OPTION_THREADS(&given.common, 1, "searches at once, each of one thread (1)"),
        LAB_OPTION_HASH(&given.common, "hash of each search (64)"),
        LAB_OPTION_WEIGHTS(&given.common),
        LAB_OPTION_OUT(&given.common),
        COMMAND_TEXT("plot", "FILE", &given.plot, "draws curves and playouts needed (.svg, .png)"),
        LAB_OPTION_LIMIT(&given.common)};
    command_line command = {.program = lab_program,
                            .name = "mcts",
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
