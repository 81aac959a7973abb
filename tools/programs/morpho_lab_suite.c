/* morpho-lab suite: both searches over suites of test positions. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "command.h"
#include "morpho_lab_suites.h"
#include "morpho_lab_verbs.h"
#include "suite_report.h"
#include "suite_run.h"

static const char program[] = "morpho-lab";

enum {
    TIME_MS_DEFAULT = 1000,
    HELP_BYTES_MAX = 16384,
    HELP_WHAT_MAX = 256,
    HELP_INDENT = 47,
    HELP_WIDTH = 96
};

/* The command line as it was given. */
typedef struct arguments {
    suite_options common;
    const char *search, *setting;
    suite_changes changes;
    long nodes, playouts, time_ms;
} arguments;

static const char help[] =
    "Searches each position of the suites from a cleared search and says which it solves: the "
    "move\n"
    "found is a best move (bm), or none to avoid (am). Where the records score moves (c0, or c8 "
    "and\n"
    "c9, as the Strategic Test Suite has them) the points are added up. Nodes and time to "
    "solution\n"
    "are those since when the answer stood; searches tell their best move now and then (mcts) or\n"
    "at the end of each iteration (negamax). Nodes are playouts of mcts, positions of negamax.\n"
    "\n"
    "With --out each search is a row of a CSV file, written when it is done. What the file holds\n"
    "for the same position, search, techniques, limit, hash and net is not searched again: after "
    "a\n"
    "kill the same command goes on. It does not know the program's build: take a new file then.\n"
    "\n"
    "Techniques, with their value in the settings modern and mia:\n";

/* Appends to the help; what does not fit is left out. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
add_help(char text[HELP_BYTES_MAX], const char *format, ...)
{
    va_list values;
    const size_t used = strlen(text);
    va_start(values, format);
    vsnprintf(text + used, HELP_BYTES_MAX - used, format, values);
    va_end(values);
}

/* Appends a text behind column HELP_INDENT of its line, broken between words. */
static void add_wrapped(char text[HELP_BYTES_MAX], const char *what)
{
    int width = HELP_INDENT;
    while (*what) {
        const int length = (int)strcspn(what, " ");
        if (width + 1 + length > HELP_WIDTH) {
            add_help(text, "\n%*s", HELP_INDENT, "");
            width = HELP_INDENT;
        }
        add_help(text, " %.*s", length, what);
        width += 1 + length;
        what += length;
        what += strspn(what, " ");
    }
    add_help(text, "\n");
}

/* A technique in both settings, what it is, and the values that it may have. */
static void add_technique(char help_text[HELP_BYTES_MAX], const search_technique_row *row)
{
    const choice *c = &row->choice;
    char value[SETTINGS][CHOICE_TEXT_MAX], values[CHOICE_LIST_MAX], what[HELP_WHAT_MAX];
    for (int i = 0; i < SETTINGS; i++) {
        char number[CHOICE_TEXT_MAX];
        const char *text = choice_text(c, row->value[i], number);
        snprintf(value[i], sizeof value[i], "%s", c->is_switch && !row->value[i] ? "-" : text);
    }
    choice_list(c, values);
    snprintf(what, sizeof what, "%s%s%s", row->what, c->is_switch ? "" : ": ",
             c->is_switch ? "" : values);
    add_help(help_text, "  %-23s %-10s %-10s ", row->option, value[SETTING_MODERN],
             value[SETTING_MIA]);
    add_wrapped(help_text, what);
}

/* The help's text with the techniques. */
static void write_help(char text[HELP_BYTES_MAX])
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    text[0] = 0;
    add_help(text, "%s", help);
    for (int i = 0; i < count; i++) {
        add_technique(text, &rows[i]);
    }
}

static bool choose_searches(suite_plan *plan, const char *name, failure *why)
{
    const bool both = strcmp(name, "both") == 0;
    for (int by = 0; by < SEARCH_ALGORITHMS; by++) {
        plan->side[by].used = both || !strcmp(name, search_algorithm_words[by]);
    }
    return both || plan->side[SEARCH_MCTS].used || plan->side[SEARCH_NEGAMAX].used ||
           fail(why, "--search %.40s: mcts, negamax or both is wanted", name);
}

