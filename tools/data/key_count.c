#include "key_count.h"

#include <stdlib.h>

bool key_count_add(key_count *c, uint64_t key)
{
    if (c->count == c->capacity) {
        const size_t larger = c->capacity + c->capacity / 2 + 1024;
        uint64_t *keys = realloc(c->keys, larger * sizeof *keys);
        if (!keys) {
            return false;
        }
        c->keys = keys;
        c->capacity = larger;
    }
    c->keys[c->count++] = key;
    return true;
}

static int compare(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

key_figures key_count_figures(key_count *c)
{
    key_figures sum = {.keys = (long)c->count};
    if (c->count) {
        qsort(c->keys, c->count, sizeof *c->keys, compare);
    }
    for (size_t i = 0, run = 0; i < c->count; i += run) {
        for (run = 1; i + run < c->count && c->keys[i + run] == c->keys[i]; run++) {
        }
        sum.distinct++;
        sum.repeated += run > 1;
        sum.most = (long)run > sum.most ? (long)run : sum.most;
    }
    return sum;
}
