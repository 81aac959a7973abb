/* Tests the gravity tables: against a simple reference, with random weights, contexts and results,
 * and with hand-computed values. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "plain_tables.h"
#include "result_fixture.h"

static negamax_history *h;

static void use(const hist_gravity_settings *s)
{
    hist_negamax_configure(h, &(hist_negamax_settings){.gravity = *s});
}

static void begin(void)
{
    h = hist_negamax_new(&(hist_negamax_settings){.gravity = {.growth = result_growth}});
    cr_assert_not_null(h);
}
static void end(void)
{
    hist_negamax_free(h);
}

TestSuite(gravity, .init = begin, .fini = end);

static int scored(hist_purpose purpose, const hist_context *context, const hist_move *m)
{
    int score;
    if (purpose == HIST_TO_JUDGE) {
        return hist_judge(h, context, m);
    }
    hist_order(h, context, m, 1, &score);
    return score / 1024;
}

/* ---- The reference ---- */

static bool is_quiet(const hist_move *m)
{
    return m->victim == HIST_QUIET;
}

/* Quiet moves have all tables but that of captures, and captures have that one alone. */
static bool has_table(hist_table table, const hist_move *m)
{
    return is_quiet(m) != (table == HIST_TABLE_CAPTURES);
}

static void change_plainly(const hist_gravity_settings *s, const hist_context *context,
                           const hist_move *m, long change)
{
    for (int i = 0; i < HIST_TABLES; i++) {
        if (s->weight_1024[HIST_TO_ORDER][i] == 0 && s->weight_1024[HIST_TO_JUDGE][i] == 0) {
            continue;
        }
        plain_cell *cell =
            has_table((hist_table)i, m) ? plain_find((hist_table)i, context, m) : NULL;
        if (cell) {
            cell->value += change - cell->value * labs(change) / HIST_LIMIT;
        }
    }
}

static void learn_plainly(const hist_gravity_settings *s, const hist_result *result)
{
    const hist_growth *g = &s->growth;
    const long depth = result->depth;
    long bonus = g->square * depth * depth + g->linear * depth + g->constant;
    bonus = bonus > g->most ? g->most : bonus < 0 ? 0 : bonus;
    if (result->best < 0) {
        return;
    }
    const bool best_is_quiet = is_quiet(&result->moves[result->best]);
    for (int i = 0; i < result->count; i++) {
        const hist_move *m = &result->moves[i];
        const bool quiet = is_quiet(m);
        const long malus = bonus * (quiet ? g->malus_quiet_1024 : g->malus_capture_1024) / 1024;
        const long change = i == result->best ? bonus : malus > HIST_LIMIT ? -HIST_LIMIT : -malus;
        if (!quiet || best_is_quiet) {
            change_plainly(s, result->context, m, change);
        }
    }
}

static long plain_score(const hist_gravity_settings *s, hist_purpose purpose,
                        const hist_context *context, const hist_move *m)
{
    long score = 0;
    for (int i = 0; i < HIST_TABLES; i++) {
        const hist_table table = (hist_table)i;
        const plain_cell *cell = has_table(table, m) ? plain_find(table, context, m) : NULL;
        const long weight = s->weight_1024[purpose][i] / plain_divisor(table, context);
        score += cell ? weight * cell->value : 0;
    }
    return score;
}

static hist_gravity_settings random_settings(void)
{
    hist_gravity_settings s = {.growth = {.square = rand() % 20,
                                          .linear = rand() % 300,
                                          .constant = rand() % 1000 - 500,
                                          .most = 1 + rand() % HIST_LIMIT,
                                          .malus_quiet_1024 = rand() % (HIST_WEIGHT_MAX + 1),
                                          .malus_capture_1024 = rand() % (HIST_WEIGHT_MAX + 1)}};
    for (int table = 0; table < HIST_TABLES; table++) {
        for (int purpose = 0; purpose < HIST_PURPOSES; purpose++) {
            s.weight_1024[purpose][table] = rand() % 3 ? rand() % (HIST_WEIGHT_MAX + 1) : 0;
        }
    }
    return s;
}

static int scores_known, captures_known; /* comparisons of what was learnt */

static void expect_judged_plainly(const hist_gravity_settings *s, const hist_context *context,
                                  const hist_move *m)
{
    for (int i = 0; i < HIST_PURPOSES; i++) {
        const hist_purpose purpose = (hist_purpose)i;
        const long wanted = plain_score(s, purpose, context, m);
        cr_assert_eq(scored(purpose, context, m), wanted / 1024, "piece %d to %d takes %d",
                     m->piece, m->to, m->victim);
        *(is_quiet(m) ? &scores_known : &captures_known) += wanted != 0;
    }
}

