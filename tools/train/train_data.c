#include "train_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/array_room.h"
#include "base/plural.h"
#include "base/random_numbers.h"
#include "data_path.h"
#include "game_file.h"
#include "game_walk.h"
#include "quiet_position.h"
#include "train_copies.h"

/* Positions whose copies a thread counts at once, in a table of at most 1.3 GB. */
enum { COPIES_TOGETHER = 1 << 25 };

static bool set_make_room(train_set *set, size_t records, size_t visits)
{
    train_record *all = array_room(set->records, sizeof *all, &set->capacity, set->count + records);
    if (!all) {
        return false;
    }
    set->records = all;
    train_visit *shares =
        array_room(set->visits, sizeof *shares, &set->visit_capacity, set->visit_count + visits);
    if (!shares) {
        return false;
    }
    set->visits = shares;
    return true;
}

static void set_free(train_set *set)
{
    free(set->records);
    free(set->visits);
    *set = (train_set){0};
}

/* The outcome of the game from ply `ply` on, for the side to move there. */
static int outcome_at(const game *g, int ply, int spoiler, colour mover)
{
    if (spoiler < g->ply_count) {
        int score = g->plies[spoiler].score;
        return score == GAME_SCORE_NONE || (spoiler - ply) % 2 == 0 ? score : -score;
    }
    if (g->result == GAME_DRAWN) {
        return OUTCOME_DRAWN;
    }
    return (g->result == GAME_WHITE_WON) == (mover == WHITE) ? OUTCOME_WON : OUTCOME_LOST;
}

static bool is_wanted(net_kind kind, const game_walk *walk, const game_ply *ply, int outcome)
{
    if (kind == NET_POLICY) {
        return walk->legal_count > 1;
    }
    return ply->score != GAME_SCORE_NONE && outcome != GAME_SCORE_NONE &&
           quiet_by_move(&walk->pos, walk->best, ply->score);
}

/* The work on one file. */
typedef struct file_job {
    char path[DATA_PATH_MAX];
    const train_request *request;
    uint32_t number;
    uint16_t visit_share; /* of train_record */
    train_data part;      /* the positions of this file */
    failure why;          /* empty if there was no error */
    failure warning;      /* empty if the file is complete */
} file_job;

/* Adds a position with room for `visits` visit shares behind those of the set. `outcome` is not for
 * a policy net. Returns NULL if memory is short. */
static train_record *add_record(const file_job *job, train_set *set, const position *pos,
                                int outcome, uint8_t visits)
{
    if (!set_make_room(set, 1, visits)) {
        return NULL;
    }
    train_record *record = &set->records[set->count++];
    *record = (train_record){.visit_count = visits, .copies = 1};
    if (job->request->kind == NET_POLICY) {
        record->visits = (uint32_t)set->visit_count;
        record->visit_share = job->visit_share;
    } else {
        record->file = job->number;
        record->outcome = (int16_t)outcome;
    }
    train_record_pack(record, pos);
    return record;
}

/* Adds the position of `walk`, for a policy net with its visit shares. */
static bool add_position(const file_job *job, train_set *set, const game *g, const game_walk *walk,
                         int outcome)
{
    const game_ply *ply = &g->plies[walk->ply];
    const uint8_t visits = job->request->kind == NET_POLICY ? ply->visit_count : 0;
    train_record *record = add_record(job, set, &walk->pos, outcome, visits);
    if (!record) {
        return false;
    }
    record->best = walk->best;
    record->score = ply->score;
    for (uint8_t i = 0; i < visits; i++) {
        const game_visit *visit = &g->visits[ply->visit_first + i];
        set->visits[set->visit_count++] =
            (train_visit){game_walk_move(walk, g, visit->code), visit->share};
    }
    return true;
}

/* The score of a position for the other side, one move later. */
static int score_after(int score)
{
    return score == GAME_SCORE_NONE ? score : score >= GAME_SCORE_MATE ? -score - 1 : -score;
}

