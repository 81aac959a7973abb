#include <criterion/criterion.h>

#include "time_control.h"

static void expect(const char *text, int64_t moves, int64_t time_ms, int64_t increment_ms)
{
    time_control clock;
    cr_expect(time_control_read(text, &clock), "%s", text);
    cr_expect_eq(clock.moves, moves, "%s: %ld moves", text, (long)clock.moves);
    cr_expect_eq(clock.time_ms, time_ms, "%s: %ld ms", text, (long)clock.time_ms);
    cr_expect_eq(clock.increment_ms, increment_ms, "%s: %ld ms", text, (long)clock.increment_ms);
}

Test(time_control, what_fastchess_knows_is_read)
{
    expect("3+0.03", 0, 3000, 30);
    expect("60", 0, 60000, 0);
    expect("0.5+0.005", 0, 500, 5);
    expect("40/60", 40, 60000, 0);
    expect("40/1:30+2", 40, 90000, 2000);
    expect("1:30+0", 0, 90000, 0);
    expect(".001+.001", 0, 1, 1);
    expect("1000000", 0, 1000000000, 0);
}

Test(time_control, all_else_is_refused)
{
    static const char *const texts[] = {
        "",        " ",      "0",       "0+1",     "...", ".",     "1.2.3", "3+",
        "+3",      "3+x",    "x",       "3 ",      " 3",  "3+1+1", "3++1",  "-3",
        "3+-1",    "3e2",    "0x10",    "nan",     "inf", "0/3",   "2.5/3", "/3",
        "3/",      "1001/3", "1/2/3",   ":3",      "1:",  "1:2:3", "1:2/3", "0.0001",
        "1000001", "3+1e9",  "99999:1", "3+0.03,", "3\n", "40/0+1"};
    time_control clock;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cr_expect_not(time_control_read(texts[i], &clock), "\"%s\"", texts[i]);
    }
}
