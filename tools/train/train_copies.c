#include "train_copies.h"

#include <stdlib.h>

/* How often each position occurs: a hash table of keys, by open addressing with linear probing. Key
 * 0 marks an empty place, and at least one place is empty. */
typedef struct copy_table {
    uint64_t *keys;
    uint16_t *counts;
    size_t mask; /* number of places, a power of two, less 1 */
} copy_table;

/* The place of a key, or the empty place where it belongs. */
static size_t place_of(const copy_table *table, uint64_t key)
{
    size_t at = key & table->mask;
    while (table->keys[at] && table->keys[at] != key) {
        at = (at + 1) & table->mask;
    }
    return at;
}

/* Records are hashed so many ahead, to prefetch their places. */
enum { AHEAD = 16 };

static bool table_init(copy_table *table, size_t records, failure *why)
{
    size_t places = 16;
    while (places < 2 * records) {
        places *= 2;
    }
    *table = (copy_table){calloc(places, sizeof *table->keys),
                          calloc(places, sizeof *table->counts), places - 1};
    if (table->keys && table->counts) {
        return true;
    }
    return fail(why, "not enough memory to find copies among %zu positions", records);
}

static void table_free(copy_table *table)
{
    free(table->keys);
    free(table->counts);
}

static void prefetch(const copy_table *table, const train_set *set, size_t i, uint64_t ring[AHEAD])
{
    if (i < set->count) {
        ring[i % AHEAD] = train_record_key(&set->records[i]);
        __builtin_prefetch(&table->keys[ring[i % AHEAD] & table->mask]);
    }
}

/* Counts each record at its place, or notes the count in the record. */
static void visit_all(copy_table *table, train_set *set, bool count)
{
    uint64_t ring[AHEAD];
    for (size_t i = 0; i < AHEAD; i++) {
        prefetch(table, set, i, ring);
    }
    for (size_t i = 0; i < set->count; i++) {
        const uint64_t key = ring[i % AHEAD];
        const size_t at = place_of(table, key);
        prefetch(table, set, i + AHEAD, ring);
        if (count) {
            table->keys[at] = key;
            table->counts[at] =
                (uint16_t)(table->counts[at] + (table->counts[at] < RECORD_COPIES_MAX));
        } else {
            set->records[i].copies = table->counts[at];
        }
    }
}

/* Keeps the records that are not in the table, in their order. */
static size_t remove_known(const copy_table *table, train_set *set)
{
    size_t kept = 0;
    for (size_t i = 0; i < set->count; i++) {
        const uint64_t key = train_record_key(&set->records[i]);
        if (!table->keys[place_of(table, key)]) {
            set->records[kept] = set->records[i];
            set->records[kept++].copies = 1;
        }
    }
    const size_t removed = set->count - kept;
    set->count = kept;
    return removed;
}

bool train_copies_count(train_data *data, failure *why)
{
    copy_table table;
    const bool good = table_init(&table, data->set[GAME_TRAINING].count, why);
    if (good) {
        visit_all(&table, &data->set[GAME_TRAINING], true);
        visit_all(&table, &data->set[GAME_TRAINING], false);
        data->repeated = 0;
        for (int role = GAME_HELD_OUT; role < GAME_PARTS; role++) {
            data->repeated += remove_known(&table, &data->set[role]);
        }
    }
    table_free(&table);
    return good;
}
