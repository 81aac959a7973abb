/* morpho-data relabel: the positions of game files, judged anew. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "data_path.h"
#include "morpho_data_files.h"
#include "morpho_data_teacher.h"
#include "relabel_run.h"

enum { NODES_OF_ENGINE = 20000, NODES_OF_OWN = 800 };

/* The limits of the choice that no position exceeds. */
enum { ALL_PIECES = 32, ALL_SCORES = GAME_SCORE_MATE_NOW };

/* The command line as it was given. */
typedef struct arguments {
    data_teacher teacher;
    long ahead, per_game, skip_plies, pieces_max, score_max, seed;
    double root_temperature; /* 0: not given */
} arguments;

static const char help[] =
    "Writes the games of all files, with new judgements of their positions, to the game file OUT.\n"
    "With --engine a UCI engine judges: best move and score. Without --engine Morpho judges: best\n"
    "move, score and visit shares. Where another move was played, both also name the expected\n"
    "reply to the best one. Moves and results stay.\n"
    "\n"
    "OUT has the games in their order. A position that is not chosen loses its judgement, and a\n"
    "game without chosen positions is left out. The position of a random move is judged too,\n"
    "since its score is the outcome of the chosen positions before it.\n"
    "\n"
    "OUT grows game by game. Ctrl-C, SIGTERM or kill -9 lose only the games under way, and those\n"
    "that wait for an earlier one of them. The same command continues after the others; after a\n"
    "signal the exit status is 3. If the judge is deterministic, any --processes write the same\n"
    "file.\n";

static bool make_plan(relabel_plan *plan, const arguments *given, failure *why)
{
    teacher_plan *judge = &plan->teacher;
    if (!data_teacher_take(judge, &given->teacher, NODES_OF_ENGINE, NODES_OF_OWN, why)) {
        return false;
    }
    if (judge->engine && plan->visits_only) {
        return fail(why, "--visits-only is for the own search: an engine has no visit shares");
    }
    if (judge->engine && given->root_temperature > 0.0) {
        return fail(why, "--root-temperature is for the own search, not for an engine");
    }
    if (!judge->engine && given->ahead) {
        return fail(why, "--ahead is for an engine, not for the own search");
    }
    judge->ahead = (int)given->ahead;
    judge->root_temperature = given->root_temperature > 0.0 ? given->root_temperature : 1.0;
    plan->workers = data_teacher_workers(&given->teacher, judge->engine && !judge->ahead);
    plan->per_game = (int)given->per_game;
    plan->skip_plies = (int)given->skip_plies;
    plan->pieces_max = (int)given->pieces_max;
    plan->score_max = (int)given->score_max;
    plan->seed = (uint32_t)given->seed;
    return true;
}

static int run(relabel_plan *plan, const arguments *given)
{
    failure why, reason = {""};
    const bool planned = data_path_repeatable(plan->inputs, plan->input_count, &reason) &&
                         make_plan(plan, given, &reason);
    const work_end end = planned ? relabel_run(plan, stdout, &reason) : WORK_FAILED;
    if (end != WORK_FAILED) {
        return end == WORK_DONE ? EXIT_SUCCESS : COMMAND_STOPPED_STATUS;
    }
    fail(&why, "relabel: %s", reason.text);
    return planned ? data_complain(&why) : data_misuse(&why);
}

int data_relabel(int argc, char **argv)
{
    arguments given = {.teacher = data_teacher_default(),
                       .pieces_max = ALL_PIECES,
                       .score_max = ALL_SCORES,
                       .seed = 1};
    relabel_plan plan = {0};
    const command_option options[] = {
        COMMAND_HEADING("judge"),
        DATA_ENGINE_OPTIONS(plan.teacher, given.teacher),
        DATA_NODES_OPTIONS(plan.teacher, given.teacher,
                           "a position (20000 with an engine, 800 playouts without)"),
        COMMAND_WHOLE("ahead", "N", &given.ahead, 0, TEACHER_AHEAD_MAX,
                      "positions that the engine is sent while it judges one (0);\n"
                      "for engines that judge in order, such as Stockfish; makes\n"
                      "--processes usually that of cores"),
        COMMAND_REAL("root-temperature", "T", &given.root_temperature, 0.5, 5,
                     "own search: temperature of the policy at the root; a\n"
                     "higher one gives flatter shares (1)"),
        COMMAND_FLAG("visits-only", &plan.visits_only,
                     "own search: add visit shares, and keep the best moves\n"
                     "and scores of the input"),
        COMMAND_HEADING("positions"),
        COMMAND_WHOLE("per-game", "K", &given.per_game, 1, GAME_PLIES_MAX,
                      "at most K of each game, drawn at random (all)"),
        COMMAND_WHOLE("seed", "N", &given.seed, 0, 4294967295.0, "of the draw (1)"),
        COMMAND_WHOLE("skip-plies", "N", &given.skip_plies, 0, GAME_PLIES_MAX,
                      "none of the first N plies of a game (0)"),
        COMMAND_WHOLE("pieces-max", "N", &given.pieces_max, 2, ALL_PIECES,
                      "none with more than N pieces, kings included (32)"),
        COMMAND_WHOLE("score-max", "CP", &given.score_max, 0, ALL_SCORES,
                      "none with a score beyond CP centipawns; the score is\n"
                      "the input's, or the judge's if the input has none (all)"),
        COMMAND_HEADING("others"),
        DATA_PROCESSES_OPTION(given.teacher),
        COMMAND_FLAG("cut-ok", &plan.cut_is_fine, "take the whole games of a file that is cut off"),
    };
    command_line command = {.name = "relabel",
                            .operands = "OUT FILE... [--engine COMMAND] [OPTION...]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options,
                            .operands_most = INT_MAX,
                            .operands_least = 2};
    const command_parsed parsed = data_command_read(&command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    plan.out = command.files[0];
    plan.inputs = (const char *const *)command.files + 1;
    plan.input_count = command.file_count - 1;
    plan.folder = command.folder;
    return run(&plan, &given);
}
