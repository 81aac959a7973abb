/* morpho-data stats: figures of game files. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array_room.h"
#include "game_walk.h"
#include "morpho_data_files.h"

enum { PHASES = 4, BANDS = 6 };

/* What is counted. Shares of visits are in 1/65535. */
typedef struct figures {
    uint64_t files;
    uint64_t games, results[GAME_RESULTS], chess960, with_deviations, with_visits, relabelled;
    uint64_t plies_most;
    uint64_t positions, legal_moves, black_to_move, in_check;
    uint64_t deviations, after_deviations; /* random moves; positions that none follows */
    uint64_t judged, phases[PHASES];       /* the first phase has the most pieces */
    uint64_t scored, bands[BANDS], mates;
    uint64_t visited, moves_visited, best_is_first;
    uint64_t with_lines, lines;
    uint64_t visits_of_first, visits_of_all; /* the largest share of each position; all shares */
    uint64_t different, repeated, occurred_before, most_occurrences;
} figures;

typedef struct stats_job {
    command_line command;
    bool no_duplicates;
    figures sum;
    uint64_t *keys; /* of all positions */
    size_t key_count, key_capacity;
} stats_job;

/* ---- The count ---- */

static bool keep_key(stats_job *job, uint64_t key)
{
    uint64_t *keys = array_room(job->keys, sizeof *keys, &job->key_capacity, job->key_count + 1);
    if (keys) {
        job->keys = keys;
        keys[job->key_count++] = key;
    }
    return keys;
}

static void count_score(figures *f, int score)
{
    static const int least[BANDS] = {0, 50, 100, 200, 300, 1000};
    int band = BANDS - 1;
    while (abs(score) < least[band]) {
        band--;
    }
    f->scored++;
    *(abs(score) >= GAME_SCORE_MATE ? &f->mates : &f->bands[band]) += 1;
}

static void count_visits(figures *f, const game *g, const game_ply *ply)
{
    game_visit first = {.share = 0};
    for (unsigned i = 0; i < ply->visit_count; i++) {
        const game_visit visit = g->visits[ply->visit_first + i];
        f->visits_of_all += visit.share;
        first = visit.share > first.share ? visit : first;
    }
    f->visited += ply->visit_count > 0;
    f->moves_visited += ply->visit_count;
    f->visits_of_first += first.share;
    f->best_is_first += first.share > 0 && first.code == ply->best;
}

static void count_position(figures *f, const game *g, const game_walk *walk)
{
    const game_ply *ply = &g->plies[walk->ply];
    f->positions++;
    f->legal_moves += (unsigned)walk->legal_count;
    f->black_to_move += walk->pos.to_move == BLACK;
    f->in_check += pos_in_check(&walk->pos);
    f->deviations += game_ply_is_random(g, ply);
    if (game_ply_is_judged(g, ply)) {
        const int pieces = bb_count(pos_occupied(&walk->pos));
        f->judged++;
        f->phases[pieces > 24 ? 0 : pieces > 16 ? 1 : pieces > 8 ? 2 : 3]++;
        if (ply->score != GAME_SCORE_NONE) {
            count_score(f, ply->score);
        }
        count_visits(f, g, ply);
        f->with_lines += ply->line_count > 0;
        f->lines += ply->line_count;
    }
}

static data_visit_status count_game(void *context, const game *g, failure *why)
{
    stats_job *job = context;
    figures *f = &job->sum;
    const uint64_t plies = (uint64_t)g->ply_count;
    game_walk walk;
    int after = g->ply_count; /* the first ply after the last deviation */
    while (after > 0 && !game_ply_is_random(g, &g->plies[after - 1])) {
        after--;
    }
    if (!game_walk_start(&walk, g, why)) {
        return DATA_FAULT;
    }
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        if (!game_walk_check(&walk, g, why)) {
            return DATA_FAULT;
        }
        if (!job->no_duplicates && !keep_key(job, walk.pos.key)) {
            fail(why, "not enough memory to find duplicates; --no-duplicates leaves that out");
            return DATA_STOP;
        }
        count_position(f, g, &walk);
    }
    f->games++;
    f->results[g->result]++;
    f->chess960 += (g->flags & GAME_CHESS960) != 0;
    f->with_visits += (g->flags & GAME_VISITS) != 0;
    f->relabelled += (g->flags & GAME_RELABELLED) != 0;
    f->with_deviations += after > 0;
    f->after_deviations += plies - (uint64_t)after;
    f->plies_most = plies > f->plies_most ? plies : f->plies_most;
    return DATA_CONTINUE;
}

