#include "train_chunk.h"

#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "game_file.h"
#include "nn/portable_math.h"
#include "nn/value_net.h"

/* Records are read at random from gigabytes, so they are prefetched this many positions ahead. */
enum { PREFETCH_AHEAD = 16 };

train_chunk *train_chunk_new(const architecture *arch)
{
    train_chunk *chunk = calloc(1, sizeof *chunk);
    if (!chunk) {
        return NULL;
    }
    chunk->kind = arch->kind;
    chunk->inputs = arch->inputs;
    chunk->pins = arch->pins;
    chunk->places = arch->places;
    chunk->classes = train_arch_rows(arch) == POLICY_ROWS_CLASSED;
    chunk->bucketed = arch->buckets > 1;
    chunk->views = train_arch_views(arch);
    return chunk;
}

static const train_record *record_at(const train_source *source, uint64_t place)
{
    uint64_t i = source->first + place;
    return &source->set->records[source->shuffle ? train_shuffle_at(source->shuffle, i) : i];
}

/* What the moves' probabilities should be: a mean of the best move and the shares of the visits, or
 * all for the best move if there are no visits. */
static void fill_wanted(float *wanted, const move moves[], int count, const train_source *source,
                        const train_record *record)
{
    const train_set *set = source->set;
    const float share = (float)record->visit_share / 65535.0f;
    float sum = 0.0f;
    for (int i = 0; i < count; i++) {
        wanted[i] = 0.0f;
        for (uint8_t k = 0; k < record->visit_count; k++) {
            const train_visit *visit = &set->visits[record->visits + k];
            wanted[i] += visit->move == moves[i] ? (float)visit->share : 0.0f;
        }
        sum += wanted[i];
    }
    for (int i = 0; i < count; i++) {
        const float best = (float)(moves[i] == record->best);
        wanted[i] = sum > 0.0f ? share * (wanted[i] / sum) + (1.0f - share) * best : best;
    }
}

static void fill_moves(train_chunk *chunk, size_t at, const position *pos,
                       const train_source *source, const train_record *record)
{
    move moves[MOVES_MAX];
    int count = gen_legal(pos, moves);
    feature_policy_query(&chunk->queries[at], pos, moves, count, chunk->classes);
    fill_wanted(chunk->wanted[at], moves, count, source, record);
    chunk->best[at] = 0;
    for (int i = 0; i < count; i++) {
        if (moves[i] == record->best) {
            chunk->best[at] = (uint16_t)i;
        }
    }
}

static float weight_of(const train_record *record, const train_recipe *recipe)
{
    float weight = 1.0f;
    const int size = abs(record->score);
    if (record->score != GAME_SCORE_NONE && size > recipe->decided_score) {
        weight = (float)recipe->decided_score / (float)size;
        weight = weight > recipe->decided_weight ? weight : recipe->decided_weight;
    }
    if (record->copies > recipe->copies) {
        weight *= (float)recipe->copies / (float)record->copies;
    }
    return weight;
}

static void fill_features(train_chunk *chunk, size_t at, const position *pos)
{
    int count = feature_rows(pos, chunk->pins, chunk->features[at]);
    chunk->feature_count[at] = (uint8_t)count;
    if (chunk->inputs < FEATURE_ROWS) {
        for (int i = 0; i < count; i++) {
            chunk->features[at][i] = (uint16_t)(chunk->features[at][i] % chunk->inputs);
        }
    }
}

/* Fills the mover's view of a value net, then the opponent's. */
static void fill_views(train_chunk *chunk, size_t at, const position *pos)
{
    for (size_t list = 2 * at; list < 2 * at + 2; list++) {
        const colour view = (colour)pos->to_move ^ (list % 2);
        chunk->feature_count[list] =
            (uint8_t)value_rows(pos, view, chunk->places, chunk->features[list]);
    }
}

