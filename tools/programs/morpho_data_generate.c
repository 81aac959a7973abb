/* morpho-data generate: games by an engine as teacher, or by Morpho itself. */
#include <stdio.h>
#include <stdlib.h>

#include "generate.h"
#include "morpho_data_files.h"
#include "morpho_data_teacher.h"

enum { NODES_OF_ENGINE = 500, NODES_OF_OWN = 800, TEMPERATURE_PLIES = 20 };
enum { NOT_GIVEN = -1 };

static const char help[] =
    "Plays games and writes them, with the best move and the score of every position, to a game\n"
    "file. With --engine a UCI engine is the teacher. Without --engine Morpho plays itself, and\n"
    "the visit shares of its root moves are written too.\n"
    "\n"
    "The file grows game by game. Ctrl-C, SIGTERM or kill -9 lose only the games under way, and\n"
    "the same command continues after them. With other settings, another seed or another\n"
    "teacher a file is not continued. After a signal the exit status is 3, if there is a goal\n"
    "that was not reached. If the teacher is deterministic, the same seed gives the same games\n"
    "with any number of --processes.\n";

/* Completes the plan, of which the options have filled in what they say. */
static bool complete(generate_plan *plan, const command_list *settings, const command_list *books,
                     long processes, failure *why)
{
    if (!plan->out) {
        return fail(why, "--out is needed; try generate --help");
    }
    if (!data_teacher_complete(&plan->teacher, settings, NODES_OF_ENGINE, NODES_OF_OWN, why)) {
        return false;
    }
    if (plan->teacher.engine && (plan->temperature >= 0.0 || plan->temperature_plies >= 0)) {
        return fail(why, "--temperature and --temperature-plies cannot be used with --engine");
    }
    if (books->count > GENERATE_BOOKS_MAX) {
        return fail(why, "--book %s: more than %d books", books->text[GENERATE_BOOKS_MAX],
                    GENERATE_BOOKS_MAX);
    }
    plan->temperature = plan->temperature < 0.0 ? 1.0 : plan->temperature;
    plan->temperature_plies =
        plan->temperature_plies < 0 ? TEMPERATURE_PLIES : plan->temperature_plies;
    plan->workers = data_teacher_workers(processes, plan->teacher.engine != NULL);
    plan->books = books->text;
    plan->book_count = books->count;
    return true;
}

int data_generate(int argc, char **argv)
{
    command_list settings = {.count = 0}, books = {.count = 0};
    long processes = 0;
    generate_plan plan = {.random_plies = 3,
                          .start_score_max = 300,
                          .deviating_share = 0.5,
                          .temperature = NOT_GIVEN,
                          .temperature_plies = NOT_GIVEN,
                          .played_out_share = 0.25,
                          .win_score = 1000,
                          .win_plies = 6,
                          .draw_score = 8,
                          .draw_plies = 12,
                          .draw_move = 25,
                          .plies_max = 400,
                          .seed = 1};
    const command_option options[] = {
        COMMAND_TEXT("out", "FILE", &plan.out, "the game file (.games.gz); created or continued"),
        COMMAND_WHOLE("games", "N", &plan.games, 1, 4e9, "stop when the file holds N games"),
        COMMAND_WHOLE("positions", "N", &plan.positions, 1, 1e15,
                      "stop when the file holds N positions"),
        COMMAND_REAL("minutes", "M", &plan.minutes, 0.001, 1e6,
                     "stop after M minutes; without a goal, on Ctrl-C"),
        DATA_PROCESSES_OPTION(processes),
        COMMAND_WHOLE("seed", "N", &plan.seed, 0, 4294967295.0, "of starts and deviations (1)"),
        COMMAND_HEADING("teacher"),
        DATA_ENGINE_OPTIONS(plan.teacher, settings),
        DATA_NODES_OPTIONS(plan.teacher, "a move (500 with an engine, 800 playouts without)"),
        COMMAND_HEADING("starts"),
        COMMAND_LIST("book", "FILE", &books,
                     "one FEN or EPD a line, plain or gzip; may be repeated:\n"
                     "each file is drawn equally often (the start position)"),
        COMMAND_REAL("chess960", "SHARE", &plan.chess960_share, 0, 1,
                     "share of the games that start from Chess960; half of\nthese have another "
                     "arrangement for each side (0)"),
        COMMAND_WHOLE("random-plies", "N", &plan.random_plies, 0, 100,
                      "1 to N random moves come first in half of the games,\n"
                      "N in all games from the start position (3)"),
        COMMAND_WHOLE("start-score-max", "X", &plan.start_score_max, 0, 32000,
                      "starts with a score beyond X centipawns are dropped (300)"),
        COMMAND_HEADING("moves"),
        COMMAND_REAL("deviations", "SHARE", &plan.deviating_share, 0, 1,
                     "share of the games with moves that are not the best\n(0.5): in 70% of them, "
                     "1% of the moves are the teacher's\nchoice among five random ones; in 30%, 4% "
                     "of the moves\nare random"),
        COMMAND_REAL(
            "temperature", "T", &plan.temperature, 0, 100,
            "without an engine: moves are drawn by visits^(1/T);\n0 plays the best move (1)"),
        COMMAND_WHOLE("temperature-plies", "N", &plan.temperature_plies, 0, GENERATE_PLIES_MAX,
                      "without an engine: moves are drawn in the first N plies\n(20)"),
        COMMAND_HEADING("ends"),
        COMMAND_REAL("played-out", "SHARE", &plan.played_out_share, 0, 1,
                     "of the games are played until the rules end them (0.25);\n"
                     "the others are adjudicated:"),
        COMMAND_WHOLE("win-score", "X", &plan.win_score, 1, 32000,
                      "a game is won at X centipawns or more (1000) ..."),
        COMMAND_WHOLE("win-plies", "N", &plan.win_plies, 1, GENERATE_PLIES_MAX,
                      "... for N plies in a row (6)"),
        COMMAND_WHOLE("draw-score", "X", &plan.draw_score, 0, 32000,
                      "a game is drawn within X centipawns (8) ..."),
        COMMAND_WHOLE("draw-plies", "N", &plan.draw_plies, 1, GENERATE_PLIES_MAX,
                      "... for N plies in a row (12) ..."),
        COMMAND_WHOLE("draw-move", "N", &plan.draw_move, 0, 9999, "... after move N (25)"),
        COMMAND_WHOLE("plies-max", "N", &plan.plies_max, 1, GENERATE_PLIES_MAX,
                      "a longer game is won by the side with a winning score,\n"
                      "or else drawn (400)"),
        COMMAND_HEADING("others"),
    };
    command_line command = {.program = DATA_PROGRAM,
                            .name = "generate",
                            .operands = "--out FILE [--engine COMMAND] [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options};
    const command_parsed parsed = command_read(&command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    failure why;
    plan.folder = command.folder;
    if (!complete(&plan, &settings, &books, processes, &why)) {
        return command_misuse(DATA_PROGRAM, &why);
    }
    return data_work_status(generate_run(&plan, stdout, &why), &why);
}
