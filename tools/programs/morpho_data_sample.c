/* morpho-data sample: some games of game files, drawn at random. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/plural.h"
#include "chess/random_numbers.h"
#include "data_path.h"
#include "game_output.h"
#include "morpho_data_files.h"

typedef struct sample_job {
    game_output *out;
    uint64_t state;
    double share;       /* probability of a game if `wanted` is negative */
    long wanted, given; /* games still to take, of so many that still come */
    long met;
} sample_job;

static data_visit_status count_game(void *context, const game *g, failure *why)
{
    sample_job *job = context;
    (void)g;
    (void)why;
    job->given++;
    return DATA_CONTINUE;
}

/* Knuth's Algorithm S: each game is taken with the probability wanted / given, so that exactly the
 * wanted number comes out and each set of games is as likely as any other. */
static data_visit_status draw_game(void *context, const game *g, failure *why)
{
    sample_job *job = context;
    double drawn = (double)(random_next(&job->state) >> 11) * 0x1p-53;
    bool taken =
        job->wanted < 0 ? drawn < job->share : drawn * (double)job->given < (double)job->wanted;
    job->met++;
    job->given--;
    job->wanted -= taken && job->wanted > 0;
    return !taken || game_output_add(job->out, g, why) ? DATA_CONTINUE : DATA_STOP;
}

static bool sample(const command_line *command, sample_job *job, failure *why)
{
    const bool counted = job->wanted >= 0;
    if (counted && !data_files_each(command, false, count_game, job, why)) {
        return false;
    }
    if (job->wanted > job->given) {
        return fail(why, "sample: cannot draw %ld %s: there are only %ld", job->wanted,
                    plural((uint64_t)job->wanted, "game", "games"), job->given);
    }
    if (!data_files_each(command, false, draw_game, job, why)) {
        return false;
    }
    if (counted && job->given != 0) {
        return fail(why, "sample: the inputs changed meanwhile: they had %ld %s, and then %ld",
                    job->met + job->given,
                    plural((uint64_t)(job->met + job->given), "game", "games"), job->met);
    }
    return true;
}

int data_sample(int argc, char **argv)
{
    sample_job job = {.share = -1.0, .wanted = -1};
    long seed = 1;
    const command_option options[] = {
        COMMAND_WHOLE("games", "N", &job.wanted, 1, 1e15, "take exactly N games"),
        COMMAND_REAL("share", "P", &job.share, 0.0, 100.0,
                     "take each game with a probability of P per cent"),
        COMMAND_WHOLE("seed", "N", &seed, 0, 0x1p52,
                      "of the draw (1); the same seed draws the same games")};
    command_line command = {
        .name = "sample",
        .operands = "OUT FILE... --games N | --share P [--seed N]",
        .text = "Draws games at random and writes them, in their order, to the game file OUT.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operands_most = INT_MAX,
        .operands_least = 2};
    command_parsed parsed = data_command_read(&command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    failure why;
    if ((job.wanted < 0) == (job.share < 0.0)) {
        fail(&why, "sample: give either --games or --share");
        return data_misuse(&why);
    }
    const char *name = *command.files++;
    command.file_count--;
    failure reason;
    const char *const *inputs = (const char *const *)command.files;
    if (job.wanted >= 0 && !data_path_repeatable(inputs, command.file_count, &reason)) {
        fail(&why, "sample: --games: %s", reason.text);
        return data_misuse(&why);
    }
    job.share /= 100.0;
    job.state = (uint64_t)seed;
    job.out = data_output_is_apart(&command, name, &why) ? game_output_open(name, &why) : NULL;
    if (!job.out) {
        return data_complain(&why);
    }
    if (!sample(&command, &job, &why)) {
        game_output_drop(job.out);
        return data_complain(&why);
    }
    long taken = game_output_count(job.out);
    if (!game_output_keep(job.out, &why)) {
        return data_complain(&why);
    }
    fprintf(data_told(name), "%s: %ld of %ld %s\n", name, taken, job.met,
            plural((uint64_t)job.met, "game", "games"));
    return EXIT_SUCCESS;
}
