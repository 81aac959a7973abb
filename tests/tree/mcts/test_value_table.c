#include <criterion/criterion.h>
#include <stdlib.h>

#include "system/memory.h"
#include "value_table.h"

static void *memory;
static value_table table;

static void begin(size_t bytes)
{
    memory = system_aligned_take(64, 1 << 16);
    cr_assert_not_null(memory);
    value_table_init(&table, memory, bytes);
}

static void end(void)
{
    system_aligned_give(memory);
}

/* What the table has for a key; without visits if it has nothing. */
static shared_means known(uint64_t key)
{
    shared_means means = {.visits = 0};
    cr_assert_eq(value_table_find(&table, key, &means), means.visits > 0);
    return means;
}

static void put(uint64_t key, float value, float draw, uint32_t visits)
{
    value_table_put(&table, key, shared_means_of(value, draw, visits));
}

static size_t used(void)
{
    return value_table_used(&table) / sizeof(value_entry);
}

Test(value_table, keeps_means_by_the_whole_key, .fini = end)
{
    begin(1 << 16);
    const uint64_t key = UINT64_C(0x123456789abcdef1), like_it = key ^ (UINT64_C(1) << 63);
    cr_expect_eq(known(key).visits, 0);
    put(key, 0.25f, 0.5f, 3);
    cr_expect_eq(known(like_it).visits, 0, "one bit differs");
    const shared_means means = known(key);
    cr_expect_eq(means.visits, 3);
    cr_expect_eq(means.value, 0.25f);
    cr_expect_float_eq(shared_means_draw(means), 0.5f, 2e-5);
    value_table_restart(&table, SIZE_MAX);
    cr_expect_eq(known(key).visits, 0);
    cr_expect_eq(used(), 0);
}

Test(value_table, starts_anew_with_a_part_of_its_memory, .fini = end)
{
    begin(1 << 16);
    put(77, 0.25f, 0.5f, 3);
    value_table_restart(&table, 100);
    cr_expect_eq(value_table_bytes(&table), 64);
    cr_expect_eq(known(77).visits, 0);
    put(77, 0.25f, 0.5f, 3);
    cr_expect_eq(known(77).visits, 3);
    value_table_restart(&table, SIZE_MAX);
    cr_expect_eq(value_table_bytes(&table), 1 << 16, "the rest comes back");
    cr_expect_eq(used(), 0);
}

Test(value_table, the_least_visited_of_a_bucket_gives_way, .fini = end)
{
    begin(64);
    for (uint64_t key = 1; key <= 4; key++) {
        put(key, 0.5f, 0.5f, key == 3 ? 1 : 10);
    }
    put(5, 0.5f, 0.5f, 2);
    cr_expect_eq(known(3).visits, 0);
    for (uint64_t key = 1; key <= 5; key++) {
        cr_expect(key == 3 || known(key).visits, "key %d", (int)key);
    }
    cr_expect_eq(used(), 4);
}

Test(value_table, counts_visits_up_to_its_limit, .fini = end)
{
    begin(1 << 12);
    put(7, 0.5f, 1.0f, 1000000);
    cr_expect_eq(known(7).visits, VALUE_VISITS_MAX);
}

/* Half of an entry of one thread with half of another's is no entry. */
Test(value_table, mixed_words_are_no_entry, .fini = end)
{
    begin(64);
    put(7, 0.25f, 0.5f, 8);
    const uint64_t old = table.entries[0].data;
    put(7, 0.75f, 0.5f, 9);
    table.entries[0].data = old;
    cr_expect_eq(known(7).visits, 0);
    put(7, 0.5f, 0.5f, 1);
    cr_expect_eq(known(7).visits, 1);
}

Test(value_table, its_size_is_a_power_of_two)
{
    cr_expect_eq(value_table_size(0), 64);
    cr_expect_eq(value_table_size(127), 64);
    cr_expect_eq(value_table_size(128), 128);
    cr_expect_eq(value_table_size(6000000), 1 << 22);
}
