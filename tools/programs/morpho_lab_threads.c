/* morpho-lab threads: what more threads are worth to negamax. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "morpho_lab_suites.h"
#include "morpho_lab_verbs.h"
#include "scaling_record.h"

static const char program[] = "morpho-lab";

enum { DEPTH_DEFAULT = 20 };

/* The command line as it was given. */
typedef struct arguments {
    suite_options common;
    long depth;
} arguments;

static const char help[] =
    "Searches each position of the suites to one depth, from cleared tables, in three ways: by "
    "one\n"
    "thread, by several threads that share work, and by as many searches of one thread side by\n"
    "side. The first two tell how much sooner the depth is reached, the last two how many nodes a\n"
    "second are lost to sharing. Times are those of the clock: nothing else should run.\n"
    "\n"
    "With --out each position is a row of a CSV file, written when it is done, and is not "
    "measured\n"
    "again on the same processor: after a kill the same command goes on.\n";

static void print_figures(const scaling_plan *plan, const scaling_position *positions, int count)
{
    const scaling_figures f = scaling_sum(positions, count);
    printf("positions %d, depth %d, hash %zu MB\n", count, plan->depth, plan->hash_mb);
    printf("one thread                  %10.0f nodes a second\n", f.rate[SCALING_ONE]);
    printf("%2d threads                  %10.0f nodes a second\n", plan->threads,
           f.rate[SCALING_SHARED]);
    printf("%2d searches side by side    %10.0f nodes a second\n", plan->threads,
           f.rate[SCALING_BESIDE]);
    printf("nodes a second of %d threads: %.3f of those of %d searches\n", plan->threads,
           f.rate[SCALING_SHARED] / f.rate[SCALING_BESIDE], plan->threads);
    printf(
        "time to depth of %d threads: %.3f of one thread's (geometric mean; 95%%: %.3f to %.3f)\n",
        plan->threads, f.speedup[0], f.speedup[1], f.speedup[2]);
}

static int run_threads(const command_line *c, const arguments *given)
{
    failure why, reason;
    suite s = {.positions = NULL};
    nets *n = NULL;
    lab_record *record = NULL;
    scaling_position *positions = NULL;
    scaling_plan plan = {.threads = (int)given->common.threads,
                         .depth = (int)given->depth,
                         .hash_mb = (size_t)given->common.hash_mb};
    bool good = suite_command_read(&s, c, &given->common, &why);
    if (good) {
        n = suite_command_nets(&given->common, &why);
        positions = calloc((size_t)s.count, sizeof *positions);
        good = n && (positions || fail(&why, "not enough memory for the figures"));
    }
    if (good && given->common.out) {
        record = scaling_record_open(given->common.out, &why);
        good = record != NULL;
    }
    if (good) {
        plan.nets = n;
        good = scaling_run(&plan, &s, record, positions, &why);
    }
    if (!lab_record_close(record, &reason) && good) {
        good = fail(&why, "%s", reason.text);
    }
    if (good) {
        print_figures(&plan, positions, s.count);
    }
    free(positions);
    suite_free(&s);
    nets_free(n);
    return good ? EXIT_SUCCESS : command_complain(program, &why);
}

int lab_threads(int argc, char **argv)
{
    arguments given = {.common = {.threads = 2, .hash_mb = HASH_MB_DEFAULT},
                       .depth = DEPTH_DEFAULT};
    const command_option options[] = {
        SUITE_OPTION_THREADS(&given.common, 2, "of the search that shares (2)"),
        {.name = "depth",
         .value = "N",
         .whole = &given.depth,
         .least = 1,
         .most = 100,
         .help = "of every search (20)"},
        SUITE_OPTION_HASH(&given.common, "of every search (64)"),
        SUITE_OPTION_WEIGHTS(&given.common),
        SUITE_OPTION_OUT(&given.common),
        SUITE_OPTION_LIMIT(&given.common)};
    command_line command = {.program = program,
                            .name = "threads",
                            .operands = "FILE.epd... [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options,
                            .operands_least = 1,
                            .operands_most = INT_MAX};
    command_parsed parsed = command_read(&command, argc, argv);
    return parsed == COMMAND_RUN ? run_threads(&command, &given) : command_exit_status(parsed);
}
