#include "value_table.h"

#include <assert.h>
#include <string.h>

enum { BUCKET_SIZE = VALUE_BUCKET * sizeof(value_entry) };

static_assert(BUCKET_SIZE == 64, "a bucket is a cache line");

size_t value_table_size(size_t bytes)
{
    size_t size = BUCKET_SIZE;
    while (2 * size <= bytes) {
        size *= 2;
    }
    return size;
}

void value_table_init(value_table *t, void *memory, size_t size)
{
    assert(size == value_table_size(size));
    *t = (value_table){.entries = memory, .bucket_mask = size / BUCKET_SIZE - 1};
    value_table_clear(t);
}

void value_table_clear(value_table *t)
{
    t->used = 0;
    memset(t->entries, 0, value_table_bytes(t));
}

static value_entry *bucket_of(const value_table *t, uint64_t key)
{
    return t->entries + (key & t->bucket_mask) * VALUE_BUCKET;
}

value_entry *value_table_find(const value_table *t, uint64_t key)
{
    assert(key);
    value_entry *bucket = bucket_of(t, key);
    for (int i = 0; i < VALUE_BUCKET; i++) {
        if (bucket[i].key == key) {
            return &bucket[i];
        }
    }
    return NULL;
}

static uint16_t draw_units(float draw)
{
    return (uint16_t)(draw * (float)VALUE_DRAW_ONE + 0.5f);
}

/* The entry of the bucket with the fewest visits. */
static value_entry *least_known(value_entry bucket[VALUE_BUCKET])
{
    value_entry *place = bucket;
    for (int i = 1; i < VALUE_BUCKET; i++) {
        place = bucket[i].visits < place->visits ? &bucket[i] : place;
    }
    return place;
}

void value_table_put(value_table *t, uint64_t key, float value, float draw, uint32_t visits)
{
    const uint32_t kept = visits < VALUE_VISITS_MAX ? visits : VALUE_VISITS_MAX;
    value_entry *known = value_table_find(t, key);
    value_entry *place = known ? known : least_known(bucket_of(t, key));
    if (known && known->visits > kept) {
        return;
    }
    t->used += place->key == 0;
    *place = (value_entry){key, value, draw_units(draw), (uint16_t)kept};
}

void value_entry_learn(value_entry *e, float value, float draw)
{
    const float mean = (float)e->draw / (float)VALUE_DRAW_ONE;
    if (e->visits < VALUE_VISITS_MAX) {
        e->visits++;
    }
    const float weight = 1.0f / (float)e->visits;
    e->value += weight * (value - e->value);
    e->draw = draw_units(mean + weight * (draw - mean));
}