static void expect_as_reference(const hist_gravity_settings *s, const hist_context *context)
{
    hist_move quiet[RESULT_MOVES];
    int scores[RESULT_MOVES], count = 0;
    for (int i = 0; i < RESULT_MOVES; i++) {
        if (is_quiet(&result_moves[i])) {
            quiet[count++] = result_moves[i];
            expect_judged_plainly(s, context, &result_moves[i]);
        }
        /* Every move as if it took each victim in turn. */
        hist_move m = result_moves[i];
        for (m.victim = 0; m.victim < HIST_VICTIMS; m.victim++) {
            expect_judged_plainly(s, context, &m);
        }
    }
    hist_order(h, context, quiet, count, scores);
    for (int i = 0; i < count; i++) {
        cr_assert_eq(scores[i], plain_score(s, HIST_TO_ORDER, context, &quiet[i]));
    }
}

/* Gives each capture a random victim, so that captures with equal squares differ. */
static void vary_victims(hist_result *r)
{
    for (int i = 0; i < r->count; i++) {
        hist_move *m = &r->moves[i];
        m->victim = (uint8_t)(is_quiet(m) ? HIST_QUIET : rand() % HIST_VICTIMS);
    }
}

/* A table that was off has learnt nothing. */
static void expect_unused_tables_empty(const hist_gravity_settings *s)
{
    hist_gravity_settings all = *s;
    for (int i = 0; i < HIST_TABLES; i++) {
        all.weight_1024[HIST_TO_JUDGE][i] = 1024;
    }
    use(&all);
    for (int i = 0; i < 30; i++) {
        const hist_context context = plain_random_context();
        expect_as_reference(&all, &context);
    }
}

Test(gravity, all_tables_do_as_the_reference_whatever_their_weights)
{
    srand(11);
    for (int round = 0; round < 12; round++) {
        const hist_gravity_settings s = random_settings();
        hist_negamax_clear(h);
        use(&s);
        plain_tables_begin();
        for (int i = 0; i < 100; i++) {
            const hist_context of_node = plain_random_context();
            hist_result r;
            result_random(&r, 20);
            vary_victims(&r);
            r.context = &of_node;
            hist_learn(h, &r);
            learn_plainly(&s, &r);
            const hist_context context = i % 2 ? of_node : plain_random_context();
            expect_as_reference(&s, &context);
        }
        expect_unused_tables_empty(&s);
    }
    cr_expect_gt(scores_known, 10000, "%d scores of quiet moves", scores_known);
    cr_expect_gt(captures_known, 10000, "%d scores of captures", captures_known);
}

/* ---- By hand ---- */

static const hist_move knight = {1, 6, 21, HIST_QUIET, 0};
static const hist_move pawn = {0, 12, 28, HIST_QUIET, 0};
static const hist_move takes_rook = {1, 21, 36, 3, 0};
static const hist_move takes_pawn = {4, 3, 35, 0, 0};

/* One table of quiet moves and that of captures, with weight 1. */
static hist_gravity_settings with_table(hist_table table)
{
    hist_gravity_settings s = {.growth = result_growth};
    for (int i = 0; i < HIST_PURPOSES; i++) {
        s.weight_1024[i][table] = s.weight_1024[i][HIST_TABLE_CAPTURES] = 1024;
    }
    return s;
}

static int score(hist_move m)
{
    return hist_judge(h, &result_nowhere, &m);
}

static void adjust(hist_context context, hist_move m, int bonus)
{
    hist_learn_cut(h, &context, &m, bonus, 1, false);
}

static void learn(const hist_move moves[], int count, int best, int depth)
{
    hist_result r;
    result_make(&r, moves, count, HIST_FAILED, depth);
    r.best = best;
    hist_learn(h, &r);
}

/* The rule in wide integers, with whole runs of one sign and the greatest bonus there may be. */
Test(gravity, updates_follow_the_rule_within_its_limit)
{
    const hist_gravity_settings s = with_table(HIST_TABLE_BUTTERFLY);
    long expected = 0;
    use(&s);
    srand(1);
    for (int i = 0; i < 20000; i++) {
        int bonus = rand() % (2 * HIST_LIMIT + 1) - HIST_LIMIT;
        bonus = i / 1000 % 3 == 1 ? HIST_LIMIT : i / 1000 % 3 == 2 ? -abs(bonus) : bonus;
        expected += bonus - expected * labs(bonus) / HIST_LIMIT;
        adjust(result_nowhere, knight, bonus);
        cr_assert_eq(score(knight), expected);
        cr_assert_leq(labs(expected), HIST_LIMIT);
    }
}

/* Success p with bonus B, failure with malus M settles at D (pB - (1 - p)M) / (pB + (1 - p)M): with
 * one success in five and half the malus at (20 - 40) / (20 + 40). */
Test(gravity, a_cell_settles_at_its_fixed_point)
{
    hist_gravity_settings s = with_table(HIST_TABLE_PIECE_TO);
    s.growth = (hist_growth){.constant = 100, .most = 100, .malus_quiet_1024 = 512};
    use(&s);
    const hist_move tried[] = {knight, pawn};
    double sum = 0.0;
    srand(3);
    for (int i = 0; i < 100000; i++) {
        learn(tried, 2, rand() % 5 ? 1 : 0, 4);
        sum += i >= 2000 ? score(knight) : 0;
    }
    cr_expect_float_eq(sum / 98000 / HIST_LIMIT, -1.0 / 3.0, 0.02);
}

