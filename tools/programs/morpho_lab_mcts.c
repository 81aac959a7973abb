/* morpho-lab mcts: what rules of Monte-Carlo tree search are worth in playouts. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/plural.h"
#include "command.h"
#include "morpho_lab_suites.h"
#include "morpho_lab_verbs.h"
#include "plot.h"
#include "rule_report.h"
#include "rule_run.h"

static const char program[] = "morpho-lab";

enum { PLAYOUTS_MOST = 1 << 26, REFERENCE_FACTOR = 16 };

/* The command line as it was given. */
typedef struct arguments {
    suite_options common;
    const char *reference_rule, *plot;
    command_list rules;
    long playouts, reference;
} arguments;

static const char help[] =
    "Searches each position of the suites by mcts with each rule, from a cleared search, for so\n"
    "many playouts, for twice, and for a half, a quarter and so on of them, and compares with a\n"
    "long search of the same position. A rule is one or more values of techniques (see suite\n"
    "--help) in a text, and the first one is what the others are measured by:\n"
    "\n"
    "  morpho-lab mcts wac.epd --rule MctsHistory=off \\\n"
    "      --rule 'MctsHistory=threats MctsHistoryRule=mean'\n"
    "\n"
    "Without --rule: no history, the defaults, and each other value (of numbers the greatest) of\n"
    "each technique on top of the defaults, but for MctsHistoryAge.\n"
    "\n"
    "Told are the positions solved; those where the best move is the long search's; how far the\n"
    "long search's visits are from the rule's, and from the priors that the rule would give now,\n"
    "at the root and at inner nodes (Kullback-Leibler divergence in nats: less is better); and "
    "how\n"
    "many playouts a rule needs to come as near to the long search as the first rule: below 1 is\n"
    "a gain. Bounds are of 95%, by the bootstrap over positions.\n"
    "\n"
    "With --out each search is a row of a CSV file, and is not done again: after a kill the same\n"
    "command goes on. It does not know the program's build: take a new file then.\n";

static bool make_plan(rule_plan *plan, const arguments *given, failure *why)
{
    for (int i = 0; i < given->rules.count; i++) {
        if (!rule_plan_add(plan, given->rules.text[i], why)) {
            return false;
        }
    }
    if ((!given->rules.count && !rule_plan_add_usual(plan, why)) ||
        !rule_read(&plan->reference, given->reference_rule, why) ||
        (given->plot && !plot_path_check(given->plot, why))) {
        return false;
    }
    rule_plan_budget(plan, given->playouts);
    plan->reference_playouts =
        given->reference ? given->reference : REFERENCE_FACTOR * given->playouts;
    plan->threads = (int)given->common.threads;
    plan->hash_mb = (size_t)given->common.hash_mb;
    return true;
}

static bool make_results(rule_results *r, const rule_plan *plan, int positions, failure *why)
{
    const size_t rows = (size_t)plan->rule_count * (size_t)plan->checkpoints;
    r->positions = positions;
    r->best = calloc((size_t)positions, sizeof *r->best);
    r->cells = calloc(rows * (size_t)positions, sizeof *r->cells);
    return (r->best && r->cells) || fail(why, "not enough memory for the results");
}

static bool run_and_report(const rule_plan *plan, const suite *s, const arguments *given,
                           failure *why)
{
    rule_results results = {.positions = 0};
    long searched = 0;
    bool good = make_results(&results, plan, s->count, why) &&
                rule_run(plan, s, given->common.out, &results, &searched, why);
    if (good && given->common.out) {
        printf("%s: %ld %s new\n", given->common.out, searched,
               plural((uint64_t)searched, "search is", "searches are"));
    }
    good = good && rule_report_print(stdout, plan, s, &results, why) &&
           (!given->plot || rule_picture(given->plot, plan, s, &results, why));
    free(results.best);
    free(results.cells);
    return good;
}

/* Does what is planned. */
static bool run_plan(rule_plan *plan, const command_line *c, const arguments *given, failure *why)
{
    suite s = {.positions = NULL};
    nets *n = NULL;
    bool good = suite_command_read(&s, c, &given->common, why);
    if (good) {
        n = suite_command_nets(&given->common, why);
        good = n != NULL;
    }
    if (good) {
        plan->nets = n;
        plan->net_check = suite_net_check(n);
        good = run_and_report(plan, &s, given, why);
    }
    suite_free(&s);
    nets_free(n);
    return good;
}

static int run_mcts(const command_line *c, const arguments *given)
{
    failure why;
    int status = EXIT_SUCCESS;
    rule_plan *plan = calloc(1, sizeof *plan);
    if (!plan) {
        fail(&why, "not enough memory for the plan");
        return command_complain(program, &why);
    }
    if (!make_plan(plan, given, &why)) {
        status = command_misuse(program, &why);
    } else if (!run_plan(plan, c, given, &why)) {
        status = command_complain(program, &why);
    }
    free(plan);
    return status;
}

int lab_mcts(int argc, char **argv)
{
    arguments given = {
        .reference_rule = "", .playouts = 4096, .common = {.threads = 1, .hash_mb = 64}};
    const command_option options[] = {
        {.name = "rule",
         .value = "TEXT",
         .list = &given.rules,
         .help = "values of techniques; may be repeated"},
        {.name = "playouts",
         .value = "N",
         .whole = &given.playouts,
         .least = RULE_PLAYOUTS_MIN,
         .most = PLAYOUTS_MOST,
         .help = "that the rules are compared at (4096)"},
        {.name = "reference",
         .value = "N",
         .whole = &given.reference,
         .least = RULE_PLAYOUTS_MIN,
         .most = (double)PLAYOUTS_MOST * REFERENCE_FACTOR,
         .help = "playouts of the long searches (16 times that)"},
        {.name = "reference-rule",
         .value = "TEXT",
         .text = &given.reference_rule,
         .help = "the rule of the long searches (the defaults)"},
        SUITE_OPTION_THREADS(&given.common, 1, "searches at once, each of one thread (1)"),
        SUITE_OPTION_HASH(&given.common, "of each search (64)"),
        SUITE_OPTION_WEIGHTS(&given.common),
        SUITE_OPTION_OUT(&given.common),
        {.name = "plot",
         .value = "FILE",
         .text = &given.plot,
         .help = "draws curves and playouts needed (.svg, .png)"},
        SUITE_OPTION_LIMIT(&given.common)};
    command_line command = {.program = program,
                            .name = "mcts",
                            .operands = "FILE.epd... [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options,
                            .operands_least = 1,
                            .operands_most = INT_MAX};
    command_parsed parsed = command_read(&command, argc, argv);
    return parsed == COMMAND_RUN ? run_mcts(&command, &given) : command_exit_status(parsed);
}
