#include <criterion/criterion.h>
#include <string.h>

#include "system/threads.h"

enum { DEEP_BYTES = 7 << 20 };

/* Uses a stack that many systems do not give to a thread that does not ask. */
static void *go_deep(void *argument)
{
    volatile char room[DEEP_BYTES];
    for (size_t i = 0; i < sizeof room; i += 1024) {
        room[i] = 1;
    }
    *(int *)argument += room[1024];
    return argument;
}

Test(threads, one_runs_with_its_argument_and_much_stack)
{
    pthread_t thread;
    int number = 41;
    void *result = NULL;
    cr_assert(system_thread_start(&thread, go_deep, &number));
    cr_assert_eq(pthread_join(thread, &result), 0);
    cr_expect_eq(number, 42);
    cr_expect_eq(result, &number);
}
