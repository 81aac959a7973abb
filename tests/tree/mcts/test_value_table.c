#include <criterion/criterion.h>
#include <stdlib.h>

#include "value_table.h"

static void *memory;
static value_table table;

static void begin(size_t bytes)
{
    memory = aligned_alloc(64, 1 << 16);
    cr_assert_not_null(memory);
    value_table_init(&table, memory, bytes);
}

static void end(void)
{
    free(memory);
}

Test(value_table, keeps_means_by_the_whole_key, .fini = end)
{
    begin(1 << 16);
    const uint64_t key = UINT64_C(0x123456789abcdef1), like_it = key ^ (UINT64_C(1) << 63);
    cr_expect_null(value_table_find(&table, key));
    value_table_put(&table, key, 0.25f, 0.5f, 3);
    cr_expect_null(value_table_find(&table, like_it), "one bit differs");
    value_entry *e = value_table_find(&table, key);
    cr_assert_not_null(e);
    cr_expect_eq(e->visits, 3);
    value_entry_learn(e, 0.65f, 0.9f);
    cr_expect_eq(e->visits, 4);
    cr_expect_float_eq(e->value, 0.35f, 1e-6);
    cr_expect_float_eq((float)e->draw / VALUE_DRAW_ONE, 0.6f, 2e-5);
    value_table_clear(&table);
    cr_expect_null(value_table_find(&table, key));
}

Test(value_table, the_least_visited_of_a_bucket_gives_way, .fini = end)
{
    begin(64);
    for (uint64_t key = 1; key <= 4; key++) {
        value_table_put(&table, key, 0.5f, 0.5f, key == 3 ? 1 : 10);
    }
    value_table_put(&table, 5, 0.5f, 0.5f, 2);
    cr_expect_null(value_table_find(&table, 3));
    for (uint64_t key = 1; key <= 5; key++) {
        cr_expect(key == 3 || value_table_find(&table, key), "key %d", (int)key);
    }
    cr_expect_eq(table.used, 4);
}

Test(value_table, an_entry_gives_way_to_what_knows_as_much_or_more, .fini = end)
{
    begin(1 << 12);
    value_table_put(&table, 7, 0.25f, 0.5f, 8);
    value_table_put(&table, 7, 0.75f, 0.0f, 7);
    const value_entry *e = value_table_find(&table, 7);
    cr_expect_eq(e->value, 0.25f);
    cr_expect_eq(e->visits, 8);
    cr_expect_float_eq((float)e->draw / VALUE_DRAW_ONE, 0.5f, 2e-5);
    value_table_put(&table, 7, 0.5f, 0.0f, 8);
    cr_expect_eq(e->value, 0.5f);
    value_table_put(&table, 7, 0.75f, 1.0f, 9);
    cr_expect_eq(e->value, 0.75f);
    cr_expect_eq(e->draw, VALUE_DRAW_ONE);
    cr_expect_eq(e->visits, 9);
    cr_expect_eq(table.used, 1, "a key has one entry");
    /* At the limit the newest counts. */
    value_table_put(&table, 7, 0.1f, 0.5f, 100000);
    value_table_put(&table, 7, 0.2f, 0.5f, 70000);
    cr_expect_eq(e->value, 0.2f);
}

/* The key's own entry is changed, even if others of the bucket are less known. */
Test(value_table, a_known_key_takes_no_other_place, .fini = end)
{
    begin(64);
    for (uint64_t key = 1; key <= 4; key++) {
        value_table_put(&table, key, 0.5f, 0.5f, (uint32_t)key);
    }
    value_table_put(&table, 4, 0.25f, 0.5f, 10);
    for (uint64_t key = 1; key <= 4; key++) {
        const value_entry *e = value_table_find(&table, key);
        cr_assert_not_null(e, "key %d", (int)key);
        cr_expect_eq(e->value, key == 4 ? 0.25f : 0.5f);
    }
}

Test(value_table, counts_visits_up_to_its_limit, .fini = end)
{
    begin(1 << 12);
    value_table_put(&table, 7, 0.5f, 1.0f, 1000000);
    value_entry *e = value_table_find(&table, 7);
    cr_expect_eq(e->visits, VALUE_VISITS_MAX);
    for (int i = 0; i < 1000000; i++) {
        value_entry_learn(e, 1.0f, 0.0f);
    }
    cr_expect_eq(e->visits, VALUE_VISITS_MAX);
    cr_expect_float_eq(e->value, 1.0f, 0.01f, "%f", e->value);
}

Test(value_table, its_size_is_a_power_of_two)
{
    cr_expect_eq(value_table_size(0), 64);
    cr_expect_eq(value_table_size(127), 64);
    cr_expect_eq(value_table_size(128), 128);
    cr_expect_eq(value_table_size(6000000), 1 << 22);
}
