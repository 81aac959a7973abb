/* Pro Deo's, Mehrmann's and Romstad's rules against a reference in the plainest words, and against
 * values computed by hand. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "history/reduction_history.h"
#include "lesson_fixture.h"

static const hist_trial knight = {1, 6, 21, HIST_QUIET, 0};
static const hist_trial other_knight = {1, 11, 21, HIST_QUIET, 0};
static const hist_trial pawn = {0, 12, 28, HIST_QUIET, 0};
static const hist_trial takes = {4, 3, 35, 0, 0};

static const hist_reduce_params prodeo = {
    .rule = HIST_REDUCE_PRODEO, .init = 100, .inc = 5, .dec = 1, .threshold = 50, .replace = 50};
static const hist_reduce_params peak = {.rule = HIST_REDUCE_PEAK, .peak_permille = 100};
static const hist_reduce_params romstad = {.rule = HIST_REDUCE_ROMSTAD, .weight = 2};

static reduction_history *h;

static void begin(void)
{
    h = hist_reduce_new(&prodeo);
    cr_assert_not_null(h);
}
static void end(void)
{
    hist_reduce_free(h);
}

TestSuite(reduction_history, .init = begin, .fini = end);

static void set(hist_reduce_params params)
{
    hist_reduce_configure(h, &params);
    hist_reduce_clear(h);
}

static void teach(const hist_trial tried[], int count, hist_outcome last, int depth)
{
    uint8_t outcomes[HIST_TRIED_MAX] = {HIST_FAILED};
    outcomes[count - 1] = (uint8_t)last;
    const hist_lesson lesson = {.tried = tried,
                                .outcomes = outcomes,
                                .count = count,
                                .best = last == HIST_FAILED ? -1 : count - 1,
                                .top = count - 1,
                                .depth = depth};
    hist_reduce_learn(h, &lesson);
}

static void fail_times(hist_trial m, int times)
{
    for (int i = 0; i < times; i++) {
        teach(&m, 1, HIST_FAILED, 1);
    }
}

static bool reduces(hist_trial m, int depth)
{
    return hist_reduces(h, &m, depth);
}

/* 100 to 50 is fifty failures; below 50 is one more. */
Test(reduction_history, prodeo_reduces_when_its_buffer_is_used_up)
{
    fail_times(knight, 50);
    cr_expect_not(reduces(knight, 4), "at the threshold");
    fail_times(knight, 1);
    cr_expect(reduces(knight, 4), "below it");
    cr_expect(reduces(other_knight, 4), "the same piece on the same square");
    cr_expect_not(reduces(pawn, 4));
    hist_reduce_done(h, &knight);
    cr_expect_not(reduces(knight, 4), "set back to 50");
    fail_times(knight, 1);
    cr_expect(reduces(knight, 4));
    hist_reduce_new_search(h);
    cr_expect_not(reduces(knight, 4), "100 again");
}

Test(reduction_history, prodeo_may_reduce_at_the_threshold_and_by_squares)
{
    hist_reduce_params p = prodeo;
    p.at = HIST_REDUCE_AT;
    p.key = HIST_REDUCE_FROM_TO;
    set(p);
    fail_times(knight, 49);
    cr_expect_not(reduces(knight, 4));
    fail_times(knight, 1);
    cr_expect(reduces(knight, 4));
    cr_expect_not(reduces(other_knight, 4), "from another square");
}

/* One success in six outweighs five failures exactly; one in seven does not. */
Test(reduction_history, prodeo_breaks_even_at_one_success_in_six)
{
    for (int i = 0; i < 600; i++) {
        teach(&knight, 1, i % 6 == 5 ? HIST_RAISED : HIST_FAILED, 1);
    }
    fail_times(knight, 50);
    cr_expect_not(reduces(knight, 4), "still 100 before these fifty");
    fail_times(knight, 1);
    cr_expect(reduces(knight, 4));
    hist_reduce_clear(h);
    int first = 0;
    for (int i = 0; i < 700 && !first; i++) {
        teach(&knight, 1, i % 7 == 6 ? HIST_RAISED : HIST_FAILED, 1);
        first = reduces(knight, 4) ? i + 1 : 0;
    }
    /* After 45 rounds 55 is left, and five failures bring 50, the sixth 49. */
    cr_expect_eq(first, 45 * 7 + 6);
}

