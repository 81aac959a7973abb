/* Tests the times of a match's moves, and the limits that a clock would have set. The script
 * games_command tests the figures that are printed. */
#include <criterion/criterion.h>

#include "chess/attacks.h"
#include "games_tally.h"

/* All games of the test's match, as lamp played them. */
static games_tally *tally_of(const time_control *clock)
{
    failure why;
    attacks_init(true);
    pgn_games *games =
        pgn_games_open(TEST_DATA "/match-games.pgn", (pgn_rules){.match = true}, &why);
    games_tally *t = games_tally_new("lamp", clock);
    game g = {0};
    cr_assert(games && t);
    while (pgn_games_next(games, &g, &why) == PGN_GAME_READ) {
        cr_assert(games_tally_add(t, &g, pgn_games_match(games), &why), "%s", why.text);
    }
    cr_assert_eq(games_tally_games(t), 3);
    game_free(&g);
    pgn_games_close(games);
    return t;
}

static void expect_quartiles(number_list *list, double low, double median, double high)
{
    const quartiles q = games_quartiles(list);
    cr_expect_eq(q.count, 3);
    cr_expect_float_eq(q.low, low, 1e-9, "%g", q.low);
    cr_expect_float_eq(q.median, median, 1e-9, "%g", q.median);
    cr_expect_float_eq(q.high, high, 1e-9, "%g", q.high);
}

/* Of a clock of 1+0.1 a twentieth and 75 ms are granted, after 20 ms of overhead, and at most three
 * tenths. */
Test(games_tally, a_clock_runs_by_the_times_used)
{
    games_tally *t = tally_of(&(time_control){.time_ms = 1000, .increment_ms = 100});
    expect_quartiles(&t->times[0].used, 0.001, 0.1, 0.3);
    expect_quartiles(&t->times[0].soft, 0.124, 0.124, 0.124);
    expect_quartiles(&t->times[0].hard, 0.294, 0.294, 0.294);
    expect_quartiles(&t->times[1].used, 0.001, 0.002, 0.4);
    expect_quartiles(&t->times[1].soft, 0.114, 0.124, 0.128); /* of 0.8, 1 and 1.099 s */
    expect_quartiles(&t->times[1].hard, 0.234, 0.294, 0.323);
    cr_expect_eq(t->times[2].used.count, 1);
    games_tally_free(t);
}

Test(games_tally, without_a_clock_nothing_is_granted)
{
    games_tally *t = tally_of(NULL);
    cr_expect_eq(t->times[0].used.count, 3);
    cr_expect_eq(t->times[0].soft.count, 0);
    const quartiles none = games_quartiles(&t->times[0].soft);
    cr_expect(none.count == 0 && none.median == 0.0);
    games_tally_free(t);
}
