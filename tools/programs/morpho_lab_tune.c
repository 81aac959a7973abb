/* morpho-lab tune: numbers of Morpho are moved towards those that win games. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "build_origin.h"
#include "command.h"
#include "interrupts.h"
#include "match_options.h"
#include "match_run.h"
#include "morpho_lab_verbs.h"
#include "plot.h"
#include "tune_run.h"

static const char program[] = "morpho-lab";

enum { CHUNK_DEFAULT = 32, GAMES_DEFAULT = 20000, FINAL_CHUNK = 100, FINAL_DEFAULT = 400 };

/* The command line as it was given. */
typedef struct arguments {
    command_list tune, both, nodes, tc;
    const char *book, *out, *plot, *program, *fastchess, *final_tc, *final_out;
    long games, chunk, seed, start, concurrency, hash_mb, final_games;
    double rate;
} arguments;

static const char help[] =
    "Tunes numbers of Morpho by simultaneous perturbation (SPSA, Spall 1992). Again and again two\n"
    "players whose numbers lie on opposite sides of the present ones play some games through\n"
    "fastchess, and the numbers move towards those of the winner. All numbers are tuned at once.\n"
    "The cost does not depend on how many there are. Prints the numbers at the end, rounded.\n"
    "\n"
    "A build for tuning has the search's parameters as options (cmake -DMORPHO_TUNE=ON);\n"
    "`morpho params` lists them. With several limits, by --nodes and --tc, the runs of fastchess\n"
    "take them in turn, so that the numbers suit all of them. A tuning at one limit often plays\n"
    "worse at another.\n"
    "\n"
    "With --out each run is a row of a CSV file, so that the same command resumes after a kill.\n"
    "After a signal the exit status is 3.\n"
    "--plot draws the way of each number. With --final-tc the result then plays a match against\n"
    "the start on a clock, which should be another one than those of the tuning.\n"
    "\n"
    "  morpho-lab tune --tune cpuct_milli --tune temperature_milli=1000:50 --nodes 1000 \\\n"
    "      --nodes 4000 --book UHO_4060_v3.epd --out tune.csv --plot tune.svg --final-tc 3+0.03\n";

/* Adds the limits of --nodes and --tc. */
static bool add_limits(tune_plan *plan, const arguments *given, failure *why)
{
    for (int i = 0; i < given->nodes.count + given->tc.count; i++) {
        const bool is_tc = i >= given->nodes.count;
        const char *text = is_tc ? given->tc.text[i - given->nodes.count] : given->nodes.text[i];
        char end;
        long nodes = 0;
        if (!is_tc && (sscanf(text, "%ld%c", &nodes, &end) != 1 || nodes < 1)) {
            return fail(why, "--nodes %.40s: expected a whole number above 0", text);
        }
        if (i == TUNE_LIMITS_MAX) {
            return fail(why, "at most %d limits can be given", TUNE_LIMITS_MAX);
        }
        if (!match_plan_limit(plan->limit[plan->limit_count++], "tc", is_tc ? text : NULL, nodes,
                              given->concurrency, why)) {
            return false;
        }
    }
    return plan->limit_count > 0 || fail(why, "give --nodes or --tc");
}

/* What the command line alone decides. */
static bool make_plan(tune_plan *plan, const arguments *given, failure *why)
{
    match_plan *match = &plan->match;
    match->games = given->games;
    match->chunk = given->chunk;
    match->seed = given->seed;
    match->start = given->start;
    match->concurrency = given->concurrency;
    plan->start =
        (spsa){.pairs = match->games / 2, .rate = given->rate, .seed = (uint32_t)given->seed};
    if (!given->book) {
        return fail(why, "--book FILE.epd is needed: without openings all games are alike");
    }
    if (!given->tune.count) {
        return fail(why, "--tune NAME is needed: a number to tune");
    }
    if (!match_games_even("games", given->games, why) ||
        !match_games_even("chunk", given->chunk, why) ||
        !match_games_even("final-games", given->final_games, why)) {
        return false;
    }
    /* The tuning has limits of its own, so that of the match is free for the final match. */
    return match_plan_both(match, given->hash_mb, &given->both, why) &&
           add_limits(plan, given, why) &&
           (!given->final_tc || match_plan_limit(match->limit, "final-tc", given->final_tc, 0,
                                                 given->concurrency, why)) &&
           (!given->plot || plot_path_check(given->plot, why));
}

