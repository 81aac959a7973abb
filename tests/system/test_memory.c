#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include "system/memory.h"

Test(memory, what_is_taken_is_aligned_and_of_any_size)
{
    for (size_t alignment = 16; alignment <= 4096; alignment *= 2) {
        unsigned char *memory = system_aligned_take(alignment, alignment + 5);
        cr_assert_not_null(memory);
        cr_expect_eq((uintptr_t)memory % alignment, 0);
        memset(memory, 0xff, alignment + 5);
        system_aligned_give(memory);
    }
    system_aligned_give(NULL);
}

Test(memory, no_size_wraps_around)
{
    cr_expect_null(system_aligned_take(64, SIZE_MAX));
    cr_expect_null(system_aligned_take(64, PTRDIFF_MAX));
    cr_expect_null(system_aligned_take(SYSTEM_LARGE_ALIGNMENT, SIZE_MAX - 5));
}

Test(memory, large_memory_begins_at_a_huge_page_or_is_refused)
{
    const size_t bytes = (size_t)SYSTEM_LARGE_ALIGNMENT + 5;
    failure why;
    unsigned char *memory = system_memory_take(bytes, &why);
    cr_assert_not_null(memory, "%s", why.text);
    cr_expect_eq((uintptr_t)memory % SYSTEM_LARGE_ALIGNMENT, 0);
    memset(memory, 0xff, bytes);
    system_memory_give(memory);
    system_memory_give(NULL);
    cr_expect_null(system_memory_take(SIZE_MAX - 1, &why));
    cr_expect_not_null(strstr(why.text, " MB refused: "), "%s", why.text);
    cr_expect_null(system_memory_take(SIZE_MAX / 2, NULL));
}