static void fill_one(train_chunk *chunk, size_t at, const train_source *source,
                     const train_record *record)
{
    position pos;
    train_record_unpack(record, &pos);
    chunk->weight[at] = weight_of(record, source->recipe);
    if (chunk->kind == NET_POLICY) {
        fill_features(chunk, at, &pos);
        fill_moves(chunk, at, &pos, source, record);
        return;
    }
    fill_views(chunk, at, &pos);
    const train_fit *fit = &source->recipe->fits[record->file];
    chunk->goal[at] = train_fit_goal(fit, record, fit->result_share);
    chunk->expected[at] = nn_sigmoid((float)record->score / fit->scale);
    chunk->score[at] = record->score;
    chunk->bucket[at] =
        chunk->bucketed ? (uint8_t)net_bucket(chunk->feature_count[at * chunk->views]) : 0;
}

size_t train_chunk_size(const train_set *set, size_t first)
{
    const size_t left = set->count - first;
    return left < CHUNK_POSITIONS ? left : CHUNK_POSITIONS;
}

void train_chunk_fill(train_chunk *chunk, const train_source *source, size_t begin, size_t end)
{
    assert(end <= CHUNK_POSITIONS && source->first + end <= source->set->count);
    const train_record *ahead[PREFETCH_AHEAD];
    for (size_t i = begin; i < end + PREFETCH_AHEAD; i++) {
        size_t ring = i % PREFETCH_AHEAD;
        if (i >= begin + PREFETCH_AHEAD) {
            fill_one(chunk, i - PREFETCH_AHEAD, source, ahead[ring]);
        }
        if (i < end) {
            ahead[ring] = record_at(source, i);
            __builtin_prefetch(ahead[ring]);
        }
    }
}

bool train_index_init(train_index *index, size_t rows, size_t entries_max)
{
    index->rows = rows;
    index->start = train_alloc((rows + 1) * sizeof *index->start);
    index->position = train_alloc(entries_max * sizeof *index->position);
    return index->start && index->position;
}

void train_index_free(train_index *index)
{
    free(index->start);
    free(index->position);
    *index = (train_index){0};
}

/* Turns counts, each of which stands one place late, into the starts of the rows. */
static void accumulate_starts(train_index *index)
{
    for (size_t r = 0; r < index->rows; r++) {
        index->start[r + 1] += index->start[r];
    }
}

/* Filling moves every start to the next row's; this moves them back. */
static void restore_starts(train_index *index)
{
    memmove(index->start + 1, index->start, index->rows * sizeof *index->start);
    index->start[0] = 0;
}

void train_index_features(train_index *index, const train_chunk *chunk)
{
    memset(index->start, 0, (index->rows + 1) * sizeof *index->start);
    const size_t lists = chunk->positions * chunk->views;
    for (size_t p = 0; p < lists; p++) {
        for (unsigned i = 0; i < chunk->feature_count[p]; i++) {
            index->start[chunk->features[p][i] + 1]++;
        }
    }
    accumulate_starts(index);
    for (size_t p = 0; p < lists; p++) {
        for (unsigned i = 0; i < chunk->feature_count[p]; i++) {
            index->position[index->start[chunk->features[p][i]]++] = (uint16_t)p;
        }
    }
    restore_starts(index);
}

void train_index_moves(train_index *index, const train_chunk *chunk,
                       uint32_t (*slots)[QUERY_ROWS_MAX])
{
    memset(index->start, 0, (index->rows + 1) * sizeof *index->start);
    for (size_t p = 0; p < chunk->positions; p++) {
        for (unsigned i = 0; i < chunk->queries[p].count; i++) {
            index->start[chunk->queries[p].rows[i] + 1]++;
        }
    }
    accumulate_starts(index);
    for (size_t p = 0; p < chunk->positions; p++) {
        for (unsigned i = 0; i < chunk->queries[p].count; i++) {
            uint32_t slot = index->start[chunk->queries[p].rows[i]]++;
            index->position[slot] = (uint16_t)p;
            slots[p][i] = slot;
        }
    }
    restore_starts(index);
}
