#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

enum { BLOCKS = 4000 };

typedef struct held {
    arena_index index;
    uint32_t units;
    unsigned char mark;
} held;

static void fill(const arena *a, const held *b)
{
    memset(arena_at(a, b->index), b->mark, (size_t)b->units * ARENA_UNIT);
}

static bool intact(const arena *a, const held *b)
{
    const unsigned char *bytes = arena_at(a, b->index);
    for (size_t i = 0; i < (size_t)b->units * ARENA_UNIT; i++) {
        if (bytes[i] != b->mark) {
            return false;
        }
    }
    return true;
}

/* Blocks taken and given at random never overlap, and all memory comes back as one piece. */
Test(arena, random_use_keeps_every_block_and_merges_all)
{
    arena a;
    cr_assert(arena_init(&a, 1 << 20, NULL));
    static held blocks[BLOCKS];
    uint32_t taken = 0;
    srand(3);
    for (int step = 0; step < 200000; step++) {
        held *b = &blocks[rand() % BLOCKS];
        if (b->index) {
            cr_assert(intact(&a, b));
            arena_give(&a, b->index, b->units);
            taken -= b->units;
            b->index = 0;
        } else {
            b->units = rand() % 8 ? 1 + (uint32_t)rand() % 12 : 1 + (uint32_t)rand() % 220;
            b->mark = (unsigned char)rand();
            b->index = arena_take(&a, b->units);
            if (b->index) {
                fill(&a, b);
                taken += b->units;
            }
        }
        cr_assert_eq(a.taken, taken);
    }
    for (int i = 0; i < BLOCKS; i++) {
        if (blocks[i].index) {
            cr_assert(intact(&a, &blocks[i]));
            arena_give(&a, blocks[i].index, blocks[i].units);
        }
    }
    cr_assert_eq(a.taken, 0);
    arena_index whole = arena_take(&a, a.fresh - 1);
    cr_expect_eq(whole, 1, "everything merged back into one block from unit 1");
    arena_free(&a);
}

Test(arena, bookkeeping_stays_within_the_bytes_asked_for)
{
    arena a;
    cr_assert(arena_init(&a, 1 << 20, NULL));
    size_t units = (size_t)a.unit_count * ARENA_UNIT, bits = a.unit_count / 8;
    cr_expect_leq(units + bits, 1u << 20);
    cr_expect_geq(units, (1u << 20) * 98 / 100);
    arena_free(&a);
}

Test(arena, refuses_when_full_and_serves_again_after_reset)
{
    arena a;
    cr_assert(arena_init(&a, 1 << 20, NULL));
    uint32_t all = arena_left(&a);
    unsigned char *behind = (unsigned char *)(a.boundary + a.unit_count / 64);
    *behind = 1;
    cr_expect_neq(arena_take(&a, all), 0);
    cr_expect_eq(arena_left(&a), 0);
    cr_expect_eq(arena_take(&a, 1), 0);
    arena_reset(&a);
    cr_expect_eq(*behind, 1, "the bits end where they should");
    cr_expect_eq(arena_left(&a), all);
    cr_expect_neq(arena_take(&a, 1), 0);
    arena_free(&a);
}

Test(arena, a_hole_is_filled_by_what_fits_exactly)
{
    arena a;
    cr_assert(arena_init(&a, 1 << 20, NULL));
    arena_index first = arena_take(&a, 5);
    arena_index second = arena_take(&a, 5);
    cr_assert_neq(second, 0);
    arena_give(&a, first, 5);
    cr_expect_neq(arena_take(&a, 3), first, "fresh memory before a hole that would be broken");
    cr_expect_eq(arena_take(&a, 5), first);
    arena_free(&a);
}

Test(arena, a_store_takes_many_units_at_once_and_gives_the_rest_back)
{
    arena a;
    arena_store store = {.left = 0};
    cr_assert(arena_init(&a, 1 << 20, NULL));
    const arena_index first = arena_store_take(&a, &store, 3);
    const uint32_t taken = a.taken;
    cr_expect_gt(taken, 3);
    cr_expect_eq(arena_store_take(&a, &store, 2), first + 3, "they lie side by side");
    cr_expect_eq(a.taken, taken);
    arena_store_undo(&store, first + 3, 2);
    cr_expect_eq(arena_store_take(&a, &store, 4), first + 3);
    arena_store_empty(&a, &store);
    cr_expect_eq(a.taken, 7);
    cr_expect_eq(store.left, 0);
    arena_store_empty(&a, &store);
    cr_expect_eq(a.taken, 7);
    /* A block may be larger than what a store takes in advance. */
    cr_expect_neq(arena_store_take(&a, &store, 1000), 0);
    cr_expect_eq(a.taken, 1007);
    cr_expect_eq(store.left, 0);
    arena_free(&a);
}
