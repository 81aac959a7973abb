#include "arena.h"

#include <string.h>

#include "system/memory.h"

/* The first unit of a free block. */
typedef struct free_block {
    arena_index next, previous;
    uint32_t units;
} free_block;

/* The units that a store takes at once: a small share of a small arena. */
enum { STORE_UNITS_MIN = 4, STORE_UNITS_MAX = 64, STORE_SHARE = 1024 };

enum { FOOTER_OFFSET = ARENA_UNIT - sizeof(uint32_t) };

static_assert(sizeof(free_block) <= FOOTER_OFFSET, "a one-unit block holds its header and footer");

bool arena_init(arena *a, size_t bytes, failure *why)
{
    memset(a, 0, sizeof *a);
    unsigned char *memory = system_memory_take(bytes, why);
    if (!memory) {
        return false;
    }
    /* A unit costs its bytes and one bit; the bits come in whole words. */
    size_t groups = bytes / (64 * ARENA_UNIT + sizeof(uint64_t));
    size_t units = groups * 64;
    a->unit_count = units < UINT32_MAX ? (uint32_t)units : UINT32_MAX;
    a->units = memory;
    a->boundary = (uint64_t *)(memory + units * ARENA_UNIT);
    a->bytes = bytes;
    memset(a->boundary, 0, groups * sizeof(uint64_t));
    a->fresh = 1;
    const uint32_t share = a->unit_count / STORE_SHARE;
    a->store_units = share < STORE_UNITS_MIN   ? STORE_UNITS_MIN
                     : share < STORE_UNITS_MAX ? share
                                               : STORE_UNITS_MAX;
    pthread_mutex_init(&a->lock, NULL);
    return true;
}

void arena_free(arena *a)
{
    if (a->units) {
        system_memory_give(a->units);
        pthread_mutex_destroy(&a->lock);
    }
    memset(a, 0, sizeof *a);
}

void arena_reset(arena *a)
{
    memset(a->boundary, 0, ((size_t)a->fresh + 63) / 64 * sizeof(uint64_t));
    memset(a->bin, 0, sizeof a->bin);
    memset(a->bins_filled, 0, sizeof a->bins_filled);
    a->fresh = 1;
    a->taken = 0;
}

static bool is_boundary(const arena *a, arena_index i)
{
    return a->boundary[i >> 6] >> (i & 63) & 1;
}
static void set_boundary(arena *a, arena_index i)
{
    a->boundary[i >> 6] |= UINT64_C(1) << (i & 63);
}
static void clear_boundary(arena *a, arena_index i)
{
    a->boundary[i >> 6] &= ~(UINT64_C(1) << (i & 63));
}

static free_block *block_at(const arena *a, arena_index i)
{
    return arena_at(a, i);
}

/* One bin for each size up to ARENA_EXACT_BINS units, then one for each power of two. */
static unsigned bin_of(uint32_t units)
{
    return units <= ARENA_EXACT_BINS ? units - 1
                                     : ARENA_EXACT_BINS + (31 - (unsigned)__builtin_clz(units)) - 6;
}

static void link_block(arena *a, arena_index i, uint32_t units)
{
    unsigned bin = bin_of(units);
    free_block *block = block_at(a, i);
    *block = (free_block){a->bin[bin], 0, units};
    if (block->next) {
        block_at(a, block->next)->previous = i;
    }
    a->bin[bin] = i;
    a->bins_filled[bin >> 6] |= UINT64_C(1) << (bin & 63);
    unsigned char *last = arena_at(a, i + units - 1);
    memcpy(last + FOOTER_OFFSET, &units, sizeof units);
    set_boundary(a, i);
    set_boundary(a, i + units - 1);
}