Test(gravity, a_result_by_hand)
{
    const hist_move quiet_best[] = {pawn, takes_pawn, knight}, noisy_best[] = {pawn, takes_rook};
    hist_gravity_settings s = with_table(HIST_TABLE_BUTTERFLY);
    s.growth = (hist_growth){.square = 2,
                             .linear = 10,
                             .constant = 5,
                             .most = 100,
                             .malus_quiet_1024 = 512,
                             .malus_capture_1024 = 2048};
    use(&s);
    cr_expect_eq(hist_depth_bonus(h, 3), 2 * 9 + 10 * 3 + 5);
    cr_expect_eq(hist_depth_bonus(h, 9), 100);
    learn(quiet_best, 3, -1, 3);
    cr_expect(score(knight) == 0 && score(takes_pawn) == 0, "no move was best");
    learn(quiet_best, 3, 2, 3);
    cr_expect_eq(score(knight), 53);
    cr_expect_eq(score(pawn), -26);
    cr_expect_eq(score(takes_pawn), -106);
    learn(noisy_best, 2, 1, 3);
    cr_expect_eq(score(takes_rook), 53);
    cr_expect_eq(score(pawn), -26, "quiet moves learn nothing from a capture");

    s.growth.constant = -1000;
    use(&s);
    cr_expect_eq(hist_depth_bonus(h, 3), 0, "never a loss for the best");
    s.growth = (hist_growth){.constant = HIST_LIMIT, .most = HIST_LIMIT, .malus_quiet_1024 = 8192};
    use(&s);
    learn(quiet_best, 3, 2, 1);
    cr_expect_eq(score(pawn), -HIST_LIMIT, "the limit bounds a malus");
}

Test(gravity, a_full_result_keeps_its_order_and_what_is_above_alpha)
{
    hist_result r;
    hist_result_begin(&r, &result_nowhere, 1, false);
    for (int i = 0; i < HIST_TRIED_MAX; i++) {
        const hist_move m = {2, (uint8_t)i, 0, HIST_QUIET, 0};
        cr_assert_eq(hist_result_add(&r, &m, HIST_FAILED), i);
    }
    cr_expect_eq(hist_result_add(&r, &pawn, HIST_FAILED), -1);
    cr_expect_eq(r.moves[HIST_TRIED_MAX - 1].from, HIST_TRIED_MAX - 1);
    cr_expect_eq(hist_result_add(&r, &knight, HIST_RAISED), HIST_TRIED_MAX - 1);
    cr_expect_eq(hist_result_add(&r, &pawn, HIST_CUT), HIST_TRIED_MAX - 1);
    cr_expect_eq(r.count, HIST_TRIED_MAX);
    cr_expect_eq(r.moves[HIST_TRIED_MAX - 1].piece, pawn.piece);
    cr_expect_eq(r.outcomes[HIST_TRIED_MAX - 1], HIST_CUT);
    for (int i = 0; i < HIST_TRIED_MAX - 1; i++) {
        cr_expect_eq(r.moves[i].from, i);
    }
}

Test(gravity, low_plies_are_forgotten_at_a_new_search)
{
    hist_gravity_settings s = with_table(HIST_TABLE_LOW_PLY);
    s.weight_1024[HIST_TO_JUDGE][HIST_TABLE_BUTTERFLY] = 1024;
    use(&s);
    const hist_context root = {.row = {[HIST_AT_PLY] = 0}};
    adjust(root, knight, 600);
    cr_expect_eq(hist_judge(h, &root, &knight), 600 + 600);
    hist_negamax_new_search(h);
    cr_expect_eq(hist_judge(h, &root, &knight), 600, "all else is kept");
}

Test(gravity, a_table_that_is_off_is_kept_until_all_is_cleared)
{
    const hist_gravity_settings off = {.growth = result_growth};
    for (int cleared = 0; cleared < 2; cleared++) {
        for (int table = 0; table < HIST_TABLES; table++) {
            const hist_gravity_settings s = with_table((hist_table)table);
            const hist_context context = {.row = {0, 3, 3, 3, 3, 3, 3, 3}};
            const hist_move m = table == HIST_TABLE_CAPTURES ? takes_rook : knight;
            hist_result r;
            result_make(&r, &m, 1, HIST_CUT, 4);
            r.context = &context;
            use(&s);
            if (!cleared) {
                hist_learn(h, &r);
            }
            use(&off);
            hist_learn(h, &r);
            cr_expect_eq(hist_judge(h, &context, &m), 0);
            use(&s);
            cr_expect_eq(hist_judge(h, &context, &m) > 0, !cleared, "table %d", table);
            use(&off);
        }
        hist_negamax_clear(h);
    }
}
