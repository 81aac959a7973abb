/* morpho-lab match: two settings of Morpho play each other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_origin.h"
#include "chess/plural.h"
#include "command.h"
#include "interrupts.h"
#include "match_folder.h"
#include "match_options.h"
#include "match_run.h"
#include "morpho_lab_verbs.h"

static const char program[] = "morpho-lab";

enum { CHUNK_GAMES = 100, GAMES_DEFAULT = 2000 };

/* The command line as it was given. */
typedef struct arguments {
    command_list first, second, both;
    const char *tc, *sprt, *book, *out, *pgn, *program, *fastchess;
    long nodes, games, seed, start, concurrency, hash_mb;
    bool each_technique;
} arguments;

static const char help[] =
    "Plays a match between two settings of one Morpho through fastchess. The settings are given "
    "as\n"
    "UCI options. Prints by how much the first player is stronger, as Elo with an error of 95% "
    "from\n"
    "pairs of games; how many games it won, drew and lost; and the number of pairs with 0, 1/2, "
    "1,\n"
    "3/2 and 2 points, as Ptnml(0-2). Each opening is played twice with colours reversed.\n"
    "A game ends early when both players' scores say for three moves that one is six pawns ahead,\n"
    "or after move 40 for eight moves that neither is a tenth of a pawn ahead.\n"
    "\n"
    "With --sprt the match ends as soon as one of two strengths is accepted (5% errors). This is\n"
    "checked every 100 games. With --out each 100 games are a row of a CSV file, so that the same\n"
    "command resumes after a kill. Rows belong to the same match if they agree in options, limit,\n"
    "book, seed, processor, program and files. The rows of other matches stay. After a signal the\n"
    "exit status is 3.\n"
    "With --pgn the games are kept too, 100 at a time; the players' names are first and second.\n"
    "\n"
    "Both players get the options of --both, and then each its own. A technique must belong to "
    "the\n"
    "search that its player uses, which is mcts by default.\n"
    "\n"
    "--each-technique plays a match for each switch among the techniques of that search. The "
    "first\n"
    "player has it off if the second has it on, and on otherwise.\n"
    "\n"
    "  morpho-lab match --first MctsHistory=off --nodes 1000 --book UHO_4060_v3.epd\n"
    "  morpho-lab match --both Search=negamax --first NullMove=false --nodes 5000 --book ...\n";

static bool parse_sprt(match_plan *plan, const char *text, failure *why)
{
    char end;
    if (text && (sscanf(text, "%lf,%lf%c", &plan->elo0, &plan->elo1, &end) != 2 ||
                 !isfinite(plan->elo0) || !isfinite(plan->elo1) || plan->elo0 >= plan->elo1)) {
        return fail(why, "--sprt %.40s: expected two strengths in Elo, such as 0,5", text);
    }
    plan->sequential = text != NULL;
    return true;
}

/* The sequential test belongs to the limit, since it decides when the match ends. */
static bool write_limit(match_plan *plan, const arguments *given, failure *why)
{
    if (!given->tc == !given->nodes) {
        return fail(why, "give either --nodes or --tc");
    }
    if (!match_plan_limit(plan->limit, "tc", given->tc, given->nodes, given->concurrency, why)) {
        return false;
    }
    if (plan->sequential) {
        const size_t size = strlen(plan->limit);
        snprintf(plan->limit + size, MATCH_LIMIT_MAX - size, " sprt %g/%g", plan->elo0, plan->elo1);
    }
    return true;
}

/* What the command line alone decides. */
static bool make_plan(match_plan *plan, const arguments *given, failure *why)
{
    plan->games = given->games;
    plan->chunk = CHUNK_GAMES;
    plan->seed = given->seed;
    plan->start = given->start;
    plan->concurrency = given->concurrency;
    plan->pgn = given->pgn;
    if (!given->book) {
        return fail(why, "--book FILE.epd is needed: without openings all games are alike");
    }
    if (!match_games_even("games", given->games, why)) {
        return false;
    }
    return match_plan_words(&plan->first, "first", &given->first, why) &&
           match_plan_words(&plan->second, "second", &given->second, why) &&
           match_plan_both(plan, given->hash_mb, &given->both, why) &&
           parse_sprt(plan, given->sprt, why) && write_limit(plan, given, why);
}

static void print_result(const match_plan *plan, const match_counts *c)
{
    const bounded elo = match_elo(c);
    char figure[BOUNDED_TEXT_MAX], won[MATCH_COUNTS_TEXT_MAX];
    match_elo_text(&elo, figure);
    match_counts_text(c, won);
    printf("%-32s %15s  %5d games: %s  Ptnml(0-2) [%d, %d, %d, %d, %d]",
           *plan->first.text ? plan->first.text : "-", figure, match_games(c), won, c->pairs[0],
           c->pairs[1], c->pairs[2], c->pairs[3], c->pairs[4]);
    if (plan->sequential) {
        const double llr = match_llr(c, plan->elo0, plan->elo1);
        printf("  LLR %.2f [%g, %g]", llr, plan->elo0, plan->elo1);
        if (fabs(llr) >= MATCH_LLR_BOUND) {
            printf(": %g is accepted", llr > 0.0 ? plan->elo1 : plan->elo0);
        }
    }
    if (c->forfeits) {
        printf("  %d %s", c->forfeits, plural((uint64_t)c->forfeits, "forfeit", "forfeits"));
    }
    putchar('\n');
    fflush(stdout);
}

