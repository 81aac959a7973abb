#include <criterion/criterion.h>
#include <time.h>

#include "system/clock.h"
#include "system/threads.h"

static const int64_t ms = 1000000;

Test(clock, a_pause_takes_its_time_on_the_clock_and_not_on_the_cpu)
{
    const int64_t begun = system_clock_ns(), used = system_cpu_ns();
    system_pause_ms(30);
    cr_expect_geq(system_clock_ns() - begun, 30 * ms);
    cr_expect_lt(system_cpu_ns() - used, 30 * ms);
}

Test(clock, work_takes_cpu_time)
{
    const int64_t begun = system_cpu_ns();
    volatile unsigned sum = 0;
    while (system_cpu_ns() - begun < 5 * ms) {
        sum += 1;
    }
    cr_expect_gt(sum, 0);
}

static void *work(void *user)
{
    const int64_t begun = system_thread_cpu_ns();
    while (system_thread_cpu_ns() - begun < 20 * ms) {
    }
    return user;
}

Test(clock, the_work_of_another_thread_does_not_count_for_this_one)
{
    pthread_t other;
    const int64_t begun = system_thread_cpu_ns(), all = system_cpu_ns();
    cr_assert(system_thread_start(&other, work, NULL));
    pthread_join(other, NULL);
    cr_expect_geq(system_cpu_ns() - all, 20 * ms);
    cr_expect_lt(system_thread_cpu_ns() - begun, 15 * ms);
}

Test(clock, the_date_is_that_of_the_library)
{
    const int64_t second = 1000 * ms, before = (int64_t)time(NULL) - 1;
    const int64_t date = system_date_ns() / second;
    cr_expect_geq(date, before);
    cr_expect_leq(date, (int64_t)time(NULL) + 1);
}
