/* Compares the gravity tables with a simple reference, with random weights, contexts and node
 * results. It uses a private header. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "gravity_tables.h"
#include "plain_tables.h"
#include "result_fixture.h"

static gravity_tables *t;

static void begin(void)
{
    t = gravity_new(&(hist_gravity_settings){.growth = result_growth});
    cr_assert_not_null(t);
}
static void end(void)
{
    gravity_free(t);
}

TestSuite(gravity_reference, .init = begin, .fini = end);

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

static void learn_plainly(const hist_gravity_settings *s, const hist_node_result *result)
{
    const hist_growth *g = &s->growth;
    const long depth = result->depth;
    long bonus = g->square * depth * depth + g->linear * depth + g->constant;
    bonus = bonus > g->most ? g->most : bonus < 0 ? 0 : bonus;
    if (result->best < 0) {
        return;
    }
    const bool best_is_quiet = is_quiet(&result->tried[result->best]);
    for (int i = 0; i < result->count; i++) {
        const hist_move *m = &result->tried[i];
        const bool quiet = is_quiet(m);
        const long malus = bonus * (quiet ? g->malus_quiet_1024 : g->malus_capture_1024) / 1024;
        const long change = i == result->best ? bonus : malus > HIST_LIMIT ? -HIST_LIMIT : -malus;
        if (!quiet || best_is_quiet) {
            change_plainly(s, &result->context, m, change);
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
        cr_assert_eq(gravity_score(t, purpose, context, m), wanted / 1024,
                     "piece %d to %d takes %d", m->piece, m->to, m->victim);
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
    gravity_order(t, context, quiet, count, scores);
    for (int i = 0; i < count; i++) {
        cr_assert_eq(scores[i], plain_score(s, HIST_TO_ORDER, context, &quiet[i]));
    }
}

/* Captures meet one another on their squares, and differ in what they take. */
static void vary_victims(random_result *r)
{
    for (int i = 0; i < r->result.count; i++) {
        hist_move *m = &r->tried[i];
        m->victim = (uint8_t)(is_quiet(m) ? HIST_QUIET : rand() % HIST_VICTIMS);
    }
}

/* What a table that was off has learnt: nothing. */
static void expect_unused_tables_empty(const hist_gravity_settings *s)
{
    hist_gravity_settings all = *s;
    for (int i = 0; i < HIST_TABLES; i++) {
        all.weight_1024[HIST_TO_JUDGE][i] = 1024;
    }
    gravity_configure(t, &all);
    for (int i = 0; i < 30; i++) {
        const hist_context context = plain_random_context();
        expect_as_reference(&all, &context);
    }
}

Test(gravity_reference, all_tables_do_as_the_reference_whatever_their_weights)
{
    srand(11);
    for (int round = 0; round < 12; round++) {
        const hist_gravity_settings s = random_settings();
        gravity_clear(t);
        gravity_configure(t, &s);
        plain_tables_begin();
        for (int i = 0; i < 100; i++) {
            random_result r;
            result_random(&r, 20);
            vary_victims(&r);
            r.result.context = plain_random_context();
            gravity_learn(t, &r.result);
            learn_plainly(&s, &r.result);
            const hist_context context = i % 2 ? r.result.context : plain_random_context();
            expect_as_reference(&s, &context);
        }
        expect_unused_tables_empty(&s);
    }
    cr_expect_gt(scores_known, 10000, "%d scores of quiet moves", scores_known);
    cr_expect_gt(captures_known, 10000, "%d scores of captures", captures_known);
}
