/* Tests the pace of a search: what stretches and what shortens its soft limit, and when it ends. */
#include <criterion/criterion.h>

#include "control.h"
#include "tree/move_clock.h"

static search_control control;

/* A search on a clock that began `elapsed_ms` ago. */
static void begin(int64_t soft_ms, int64_t hard_ms, int64_t elapsed_ms)
{
    const search_limits limits = {.time_ms_soft = soft_ms, .time_ms_hard = hard_ms};
    control_begin(&control, &limits);
    control.begin_us -= 1000 * elapsed_ms;
    control.work_us -= 1000 * elapsed_ms;
    control.start_us -= 1000 * elapsed_ms;
}

/* A pace after stages with one best move, score and share. */
static clock_pace after(int stages, move best, int score, double effort)
{
    clock_pace pace = clock_start(1.0);
    for (int i = 0; i < stages; i++) {
        clock_note(&pace, best, score, effort);
    }
    return pace;
}

Test(clock, a_limit_of_cpu_time_does_not_count_the_time_of_others)
{
    begin(1000, 1000, 5000);
    cr_expect(clock_is_over(&control));
    control.limits.time_cpu = true;
    cr_expect_not(clock_is_over(&control), "little CPU time was used");
    control.start_cpu_us -= 1000000;
    cr_expect(clock_is_over(&control));
}

/* Computed by hand from the constants of the plan. All but the overhead of 10 ms is to be shared.
 */
Test(clock, the_shares_of_the_plan)
{
    static const struct {
        int64_t left, increment, moves_to_go, soft, hard;
    } cases[] = {{1000, 0, 0, 50, 200},  {1000, 20, 0, 65, 260}, {1000, 100, 0, 125, 300},
                 {1000, 0, 1, 850, 850}, {1000, 0, 2, 500, 600}, {1200, 0, 3, 400, 720},
                 {900, 0, 30, 30, 120},  {900, 0, 31, 30, 120},  {90, 0, 29, 3, 12}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const clock_share share =
            clock_share_of(cases[i].left + 10, cases[i].increment, cases[i].moves_to_go, 10);
        cr_expect_eq(share.soft_ms, cases[i].soft, "case %zu: soft %d", i, (int)share.soft_ms);
        cr_expect_eq(share.hard_ms, cases[i].hard, "case %zu: hard %d", i, (int)share.hard_ms);
    }
}

Test(clock, a_stable_move_shortens_the_search_and_doubts_stretch_it)
{
    clock_pace stable = after(9, 1, 0, 0.6);
    clock_pace stays = after(5, 1, 0, 0.6), falls = stays, rises = stays, doubts = stays;
    cr_expect_lt(stable.share, stays.share);
    clock_note(&stable, 2, 0, 0.6);
    cr_expect_float_eq(stable.share, after(2, 1, 0, 0.6).share, 1e-9, "another best move");
    clock_note(&stays, 1, 0, 0.6);
    clock_note(&falls, 1, -60, 0.6);
    clock_note(&rises, 1, 60, 0.6);
    clock_note(&doubts, 1, 0, 0.3);
    cr_expect_gt(falls.share, 1.4 * stays.share);
    cr_expect_lt(rises.share, stays.share);
    cr_expect_gt(doubts.share, 1.2 * stays.share);
}

Test(clock, a_stretch_multiplies_every_pace)
{
    clock_pace one = clock_start(1.0), two = clock_start(2.0);
    for (int i = 0; i < 6; i++) {
        cr_expect_float_eq(two.share, 2.0 * one.share, 1e-9);
        clock_note(&one, (move)(1 + i % 2), -10 * i, 0.5);
        clock_note(&two, (move)(1 + i % 2), -10 * i, 0.5);
    }
}

Test(clock, the_soft_limit_ends_a_search_by_its_pace)
{
    const clock_root open = {.work = 100000, .lead = 10};
    const clock_pace usual = clock_start(1.0), stretched = clock_start(2.0);
    begin(1000, 4000, 1500);
    cr_expect(clock_is_enough(&usual, &control, &open));
    cr_expect_not(clock_is_enough(&stretched, &control, &open));
    begin(1000, 4000, 2100);
    cr_expect(clock_is_enough(&stretched, &control, &open));
    cr_expect_not(clock_is_over(&control));
    begin(1000, 4000, 4001);
    cr_expect(clock_is_over(&control), "no pace goes beyond the hard limit");
}

/* A lead of `enough` ends the search after so much work, one of `little` does not. The clock runs
 * on while this is asked, so `little` must leave a tenth of a second. */
static void expect_lead(const clock_pace *pace, uint64_t work, uint64_t enough, uint64_t little)
{
    const clock_root far = {.work = work, .lead = enough}, near = {.work = work, .lead = little};
    cr_expect(clock_is_enough(pace, &control, &far));
    cr_expect_not(clock_is_enough(pace, &control, &near));
}

Test(clock, a_lead_that_cannot_be_lost_ends_the_search)
{
    const clock_pace pace = clock_start(2.0);
    /* 2,048 playouts in half a second: some 6,140 more until the limit of two seconds. */
    begin(1000, 4000, 500);
    expect_lead(&pace, 2048, 6200, 4200);
    clock_root root = {.work = 1023, .lead = 100000};
    cr_expect_not(clock_is_enough(&pace, &control, &root), "too little work to know the speed");
    root.work = 1024;
    cr_expect(clock_is_enough(&pace, &control, &root));
    root = (clock_root){.forced = true};
    cr_expect(clock_is_enough(&pace, &control, &root));
}

Test(clock, a_lead_counts_up_to_the_hard_limit)
{
    const clock_pace pace = clock_start(4.0);
    /* 10,000 playouts in a second: as many more until the hard limit. */
    begin(1000, 2000, 1000);
    expect_lead(&pace, 10000, 10200, 7500);
}

Test(clock, the_time_of_preparation_does_not_slow_the_work)
{
    const clock_pace pace = clock_start(2.0);
    begin(1000, 4000, 500);
    control.work_us = control.begin_us + 250000;
    /* 2,048 playouts in a quarter of a second: some 12,280 more until the limit. */
    expect_lead(&pace, 2048, 12400, 6500);
}

Test(clock, a_fixed_time_is_used_whole)
{
    const search_limits limits = {.time_ms_soft = 1000, .time_ms_hard = 1000, .time_exact = true};
    const clock_pace pace = clock_start(1.0);
    const clock_root forced = {.forced = true, .work = 100000, .lead = 1000000};
    control_begin(&control, &limits);
    cr_expect_not(clock_is_enough(&pace, &control, &forced));
}

/* Whatever has passed. One millisecond more is a limit like others. */
Test(clock, an_empty_clock_is_over_at_once)
{
    const clock_root open = {.work = 1, .lead = 0};
    const clock_pace stretched = clock_start(4.0);
    const clock_share empty = clock_share_of(1, 0, 0, CLOCK_OVERHEAD_MS_DEFAULT);
    begin(empty.soft_ms, empty.hard_ms, 0);
    cr_expect(clock_is_over(&control) && clock_is_enough(&stretched, &control, &open));
    begin(2, 2, -1000);
    cr_expect_not(clock_is_over(&control) || clock_is_enough(&stretched, &control, &open));
    begin(2, 2, 2);
    cr_expect(clock_is_over(&control));
    control_begin(&control, &(search_limits){.ponder = true, .time_ms_soft = 1, .time_ms_hard = 1});
    cr_expect_not(clock_is_enough(&stretched, &control, &open), "it runs after the ponderhit");
}
