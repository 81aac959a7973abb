/* morpho-data show: games as PGN. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "game_pgn.h"
#include "morpho_data_files.h"
#include "system/files.h"

typedef struct show_job {
    game_pgn_style style;
    long first, count, game; /* numbers from 1; `game` is the last that was met */
    bool done;
} show_job;

static data_visit_status show_game(void *context, const game *g, failure *why)
{
    show_job *job = context;
    job->game++;
    if (job->game < job->first) {
        return DATA_CONTINUE;
    }
    if (!game_pgn_write(stdout, g, job->game, &job->style, why)) {
        return DATA_FAULT;
    }
    if (ferror(stdout)) {
        fail(why, "the games cannot be written: %s", strerror(errno));
        return DATA_STOP;
    }
    job->done = job->game - job->first + 1 >= job->count;
    return job->done ? DATA_STOP : DATA_CONTINUE;
}

int data_show(int argc, char **argv)
{
    show_job job = {.first = 1, .count = LONG_MAX};
    const command_option options[] = {
        COMMAND_WHOLE("first", "N", &job.first, 1, 1e15, "begin with the N-th game"),
        COMMAND_WHOLE("count", "N", &job.count, 1, 1e15, "show N games at most"),
        COMMAND_FLAG("bare", &job.style.bare, "moves without comments")};
    command_line command = {
        .program = DATA_PROGRAM,
        .name = "show",
        .operands = "FILE [OPTION...]",
        .text =
            "Writes the games of a game file as PGN. Scores become comments [%eval P], from\n"
            "White's view, after the move that led to the position. [%best M] is the teacher's\n"
            "move where another was played, [%reply M] the answer that it expects, and\n"
            "[%visits M share, ...] the share of the visits of each move.\n"
            "`morpho-data import --eval after` reads back the same games, but without replies\n"
            "and visit shares, and relabelled games as games of a teacher.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operands_least = 1,
        .operands_most = 1};
    command_parsed parsed = command_read(&command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    failure why = {""};
    job.style.event = system_name_in(command.files[0]);
    if (!data_file_each(&command, command.files[0], false, show_game, &job, &why) && !job.done) {
        return command_complain(DATA_PROGRAM, &why);
    }
    if (job.game < job.first) {
        fail(&why, "%s: it has only %ld %s", command.files[0], job.game,
             plural((uint64_t)job.game, "game", "games"));
        return command_complain(DATA_PROGRAM, &why);
    }
    return EXIT_SUCCESS;
}
