/* morpho-data stats: figures of game files. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "data_tally.h"
#include "key_count.h"
#include "morpho_data_files.h"

typedef struct stats_job {
    command_line command;
    bool each, no_duplicates;
    tally *tallies; /* one a file, and the sum */
    tally *current;
    key_count keys;
    bool out_of_memory, lost; /* lost: nothing of a file could be read */
} stats_job;

static bool see_key(void *context, uint64_t key, failure *why)
{
    stats_job *job = context;
    job->out_of_memory = !key_count_add(&job->keys, key);
    return !job->out_of_memory ||
           fail(why,
                "stats: not enough memory to find duplicates; --no-duplicates leaves that out");
}

static data_visit_status count_game(void *context, const game *g, failure *why)
{
    stats_job *job = context;
    if (tally_game(job->current, g, job->no_duplicates ? NULL : see_key, job, why)) {
        return DATA_CONTINUE;
    }
    return job->out_of_memory ? DATA_STOP : DATA_FAULT;
}

static void print_row(const char *name, long part, long whole)
{
    double share = whole ? 100.0 * (double)part / (double)whole : 0.0;
    printf("  %-28s %12ld %6.1f%%\n", name, part, share);
}

static void print_games(const tally *t)
{
    double games = t->games ? (double)t->games : 1.0;
    printf("games %32ld\n", t->games);
    print_row("White won", t->results[GAME_WHITE_WON], t->games);
    print_row("drawn", t->results[GAME_DRAWN], t->games);
    print_row("Black won", t->results[GAME_BLACK_WON], t->games);
    print_row("Chess960", t->chess960, t->games);
    print_row("with deviations", t->games_deviating, t->games);
    print_row("with visit shares", t->with_visits, t->games);
    print_row("relabelled", t->relabelled, t->games);
    printf("  %-28s %12.1f\n", "plies a game, mean", (double)t->positions / games);
    printf("  %-28s %12d\n", "plies a game, median", tally_median_length(t));
    printf("  %-28s %12ld\n", "plies a game, most", t->plies_max);
}

static void print_phases(const tally *t)
{
    static const struct {
        const char *name;
        int most, least;
    } phases[] = {{"25 to 32 pieces", 32, 25},
                  {"17 to 24 pieces", 24, 17},
                  {"9 to 16 pieces", 16, 9},
                  {"2 to 8 pieces", 8, 0}};
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        long sum = 0;
        for (int pieces = phases[i].most; pieces >= phases[i].least; pieces--) {
            sum += t->pieces[pieces];
        }
        print_row(phases[i].name, sum, t->judged);
    }
}

static void print_positions(const tally *t)
{
    double positions = t->positions ? (double)t->positions : 1.0;
    printf("positions %28ld\n", t->positions);
    printf("  %-28s %12.1f\n", "legal moves", (double)t->legal_moves / positions);
    print_row("Black to move", t->black_to_move, t->positions);
    print_row("in check", t->in_check, t->positions);
    print_row("deviations", t->deviations, t->positions);
    print_row("after the last deviation", t->after_last_deviation, t->positions);
    print_row("not judged by relabel", t->positions - t->judged, t->positions);
    if (t->judged < t->positions) {
        printf("judged positions %21ld\n", t->judged);
    }
    print_phases(t);
    for (int i = 0; i < TALLY_BANDS; i++) {
        print_row(tally_band_name[i], t->bands[i], t->judged);
    }
    printf("positions with a score %15ld\n", tally_scored(t));
    print_row("within 100", tally_within(t, 100), tally_scored(t));
    print_row("within 300", tally_within(t, 300), tally_scored(t));
    print_row("within 1000", tally_within(t, 1000), tally_scored(t));
    if (t->visit_positions > 0) {
        double visited = (double)t->visit_positions;
        printf("positions with visit shares %10ld\n", t->visit_positions);
        printf("  %-28s %12.1f\n", "moves visited", (double)t->visit_moves / visited);
        printf("  %-28s %19.1f%%\n", "largest share, mean",
               100.0 * (double)t->visit_top / 65535.0 / visited);
        print_row("the best move has it", t->visit_first, t->visit_positions);
    }
}

static void print_duplicates(key_count *keys)
{
    key_figures f = key_count_figures(keys);
    printf("different positions %18ld (by placement, side to move, rights, en passant)\n",
           f.distinct);
    print_row("of these, more than once", f.repeated, f.distinct);
    print_row("positions that occurred before", f.keys - f.distinct, f.keys);
    printf("  %-28s %12ld\n", "occurrences of the commonest", f.most);
}

static void print_all(stats_job *job)
{
    tally *sum = job->current;
    *sum = (tally){0};
    for (int i = 0; i < job->command.file_count; i++) {
        if (job->each && job->command.file_count > 1) {
            printf("file %s\n", job->command.files[i]);
            print_games(&job->tallies[i]);
            print_positions(&job->tallies[i]);
            printf("\n");
        }
        tally_add(sum, &job->tallies[i]);
    }
    printf("files %32d\n", job->command.file_count);
    print_games(sum);
    print_positions(sum);
    if (!job->no_duplicates) {
        print_duplicates(&job->keys);
    }
}

/* Counts all files, as far as they can be read, and prints. */
static int run(stats_job *job)
{
    failure why;
    int status = EXIT_SUCCESS, count = job->command.file_count;
    job->tallies = calloc((size_t)count + 1, sizeof *job->tallies);
    if (!job->tallies) {
        fail(&why, "stats: not enough memory");
        return data_complain(&why);
    }
    for (int i = 0; i < count && !job->out_of_memory; i++) {
        job->current = &job->tallies[i];
        if (!data_file_each(&job->command, job->command.files[i], false, count_game, job, &why)) {
            status = data_complain(&why);
            job->lost |= job->current->games == 0;
        }
    }
    job->current = &job->tallies[count];
    if (job->out_of_memory || job->lost) {
        return status;
    }
    print_all(job);
    return status;
}

int data_stats(int argc, char **argv)
{
    stats_job job = {0};
    const command_option options[] = {
        COMMAND_FLAG("each", &job.each, "print the figures of each file, too"),
        COMMAND_FLAG("no-duplicates", &job.no_duplicates,
                     "do not count duplicates (which takes up to 20 bytes of\nmemory a position)")};
    job.command = (command_line){
        .name = "stats",
        .operands = "FILE... [OPTION...]",
        .text =
            "Prints what game files hold: games, results, lengths, deviations, phases, scores,\n"
            "visit shares, duplicates. Phases and scores are those of judged positions: all but\n"
            "those that relabel left out. A file that is faulty or cut off is counted up to\n"
            "there, and the exit status is 1. If nothing of a file can be read, no figures "
            "follow.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operands_most = INT_MAX,
        .operands_least = 1};
    command_parsed parsed = data_command_read(&job.command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    int status = run(&job);
    free(job.keys.keys);
    free(job.tallies);
    return status;
}
