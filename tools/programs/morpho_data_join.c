/* morpho-data join: games of several files in one file, or in several; all, or some drawn at
 * random. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/random_numbers.h"
#include "chess/fen.h"
#include "data_path.h"
#include "game_file.h"
#include "game_walk.h"
#include "morpho_data_files.h"

enum { PARTS_MAX = 64 };

typedef struct join_job {
    command_line command; /* without the output */
    const char *out;
    bool cut_is_fine;

    /* The draw. */
    long wanted;     /* games; 0: not counted */
    double percent;  /* of the games; below 0: all */
    uint64_t random; /* the state of the draw */
    long given;      /* games that still come, if they were counted */
    long met, taken;

    /* The parts. */
    const char *split; /* NULL: one file */
    bool by_number;
    uint64_t seed;
    int parts;
    double share[PARTS_MAX]; /* they add up to 1 */
    game_writer *part[PARTS_MAX];
} join_job;

/* ---- The draw ---- */

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
    if (!job->wanted && job->percent < 0.0) {
        return true;
    }
    const double drawn = (double)(random_next(&job->random) >> 11) * 0x1p-53;
    const double left = (double)(job->wanted - job->taken);
    return job->wanted ? drawn * (double)job->given < left : drawn < job->percent / 100.0;
}

/* ---- The parts ---- */

/* The position where a game begins to be data: before its first move that has a score (what comes
 * before is a book), or its first position. The scores of a relabelled game say nothing about
 * books. */
static bool find_start(const game *g, game_walk *walk, failure *why)
{
    int first = g->flags & GAME_RELABELLED ? g->ply_count : 0;
    while (first < g->ply_count && g->plies[first].score == GAME_SCORE_NONE) {
        first++;
    }
    first = first == g->ply_count ? 0 : first;
    if (!game_walk_start(walk, g, why)) {
        return false;
    }
    for (; walk->ply < first; game_walk_step(walk)) {
        if (!game_walk_check(walk, g, why)) {
            return false;
        }
    }
    return true;
}

/* A number in [0, 1) that depends on the position alone, and not on how this program keeps it:
 * FNV-1a (Fowler, Noll, Vo) of its FEN without the clocks, scrambled. */
static double hash_position(const position *pos, uint64_t seed)
{
    char fen[FEN_TEXT_MAX];
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    fen_write(pos, true, fen);
    int fields = 4;
    for (const char *at = fen; *at; at++) {
        fields -= *at == ' ';
        if (fields == 0) {
            break;
        }
        hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    }
    return (double)(random_mix(hash + seed * UINT64_C(0x9e3779b97f4a7c15)) >> 11) * 0x1p-53;
}

static int part_by_start(const join_job *job, double drawn)
{
    int part = 0;
    while (part + 1 < job->parts && drawn >= job->share[part]) {
        drawn -= job->share[part++];
    }
    return part;
}

/* The part that lags behind its share the most; with equal shares, each in its turn. */
static int part_by_number(const join_job *job)
{
    int part = 0;
    double most = -1e300;
    for (int i = 0; i < job->parts; i++) {
        const double lag =
            job->share[i] * (double)job->taken - (double)game_writer_count(job->part[i]);
        if (lag > most + 1e-9) {
            most = lag;
            part = i;
        }
    }
    return part;
}

static data_visit_status deal_game(void *context, const game *g, failure *why)
{
    join_job *job = context;
    int part = 0;
    const bool taken = draw(job);
    job->met++;
    job->given--;
    job->taken += taken;
    if (!taken) {
        return DATA_CONTINUE;
    }
    if (job->by_number) {
        part = part_by_number(job);
    } else if (job->parts > 1) {
        game_walk walk;
        if (!find_start(g, &walk, why)) {
            return DATA_FAULT;
        }
        part = part_by_start(job, hash_position(&walk.pos, job->seed));
    }
    return game_writer_add(job->part[part], g, why) ? DATA_CONTINUE : DATA_STOP;
}

/* ---- The files ---- */

