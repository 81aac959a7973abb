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

/* Other weights keep what was learnt, and a table that is off learns nothing. */
Test(gravity, all_tables_do_as_the_reference_whatever_their_weights)
{
    srand(11);
    for (int round = 0; round < 12; round++) {
        hist_gravity_settings s;
        hist_negamax_clear(h);
        plain_tables_begin();
        for (int i = 0; i < 100; i++) {
            const hist_context of_node = plain_random_context();
            hist_result r;
            if (i % 25 == 0) {
                s = random_settings();
                use(&s);
            }
            result_random(&r, 20);
            vary_victims(&r);
            r.context = &of_node;
            hist_learn(h, &r);
            learn_plainly(&s, &r);
            const hist_context context = i % 2 ? of_node : plain_random_context();
            expect_as_reference(&s, &context);
        }
    }
    cr_expect_gt(scores_known, 10000, "%d scores of quiet moves", scores_known);
    cr_expect_gt(captures_known, 10000, "%d scores of captures", captures_known);
}

/* ---- By hand ---- */

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

Test(gravity, a_result_by_hand)
{
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
    result_teach(h, "P- X- N-", 3, 1);
    cr_expect(score(result_knight) == 0 && score(result_takes) == 0, "no move was best");
    result_teach(h, "P- X- N+", 3, 1);
    cr_expect_eq(score(result_knight), 53);
    cr_expect_eq(score(result_pawn), -26);
    cr_expect_eq(score(result_takes), -106);
    result_teach(h, "P- X+", 3, 1);
    cr_expect_eq(score(result_takes), -106 + 53 + 106 * 53 / HIST_LIMIT);
    cr_expect_eq(score(result_pawn), -26, "quiet moves learn nothing from a capture");

    s.growth.constant = -1000;
    use(&s);
    cr_expect_eq(hist_depth_bonus(h, 3), 0, "the best move never loses");
    s.growth = (hist_growth){.constant = HIST_LIMIT, .most = HIST_LIMIT, .malus_quiet_1024 = 8192};
    use(&s);
    result_teach(h, "P- N+", 1, 1);
    cr_expect_eq(score(result_pawn), -HIST_LIMIT, "the limit bounds a malus");
}

Test(gravity, a_full_result_keeps_its_order_and_what_is_above_alpha)
{
    hist_result r;
    hist_result_begin(&r, &result_nowhere, 1, false);
    for (int i = 0; i < HIST_TRIED_MAX; i++) {
        const hist_move m = {2, (uint8_t)i, 0, HIST_QUIET, 0};
        cr_assert_eq(hist_result_add(&r, &m, HIST_FAILED), i);
    }
    cr_expect_eq(hist_result_add(&r, &result_pawn, HIST_FAILED), -1);
    cr_expect_eq(r.moves[HIST_TRIED_MAX - 1].from, HIST_TRIED_MAX - 1);
    cr_expect_eq(hist_result_add(&r, &result_knight, HIST_RAISED), HIST_TRIED_MAX - 1);
    cr_expect_eq(hist_result_add(&r, &result_pawn, HIST_CUT), HIST_TRIED_MAX - 1);
    cr_expect_eq(r.count, HIST_TRIED_MAX);
    cr_expect_eq(r.moves[HIST_TRIED_MAX - 1].piece, result_pawn.piece);
    cr_expect_eq(r.outcomes[HIST_TRIED_MAX - 1], HIST_CUT);
    cr_expect_eq(r.moves[HIST_TRIED_MAX - 2].from, HIST_TRIED_MAX - 2);
}

Test(gravity, low_plies_are_forgotten_at_a_new_search)
{
    hist_gravity_settings s = with_table(HIST_TABLE_LOW_PLY);
    s.weight_1024[HIST_TO_JUDGE][HIST_TABLE_BUTTERFLY] = 1024;
    use(&s);
    const hist_context root = {.row = {[HIST_AT_PLY] = 0}};
    hist_learn_cut(h, &root, &result_knight, 600, 1, false);
    cr_expect_eq(hist_judge(h, &root, &result_knight), 600 + 600);
    hist_negamax_new_search(h);
    cr_expect_eq(hist_judge(h, &root, &result_knight), 600, "all else is kept");
}
