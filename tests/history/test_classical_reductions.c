/* Tests the classical reductions of negamax by hand-computed values. */
#include <criterion/criterion.h>

#include "result_fixture.h"

static const hist_move other_knight = {1, 11, 21, HIST_QUIET, 0};

static const hist_reduce_params prodeo = {
    .rule = HIST_REDUCE_PRODEO, .init = 100, .inc = 5, .dec = 1, .threshold = 50, .replace = 50};
static const hist_reduce_params peak = {.rule = HIST_REDUCE_PEAK, .peak_permille = 100};
static const hist_reduce_params romstad = {.rule = HIST_REDUCE_ROMSTAD, .weight = 2};

static negamax_history *h;

/* What another rule, key or `init` would misread is forgotten. */
static void use(hist_reduce_params params)
{
    hist_negamax_configure(h, &(hist_negamax_settings){.reductions = params});
}

static void begin(void)
{
    h = hist_negamax_new(&(hist_negamax_settings){.reductions = prodeo});
    cr_assert_not_null(h);
}
static void end(void)
{
    hist_negamax_free(h);
}

TestSuite(classical_reductions, .init = begin, .fini = end);

static bool reduces(hist_move m, int depth)
{
    return hist_reduces(h, &m, depth);
}

/* 100 to 50 is fifty failures; below 50 is one more. */
Test(classical_reductions, prodeo_reduces_when_its_buffer_is_used_up)
{
    result_teach(h, "N-", 1, 50);
    cr_expect_not(reduces(result_knight, 4), "at the threshold");
    result_teach(h, "N-", 1, 1);
    cr_expect(reduces(result_knight, 4), "below it");
    cr_expect(reduces(other_knight, 4), "the same piece on the same square");
    cr_expect_not(reduces(result_pawn, 4));
    hist_note_reduction(h, &result_knight);
    cr_expect_not(reduces(result_knight, 4), "set back to 50");
    result_teach(h, "N-", 1, 1);
    cr_expect(reduces(result_knight, 4));
    hist_negamax_new_search(h);
    cr_expect_not(reduces(result_knight, 4), "100 again");
}

/* One success in six outweighs five failures exactly; one in seven does not. */
Test(classical_reductions, prodeo_breaks_even_at_one_success_in_six)
{
    result_teach(h, "N-, N-, N-, N-, N-, N^", 1, 100);
    result_teach(h, "N-", 1, 50);
    cr_expect_not(reduces(result_knight, 4), "still 100 before these fifty");
    result_teach(h, "N-", 1, 1);
    cr_expect(reduces(result_knight, 4));
    hist_negamax_clear(h);
    /* 55 is left, and five failures bring 50, the sixth 49. */
    result_teach(h, "N-, N-, N-, N-, N-, N-, N+", 1, 45);
    result_teach(h, "N-", 1, 5);
    cr_expect_not(reduces(result_knight, 4));
    result_teach(h, "N-", 1, 1);
    cr_expect(reduces(result_knight, 4));
}

Test(classical_reductions, prodeo_learns_nodes_or_moves)
{
    for (int moment = 0; moment < HIST_REDUCE_MOMENTS; moment++) {
        const bool moves = moment == HIST_REDUCE_LEARN_MOVES;
        hist_reduce_params p = prodeo;
        p.moment = (hist_reduce_moment)moment;
        use(p);
        hist_negamax_clear(h);
        result_teach(h, "N-", 1, 60);
        cr_expect_eq(reduces(result_knight, 4), !moves);
        for (int i = 0; i < 55; i++) {
            hist_learn_move(h, &result_pawn, HIST_FAILED);
        }
        cr_expect_eq(reduces(result_pawn, 4), moves, "45");
        hist_learn_move(h, &result_pawn, HIST_RAISED);
        cr_expect_not(reduces(result_pawn, 4), "50");
        hist_learn_move(h, &result_pawn, HIST_FAILED);
        cr_expect_eq(reduces(result_pawn, 4), moves, "49");
        hist_learn_move(h, &result_pawn, HIST_CUT);
        cr_expect_not(reduces(result_pawn, 4), "54");
    }
}