Test(reduction_history, prodeo_cells_are_bounded)
{
    for (int i = 0; i < 2 * HIST_REDUCE_LIMIT; i++) {
        teach(&knight, 1, HIST_CUT, 1);
    }
    fail_times(knight, HIST_REDUCE_LIMIT - 50);
    cr_expect_not(reduces(knight, 4));
    fail_times(knight, 1);
    cr_expect(reduces(knight, 4));
    fail_times(knight, 3 * HIST_REDUCE_LIMIT);
    hist_reduce_params p = prodeo;
    p.threshold = -HIST_REDUCE_LIMIT;
    hist_reduce_configure(h, &p);
    cr_expect_not(reduces(knight, 4));
}

Test(reduction_history, peak_compares_with_the_greatest_gain)
{
    set(peak);
    cr_expect_not(reduces(knight, 4), "without a peak nothing is below its share");
    teach(&knight, 1, HIST_CUT, 10);
    teach(&pawn, 1, HIST_CUT, 3);
    cr_expect(reduces(pawn, 4), "9 is less than a tenth of 100");
    cr_expect_not(reduces(knight, 4));
    teach(&pawn, 1, HIST_CUT, 1);
    cr_expect_not(reduces(pawn, 4), "10 is not");
    teach(&pawn, 1, HIST_RAISED, 9);
    teach(&takes, 1, HIST_CUT, 30);
    cr_expect_not(reduces(pawn, 4), "only quiet cuts count");
    hist_reduce_new_search(h);
    teach(&knight, 1, HIST_CUT, 1);
    cr_expect(reduces(pawn, 4), "halves are 50 and 5: 5 is less than a tenth of 51");
}

Test(reduction_history, romstad_counts_failures_before_a_cut)
{
    const hist_trial tried[] = {takes, pawn, knight};
    set(romstad);
    cr_expect_not(reduces(pawn, 1), "nothing is known");
    teach(&pawn, 1, HIST_CUT, 9);
    for (int i = 0; i < 6; i++) {
        teach(tried, 3, HIST_FAILED, 9);
        teach(tried, 3, HIST_RAISED, 9);
        cr_expect_not(reduces(pawn, 3));
        teach(tried, 3, HIST_CUT, 9);
    }
    cr_expect(reduces(pawn, 2), "2 * 2 * 1 < 6");
    cr_expect_not(reduces(pawn, 3), "2 * 3 * 1 is not");
    cr_expect_not(reduces(knight, 1));
    hist_reduce_new_search(h);
    cr_expect_not(reduces(pawn, 1));
}

Test(reduction_history, counts_that_grow_too_large_are_halved)
{
    const hist_trial tried[] = {pawn, knight};
    set(romstad);
    for (int i = 0; i < 120000; i++) {
        teach(tried, 2, HIST_CUT, 3);
    }
    cr_expect(reduces(pawn, 60) && !reduces(knight, 1));
    set(peak);
    for (int i = 0; i < 120000; i++) {
        teach(&knight, 1, HIST_CUT, 120);
    }
    teach(&pawn, 1, HIST_CUT, 120);
    cr_expect(reduces(pawn, 3) && !reduces(knight, 3));
}

/* ---- The reference: whole lists of what happened, counted anew for each question. ---- */

enum { LESSONS_MAX = 300 };
static random_lesson heard[LESSONS_MAX];

