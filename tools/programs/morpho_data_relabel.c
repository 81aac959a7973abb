/* morpho-data relabel: the positions of game files, judged anew. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "data_path.h"
#include "morpho_data_files.h"
#include "morpho_data_teacher.h"
#include "relabel.h"

enum { NODES_OF_ENGINE = 20000, NODES_OF_OWN = 800 };

/* The limits of the choice that no position exceeds. */
enum { ALL_PIECES = 32, ALL_SCORES = GAME_SCORE_MATE_NOW };

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

/* Completes the plan, of which the options have filled in what they say. */
static bool complete(relabel_plan *plan, const command_list *settings, long processes, failure *why)
{
    teacher_plan *judge = &plan->teacher;
    if (judge->depth && judge->nodes) {
        return fail(why, "--depth and --nodes cannot be used together");
    }
    if (!data_path_repeatable(plan->inputs, plan->input_count, why) ||
        !data_teacher_complete(judge, settings, NODES_OF_ENGINE, NODES_OF_OWN, why)) {
        return false;
    }
    if (judge->engine && judge->nnue) {
        return fail(why, "--nnue cannot be used with --engine");
    }
    if (!teacher_searches(judge) && plan->visits_only) {
        return fail(why, "--visits-only cannot be used with --%s, which has no visit shares",
                    judge->engine ? "engine" : "nnue");
    }
    const struct {
        const char *name;
        long value;
    } of_engine[] = {{"ahead", judge->ahead}, {"depth", judge->depth}};
    for (size_t i = 0; i < sizeof of_engine / sizeof *of_engine; i++) {
        if (!judge->engine && of_engine[i].value) {
            return fail(why, "--%s needs --engine", of_engine[i].name);
        }
    }
    if (teacher_searches(judge) && judge->lines) {
        return fail(why, "--lines needs --engine or --nnue");
    }
    plan->workers = data_teacher_workers(processes, judge->engine && !judge->ahead);
    return true;
}

int data_relabel(int argc, char **argv)
{
    command_list settings = {.count = 0};
    long processes = 0;
    relabel_plan plan = {.pieces_max = ALL_PIECES, .score_max = ALL_SCORES, .seed = 1};
    const command_option options[] = {
        COMMAND_HEADING("judge"),
        DATA_ENGINE_OPTIONS(plan.teacher, settings),
        COMMAND_TEXT("nnue", "FILE", &plan.teacher.nnue,
                     "a net of Stockfish 15.1 judges, without a search but\n"
                     "quiescence: scores only; Stockfish writes the file with\n"
                     "its command export_net"),
        DATA_NODES_OPTIONS(plan.teacher, "a position (20000 with an engine, 800 playouts without)"),
        COMMAND_WHOLE("ahead", "N", &plan.teacher.ahead, 0, TEACHER_AHEAD_MAX,
                      "positions that the engine is sent while it judges one (0);\n"
                      "for engines that judge in order, such as Stockfish; then\n"
                      "the default of --processes is the number of cores"),
        COMMAND_WHOLE("depth", "N", &plan.teacher.depth, 1, 255,
                      "depth of the engine's search, in place of --nodes"),
        COMMAND_WHOLE("lines", "N", &plan.teacher.lines, 1, ENGINE_LINES_MAX,
                      "the engine names its N best moves (MultiPV), and the\n"
                      "scores of all are kept (1); best with --depth, since\n"
                      "few nodes do not reach further lines. With --nnue: the\n"
                      "position and N - 1 moves to quiet ones, drawn by\n"
                      "Morpho's policy"),
        COMMAND_FLAG("visits-only", &plan.visits_only,
                     "without an engine: add visit shares, and keep the best\n"
                     "moves and scores of the input"),
        COMMAND_HEADING("positions"),
        COMMAND_WHOLE("per-game", "K", &plan.per_game, 1, GAME_PLIES_MAX,
                      "at most K of each game, drawn at random (all)"),
        COMMAND_WHOLE("seed", "N", &plan.seed, 0, 4294967295.0, "of the draw (1)"),
        COMMAND_WHOLE("skip-plies", "N", &plan.skip_plies, 0, GAME_PLIES_MAX,
                      "none of the first N plies of a game (0)"),
        COMMAND_WHOLE("pieces-max", "N", &plan.pieces_max, 2, ALL_PIECES,
                      "none with more than N pieces, kings included (32)"),
        COMMAND_WHOLE("score-max", "CP", &plan.score_max, 0, ALL_SCORES,
                      "none with a score beyond CP centipawns; the score is\n"
                      "the input's, or the judge's if the input has none (all)"),
        COMMAND_HEADING("others"),
        DATA_PROCESSES_OPTION(processes),
    };
    command_line command = {.program = DATA_PROGRAM,
                            .name = "relabel",
                            .operands = "OUT FILE... [--engine COMMAND] [OPTION...]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options,
                            .operands_most = INT_MAX,
                            .operands_least = 2};
    const command_parsed parsed = command_read(&command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    plan.out = command.files[0];
    plan.inputs = (const char *const *)command.files + 1;
    plan.input_count = command.file_count - 1;
    plan.folder = command.folder;
    failure why;
    if (!complete(&plan, &settings, processes, &why)) {
        return command_misuse(DATA_PROGRAM, &why);
    }
    return data_work_status(relabel_run(&plan, stdout, &why), &why);
}