/* True if a kind of net learns from the position after a move with this score. */
static bool wants_branch(net_kind kind, const game_branch *branch, int score)
{
    const bool known = branch->reply != MOVE_NONE;
    if (kind == NET_POLICY) {
        return known && branch->legal_count > 1;
    }
    if (score == GAME_SCORE_NONE) {
        return false;
    }
    return known ? quiet_by_move(&branch->pos, branch->reply, score)
                 : branch->legal_count > 0 &&
                       quiet_by_exchanges(&branch->pos, branch->legal, branch->legal_count);
}

/* Adds the position after a move that the game did not make. The score of the move is a search's,
 * so it holds there too. No result is known. */
static bool add_position_after(const file_job *job, train_set *set, const game *g,
                               const game_walk *walk, move m, int score)
{
    game_branch branch;
    game_walk_branch(walk, g, m, &branch);
    if (!wants_branch(job->request->kind, &branch, score)) {
        return true;
    }
    const int after = score_after(score);
    train_record *record = add_record(job, set, &branch.pos, after, 0);
    if (!record) {
        return false;
    }
    record->best = branch.reply;
    record->score = (int16_t)after;
    return true;
}

/* Adds the positions after the moves that the judge gave a score, but for the one that was played.
 * A random move may happen to be the best one. */
static bool add_positions_after(const file_job *job, train_set *set, const game *g,
                                const game_walk *walk)
{
    const game_ply *ply = &g->plies[walk->ply];
    if (walk->best != walk->played &&
        !add_position_after(job, set, g, walk, walk->best, ply->score)) {
        return false;
    }
    for (unsigned i = 0; i < ply->line_count; i++) {
        const game_line *line = &g->lines[ply->line_first + i];
        const move m = game_walk_move(walk, g, line->code);
        if (m != walk->played && !add_position_after(job, set, g, walk, m, line->score)) {
            return false;
        }
    }
    return true;
}

static bool add_game(file_job *job, const game *g, game_walk *walk, failure *why)
{
    const uint64_t hash = game_beginning(g);
    const game_part role = job->request->whole ? GAME_TRAINING : game_part_of(hash);
    const net_kind kind = job->request->kind;
    if (role == GAME_TRAINING && (double)(hash >> 11) * 0x1p-53 >= job->request->share) {
        return true;
    }
    job->part.games[role]++;
    if (!game_walk_start(walk, g, why)) {
        return false;
    }
    for (int spoiler = game_next_random(g, 0); walk->ply < g->ply_count; game_walk_step(walk)) {
        if (!game_walk_check(walk, g, why)) {
            return false;
        }
        spoiler = spoiler < walk->ply ? game_next_random(g, walk->ply) : spoiler;
        int outcome = outcome_at(g, walk->ply, spoiler, (colour)walk->pos.to_move);
        const game_ply *ply = &g->plies[walk->ply];
        if (!game_ply_is_judged(g, ply)) {
            continue;
        }
        const bool after = job->request->after_moves && role == GAME_TRAINING;
        train_set *set = &job->part.set[role];
        if ((is_wanted(kind, walk, ply, outcome) && !add_position(job, set, g, walk, outcome)) ||
            (after && !add_positions_after(job, set, g, walk))) {
            return fail(why, "not enough memory for its positions");
        }
    }
    return true;
}

static void file_task(void *context, int number)
{
    file_job *job = &((file_job *)context)[number];
    game_reader *reader = game_reader_open(job->path, &job->why);
    game g = {0};
    game_walk walk;
    game_status status = GAME_READ;
    while (reader && status == GAME_READ) {
        status = game_reader_next(reader, &g, &job->why);
        if (status == GAME_READ && !add_game(job, &g, &walk, &job->why)) {
            failure reason = job->why;
            fail(&job->why, "%s: game %ld: %s", job->path, game_reader_count(reader), reason.text);
            break;
        }
    }
    if (status == GAME_CUT && game_reader_count(reader) > 0) {
        job->warning = job->why;
        job->why.text[0] = 0;
    }
    game_free(&g);
    game_reader_close(reader);
}