static bool same_cell(const hist_reduce_params *p, const hist_trial *a, const hist_trial *b)
{
    if (p->key == HIST_REDUCE_PIECE_TO) {
        return a->piece == b->piece && a->to == b->to;
    }
    return (a->piece < 6) == (b->piece < 6) && a->from == b->from && a->to == b->to;
}

static bool cuts_quietly(const hist_lesson *l)
{
    return l->best >= 0 && l->outcomes[l->best] == HIST_CUT &&
           l->tried[l->best].victim == HIST_QUIET;
}

typedef struct counts {
    long prodeo, gain, success, failure;
} counts;

static counts count_all(const hist_reduce_params *p, const hist_trial *m, int lessons)
{
    counts c = {.prodeo = p->init};
    for (int i = 0; i < lessons; i++) {
        const hist_lesson *l = &heard[i].lesson;
        for (int k = 0; k < l->count; k++) {
            if (!same_cell(p, &l->tried[k], m)) {
                continue;
            }
            c.prodeo += l->outcomes[k] == HIST_FAILED ? -p->dec : p->inc;
            if (cuts_quietly(l) && l->tried[k].victim == HIST_QUIET) {
                c.gain += k == l->best ? l->depth * l->depth : 0;
                c.success += k == l->best;
                c.failure += k < l->best;
            }
        }
    }
    return c;
}

static bool reduces_slowly(const hist_reduce_params *p, const hist_trial *m, int depth, int lessons)
{
    const counts c = count_all(p, m, lessons);
    long greatest = 0;
    switch (p->rule) {
    case HIST_REDUCE_PRODEO:
        return p->at == HIST_REDUCE_AT ? c.prodeo <= p->threshold : c.prodeo < p->threshold;
    case HIST_REDUCE_PEAK:
        for (int i = 0; i < LESSON_MOVES; i++) {
            const long gain = count_all(p, &lesson_moves[i], lessons).gain;
            greatest = gain > greatest ? gain : greatest;
        }
        return c.gain * 1000 < greatest * p->peak_permille;
    case HIST_REDUCE_ROMSTAD:
        return p->weight * depth * c.success < c.failure;
    default:
        return false;
    }
}

Test(reduction_history, every_rule_decides_as_its_words_say)
{
    int decided[2] = {0, 0};
    srand(3);
    for (int run = 0; run < 10 * HIST_REDUCE_RULES; run++) {
        const hist_reduce_params p = {.rule = (hist_reduce_rule)(run % HIST_REDUCE_RULES),
                                      .key = (hist_reduce_key)(rand() % HIST_REDUCE_KEYS),
                                      .at = (hist_reduce_threshold)(rand() % 2),
                                      .init = rand() % 100,
                                      .inc = rand() % 8,
                                      .dec = rand() % 3,
                                      .threshold = rand() % 80,
                                      .peak_permille = 1 + rand() % 800,
                                      .weight = 1 + rand() % 2};
        set(p);
        for (int i = 0; i < LESSONS_MAX; i++) {
            lesson_random(&heard[i], 12);
            hist_reduce_learn(h, &heard[i].lesson);
            const hist_trial *m = &lesson_moves[rand() % LESSON_MOVES];
            const int depth = 1 + rand() % 4;
            const bool wanted = reduces_slowly(&p, m, depth, i + 1);
            cr_assert_eq(hist_reduces(h, m, depth), wanted, "rule %d", (int)p.rule);
            decided[wanted]++;
        }
    }
    cr_expect(decided[0] > 1000 && decided[1] > 1000, "both answers occur");
}

Test(reduction_history, table_never_reduces_and_another_rule_forgets)
{
    fail_times(knight, 100);
    cr_expect(reduces(knight, 4));
    hist_reduce_configure(h, &(hist_reduce_params){.rule = HIST_REDUCE_TABLE});
    cr_expect_not(reduces(knight, 4));
    fail_times(knight, 100);
    hist_reduce_configure(h, &prodeo);
    cr_expect_not(reduces(knight, 4));
    hist_reduce_free(NULL);
}
