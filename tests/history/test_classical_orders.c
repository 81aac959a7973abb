/* Tests the classical orders of negamax by hand-computed values. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include "result_fixture.h"

static negamax_history *h;

static const hist_order_params usual = {.rule = HIST_ORDER_SCHAEFFER,
                                        .gain = HIST_INCREMENT_1,
                                        .charge = HIST_INCREMENT_1,
                                        .best = HIST_BEST_SCORE,
                                        .pv = HIST_COUNT};

static void use(hist_order_params params)
{
    hist_negamax_configure(h, &(hist_negamax_settings){.order = params});
}

static void set(hist_order_params params)
{
    use(params);
    hist_negamax_clear(h);
}

static void begin(void)
{
    h = hist_negamax_new(&(hist_negamax_settings){.order = usual});
    cr_assert_not_null(h);
}
static void end(void)
{
    hist_negamax_free(h);
}

TestSuite(classical_orders, .init = begin, .fini = end);

/* The number behind a score: the documented mapping, backwards. */
static float score(hist_move m)
{
    int score;
    float number;
    hist_order(h, &result_nowhere, &m, 1, &score);
    const int32_t bits = score < 0 ? -score : score;
    memcpy(&number, &bits, sizeof number);
    return score < 0 ? -number : number;
}

/* At depth 3 a gain is 9 and a charge 3. */
Test(classical_orders, every_rule_counts_as_its_words_say)
{
    static const struct {
        hist_order_rule rule;
        hist_best best;
        const char *nodes;
        float knight, pawn, bishop;
    } cases[] = {
        {HIST_ORDER_NONE, HIST_BEST_SCORE, "P- X- N+", 0, 0, 0},
        {HIST_ORDER_SCHAEFFER, HIST_BEST_CUT, "P- X- N+", 9, 0, 0},
        {HIST_ORDER_SCHAEFFER, HIST_BEST_CUT, "P- N^ B-", 0, 0, 0},
        {HIST_ORDER_SCHAEFFER, HIST_BEST_CUT, "P- X+", 0, 0, 0},
        {HIST_ORDER_SCHAEFFER, HIST_BEST_CUT, "N+ P- B+", 9, 0, 9}, /* multi-cut */
        {HIST_ORDER_SCHAEFFER, HIST_BEST_RAISED, "N^ P^ B-, B+", 0, 9, 9},
        {HIST_ORDER_SCHAEFFER, HIST_BEST_RAISED, "N-? P-", 0, 0, 0},
        {HIST_ORDER_SCHAEFFER, HIST_BEST_SCORE, "N- P-? B-", 0, 9, 0},
        {HIST_ORDER_SCHAEFFER, HIST_BEST_SCORE, "N^ P- B-, B+", 9, 0, 9},
        {HIST_ORDER_BUTTERFLY, HIST_BEST_SCORE, "P- X- N+, P^", 3, 6, 0},
        {HIST_ORDER_RELATIVE, HIST_BEST_CUT, "P- N+ B-, N-", 9.0f / 6.0f, 0, 0},
        {HIST_ORDER_RELATIVE, HIST_BEST_SCORE, "P- N-?, P+", 3, 9.0f / 6.0f, 0},
        {HIST_ORDER_RELATIVE_MISSES, HIST_BEST_SCORE, "P- N+ B-?, P+, N^", 3, 3, 0},
        {HIST_ORDER_RELATIVE_MISSES, HIST_BEST_CUT, "N+ B-, B+", 9, 0, 3},
        {HIST_ORDER_HYATT, HIST_BEST_CUT, "P- N+ B-, P+, B+", 9, 3, 9},
        {HIST_ORDER_HYATT, HIST_BEST_SCORE, "P- N^, P- N-?, P+", 0, 9, 0},
        {HIST_ORDER_HYATT, HIST_BEST_CUT, "P- X+, P+", 0, 3, 0},
        {HIST_ORDER_HYATT, HIST_BEST_CUT, "N+ P- B+, P+, N+", 18, 3, 9}, /* multi-cut */
        {HIST_ORDER_PLAUSIBILITY, HIST_BEST_SCORE, "P- X- B- N+", 9, -3, -3},
        {HIST_ORDER_PLAUSIBILITY, HIST_BEST_SCORE, "N+ P- B-, P- B^", 9, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set((hist_order_params){.rule = cases[i].rule,
                                .gain = HIST_INCREMENT_D2,
                                .charge = HIST_INCREMENT_D,
                                .best = cases[i].best,
                                .pv = HIST_COUNT});
        result_teach(h, cases[i].nodes, 3, 1);
        cr_expect(score(result_knight) == cases[i].knight && score(result_pawn) == cases[i].pawn &&
                      score(result_bishop) == cases[i].bishop,
                  "%s: %s", hist_order_rule_words[cases[i].rule], cases[i].nodes);
        hist_move quiet = result_takes;
        quiet.victim = HIST_QUIET;
        cr_expect_eq(score(quiet), 0.0f, "captures are not counted");
    }
}

Test(classical_orders, increments_are_those_of_the_paper)
{
    static const float at_5[HIST_INCREMENTS] = {0, 1, 5, 25, 125, 32};
    for (int i = 0; i < HIST_INCREMENTS; i++) {
        hist_order_params p = usual;
        p.rule = HIST_ORDER_PLAUSIBILITY;
        p.gain = (hist_increment)i;
        set(p);
        result_teach(h, "P- N+", 5, 1);
        cr_expect(score(result_knight) == at_5[i] && score(result_pawn) == -1.0f, "gain %d", i);
        p.gain = HIST_INCREMENT_1;
        p.charge = (hist_increment)i;
        set(p);
        result_teach(h, "P- N+", 5, 1);
        cr_expect(score(result_knight) == 1.0f && score(result_pawn) == -at_5[i], "charge %d", i);
    }
}

Test(classical_orders, a_key_decides_which_moves_share_a_cell)
{
    static const hist_move twins[] = {{0, 11, 28, HIST_QUIET, 0},  /* a pawn to the same square */
                                      {3, 12, 28, HIST_QUIET, 0},  /* a rook on the pawn's way */
                                      {9, 12, 28, HIST_QUIET, 0}}; /* the same of Black */
    static const float shares[HIST_ORDER_KEYS][3] = {{0, 1, 0}, {0, 1, 1}, {1, 0, 0}};
    for (int key = 0; key < HIST_ORDER_KEYS; key++) {
        hist_order_params p = usual;
        p.key = (hist_order_key)key;
        set(p);
        result_teach(h, "P+", 1, 1);
        for (int i = 0; i < 3; i++) {
            cr_expect_eq(score(twins[i]), shares[key][i], "%s, %d", hist_order_key_words[key], i);
        }
    }
}

Test(classical_orders, nodes_with_an_open_window_are_counted_if_wanted)
{
    for (int pv = 0; pv < HIST_COUNTINGS; pv++) {
        hist_order_params p = usual;
        hist_result r;
        p.pv = (hist_counting)pv;
        set(p);
        result_make(&r, "N+", 1);
        r.pv = true;
        hist_learn(h, &r);
        cr_expect_eq(score(result_knight), (float)pv);
    }
}

/* Of ten times that it was played, a move cut in four: 4 / 10 as the paper divides, 4 / 6 as the
 * wiki does. */
Test(classical_orders, relative_history_divides_in_both_forms_and_by_a_scale)
{
    static const float wanted[] = {4.0f / 10.0f, 4.0f / 6.0f};
    for (int form = 0; form < 2; form++) {
        hist_order_params p = usual;
        p.rule = form ? HIST_ORDER_RELATIVE_MISSES : HIST_ORDER_RELATIVE;
        set(p);
        result_teach(h, "N+", 1, 4);
        result_teach(h, "N-", 2, 6);
        cr_expect_eq(score(result_knight), wanted[form]);
        p.scale = 100;
        use(p);
        cr_expect_eq(score(result_knight), form ? 66.0f : 40.0f, "kept, and read in whole parts");
    }
}

Test(classical_orders, a_new_search_ages_as_it_is_told)
{
    static const float wanted[HIST_AGES] = {2.0f, 5.0f, 0.0f};
    for (int age = 0; age < HIST_AGES; age++) {
        hist_order_params p = usual;
        p.age = (hist_age)age;
        set(p);
        result_teach(h, "N+", 1, 5);
        hist_negamax_new_search(h);
        cr_expect_eq(score(result_knight), wanted[age], "%s", hist_age_words[age]);
    }
}

Test(classical_orders, overflow_halves_all_and_keeps_the_order)
{
    static const hist_order_rule by_gain_and_charge[] = {HIST_ORDER_SCHAEFFER,
                                                         HIST_ORDER_BUTTERFLY};
    for (int rule = 0; rule < 2; rule++) {
        int halvings = 0;
        set((hist_order_params){.rule = by_gain_and_charge[rule],
                                .gain = HIST_INCREMENT_2D,
                                .charge = HIST_INCREMENT_2D});
        result_teach(h, "P+", 60, 6);
        for (int i = 0; i < 1000; i++) {
            const float before = score(result_pawn);
            result_teach(h, "N+", 60, 1);
            halvings += score(result_pawn) == before / 2.0f;
            cr_assert_lt(score(result_knight), 1e14f);
        }
        cr_expect_gt(halvings, 5);
        cr_expect(score(result_knight) > score(result_pawn) && score(result_pawn) > 0.0f);
    }
}

Test(classical_orders, another_rule_or_key_forgets_and_other_numbers_do_not)
{
    hist_order_params p = usual;
    result_teach(h, "N+", 1, 1);
    p.scale = 7;
    p.gain = HIST_INCREMENT_D;
    use(p);
    cr_expect_eq(score(result_knight), 1.0f);
    p.key = HIST_ORDER_KEY_PIECE_TO;
    use(p);
    cr_expect_eq(score(result_knight), 0.0f);
    p.key = usual.key;
    use(p);
    cr_expect_eq(score(result_knight), 0.0f);
    result_teach(h, "N+", 1, 1);
    p.rule = HIST_ORDER_HYATT;
    use(p);
    cr_expect_eq(score(result_knight), 0.0f);
}
