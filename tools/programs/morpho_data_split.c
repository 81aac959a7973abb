/* morpho-data split: distributes games over several files. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/plural.h"
#include "chess/random_numbers.h"
#include "data_path.h"
#include "game_output.h"
#include "game_walk.h"
#include "morpho_data_files.h"

enum { PARTS_MAX = 64 };

typedef struct split_job {
    game_output *out[PARTS_MAX];
    double share[PARTS_MAX]; /* they add up to 1 */
    int parts;
    bool by_number;
    uint64_t seed;
    long games;
} split_job;

/* Reads 90,5,5 into shares. */
static bool read_shares(split_job *job, const char *text, failure *why)
{
    double sum = 0.0;
    for (const char *at = text; job->parts < PARTS_MAX; at++) { /* past a comma */
        char *end;
        double share = strtod(at, &end);
        if (end == at || !(share > 0.0 && share <= 1e9)) {
            break;
        }
        job->share[job->parts++] = share;
        sum += share;
        at = end;
        if (*at == '\0') {
            for (int i = 0; i < job->parts; i++) {
                job->share[i] /= sum;
            }
            return job->parts > 1 || fail(why, "--shares %s: give at least two", text);
        }
        if (*at != ',') {
            break;
        }
    }
    return fail(why, "--shares %s: expected numbers above 0 with commas between them, at most %d",
                text, PARTS_MAX);
}

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

static int part_by_start(const split_job *job, double drawn)
{
    int part = 0;
    while (part + 1 < job->parts && drawn >= job->share[part]) {
        drawn -= job->share[part++];
    }
    return part;
}

/* The part that lags behind its share the most; with equal shares, each in its turn. */
static int part_by_number(const split_job *job)
{
    int part = 0;
    double most = -1e300;
    for (int i = 0; i < job->parts; i++) {
        double lag =
            job->share[i] * (double)(job->games + 1) - (double)game_output_count(job->out[i]);
        if (lag > most + 1e-9) {
            most = lag;
            part = i;
        }
    }
    return part;
}

static data_visit_status deal_game(void *context, const game *g, failure *why)
{
    split_job *job = context;
    int part;
    if (job->by_number) {
        part = part_by_number(job);
    } else {
        game_walk walk;
        if (!find_start(g, &walk, why)) {
            return DATA_FAULT;
        }
        part = part_by_start(job, hash_position(&walk.pos, job->seed));
    }
    job->games++;
    return game_output_add(job->out[part], g, why) ? DATA_CONTINUE : DATA_STOP;
}

static bool name_part(char path[DATA_PATH_MAX], const char *prefix, int part, failure *why)
{
    int length = snprintf(path, DATA_PATH_MAX, "%s-%d.games.gz", prefix, part + 1);
    return (length > 0 && length < DATA_PATH_MAX) ||
           fail(why, "%.60s...: the name is too long", prefix);
}

static bool split(split_job *job, const command_line *command, const char *prefix, bool cut_is_fine,
                  failure *why)
{
    char path[DATA_PATH_MAX];
    bool good = true;
    for (int i = 0; good && i < job->parts; i++) {
        good = name_part(path, prefix, i, why) && data_output_is_apart(command, path, why);
        job->out[i] = good ? game_output_open(path, why) : NULL;
        good = job->out[i] != NULL;
    }
    good = good && data_files_each(command, cut_is_fine, deal_game, job, why);
    for (int i = 0; good && i < job->parts; i++) {
        good = game_output_complete(job->out[i], why);
    }
    for (int i = 0; i < job->parts; i++) {
        long games = good ? game_output_count(job->out[i]) : 0;
        if (!good) {
            game_output_drop(job->out[i]);
        } else if (!game_output_keep(job->out[i], why)) {
            good = false;
        } else {
            printf("%s-%d.games.gz: %ld %s, %.2f%%\n", prefix, i + 1, games,
                   plural((uint64_t)games, "game", "games"),
                   job->games ? 100.0 * (double)games / (double)job->games : 0.0);
        }
    }
    return good;
}

/* Settles the parts from what was asked for: `parts` is 0, or `shares` NULL. */
static bool plan(split_job *job, long parts, const char *shares, const char *by, failure *why)
{
    job->by_number = strcmp(by, "number") == 0;
    if (!job->by_number && strcmp(by, "start") != 0) {
        return fail(why, "--by %s: expected start or number", by);
    }
    if ((parts == 0) == (shares == NULL)) {
        return fail(why, "split: give either --parts or --shares");
    }
    for (; job->parts < parts; job->parts++) {
        job->share[job->parts] = 1.0 / (double)parts;
    }
    return !shares || read_shares(job, shares, why);
}

int data_split(int argc, char **argv)
{
    split_job job = {0};
    long parts = 0, seed = 0;
    const char *shares = NULL, *by = "start";
    bool cut_is_fine = false;
    const command_option options[] = {
        COMMAND_WHOLE("parts", "N", &parts, 2, PARTS_MAX,
                      "number of parts; by start, their sizes are about equal"),
        COMMAND_TEXT("shares", "A,B,...", &shares,
                     "one part for each number, with a size in proportion"),
        COMMAND_TEXT("by", "start|number", &by,
                     "start (default): games with the same start come into\n"
                     "the same part. The start is the first position with a\n"
                     "score, in a relabelled game the first position; its\n"
                     "clocks do not count. number: the parts take turns"),
        COMMAND_WHOLE("seed", "N", &seed, 0, 0x1p52,
                      "another N distributes the starts differently (0)"),
        COMMAND_FLAG("cut-ok", &cut_is_fine, "take the whole games of a file that is cut off")};
    command_line command = {
        .name = "split",
        .operands = "PREFIX FILE... --parts N | --shares A,B,... [OPTION...]",
        .text =
            "Distributes the games of all files over PREFIX-1.games.gz, PREFIX-2.games.gz, ...\n"
            "The same games, parts and seed always give the same files.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operands_most = INT_MAX,
        .operands_least = 2};
    command_parsed parsed = data_command_read(&command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    failure why;
    if (!plan(&job, parts, shares, by, &why)) {
        return data_misuse(&why);
    }
    job.seed = (uint64_t)seed;
    const char *prefix = *command.files++;
    command.file_count--;
    return split(&job, &command, prefix, cut_is_fine, &why) ? EXIT_SUCCESS : data_complain(&why);
}
