#include "train_copies.h"

#include <stdlib.h>

/* How often each position occurs: a hash table of keys, by open addressing with linear probing. Key
 * 0 marks an empty place, and at least one place is empty. */
typedef struct copy_table {
    uint64_t *keys;
    uint16_t *counts;
    size_t mask; /* number of places, a power of two, less 1 */
} copy_table;

static bool table_init(copy_table *table, size_t records, failure *why)
{
    size_t places = 16;
    while (places < 2 * records) {
        places *= 2;
    }
    *table = (copy_table){calloc(places, sizeof *table->keys),
                          calloc(places, sizeof *table->counts), places - 1};
    return (table->keys && table->counts) ||
           fail(why, "not enough memory to find copies among %zu positions", records);
}

static void table_free(copy_table *table)
{
    free(table->keys);
    free(table->counts);
}

/* The place of a record's position, or the empty place where it belongs. */
static size_t place_of(const copy_table *table, const train_record *record, uint64_t *key)
{
    *key = train_record_key(record);
    size_t at = *key & table->mask;
    while (table->keys[at] && table->keys[at] != *key) {
        at = (at + 1) & table->mask;
    }
    return at;
}

static void count_all(copy_table *table, const train_set *set)
{
    uint64_t key;
    for (size_t i = 0; i < set->count; i++) {
        const size_t at = place_of(table, &set->records[i], &key);
        table->keys[at] = key;
        table->counts[at] = (uint16_t)(table->counts[at] + (table->counts[at] < RECORD_COPIES_MAX));
    }
}

static void note_counts(const copy_table *table, train_set *set)
{
    uint64_t key;
    for (size_t i = 0; i < set->count; i++) {
        set->records[i].copies = table->counts[place_of(table, &set->records[i], &key)];
    }
}

/* Removes the records that are in the table, and returns their number. */
static size_t remove_known(const copy_table *table, train_set *set)
{
    uint64_t key;
    size_t kept = 0;
    for (size_t i = 0; i < set->count; i++) {
        if (table->counts[place_of(table, &set->records[i], &key)] == 0) {
            set->records[kept++] = set->records[i];
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
        count_all(&table, &data->set[GAME_TRAINING]);
        note_counts(&table, &data->set[GAME_TRAINING]);
        data->repeated = 0;
        for (int role = GAME_HELD_OUT; role < GAME_PARTS; role++) {
            data->repeated += remove_known(&table, &data->set[role]);
        }
    }
    table_free(&table);
    return good;
}