static bool make_plan(suite_plan *plan, const arguments *given, failure *why)
{
    if (given->time_ms && (given->nodes || given->playouts)) {
        return fail(why, "--movetime and --nodes exclude each other");
    }
    plan->side[SEARCH_NEGAMAX].nodes = (uint64_t)given->nodes;
    plan->side[SEARCH_MCTS].nodes = (uint64_t)(given->playouts ? given->playouts : given->nodes);
    plan->time_ms = given->time_ms;
    plan->threads = (int)given->common.threads;
    plan->hash_mb = (size_t)given->common.hash_mb;
    if (!choose_searches(plan, given->search, why) ||
        !suite_plan_settings(plan, given->setting, &given->changes, why)) {
        return false;
    }
    if (given->playouts && !given->nodes && plan->side[SEARCH_NEGAMAX].used) {
        return fail(why, "--playouts is for mcts: negamax needs --nodes beside it");
    }
    if (!given->nodes && !given->playouts && !given->time_ms) {
        plan->time_ms = TIME_MS_DEFAULT;
    }
    return true;
}

static bool run_and_report(const suite_plan *plan, const suite *s, const char *out, failure *why)
{
    const size_t cells = (size_t)s->count * SEARCH_ALGORITHMS;
    suite_result *results = calloc(cells, sizeof *results);
    int searched = 0;
    bool good = (results || fail(why, "not enough memory for the results")) &&
                suite_run(plan, s, out, results, &searched, why);
    if (good && out) {
        printf("%s: %d %s new\n", out, searched,
               plural((uint64_t)searched, "search is", "searches are"));
    }
    good = good && suite_report(stdout, plan, s, results, why);
    free(results);
    return good;
}

static int run_suites(const command_line *c, const arguments *given)
{
    failure why;
    suite_plan plan = {.time_ms = 0};
    suite s = {.answers_wanted = true};
    nets *n = NULL;
    if (!make_plan(&plan, given, &why)) {
        return command_misuse(program, &why);
    }
    bool good = suite_command_read(&s, c, &given->common, &why);
    if (good) {
        n = suite_command_nets(&given->common, &why);
        good = n != NULL;
    }
    if (good) {
        plan.nets = n;
        plan.net_check = suite_net_check(n);
        good = run_and_report(&plan, &s, given->common.out, &why);
    }
    suite_free(&s);
    nets_free(n);
    return good ? EXIT_SUCCESS : command_complain(program, &why);
}

int lab_suite(int argc, char **argv)
{
    char text[HELP_BYTES_MAX];
    arguments given = {
        .search = "both", .setting = "modern", .common = {.threads = 1, .hash_mb = 16}};
    const command_option options[] = {
        {.name = "search",
         .value = "NAME",
         .text = &given.search,
         .help = "mcts, negamax or both (both)"},
        {.name = "nodes",
         .value = "N",
         .whole = &given.nodes,
         .least = 1,
         .most = 1e15,
         .help = "of each search"},
        {.name = "playouts",
         .value = "N",
         .whole = &given.playouts,
         .least = 1,
         .most = 1e15,
         .help = "of mcts, where --nodes is for negamax alone"},
        {.name = "movetime",
         .value = "MS",
         .whole = &given.time_ms,
         .least = 1,
         .most = 1e9,
         .help = "of each search, in place of nodes (1000)"},
        {.name = "setting",
         .value = "NAME",
         .text = &given.setting,
         .help = "of negamax: modern or mia (modern)"},
        {.name = "on",
         .value = "TECHNIQUE",
         .list = &given.changes.on,
         .help = "a switch of either search; may be repeated"},
        {.name = "off", .value = "TECHNIQUE", .list = &given.changes.off, .help = "the same"},
        {.name = "set",
         .value = "TECHNIQUE=VALUE",
         .list = &given.changes.set,
         .help = "any, to one of its values; may be repeated"},
        SUITE_OPTION_THREADS(&given.common, 1, "searches at once, each of one thread (1)"),
        SUITE_OPTION_HASH(&given.common, "of each search (16)"),
        SUITE_OPTION_WEIGHTS(&given.common),
        SUITE_OPTION_OUT(&given.common),
        SUITE_OPTION_LIMIT(&given.common)};
    command_line command = {.program = program,
                            .name = "suite",
                            .operands = "FILE.epd... [settings]",
                            .text = text,
                            .options = options,
                            .option_count = sizeof options / sizeof *options,
                            .operands_least = 1,
                            .operands_most = INT_MAX};
    write_help(text);
    command_parsed parsed = command_read(&command, argc, argv);
    return parsed == COMMAND_RUN ? run_suites(&command, &given) : command_exit_status(parsed);
}