/* Moves a set's records to the end of another. An empty one takes them as they are. */
static bool join(train_set *to, train_set *from, failure *why)
{
    if (!to->records) {
        *to = *from;
        *from = (train_set){0};
        return true;
    }
    if (to->visit_count + from->visit_count > UINT32_MAX) {
        return fail(why,
                    "with its visit shares there are more than %lu; give fewer files, or a "
                    "smaller --share",
                    (unsigned long)UINT32_MAX);
    }
    if (!set_make_room(to, from->count, from->visit_count)) {
        return fail(why, "not enough memory for its positions");
    }
    for (size_t i = 0; i < from->count; i++) {
        to->records[to->count + i] = from->records[i];
        to->records[to->count + i].visits += (uint32_t)to->visit_count; /* 0 but for a policy */
    }
    for (size_t i = 0; i < from->visit_count; i++) {
        to->visits[to->visit_count + i] = from->visits[i];
    }
    to->count += from->count;
    to->visit_count += from->visit_count;
    set_free(from);
    return true;
}

static bool join_files(train_data *data, file_job *jobs, int count, failure *warning, failure *why)
{
    failure reason;
    for (int i = 0; i < count; i++) {
        file_job *job = &jobs[i];
        if (job->why.text[0]) {
            *why = job->why;
            return false;
        }
        failure_add(warning, &job->warning);
        data->from_file[i] = job->part.set[GAME_TRAINING].count;
        for (int role = 0; role < GAME_PARTS; role++) {
            if (!join(&data->set[role], &job->part.set[role], &reason)) {
                return fail(why, "%s: %s", job->path, reason.text);
            }
            data->games[role] += job->part.games[role];
        }
    }
    return true;
}

static uint32_t checksum_of(const train_set *set)
{
    const unsigned char *records = (const unsigned char *)set->records;
    const unsigned char *visits = (const unsigned char *)set->visits;
    const uLong checksum = crc32_z(0, records, set->count * sizeof *set->records);
    return (uint32_t)crc32_z(checksum, visits, set->visit_count * sizeof *set->visits);
}

bool train_data_read(train_data *data, const train_request *request, thread_pool *pool,
                     failure *warning, failure *why)
{
    *data = (train_data){0};
    warning->text[0] = 0;
    file_job *jobs = calloc((size_t)request->count, sizeof *jobs);
    data->from_file = calloc((size_t)request->count, sizeof *data->from_file);
    data->files = request->count;
    if (!jobs || !data->from_file) {
        free(jobs);
        train_data_free(data);
        return fail(why, "not enough memory to read %d %s", request->count,
                    plural((uint64_t)request->count, "file", "files"));
    }
    bool good = true;
    for (int i = 0; good && i < request->count; i++) {
        jobs[i].request = request;
        jobs[i].number = (uint32_t)i;
        const train_reading reading =
            request->readings ? request->readings[i] : train_reading_default();
        jobs[i].visit_share = (uint16_t)lrintf(65535.0f * reading.visit_share);
        good = data_path_find(request->paths[i], request->folder, jobs[i].path, why);
    }
    if (good) {
        thread_pool_run(pool, request->count, file_task, jobs);
    }
    good = good && join_files(data, jobs, request->count, warning, why);
    for (int i = 0; i < request->count; i++) {
        train_data_free(&jobs[i].part);
    }
    free(jobs);
    if (good && data->set[GAME_TRAINING].count == 0) {
        good = fail(why, "%s%s: no position for a %s net", request->paths[0],
                    request->count > 1 ? " and the other files" : "",
                    architecture_kind_name(request->kind));
    }
    if (!good || !train_copies_count(data, pool, COPIES_TOGETHER, why)) {
        train_data_free(data);
        return false;
    }
    data->checksum = checksum_of(&data->set[GAME_TRAINING]);
    return true;
}

void train_data_free(train_data *data)
{
    for (int role = 0; role < GAME_PARTS; role++) {
        set_free(&data->set[role]);
    }
    free(data->from_file);
    *data = (train_data){0};
}

bool train_set_sample(train_set *sample, const train_set *set, size_t most)
{
    const size_t count = set->count < most ? set->count : most;
    *sample = (train_set){.records = malloc((count + 1) * sizeof *sample->records),
                          .visits = set->visits};
    for (; sample->records && sample->count < count; sample->count++) {
        const uint64_t place = (uint64_t)sample->count * set->count / count;
        sample->records[sample->count] = set->records[place];
    }
    return sample->records;
}