static int compare_keys(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void count_duplicates(stats_job *job)
{
    const uint64_t *keys = job->keys;
    figures *f = &job->sum;
    if (job->key_count) {
        qsort(job->keys, job->key_count, sizeof *keys, compare_keys);
    }
    for (size_t i = 0, run; i < job->key_count; i += run) {
        for (run = 1; i + run < job->key_count && keys[i + run] == keys[i]; run++) {
        }
        f->different++;
        f->repeated += run > 1;
        f->occurred_before += run - 1;
        f->most_occurrences = run > f->most_occurrences ? run : f->most_occurrences;
    }
}

/* ---- The table ---- */

/* A heading begins a part of the table; one that counts nothing is left out with its part. The
 * count of SHARE_ALONE means nothing. */
typedef enum { HEADING, COUNT, SHARE, MEAN, SHARE_ALONE } row_kind;

typedef struct row {
    row_kind kind;
    const char *name;
    const uint64_t *part, *whole; /* of a share or mean, and of a heading with a share */
} row;

static void print_row(const row *r)
{
    const bool indented = r->kind != HEADING;
    const double ratio = r->whole && *r->whole ? (double)*r->part / (double)*r->whole : 0.0;
    printf("%s%-*s ", indented ? "  " : "", indented ? 30 : 32, r->name);
    if (r->kind == MEAN) {
        printf("%12.1f\n", ratio);
    } else if (r->kind == SHARE_ALONE) {
        printf("%19.1f%%\n", 100.0 * ratio);
    } else if (r->whole) {
        printf("%12" PRIu64 " %6.1f%%\n", *r->part, 100.0 * ratio);
    } else {
        printf("%12" PRIu64 "\n", *r->part);
    }
}

static void print_table(const figures *f)
{
    const row rows[] = {
        {HEADING, "files", &f->files, NULL},
        {HEADING, "games", &f->games, NULL},
        {SHARE, "White won", &f->results[GAME_WHITE_WON], &f->games},
        {SHARE, "drawn", &f->results[GAME_DRAWN], &f->games},
        {SHARE, "Black won", &f->results[GAME_BLACK_WON], &f->games},
        {SHARE, "Chess960", &f->chess960, &f->games},
        {SHARE, "with deviations", &f->with_deviations, &f->games},
        {SHARE, "with visit shares", &f->with_visits, &f->games},
        {SHARE, "relabelled", &f->relabelled, &f->games},
        {MEAN, "plies, mean", &f->positions, &f->games},
        {COUNT, "plies, most", &f->plies_most, NULL},
        {HEADING, "positions", &f->positions, NULL},
        {MEAN, "legal moves, mean", &f->legal_moves, &f->positions},
        {SHARE, "Black to move", &f->black_to_move, &f->positions},
        {SHARE, "in check", &f->in_check, &f->positions},
        {SHARE, "deviations", &f->deviations, &f->positions},
        {SHARE, "after the last deviation", &f->after_deviations, &f->positions},
        {HEADING, "judged positions", &f->judged, &f->positions},
        {SHARE, "25 to 32 pieces", &f->phases[0], &f->judged},
        {SHARE, "17 to 24 pieces", &f->phases[1], &f->judged},
        {SHARE, "9 to 16 pieces", &f->phases[2], &f->judged},
        {SHARE, "2 to 8 pieces", &f->phases[3], &f->judged},
        {HEADING, "positions with a score", &f->scored, &f->judged},
        {SHARE, "|score| < 50", &f->bands[0], &f->scored},
        {SHARE, "50 to 99", &f->bands[1], &f->scored},
        {SHARE, "100 to 199", &f->bands[2], &f->scored},
        {SHARE, "200 to 299", &f->bands[3], &f->scored},
        {SHARE, "300 to 999", &f->bands[4], &f->scored},
        {SHARE, "1000 and more", &f->bands[5], &f->scored},
        {SHARE, "mate", &f->mates, &f->scored},
        {HEADING, "positions with visit shares", &f->visited, &f->judged},
        {MEAN, "moves visited, mean", &f->moves_visited, &f->visited},
        {SHARE_ALONE, "largest share, mean", &f->visits_of_first, &f->visits_of_all},
        {SHARE, "the best move has it", &f->best_is_first, &f->visited},
        {HEADING, "positions with further lines", &f->with_lines, &f->judged},
        {MEAN, "further lines, mean", &f->lines, &f->with_lines},
        {HEADING, "different positions", &f->different, &f->positions},
        {SHARE, "of these, more than once", &f->repeated, &f->different},
        {SHARE, "positions that occurred before", &f->occurred_before, &f->positions},
        {COUNT, "occurrences of the commonest", &f->most_occurrences, NULL}};
    bool shown = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        shown = rows[i].kind == HEADING ? *rows[i].part > 0 : shown;
        if (shown) {
            print_row(&rows[i]);
        }
    }
}

static int run(stats_job *job)
{
    failure why;
    if (!data_files_each(&job->command, false, count_game, job, &why)) {
        return command_complain(DATA_PROGRAM, &why);
    }
    job->sum.files = (uint64_t)job->command.file_count;
    count_duplicates(job);
    print_table(&job->sum);
    return EXIT_SUCCESS;
}

int data_stats(int argc, char **argv)
{
    stats_job job = {0};
    const command_option options[] = {
        COMMAND_FLAG("no-duplicates", &job.no_duplicates,
                     "do not count duplicates (which takes up to 24 bytes of\nmemory a position)")};
    job.command = (command_line){
        .program = DATA_PROGRAM,
        .name = "stats",
        .operands = "FILE... [OPTION...]",
        .text =
            "Prints what game files hold together: results, lengths, deviations, phases, scores,\n"
            "visit shares, duplicates. Phases and scores are those of judged positions: all but\n"
            "those that relabel left out. Positions are the same if placement, side to move,\n"
            "castling rights and en passant are.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operands_most = INT_MAX,
        .operands_least = 1};
    const command_parsed parsed = command_read(&job.command, argc, argv);
    const int status = parsed == COMMAND_RUN ? run(&job) : command_exit_status(parsed);
    free(job.keys);
    return status;
}
