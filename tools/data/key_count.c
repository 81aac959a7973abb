#include "key_count.h"

#include <stdlib.h>

/* Keys are divided into bins by their top byte. Each bin grows and is sorted alone, so that it fits
 * the cache, and growing needs little memory. */
enum { BINS = 256, FIRST_CAPACITY = 1024 };

typedef struct bin {
    uint64_t *keys;
    size_t count, capacity;
} bin;

struct key_count {
    bin bins[BINS];
};

key_count *key_count_new(void)
{
    return calloc(1, sizeof(key_count));
}

void key_count_free(key_count *c)
{
    if (c) {
        for (int i = 0; i < BINS; i++) {
            free(c->bins[i].keys);
        }
        free(c);
    }
}

bool key_count_add(key_count *c, uint64_t key)
{
    bin *b = &c->bins[key >> 56];
    if (b->count == b->capacity) {
        size_t capacity = b->capacity ? b->capacity + b->capacity / 2 : FIRST_CAPACITY;
        uint64_t *larger = realloc(b->keys, capacity * sizeof *larger);
        if (!larger) {
            return false;
        }
        b->keys = larger;
        b->capacity = capacity;
    }
    b->keys[b->count++] = key;
    return true;
}

static int compare(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Adds the figures of a bin. */
static void add_bin(key_figures *sum, bin *b)
{
    if (b->count == 0) {
        return;
    }
    qsort(b->keys, b->count, sizeof *b->keys, compare);
    for (size_t i = 0, run = 0; i < b->count; i += run) {
        for (run = 1; i + run < b->count && b->keys[i + run] == b->keys[i]; run++) {
        }
        sum->distinct++;
        sum->repeated += run > 1;
        sum->most = (long)run > sum->most ? (long)run : sum->most;
    }
    sum->keys += (long)b->count;
    sum->bytes += b->capacity * sizeof *b->keys;
}

key_figures key_count_figures(key_count *c)
{
    key_figures sum = {.bytes = sizeof *c};
    for (int i = 0; i < BINS; i++) {
        add_bin(&sum, &c->bins[i]);
    }
    sum.spare = sum.keys - sum.distinct;
    return sum;
}