static void print_result(const tune_plan *plan, const tune_course *course)
{
    printf("%-40s %10s %10s\n", "parameter", "start", "tuned");
    for (int i = 0; i < plan->start.count; i++) {
        printf("%-40s %10.0f %10ld\n", plan->name[i], course->value[0][i],
               lround(course->value[course->count - 1][i]));
    }
    fflush(stdout);
}

/* The match between the result and the start. */
typedef struct final_match {
    match_plan plan;
    lab_record *record; /* NULL: there is none */
} final_match;

/* Prepares the final match but for its players. */
static bool open_final(final_match *final, const tune_plan *plan, const arguments *given,
                       failure *why)
{
    match_plan *match = &final->plan;
    *match = plan->match;
    match->games = given->final_games;
    match->chunk = FINAL_CHUNK;
    match->start = plan->match.start + plan->match.games / 2;
    if (!match_plan_has_openings(match, why)) {
        return false;
    }
    if (!given->final_out) {
        return true;
    }
    final->record = lab_record_open(given->final_out, &match_schema, why);
    return final->record && match_options_origin(match, final->record, why);
}

static bool play_final(final_match *final, const tune_plan *plan, const tune_course *course,
                       failure *why)
{
    match_counts counts;
    char figure[BOUNDED_TEXT_MAX], won[MATCH_COUNTS_TEXT_MAX];
    const tune_course start = {.value = course->value, .games = course->games, .count = 1};
    tune_result(plan, course, &final->plan.first);
    tune_result(plan, &start, &final->plan.second);
    const bool good = match_run(&final->plan, final->record, &counts, why);
    if (match_games(&counts) > 0) {
        const bounded elo = match_elo(&counts);
        match_elo_text(&elo, figure);
        match_counts_text(&counts, won);
        printf("Elo against the start, %s: %s, %d games: %s\n", final->plan.limit, figure,
               match_games(&counts), won);
    }
    return good;
}

static bool tune(const tune_plan *plan, lab_record *record, final_match *final,
                 const arguments *given, failure *why)
{
    failure reason;
    tune_course course = {.value = NULL};
    bool good = tune_run(plan, record, &course, why);
    if (course.count > 1) {
        print_result(plan, &course);
        if (given->plot && !tune_picture_write(given->plot, plan, &course, &reason) && good) {
            good = fail(why, "%s", reason.text);
        }
    }
    good = good && (!given->final_tc || play_final(final, plan, &course, why));
    tune_course_free(&course);
    return good;
}

/* Closes a record, and returns whether all is good. If it was until then, fills `why`. */
static bool close_record(lab_record *record, bool good, failure *why)
{
    return lab_record_close(record, good ? why : NULL) && good;
}

/* Checks what the plan names, and carries it out. */
static bool run_plan(tune_plan *plan, const command_line *c, const arguments *given, failure *why)
{
    char machine[MACHINE_NAME_MAX];
    lab_record *record = NULL;
    final_match final = {.record = NULL};
    match_plan *match = &plan->match;
    match->origin = build_origin(machine);
    const char *const outputs[] = {given->out, given->plot, given->final_out};
    bool good =
        match_plan_find(match, given->program, given->fastchess, given->book, c->folder, why) &&
        match_plan_outputs(match, (data_paths){outputs, 3}, why) &&
        match_options_settle(match, why);
    for (int i = 0; good && i < given->tune.count; i++) {
        good = tune_add(plan, given->tune.text[i], why);
    }
    if (good && given->out) {
        record = lab_record_open(given->out, &tune_schema, why);
        good = record && match_options_origin(match, record, why);
    }
    good = good && (!given->final_tc || open_final(&final, plan, given, why));
    if (good) {
        interrupts_block();
        good = tune(plan, record, &final, given, why);
    }
    good = close_record(final.record, good, why);
    return close_record(record, good, why);
}