static bool play_match(const match_plan *plan, lab_record *record, failure *why)
{
    match_counts counts;
    const bool good = match_run(plan, record, &counts, why);
    if (match_games(&counts) > 0) {
        print_result(plan, &counts);
    }
    return good;
}

/* A match for each switch of the search that the second player plays, set the other way round. */
static bool play_techniques(match_plan *plan, lab_record *record, failure *why)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    const match_player second = match_player_of(plan->both.text, plan->second.text);
    const match_words first = plan->first;
    for (int i = 0; i < count; i++) {
        if (rows[i].by != second.by || !rows[i].choice.is_switch) {
            continue;
        }
        const bool on = search_technique_get(&second.setting.techniques, &rows[i]);
        const int size = snprintf(plan->first.text, MATCH_WORDS_MAX, "%s%s%s=%s", first.text,
                                  *first.text ? " " : "", rows[i].option, on ? "false" : "true");
        if (size >= MATCH_WORDS_MAX) {
            return fail(why, "--first: too many options");
        }
        if (!play_match(plan, record, why)) {
            return false;
        }
    }
    return true;
}

/* Plays the matches of the plan. */
static bool run_plan(match_plan *plan, const command_line *c, const arguments *given, failure *why)
{
    failure reason;
    char machine[MACHINE_NAME_MAX];
    lab_record *record = NULL;
    plan->origin = build_origin(machine);
    const char *const outputs[] = {given->out, given->pgn};
    bool good =
        match_plan_find(plan, given->program, given->fastchess, given->book, c->folder, why) &&
        match_plan_outputs(plan, (data_paths){outputs, 2}, why) &&
        match_plan_has_openings(plan, why) && match_options_settle(plan, why) &&
        (!plan->pgn || match_folder_can_keep_games(plan->pgn, why));
    if (good && given->out) {
        record = lab_record_open(given->out, &match_schema, why);
        good = record && match_options_origin(plan, record, why);
    }
    if (good) {
        interrupts_block();
        printf("%-32s %15s  against %s, both %s, %s\n", "first", "Elo",
               *plan->second.text ? plan->second.text : "-", plan->both.text, plan->limit);
        good = given->each_technique ? play_techniques(plan, record, why)
                                     : play_match(plan, record, why);
    }
    if (!lab_record_close(record, &reason) && good) {
        good = fail(why, "%s", reason.text);
    }
    return good;
}

static int run_match(const command_line *c, const arguments *given)
{
    failure why;
    int status = EXIT_SUCCESS;
    match_plan *plan = calloc(1, sizeof *plan);
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

int lab_match(int argc, char **argv)
{
    arguments given = {.games = GAMES_DEFAULT, .seed = 1, .concurrency = 1, .hash_mb = 16};
    const command_option options[] = {
        COMMAND_LIST("first", "NAME=VALUE", &given.first,
                     "an option of the first player; may be repeated"),
        COMMAND_LIST("second", "NAME=VALUE", &given.second, "an option of the second player"),
        COMMAND_LIST("both", "NAME=VALUE", &given.both, "an option of both players"),
        COMMAND_FLAG("each-technique", &given.each_technique,
                     "a match for each switch of the search"),
        COMMAND_WHOLE("nodes", "N", &given.nodes, 1, 1e15,
                      "limit per move: playouts of mcts, positions of negamax"),
        COMMAND_TEXT("tc", "T+I", &given.tc, "clock: seconds a game and a move, in place of nodes"),
        COMMAND_WHOLE("games", "N", &given.games, 2, 1000000, "largest number of games (2000)"),
        COMMAND_TEXT("sprt", "ELO0,ELO1", &given.sprt, "a sequential test of these strengths"),
        COMMAND_TEXT("book", "FILE.epd", &given.book, "the openings, not compressed"),
        COMMAND_WHOLE("seed", "N", &given.seed, 0, 1e9, "decides the order of the openings (1)"),
        COMMAND_WHOLE("start", "N", &given.start, 0, 1e9, "number of openings to skip (0)"),
        COMMAND_WHOLE("concurrency", "N", &given.concurrency, 1, 1024, "games at once (1)"),
        COMMAND_WHOLE("hash", "MB", &given.hash_mb, 1, 131072, "hash of each player (16)"),
        COMMAND_TEXT("program", "FILE", &given.program,
                     "Morpho (the one that came with this program)"),
        COMMAND_TEXT("fastchess", "FILE", &given.fastchess,
                     "the program fastchess (the one on the PATH)"),
        COMMAND_TEXT("out", "CSV", &given.out, "the record; created or continued"),
        COMMAND_TEXT("pgn", "FILE", &given.pgn, "keeps the games; new ones are added at its end")};
    command_line command = {.program = program,
                            .name = "match",
                            .operands = "--book FILE.epd [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options};
    command_parsed parsed = command_read(&command, argc, argv);
    return parsed == COMMAND_RUN ? run_match(&command, &given) : command_exit_status(parsed);
}
