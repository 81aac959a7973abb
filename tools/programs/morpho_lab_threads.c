/* morpho-lab threads: what more threads are worth to negamax. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "morpho_lab_experiment.h"
#include "morpho_lab_verbs.h"
#include "threads_run.h"

enum { DEPTH_DEFAULT = 20 };

/* The command line as it was given. */
typedef struct arguments {
    lab_options common;
    long depth;
} arguments;

static const char help[] =
    "Searches each position of the suites to one depth, from cleared tables, in three ways: by "
    "one\n"
    "thread, by several threads that share the work, and by as many searches of one thread side "
    "by\n"
    "side. The first two show how much sooner several threads reach the depth, the last two how "
    "many\n"
    "nodes a second are lost by sharing. Times are those of the clock, so nothing else should "
    "run.\n"
    "\n"
    "With --out each position is a row of a CSV file, which is written when it is measured. What "
    "the\n"
    "same build has measured on the same processor is not measured again.\n";

static bool make_plan(void *plan, const void *options, failure *why)
{
    const arguments *given = options;
    (void)why;
    *(threads_plan *)plan = (threads_plan){.threads = (int)given->common.threads,
                                           .depth = (int)given->depth,
                                           .hash_mb = (size_t)given->common.hash_mb};
    return true;
}

static bool print_figures(const threads_plan *plan, const threads_row rows[], int count,
                          failure *why)
{
    const int threads = plan->threads;
    lab_group group = {.schema = &threads_schema};
    threads_figures f;
    bool good = true;
    for (int i = 0; good && i < count; i++) {
        good = lab_group_add(&group, &rows[i]);
    }
    lab_group_sort(&group);
    good = good && threads_sum(&group, &f);
    lab_group_free(&group);
    if (!good) {
        return fail(why, "not enough memory for the figures");
    }
    printf("positions %d, depth %d, hash %zu MB\n", count, plan->depth, plan->hash_mb);
    printf("one thread                  %10.0f nodes a second\n", f.one);
    printf("%2d threads                  %10.0f nodes a second\n", threads, f.shared);
    printf("%2d searches side by side    %10.0f nodes a second\n", threads, f.beside);
    printf("nodes a second of %d threads: %.3f of those of %d searches\n", threads,
           f.shared / f.beside, threads);
    printf("time to depth of %d threads: %.3f of one thread's (geometric mean; 95%%: %.3f to "
           "%.3f)\n",
           threads, f.time.value, f.time.low, f.time.high);
    return true;
}

static bool measure_and_report(void *wanted, const lab_inputs *in, failure *why)
{
    threads_plan *plan = wanted;
    plan->nets = in->nets;
    plan->origin = in->origin;
    threads_row *rows = calloc((size_t)in->suite.count, sizeof *rows);
    const bool good = (rows || fail(why, "not enough memory for the figures")) &&
                      threads_run(plan, &in->suite, in->record, rows, why) &&
                      print_figures(plan, rows, in->suite.count, why);
    free(rows);
    return good;
}

static const lab_experiment experiment = {.schema = &threads_schema,
                                          .plan_size = sizeof(threads_plan),
                                          .make_plan = make_plan,
                                          .run = measure_and_report};

int lab_threads(int argc, char **argv)
{
    arguments given = {.common = {.threads = 2, .hash_mb = HASH_MB_DEFAULT},
                       .depth = DEPTH_DEFAULT};
    const command_option options[] = {
        LAB_OPTION_THREADS(&given.common, 2, "threads of the search that shares the work (2)"),
        COMMAND_WHOLE("depth", "N", &given.depth, 1, 100, "depth of every search (20)"),
        LAB_OPTION_HASH(&given.common, "hash of every search (64)"),
        LAB_OPTION_WEIGHTS(&given.common),
        LAB_OPTION_OUT(&given.common),
        LAB_OPTION_LIMIT(&given.common)};
    command_line command = {.program = lab_program,
                            .name = "threads",
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