static int run_tune(const command_line *c, const arguments *given)
{
    failure why;
    int status = EXIT_SUCCESS;
    tune_plan *plan = calloc(1, sizeof *plan);
    if (!plan) {
        fail(&why, "not enough memory");
        return command_complain(program, &why);
    }
    if (!make_plan(plan, given, &why)) {
        status = command_misuse(program, &why);
    } else if (!run_plan(plan, c, given, &why)) {
        status = command_complain_of_work(program, &why);
    }
    free(plan);
    return status;
}

int lab_tune(int argc, char **argv)
{
    arguments given = {.games = GAMES_DEFAULT,
                       .chunk = CHUNK_DEFAULT,
                       .seed = 1,
                       .concurrency = 1,
                       .hash_mb = 16,
                       .rate = 0.002,
                       .final_games = FINAL_DEFAULT};
    const command_option options[] = {
        COMMAND_LIST("tune", "NAME[=START[:STEP]]", &given.tune,
                     "a number to tune, where it begins (its default) and the distance of\n"
                     "the players from it at the end; may be repeated"),
        COMMAND_LIST("both", "NAME=VALUE", &given.both, "an option of both players"),
        COMMAND_LIST("nodes", "N", &given.nodes,
                     "limit per move: playouts of mcts, positions of negamax; may be\n"
                     "repeated"),
        COMMAND_LIST("tc", "T+I", &given.tc, "clock: seconds a game and a move; may be repeated"),
        COMMAND_WHOLE("games", "N", &given.games, 2, 1000000, "number of games (20000)"),
        COMMAND_WHOLE("chunk", "N", &given.chunk, 2, 10000,
                      "games of one run of fastchess, which share their players (32)"),
        COMMAND_REAL("rate", "R", &given.rate, 0.0, 1.0,
                     "part of STEP by which a game won moves a number at the end (0.002)"),
        COMMAND_TEXT("book", "FILE.epd", &given.book, "the openings, not compressed"),
        COMMAND_WHOLE("seed", "N", &given.seed, 0, 1e9,
                      "decides the order of the openings, and the numbers of the players (1)"),
        COMMAND_WHOLE("start", "N", &given.start, 0, 400000, "number of openings to skip (0)"),
        COMMAND_WHOLE("concurrency", "N", &given.concurrency, 1, 1024, "games at once (1)"),
        COMMAND_WHOLE("hash", "MB", &given.hash_mb, 1, 131072, "hash of each player (16)"),
        COMMAND_TEXT("program", "FILE", &given.program,
                     "Morpho (the one that came with this program)"),
        COMMAND_TEXT("fastchess", "FILE", &given.fastchess,
                     "the program fastchess (the one on the PATH)"),
        COMMAND_TEXT("out", "CSV", &given.out, "the record; created or continued"),
        COMMAND_TEXT("plot", "FILE", &given.plot, "draws the way of the numbers (.svg or .png)"),
        COMMAND_TEXT("final-tc", "T+I", &given.final_tc,
                     "then the result plays a match against the start on this clock"),
        COMMAND_WHOLE("final-games", "N", &given.final_games, 2, 1000000,
                      "largest number of games of this match (400)"),
        COMMAND_TEXT("final-out", "CSV", &given.final_out, "its record")};
    command_line command = {.program = program,
                            .name = "tune",
                            .operands = "--tune NAME --book FILE.epd [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options};
    command_parsed parsed = command_read(&command, argc, argv);
    return parsed == COMMAND_RUN ? run_tune(&command, &given) : command_exit_status(parsed);
}
