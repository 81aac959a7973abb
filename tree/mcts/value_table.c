#include "value_table.h"

#include <assert.h>
#include <string.h>

enum { BUCKET_SIZE = VALUE_BUCKET * sizeof(value_entry) };

static_assert(BUCKET_SIZE == 64, "a bucket is a cache line");
static_assert(sizeof(shared_means) == sizeof(uint64_t), "means are one word");

size_t value_table_size(size_t bytes)
{
    size_t size = BUCKET_SIZE;
    while (size <= bytes / 2) {
        size *= 2;
    }
    return size;
}

void value_table_init(value_table *t, void *memory, size_t size)
{
    assert(size == value_table_size(size));
    *t = (value_table){.entries = memory, .memory_mask = size / BUCKET_SIZE - 1};
    value_table_restart(t, size);
}

void value_table_restart(value_table *t, size_t bytes)
{
    const size_t mask = value_table_size(bytes) / BUCKET_SIZE - 1;
    t->bucket_mask = mask < t->memory_mask ? mask : t->memory_mask;
    memset(t->entries, 0, value_table_bytes(t));
}

static value_entry *bucket_of(const value_table *t, uint64_t key)
{
    return t->entries + (key & t->bucket_mask) * VALUE_BUCKET;
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static shared_means means_in(uint64_t data)
{
    shared_means means;
    memcpy(&means, &data, sizeof means);
    return means;
}

bool value_table_find(const value_table *t, uint64_t key, shared_means *means)
{
    assert(key);
    const value_entry *bucket = bucket_of(t, key);
    for (int i = 0; i < VALUE_BUCKET; i++) {
        const uint64_t data = load(&bucket[i].data);
        if (data && (load(&bucket[i].check) ^ data) == key) {
            *means = means_in(data);
            return true;
        }
    }
    return false;
}

/* The entry of a key, or the one that gives way to it. */
static value_entry *place_of(const value_table *t, uint64_t key)
{
    value_entry *bucket = bucket_of(t, key), *place = bucket;
    int fewest = VALUE_VISITS_MAX + 1;
    for (int i = 0; i < VALUE_BUCKET; i++) {
        const uint64_t data = load(&bucket[i].data);
        if (data && (load(&bucket[i].check) ^ data) == key) {
            return &bucket[i];
        }
        if (means_in(data).visits < fewest) {
            fewest = means_in(data).visits;
            place = &bucket[i];
        }
    }
    return place;
}

void value_table_put(value_table *t, uint64_t key, shared_means means)
{
    assert(key && means.visits);
    value_entry *e = place_of(t, key);
    uint64_t data;
    memcpy(&data, &means, sizeof data);
    atomic_store_explicit(&e->data, data, memory_order_relaxed);
    atomic_store_explicit(&e->check, key ^ data, memory_order_relaxed);
}

static uint16_t draw_units(float draw)
{
    return (uint16_t)(draw * (float)VALUE_DRAW_ONE + 0.5f);
}

shared_means shared_means_of(float value, float draw, uint32_t visits)
{
    const uint32_t kept = visits < VALUE_VISITS_MAX ? visits : VALUE_VISITS_MAX;
    return (shared_means){value, draw_units(draw), (uint16_t)kept};
}

size_t value_table_used(const value_table *t)
{
    enum { SAMPLE_MAX = 4096 };
    const size_t buckets = t->bucket_mask + 1;
    const size_t sample = buckets < SAMPLE_MAX ? buckets : SAMPLE_MAX;
    size_t used = 0;
    for (size_t i = 0; i < sample * VALUE_BUCKET; i++) {
        used += load(&t->entries[i].data) != 0;
    }
    return (size_t)((double)used / (double)sample * (double)buckets * sizeof *t->entries);
}
