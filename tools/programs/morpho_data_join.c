/* morpho-data join: games of several files in one file, or in several; all, or some drawn at
 * random. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/plural.h"
#include "base/random_numbers.h"
#include "data_path.h"
#include "game_file.h"
#include "morpho_data_files.h"

enum { PARTS_MAX = 64 };

typedef struct join_job {
    command_line command; /* without the output */
    const char *out;
    bool cut_is_fine;

    /* The draw. */
    long wanted;     /* games; 0: all */
    uint64_t random; /* the state of the draw */
    long given;      /* games that still come, if they were counted */
    long met, taken;

    long parts; /* 1: OUT itself */
    game_writer *part[PARTS_MAX];
} join_job;

static data_visit_status count_game(void *context, const game *g, failure *why)
{
    join_job *job = context;
    (void)g;
    (void)why;
    job->given++;
    return DATA_CONTINUE;
}

/* Whether the next game is taken. By Knuth's Algorithm S with the probability left / given, so that
 * exactly the wanted number comes out, and each set of games is as likely as any other. */
static bool draw(join_job *job)
{
    const double drawn = (double)(random_next(&job->random) >> 11) * 0x1p-53;
    return !job->wanted || drawn * (double)job->given < (double)(job->wanted - job->taken);
}

static data_visit_status deal_game(void *context, const game *g, failure *why)
{
    join_job *job = context;
    const bool taken = draw(job);
    game_writer *part = job->part[job->taken % job->parts];
    job->met++;
    job->given--;
    job->taken += taken;
    return !taken || game_writer_add(part, g, why) ? DATA_CONTINUE : DATA_STOP;
}

static bool open_parts(join_job *job, failure *why)
{
    const bool apart = job->parts > 1 || job->wanted;
    for (int i = 0; i < job->parts; i++) {
        char path[DATA_PATH_MAX];
        const int length = job->parts > 1
                               ? snprintf(path, sizeof path, "%s-%d.games.gz", job->out, i + 1)
                               : snprintf(path, sizeof path, "%s", job->out);
        if (length < 0 || length >= DATA_PATH_MAX) {
            return fail(why, "%.60s...: the name is too long", job->out);
        }
        const bool good = !apart || data_output_is_apart(&job->command, path, why);
        job->part[i] = good ? game_writer_open(path, why) : NULL;
        if (!job->part[i]) {
            return false;
        }
    }
    return true;
}

static bool write_parts(join_job *job, failure *why)
{
    const command_line *command = &job->command;
    if (job->wanted && !data_files_each(command, job->cut_is_fine, count_game, job, why)) {
        return false;
    }
    const long given = job->given;
    if (job->wanted > given) {
        return fail(why, "join: cannot draw %ld %s: there are only %ld", job->wanted,
                    plural((uint64_t)job->wanted, "game", "games"), given);
    }
    if (!data_files_each(command, job->cut_is_fine, deal_game, job, why)) {
        return false;
    }
    if (job->wanted && job->given != 0) {
        return fail(why, "join: the inputs changed meanwhile: they had %ld %s, and then %ld", given,
                    plural((uint64_t)given, "game", "games"), job->met);
    }
    for (int i = 0; i < job->parts; i++) {
        if (!game_writer_complete(job->part[i], why)) {
            return false;
        }
    }
    return true;
}

static void print_part(const join_job *job, int part, long games)
{
    const char *noun = plural((uint64_t)games, "game", "games");
    if (job->parts > 1) {
        printf("%s-%d.games.gz: %ld %s\n", job->out, part + 1, games, noun);
    } else if (job->wanted) {
        fprintf(data_told(job->out), "%s: %ld of %ld %s\n", job->out, games, job->met,
                plural((uint64_t)job->met, "game", "games"));
    } else {
        fprintf(data_told(job->out), "%s: %ld %s\n", job->out, games, noun);
    }
}

static int run(join_job *job)
{
    failure why;
    bool good = open_parts(job, &why) && write_parts(job, &why);
    for (int i = 0; i < job->parts; i++) {
        const long games = good ? game_writer_count(job->part[i]) : 0;
        if (!good) {
            game_writer_drop(job->part[i]);
        } else if (!game_writer_close(job->part[i], &why)) {
            good = false;
        } else {
            print_part(job, i, games);
        }
    }
    return good ? EXIT_SUCCESS : command_complain(DATA_PROGRAM, &why);
}

int data_join(int argc, char **argv)
{
    join_job job = {.parts = 1};
    long seed = 1;
    const command_option options[] = {
        COMMAND_WHOLE("games", "N", &job.wanted, 1, 1e15, "draw exactly N games at random"),
        COMMAND_WHOLE("seed", "N", &seed, 0, 0x1p52, "of the draw (1)"),
        COMMAND_WHOLE("split", "N", &job.parts, 2, PARTS_MAX,
                      "distribute the games in turn over N files:\n"
                      "OUT-1.games.gz, OUT-2.games.gz, ..."),
        COMMAND_FLAG("cut-ok", &job.cut_is_fine, "take the whole games of a file that is cut off")};
    job.command = (command_line){
        .program = DATA_PROGRAM,
        .name = "join",
        .operands = "OUT FILE... [OPTION...]",
        .text = "Writes the games of all files, in their order, to the game file OUT. The same\n"
                "games, options and seed always give the same files.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operands_most = INT_MAX,
        .operands_least = 2};
    const command_parsed parsed = command_read(&job.command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    failure why;
    job.out = *job.command.files++;
    job.command.file_count--;
    job.random = (uint64_t)seed;
    if (job.wanted && !data_path_repeatable((const char *const *)job.command.files,
                                            job.command.file_count, &why)) {
        return command_misuse(DATA_PROGRAM, &why);
    }
    return run(&job);
}