static uint32_t unlink_block(arena *a, arena_index i)
{
    free_block block = *block_at(a, i);
    if (block.next) {
        block_at(a, block.next)->previous = block.previous;
    }
    if (block.previous) {
        block_at(a, block.previous)->next = block.next;
    } else {
        unsigned bin = bin_of(block.units);
        a->bin[bin] = block.next;
        if (!block.next) {
            a->bins_filled[bin >> 6] &= ~(UINT64_C(1) << (bin & 63));
        }
    }
    clear_boundary(a, i);
    clear_boundary(a, i + block.units - 1);
    return block.units;
}

/* The first bin that is not empty, from `bin` on, or ARENA_BINS. */
static unsigned next_filled(const arena *a, unsigned bin)
{
    for (unsigned word = bin >> 6; word < 2; word++) {
        uint64_t filled = a->bins_filled[word];
        filled &= word == bin >> 6 ? ~UINT64_C(0) << (bin & 63) : ~UINT64_C(0);
        if (filled) {
            return 64 * word + (unsigned)__builtin_ctzll(filled);
        }
    }
    return ARENA_BINS;
}

static arena_index take_free(arena *a, uint32_t units)
{
    /* The blocks in a power-of-two bin differ in size. Every block in a later bin is large
     * enough. */
    unsigned bin = next_filled(a, bin_of(units));
    while (bin < ARENA_BINS && block_at(a, a->bin[bin])->units < units) {
        bin = next_filled(a, bin + 1);
    }
    if (bin >= ARENA_BINS) {
        return 0;
    }
    arena_index i = a->bin[bin];
    uint32_t whole = unlink_block(a, i);
    if (whole > units) {
        link_block(a, i + units, whole - units);
    }
    return i;
}

/* Only one thread writes at a time. */
static void add_taken(arena *a, uint32_t units)
{
    const uint32_t taken = atomic_load_explicit(&a->taken, memory_order_relaxed);
    atomic_store_explicit(&a->taken, taken + units, memory_order_relaxed);
}

arena_index arena_take(arena *a, uint32_t units)
{
    assert(units > 0);
    arena_index block = 0;
    bool exact = units <= ARENA_EXACT_BINS && a->bin[bin_of(units)];
    if (!exact && units <= a->unit_count - a->fresh) {
        block = a->fresh;
        a->fresh += units;
    } else {
        block = take_free(a, units);
    }
    add_taken(a, block ? units : 0);
    return block;
}

static void empty_store(arena *a, arena_store *store)
{
    if (store->left) {
        arena_give(a, store->next, store->left);
        store->left = 0;
    }
}

arena_index arena_store_take(arena *a, arena_store *store, uint32_t units)
{
    if (store->left < units) {
        pthread_mutex_lock(&a->lock);
        empty_store(a, store);
        const uint32_t wanted = units < a->store_units ? a->store_units : units;
        store->next = arena_take(a, wanted);
        store->left = store->next ? wanted : 0;
        if (!store->next) {
            /* Free memory is scattered, or almost out. */
            store->next = arena_take(a, units);
            store->left = store->next ? units : 0;
        }
        pthread_mutex_unlock(&a->lock);
        if (!store->left) {
            return 0;
        }
    }
    const arena_index block = store->next;
    store->next += units;
    store->left -= units;
    return block;
}

void arena_store_undo(arena_store *store, arena_index block, uint32_t units)
{
    assert(block + units == store->next);
    store->next = block;
    store->left += units;
}

void arena_store_empty(arena *a, arena_store *store)
{
    pthread_mutex_lock(&a->lock);
    empty_store(a, store);
    pthread_mutex_unlock(&a->lock);
}

void arena_give(arena *a, arena_index block, uint32_t units)
{
    assert(block > 0 && units > 0 && units <= a->taken);
    add_taken(a, 0 - units);
    arena_index after = block + units;
    if (after < a->fresh && is_boundary(a, after)) {
        units += unlink_block(a, after);
    }
    if (block > 1 && is_boundary(a, block - 1)) {
        uint32_t before;
        memcpy(&before, (unsigned char *)arena_at(a, block - 1) + FOOTER_OFFSET, sizeof before);
        block -= before;
        units += unlink_block(a, block);
    }
    link_block(a, block, units);
}
