/* morpho-lab suite: both searches over suites of test positions. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "command.h"
#include "morpho_lab_experiment.h"
#include "morpho_lab_verbs.h"
#include "suite_report.h"

enum { TIME_MS_DEFAULT = 1000, HELP_INDENT = 47, HELP_WIDTH = 96 };

/* The command line as it was given. */
typedef struct arguments {
    lab_options common;
    const char *search, *setting;
    setting_changes changes;
    long nodes, playouts, time_ms;
} arguments;

static const char help[] =
    "Searches each position of the suites from a cleared search and prints which positions are "
    "solved:\n"
    "the final move is a best move (bm) and is not a move to avoid (am). If the suite gives points "
    "to\n"
    "moves (c0, or c8 and c9, as in the Strategic Test Suite), the points are added up. Nodes and "
    "time\n"
    "to solution are those after which the final move was the best move in all reports. Both "
    "report\n"
    "once a second; mcts also when its choice has changed or its depth has risen, negamax also "
    "after\n"
    "each iteration. Nodes are playouts "
    "for\n"
    "mcts and positions for negamax.\n"
    "\n"
    "With --out each search is a row of a CSV file, which is written when the search is done. A "
    "search\n"
    "whose position, techniques, limit, hash, net and build are in the file is not done again, so "
    "that\n"
    "the same command resumes after a kill. What another build has searched is searched again. "
    "With\n"
    "--movetime the processor and --threads must agree too.\n"
    "\n"
    "Techniques, with their value in the settings modern and mia:\n";

/* Writes words, with each further line behind column HELP_INDENT. `width` is that of the line. */
static void write_wrapped(FILE *file, int *width, const char *words)
{
    while (*words) {
        const int length = (int)strcspn(words, " ");
        if (*width + 1 + length > HELP_WIDTH) {
            fprintf(file, "\n%*s", HELP_INDENT, "");
            *width = HELP_INDENT;
        }
        fprintf(file, " %.*s", length, words);
        *width += 1 + length;
        words += length;
        words += strspn(words, " ");
    }
}

/* A technique in both settings, what it is, and the values that it may have. */
static void write_technique(FILE *file, const search_technique_row *row)
{
    const choice *c = &row->choice;
    char value[SETTINGS][CHOICE_TEXT_MAX], values[CHOICE_LIST_MAX];
    int width = HELP_INDENT;
    for (int i = 0; i < SETTINGS; i++) {
        char number[CHOICE_TEXT_MAX];
        const char *text = choice_text(c, row->value[i], number);
        snprintf(value[i], sizeof value[i], "%s", c->is_switch && !row->value[i] ? "-" : text);
    }
    fprintf(file, "  %-23s %-10s %-10s ", row->option, value[SETTING_MODERN], value[SETTING_MIA]);
    write_wrapped(file, &width, row->what);
    if (!c->is_switch) {
        choice_list(c, values);
        fputc(':', file);
        width++;
        write_wrapped(file, &width, values);
    }
    fputc('\n', file);
}

/* The help's text with the techniques; the caller frees it. NULL if memory is short. */
static char *make_help(void)
{
    int count;
    char *text = NULL;
    size_t size;
    const search_technique_row *rows = search_technique_rows(&count);
    FILE *file = open_memstream(&text, &size);
    if (!file) {
        return NULL;
    }
    fputs(help, file);
    for (int i = 0; i < count; i++) {
        write_technique(file, &rows[i]);
    }
    const bool good = !ferror(file);
    if (fclose(file) != 0 || !good) {
        free(text);
        return NULL;
    }
    return text;
}

/* The plan of a lab_experiment: the ways that the command line wants. */
typedef struct suite_wanted {
    suite_way ways[SEARCH_ALGORITHMS];
    int count;
    const arguments *given;
} suite_wanted;

static bool add_way(suite_wanted *w, search_algorithm by, const setting *s, failure *why)
{
    const arguments *given = w->given;
    const bool by_time = given->time_ms || (!given->nodes && !given->playouts);
    const long time_ms = given->time_ms ? given->time_ms : TIME_MS_DEFAULT;
    const long nodes = by == SEARCH_MCTS && given->playouts ? given->playouts : given->nodes;
    suite_way *way = &w->ways[w->count++];
    *way = (suite_way){.by = by, .base = s->base, .techniques = s->techniques, .effort = 1.0};
    suite_way_limit(way, by_time ? time_ms : 0, (int)given->common.threads, 0, (uint64_t)nodes);
    return setting_write(s, by, way->setting, why);
}