static bool open_parts(join_job *job, failure *why)
{
    const bool apart = job->split || job->wanted || job->percent >= 0.0;
    bool good = true;
    for (int i = 0; good && i < job->parts; i++) {
        char path[DATA_PATH_MAX];
        const int length = job->split
                               ? snprintf(path, sizeof path, "%s-%d.games.gz", job->out, i + 1)
                               : snprintf(path, sizeof path, "%s", job->out);
        good = (length > 0 && length < DATA_PATH_MAX) ||
               fail(why, "%.60s...: the name is too long", job->out);
        good = good && (!apart || data_output_is_apart(&job->command, path, why));
        job->part[i] = good ? game_writer_open(path, why) : NULL;
        good = job->part[i] != NULL;
    }
    return good;
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
    if (job->split) {
        printf("%s-%d.games.gz: %ld %s, %.2f%%\n", job->out, part + 1, games, noun,
               job->taken ? 100.0 * (double)games / (double)job->taken : 0.0);
    } else if (job->wanted || job->percent >= 0.0) {
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
    return good ? EXIT_SUCCESS : data_complain(&why);
}

/* ---- The command line ---- */

/* Reads 4 or 90,5,5 into shares. */
static bool read_split(join_job *job, failure *why)
{
    double sum = 0.0;
    char *end;
    for (const char *at = job->split; job->parts < PARTS_MAX; at = end + 1) {
        const double share = strtod(at, &end);
        if (end == at || !(share > 0.0 && share <= 1e9) || (*end && *end != ',')) {
            break;
        }
        job->share[job->parts++] = share;
        sum += share;
        if (*end) {
            continue;
        }
        if (job->parts == 1 && share >= 2.0 && share <= PARTS_MAX && share == (double)(int)share) {
            job->parts = (int)share;
            for (int i = 0; i < job->parts; i++) {
                job->share[i] = 1.0;
            }
        }
        for (int i = 0; i < job->parts; i++) {
            job->share[i] /= sum;
        }
        return job->parts > 1 || fail(why, "--split %s: expected at least two parts", job->split);
    }
    return fail(why,
                "--split %s: expected a number of parts, or their sizes, with commas between "
                "them; at most %d",
                job->split, PARTS_MAX);
}

/* Completes the job from what was asked for. */
static bool plan(join_job *job, const char *by, failure *why)
{
    failure reason;
    if (job->wanted && job->percent >= 0.0) {
        return fail(why, "join: give either --games or --share");
    }
    if (job->wanted && !data_path_repeatable((const char *const *)job->command.files,
                                             job->command.file_count, &reason)) {
        return fail(why, "join: --games: %s", reason.text);
    }
    job->by_number = strcmp(by, "number") == 0;
    if (!job->by_number && strcmp(by, "start") != 0) {
        return fail(why, "--by %s: expected start or number", by);
    }
    if (!job->split) {
        job->parts = 1;
        job->share[0] = 1.0;
    }
    return !job->split || read_split(job, why);
}

int data_join(int argc, char **argv)
{
    join_job job = {.percent = -1.0};
    const char *by = "start";
    long seed = 1;
    const command_option options[] = {
        COMMAND_WHOLE("games", "N", &job.wanted, 1, 1e15, "draw exactly N games at random"),
        COMMAND_REAL("share", "P", &job.percent, 0.0, 100.0,
                     "draw each game with a probability of P per cent"),
        COMMAND_TEXT("split", "N|A,B,...", &job.split,
                     "distribute the games over N files of about equal size,\n"
                     "or over one file for each number, in proportion:\n"
                     "OUT-1.games.gz, OUT-2.games.gz, ..."),
        COMMAND_TEXT("by", "start|number", &by,
                     "start (default): games with the same start come into\n"
                     "the same file. The start is the first position with a\n"
                     "score, in a relabelled game the first position; its\n"
                     "clocks do not count. number: the files take turns"),
        COMMAND_WHOLE("seed", "N", &seed, 0, 0x1p52, "of the draw, and of the starts (1)"),
        COMMAND_FLAG("cut-ok", &job.cut_is_fine, "take the whole games of a file that is cut off")};
    job.command = (command_line){
        .name = "join",
        .operands = "OUT FILE... [OPTION...]",
        .text = "Writes the games of all files, in their order, to the game file OUT. The same\n"
                "games, options and seed always give the same files.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operands_most = INT_MAX,
        .operands_least = 2};
    const command_parsed parsed = data_command_read(&job.command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    failure why;
    job.out = *job.command.files++;
    job.command.file_count--;
    job.random = job.seed = (uint64_t)seed;
    return plan(&job, by, &why) ? run(&job) : data_misuse(&why);
}
