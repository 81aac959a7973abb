#include "train_copies.h"

#include <stdlib.h>

/* How often each position occurs: a hash table of keys, by open addressing with linear probing. Key
 * 0 marks an empty place, and at least one place is empty. */
typedef struct copy_table {
    uint64_t *keys;
    uint16_t *counts;
    size_t mask; /* number of places, a power of two, less 1 */
} copy_table;

/* The positions are divided into parts, and each thread counts one part at a time. So the tables
 * are small, and copies are always in the same part. */
typedef struct copy_job {
    train_data *data;
    size_t parts;
    size_t *sizes; /* [parts] training positions */
    bool *failed;  /* [parts] memory was short */
} copy_job;

static bool table_init(copy_table *table, size_t records)
{
    size_t places = 16;
    while (places < 2 * records) {
        places *= 2;
    }
    *table = (copy_table){calloc(places, sizeof *table->keys),
                          calloc(places, sizeof *table->counts), places - 1};
    return table->keys && table->counts;
}

static void table_free(copy_table *table)
{
    free(table->keys);
    free(table->counts);
}

/* The place of a key, or the empty place where it belongs. */
static size_t place_of(const copy_table *table, uint64_t key)
{
    size_t at = key & table->mask;
    while (table->keys[at] && table->keys[at] != key) {
        at = (at + 1) & table->mask;
    }
    return at;
}

/* By the occupied squares alone, which is cheaper than a key: each part looks at all records. */
static size_t part_of(const copy_job *job, const train_record *record)
{
    const uint64_t mixed = record->occupied * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    return (size_t)(mixed * job->parts >> 32);
}

static void count_part(const copy_job *job, size_t part, copy_table *table)
{
    const train_set *set = &job->data->set[GAME_TRAINING];
    for (size_t i = 0; i < set->count; i++) {
        if (part_of(job, &set->records[i]) == part) {
            const uint64_t key = train_record_key(&set->records[i]);
            const size_t at = place_of(table, key);
            table->keys[at] = key;
            table->counts[at] =
                (uint16_t)(table->counts[at] + (table->counts[at] < RECORD_COPIES_MAX));
        }
    }
}

/* Each position gets its number of copies in the training set; for a test position that is 0 if it
 * may stay. */
static void note_counts(const copy_job *job, size_t part, const copy_table *table, train_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        if (part_of(job, &set->records[i]) == part) {
            const uint64_t key = train_record_key(&set->records[i]);
            set->records[i].copies = table->counts[place_of(table, key)];
        }
    }
}

static void part_task(void *context, int number)
{
    const copy_job *job = context;
    const size_t part = (size_t)number;
    copy_table table;
    if (table_init(&table, job->sizes[part])) {
        count_part(job, part, &table);
        for (int role = 0; role < GAME_PARTS; role++) {
            note_counts(job, part, &table, &job->data->set[role]);
        }
    } else {
        job->failed[part] = true;
    }
    table_free(&table);
}

/* Removes the records that have copies in the training set, and returns their number. */
static size_t remove_known(train_set *set)
{
    size_t kept = 0;
    for (size_t i = 0; i < set->count; i++) {
        if (set->records[i].copies == 0) {
            set->records[kept] = set->records[i];
            set->records[kept++].copies = 1;
        }
    }
    const size_t removed = set->count - kept;
    set->count = kept;
    return removed;
}

/* Counts all parts. Returns false if memory is short. */
static bool count_all(copy_job *job, thread_pool *pool)
{
    const train_set *set = &job->data->set[GAME_TRAINING];
    for (size_t i = 0; i < set->count; i++) {
        job->sizes[part_of(job, &set->records[i])]++;
    }
    thread_pool_run(pool, (int)job->parts, part_task, job);
    bool good = true;
    for (size_t part = 0; part < job->parts; part++) {
        good = good && !job->failed[part];
    }
    return good;
}

bool train_copies_count(train_data *data, thread_pool *pool, size_t together, failure *why)
{
    const size_t count = data->set[GAME_TRAINING].count, parts = count / together + 1;
    copy_job job = {data, parts, calloc(parts, sizeof *job.sizes), calloc(parts, 1)};
    const bool good = job.sizes && job.failed && count_all(&job, pool);
    data->repeated = 0;
    for (int role = GAME_HELD_OUT; good && role < GAME_PARTS; role++) {
        data->repeated += remove_known(&data->set[role]);
    }
    free(job.sizes);
    free(job.failed);
    return good || fail(why, "not enough memory to find copies among %zu positions", count);
}
