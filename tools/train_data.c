#include "train_data.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "game_walk.h"
#include "train_negamax.h"
#include "train_random.h"

void train_record_pack(train_record *record, const position *pos)
{
    unsigned files = 0, n = 0;
    memset(record->pieces, 0, sizeof record->pieces);
    record->occupied = pos_occupied(pos);
    for (bitboard left = record->occupied; left; n++) {
        piece p = pos->board[bb_pop(&left)];
        record->pieces[n / 2] |= (uint8_t)(p << 4 * (n % 2));
    }
    for (unsigned i = 0; i < 4; i++) {
        if (pos->castling >> i & 1) {
            files |= (unsigned)square_file(pos->rook_from[i]) << 3 * i;
        }
    }
    record->rook_files = (uint16_t)files;
    record->state = (uint8_t)(pos->to_move | pos->castling << 1);
    record->en_passant = pos->en_passant;
}

void train_record_unpack(const train_record *record, position *pos)
{
    memset(pos, 0, sizeof *pos);
    memset(pos->board, PIECE_NONE, sizeof pos->board);
    unsigned n = 0;
    for (bitboard left = record->occupied; left; n++) {
        square s = bb_pop(&left);
        piece p = record->pieces[n / 2] >> 4 * (n % 2) & 15;
        pos->board[s] = p;
        pos->kind[piece_kind(p)] |= bb_of(s);
        pos->side[piece_side(p)] |= bb_of(s);
    }
    pos->to_move = record->state & 1;
    pos->castling = record->state >> 1 & 15;
    for (unsigned i = 0; i < 4; i++) {
        bool held = pos->castling >> i & 1;
        square rook = square_at(record->rook_files >> 3 * i & 7, i < 2 ? 0 : 7);
        pos->rook_from[i] = held ? rook : SQUARE_NONE;
    }
    pos->en_passant = record->en_passant;
    pos->fullmove_number = 1;
}

static train_record *add_record(train_set *set)
{
    if (set->count == set->capacity) {
        size_t capacity = set->capacity ? 2 * set->capacity : 1 << 16;
        train_record *larger = realloc(set->records, capacity * sizeof *larger);
        if (!larger) {
            return NULL;
        }
        set->records = larger;
        set->capacity = capacity;
    }
    return &set->records[set->count++];
}

/* A hash of the first position as the file names it (FNV-1a, scrambled). */
static uint64_t hash_text(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++) {
        hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    }
    return train_mix(hash);
}

/* What the game came to from ply `ply` on, for the side to move there. */
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

static int next_deviation(const game *g, int ply)
{
    while (ply < g->ply_count && !g->plies[ply].deviates) {
        ply++;
    }
    return ply;
}

static bool is_wanted(train_kind kind, const game_walk *walk, const game_ply *ply, int outcome)
{
    if (kind == TRAIN_POLICY) {
        return walk->legal_count > 1;
    }
    return ply->score != GAME_SCORE_NONE && outcome != GAME_SCORE_NONE &&
           (kind != TRAIN_NEGAMAX || train_negamax_wants(&walk->pos, walk->best, ply->score));
}

/* One file's share of the work. */
typedef struct file_job {
    const char *path;
    train_kind kind;
    train_data part; /* what this file holds */
    failure why;     /* empty: all is well */
    failure warning; /* empty: the file is whole */
} file_job;

static bool add_game(file_job *job, const game *g, game_walk *walk, failure *why)
{
    uint64_t hash = hash_text(g->fen);
    bool held_out = hash % HELD_OUT_SHARE == 0;
    train_set *set = held_out ? &job->part.held_out : &job->part.train;
    job->part.games++;
    job->part.games_held_out += held_out;
    if (!game_walk_start(walk, g, why)) {
        return false;
    }
    for (int spoiler = next_deviation(g, 0); walk->ply < g->ply_count; game_walk_step(walk)) {
        const game_ply *ply = &g->plies[walk->ply];
        if (!game_walk_look(walk, g, why)) {
            return false;
        }
        spoiler = spoiler < walk->ply ? next_deviation(g, walk->ply) : spoiler;
        int outcome = outcome_at(g, walk->ply, spoiler, (colour)walk->pos.to_move);
        if (!is_wanted(job->kind, walk, ply, outcome)) {
            continue;
        }
        train_record *record = add_record(set);
        if (!record) {
            return fail(why, "not enough memory for its positions");
        }
        *record = (train_record){.best = walk->best,
                                 .score = ply->score,
                                 .outcome = (int16_t)outcome,
                                 .game = (uint32_t)hash,
                                 .legal_count =
                                     (uint8_t)(walk->legal_count < 255 ? walk->legal_count : 255)};
        train_record_pack(record, &walk->pos);
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
    if (status == GAME_CUT && job->part.games > 0) {
        job->warning = job->why;
        job->why.text[0] = 0;
    }
    game_free(&g);
    game_reader_close(reader);
}

/* Moves a set's records to the end of another. */
static bool join(train_set *to, train_set *from)
{
    if (to->count + from->count > to->capacity) {
        size_t capacity = to->count + from->count;
        train_record *larger = realloc(to->records, capacity * sizeof *larger);
        if (!larger) {
            return false;
        }
        to->records = larger;
        to->capacity = capacity;
    }
    if (from->count) {
        memcpy(to->records + to->count, from->records, from->count * sizeof *to->records);
    }
    to->count += from->count;
    free(from->records);
    *from = (train_set){0};
    return true;
}

static bool join_files(train_data *data, file_job *jobs, int count, failure *warning, failure *why)
{
    for (int i = 0; i < count; i++) {
        file_job *job = &jobs[i];
        if (job->why.text[0]) {
            *why = job->why;
            return false;
        }
        if (job->warning.text[0]) {
            *warning = job->warning;
        }
        if (!join(&data->train, &job->part.train) || !join(&data->held_out, &job->part.held_out)) {
            return fail(why, "%s: not enough memory for its positions", job->path);
        }
        data->games += job->part.games;
        data->games_held_out += job->part.games_held_out;
    }
    return true;
}

static uint32_t checksum_of(const train_set *set, uint32_t checksum)
{
    return (uint32_t)crc32_z(checksum, (const unsigned char *)set->records,
                             set->count * sizeof *set->records);
}

bool train_data_read(train_data *data, train_kind kind, char *const *paths, int count,
                     train_pool *pool, failure *warning, failure *why)
{
    *data = (train_data){0};
    warning->text[0] = 0;
    file_job *jobs = calloc((size_t)count, sizeof *jobs);
    if (!jobs) {
        return fail(why, "not enough memory to read %d files", count);
    }
    for (int i = 0; i < count; i++) {
        jobs[i].path = paths[i];
        jobs[i].kind = kind;
    }
    train_pool_run(pool, count, file_task, jobs);
    bool good = join_files(data, jobs, count, warning, why);
    for (int i = 0; i < count; i++) {
        train_data_free(&jobs[i].part);
    }
    free(jobs);
    if (good && data->train.count == 0) {
        good = fail(why, "%s: no position to train on", paths[0]);
    }
    if (!good) {
        train_data_free(data);
        return false;
    }
    data->checksum = checksum_of(&data->held_out, checksum_of(&data->train, 0));
    return true;
}

void train_data_free(train_data *data)
{
    free(data->train.records);
    free(data->held_out.records);
    *data = (train_data){0};
}