static bool make_plan(void *wanted, const void *options, failure *why)
{
    suite_wanted *w = wanted;
    const arguments *given = w->given = options;
    const bool both = strcmp(given->search, "both") == 0;
    setting s;
    if (given->time_ms && (given->nodes || given->playouts)) {
        return fail(why, "--movetime and --nodes exclude each other");
    }
    if (!setting_make(&s, given->setting, &given->changes, NULL, why)) {
        return false;
    }
    for (int by = 0; by < SEARCH_ALGORITHMS; by++) {
        if ((both || strcmp(given->search, search_algorithm_words[by]) == 0) &&
            !add_way(w, (search_algorithm)by, &s, why)) {
            return false;
        }
    }
    if (w->count == 0) {
        return fail(why, "--search %.40s: expected mcts, negamax or both", given->search);
    }
    if (w->count == 1 && !setting_is_of(&s, w->ways[0].by, why)) {
        return false;
    }
    if (given->playouts && !given->nodes && w->ways[w->count - 1].by == SEARCH_NEGAMAX) {
        return fail(why, "--playouts is for mcts: negamax also needs --nodes");
    }
    return true;
}

static bool search_and_report(void *wanted, const lab_inputs *in, failure *why)
{
    const suite_wanted *w = wanted;
    const arguments *given = w->given;
    const suite_plan plan = {.name = "suite",
                             .suite = &in->suite,
                             .ways = w->ways,
                             .way_count = w->count,
                             .threads = (int)given->common.threads,
                             .hash_mb = (size_t)given->common.hash_mb,
                             .nets = in->nets,
                             .origin = in->origin};
    suite_result *results = calloc((size_t)(w->count * in->suite.count), sizeof *results);
    int searched = 0;
    bool good = (results || fail(why, "not enough memory for the results")) &&
                suite_search(&plan, in->record, results, &searched, why);
    if (good && in->record) {
        printf("%s: %d %s new\n", given->common.out, searched,
               plural((uint64_t)searched, "search is", "searches are"));
    }
    good = good && suite_report(stdout, &plan, results, why);
    free(results);
    return good;
}

static const lab_experiment experiment = {.schema = &suite_schema,
                                          .answers_wanted = true,
                                          .plan_size = sizeof(suite_wanted),
                                          .make_plan = make_plan,
                                          .run = search_and_report};

int lab_suite(int argc, char **argv)
{
    char *text = make_help();
    arguments given = {
        .search = "both", .setting = "modern", .common = {.threads = 1, .hash_mb = 16}};
    const command_option options[] = {
        COMMAND_TEXT("search", "NAME", &given.search, "mcts, negamax or both (both)"),
        COMMAND_WHOLE("nodes", "N", &given.nodes, 1, 1e15, "nodes of each search"),
        COMMAND_WHOLE("playouts", "N", &given.playouts, 1, 1e15,
                      "playouts of mcts; --nodes is then for negamax only"),
        COMMAND_WHOLE("movetime", "MS", &given.time_ms, 1, 1e9,
                      "time of each search, in place of nodes (1000)"),
        COMMAND_TEXT("setting", "NAME", &given.setting,
                     "setting of negamax: modern or mia (modern)"),
        COMMAND_LIST("on", "TECHNIQUE", &given.changes.on,
                     "switched on in either search; may be repeated"),
        COMMAND_LIST("off", "TECHNIQUE", &given.changes.off,
                     "switched off in either search; may be repeated"),
        COMMAND_LIST("set", "TECHNIQUE=VALUE", &given.changes.set,
                     "set to one of its values; may be repeated"),
        LAB_OPTION_THREADS(&given.common, 1, "searches at once, each of one thread (1)"),
        LAB_OPTION_HASH(&given.common, "hash of each search (16)"),
        LAB_OPTION_WEIGHTS(&given.common),
        LAB_OPTION_OUT(&given.common),
        LAB_OPTION_LIMIT(&given.common)};
    command_line command = {.program = lab_program,
                            .name = "suite",
                            .operands = "FILE.epd... [settings]",
                            .text = text ? text : help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options,
                            .operands_least = 1,
                            .operands_most = INT_MAX};
    command_parsed parsed = command_read(&command, argc, argv);
    const int status = parsed == COMMAND_RUN
                           ? lab_experiment_run(&experiment, &command, &given.common, &given)
                           : command_exit_status(parsed);
    free(text);
    return status;
}
