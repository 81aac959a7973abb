/* Tests the nearness of the mate in endings in which a king is driven. test_posix_endgames.c plays
 * such endings. */
#include "mop_up.h"

#include <criterion/criterion.h>

#include "chess/fen.h"
#include "search_fixture.h"

static void begin(void)
{
    fixture_begin(16);
}

TestSuite(mop_up, .init = begin, .fini = fixture_end);

static float nearness(const char *fen)
{
    fixture_set(fen);
    const mop_up d = mop_up_of(&f.position);
    return d.kind == MOP_UP_NONE ? -1.0f : d.nearness;
}

Test(mop_up, only_pieces_that_can_force_mate_count)
{
    const char *const won[] = {
        "8/8/8/3k4/8/3K4/8/3R4 w - - 0 1",    "8/8/8/3k4/8/3K4/8/3q4 w - - 0 1",
        "8/8/8/3k4/8/3K4/3BB3/8 b - - 0 1",   "8/8/8/3k4/8/3K4/3BN3/8 w - - 0 1",
        "8/8/8/3k4/8/3K4/3NNN2/8 w - - 0 1",  "8/8/8/3k4/8/3K4/3PR3/8 w - - 0 1",
        "3bn3/3p4/8/3k4/8/3K4/8/8 w - - 0 1", "8/8/3r4/3k4/8/3K4/3Q4/8 b - - 0 1",
    };
    const char *const open[] = {
        FEN_START,
        "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
        "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
        "8/8/8/3k4/8/3K4/3NN3/8 w - - 0 1",
        "8/8/8/3k4/8/3K4/2B1B3/8 w - - 0 1",
        "8/8/8/3k4/8/3K4/3BP3/8 w - - 0 1",
        "8/8/8/3kp3/8/3K4/8/3R4 w - - 0 1",
        "8/8/3r4/3kp3/8/3K4/3Q4/8 w - - 0 1",
        "8/8/3r4/3k4/8/3K4/3R4/8 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof won / sizeof *won; i++) {
        cr_expect(nearness(won[i]) >= 0.0f && nearness(won[i]) <= 1.0f, "%s", won[i]);
    }
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        cr_expect_eq(nearness(open[i]), -1.0f, "%s", open[i]);
    }
}

Test(mop_up, the_mate_is_nearer_at_the_edge_and_with_the_other_king_at_hand)
{
    const char *const nearer[][2] = {
        {"8/8/8/4k3/8/4K3/8/R7 w - - 0 1", "4k3/8/4K3/8/8/8/8/R7 w - - 0 1"},
        {"4k3/8/4K3/8/8/8/8/R7 w - - 0 1", "k7/8/K7/8/8/8/8/R7 w - - 0 1"},
        {"k7/8/8/8/8/8/8/1KR5 w - - 0 1", "k7/8/1K6/8/8/8/8/2R5 w - - 0 1"},
        /* The bishop covers dark squares: a8 is the wrong corner, a1 a right one. */
        {"k7/8/1K6/8/8/8/8/2B1N3 w - - 0 1", "8/8/8/8/8/1K6/8/k1B1N3 w - - 0 1"},
        {"k7/8/1K6/8/8/8/8/2B1N3 w - - 0 1", "8/8/8/k7/8/1K6/8/2B1N3 w - - 0 1"},
        {"k7/8/1K6/8/8/8/8/2B1N3 w - - 0 1", "8/8/8/8/8/1K6/8/k2NB3 w - - 0 1"},
        {"8/8/8/8/8/1K6/8/k1B4N w - - 0 1", "8/8/8/8/8/1K1N4/8/k1B5 w - - 0 1"},
        /* And light ones. */
        {"7k/8/6K1/8/8/8/8/3B1N2 w - - 0 1", "k7/8/1K6/8/8/8/8/3B1N2 w - - 0 1"},
        /* Beside a rook too. */
        {"3k4/3r4/8/8/3K4/8/8/Q7 w - - 0 1", "3k4/3r4/3K4/8/8/8/8/Q7 w - - 0 1"},
        {"8/3k4/3r4/8/3K4/8/8/Q7 w - - 0 1", "3k4/3r4/3K4/8/8/8/8/Q7 w - - 0 1"},
    };
    for (size_t i = 0; i < sizeof nearer / sizeof *nearer; i++) {
        cr_expect_lt(nearness(nearer[i][0]), nearness(nearer[i][1]), "%s", nearer[i][1]);
    }
}

Test(mop_up, colours_and_sides_of_the_board_do_not_matter)
{
    const float white = nearness("k7/8/1K6/8/8/8/8/2B1N3 w - - 0 1");
    cr_expect_eq(nearness("2b1n3/8/8/8/8/1k6/8/K7 b - - 0 1"), white);
    cr_expect_eq(nearness("7k/8/6K1/8/8/8/8/3N1B2 b - - 0 1"), white);
    const float queen = nearness("3k4/3r4/8/4K3/8/8/8/Q7 w - - 0 1");
    cr_expect_eq(nearness("q7/8/8/8/3k4/8/4R3/4K3 w - - 0 1"), queen);
    cr_expect_eq(mop_up_of(&f.position).winner, BLACK);
    cr_expect_eq(mop_up_of(&f.position).kind, MOP_UP_ROOK);
}

/* Negamax with a net of noise and few nodes knows which ending is nearer to the mate, and that a
 * bare king loses. */
Test(mop_up, negamax_scores_by_the_nearness)
{
    fixture_end();
    fixture_begin_negamax(1, 1);
    const search_limits few = {.depth = 1};
    const int far = fixture_ask("8/8/8/3k4/8/3K4/3BN3/8 w - - 0 1", &few).score;
    const int near = fixture_ask("7k/8/5K2/8/5N2/8/3B4/8 w - - 0 1", &few).score;
    const int lost = fixture_ask("7k/8/5K2/8/5N2/8/3B4/8 b - - 0 1", &few).score;
    cr_expect(far > 1000 && near > far + 1000 && near < SCORE_CP_MAX, "%d and %d", far, near);
    cr_expect_lt(lost, -far);
}