Test(classical_reductions, peak_compares_with_the_largest_gain)
{
    use(peak);
    cr_expect_not(reduces(result_knight, 4), "without a peak nothing is below its share");
    result_teach(h, "P- N+", 10, 1);
    result_teach(h, "P+", 3, 1);
    cr_expect(reduces(result_pawn, 4), "9 is less than a tenth of 100");
    cr_expect_not(reduces(result_knight, 4));
    result_teach(h, "P+", 1, 1);
    cr_expect_not(reduces(result_pawn, 4), "10 is not");
    result_teach(h, "P^, X+", 30, 1);
    cr_expect_not(reduces(result_pawn, 4), "only quiet cuts count");
    hist_negamax_new_search(h);
    result_teach(h, "N+", 1, 1);
    cr_expect(reduces(result_pawn, 4), "halves are 50 and 5: 5 is less than a tenth of 51");
}

Test(classical_reductions, romstad_counts_failures_before_a_cut)
{
    use(romstad);
    cr_expect_not(reduces(result_pawn, 1), "nothing is known");
    result_teach(h, "P+", 9, 1);
    for (int i = 0; i < 6; i++) {
        result_teach(h, "X- P- N-, X- P- N^", 9, 1);
        cr_expect_not(reduces(result_pawn, 3));
        result_teach(h, "X- P- N+ B-", 9, 1);
    }
    cr_expect(reduces(result_pawn, 2), "2 * 2 * 1 < 6");
    cr_expect_not(reduces(result_pawn, 3), "2 * 3 * 1 is not");
    cr_expect_not(reduces(result_knight, 1) || reduces(result_bishop, 1));
    hist_negamax_new_search(h);
    cr_expect_not(reduces(result_pawn, 1));
}

Test(classical_reductions, cells_stay_within_their_limits)
{
    /* One failure after two gains of 16,000, or one gain after two losses, leaves the limit. */
    hist_reduce_params p = {.rule = HIST_REDUCE_PRODEO, .inc = 16000, .dec = 1, .threshold = 16384};
    use(p);
    result_teach(h, "N^, N^", 1, 1);
    cr_expect_not(reduces(result_knight, 1), "at 16384");
    result_teach(h, "N-", 1, 1);
    cr_expect(reduces(result_knight, 1), "at 16383");
    p.inc = 1;
    p.dec = 16000;
    p.threshold = -16383;
    use(p);
    result_teach(h, "P-, P-", 1, 1);
    cr_expect(reduces(result_pawn, 1), "at -16384");
    result_teach(h, "P^", 1, 1);
    cr_expect_not(reduces(result_pawn, 1), "at -16383");

    /* A gain of 2^28 + 1 halves all, the peak too, and loses the 1: 2^25 are just an eighth. */
    use((hist_reduce_params){.rule = HIST_REDUCE_PEAK, .peak_permille = 125});
    result_teach(h, "P+", 64, 1 << 13);
    result_teach(h, "N+", 1, 1);
    result_teach(h, "N+", 64, 1 << 16);
    cr_expect_not(reduces(result_pawn, 1));

    /* The 50,000th failure halves: 3 successes become 1, and 50,000 failures 25,000. */
    use((hist_reduce_params){.rule = HIST_REDUCE_ROMSTAD, .weight = 24999});
    result_teach(h, "P+", 1, 3);
    result_teach(h, "P- N+", 1, 50000);
    cr_expect(reduces(result_pawn, 1), "24,999 < 25,000");
    use((hist_reduce_params){.rule = HIST_REDUCE_ROMSTAD, .weight = 25000});
    cr_expect_not(reduces(result_pawn, 1));
}

Test(classical_reductions, table_never_reduces_and_another_rule_key_or_beginning_forgets)
{
    hist_reduce_params others[] = {{.rule = HIST_REDUCE_TABLE}, prodeo, prodeo};
    others[1].key = HIST_REDUCE_FROM_TO;
    others[2].init = 101;
    for (int i = 0; i < 3; i++) {
        use(prodeo);
        cr_expect_not(reduces(result_knight, 4));
        result_teach(h, "N-", 1, 51);
        cr_expect(reduces(result_knight, 4));
        use(others[i]);
        cr_expect_not(reduces(result_knight, 4));
        result_teach(h, "N-", 1, 52);
        cr_expect_eq(reduces(result_knight, 4), i > 0);
        cr_expect_eq(reduces(other_knight, 4), i == 2, "keys tell origins apart");
    }
}
