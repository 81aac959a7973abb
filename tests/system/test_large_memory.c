#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include "system/large_memory.h"

#define MB ((size_t)1 << 20)

Test(large_memory, what_is_taken_is_aligned_and_what_is_not_there_is_refused)
{
    failure why;
    unsigned char *memory = system_memory_take(3 * MB + 5, &why);
    cr_assert_not_null(memory, "%s", why.text);
    cr_expect_eq((uintptr_t)memory % (2 * MB), 0);
    memset(memory, 0xff, 3 * MB + 5);
    system_memory_give(memory);
    system_memory_give(NULL);
    cr_expect_null(system_memory_take(SIZE_MAX - 1, &why));
    cr_expect_not_null(strstr(why.text, " MB refused: "), "%s", why.text);
    cr_expect_null(system_memory_take(SIZE_MAX / 2, NULL));
}
