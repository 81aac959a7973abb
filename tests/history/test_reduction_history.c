/* Compares the rules of Pro Deo, Mehrmann and Romstad with a simple reference, which keeps what
 * every cell has come to, and with hand-computed values. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "reduction_history.h"
#include "result_fixture.h"

static const hist_move knight = {1, 6, 21, HIST_QUIET, 0};
static const hist_move other_knight = {1, 11, 21, HIST_QUIET, 0};
static const hist_move pawn = {0, 12, 28, HIST_QUIET, 0};
static const hist_move takes = {4, 3, 35, 0, 0};

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

/* ---- The reference ---- */

enum { COUNT_LIMIT = 50000, GAIN_LIMIT = 1 << 28 };

typedef struct account {
    int64_t good; /* prodeo's cell, peak's gain, romstad's successes */
    int64_t bad;  /* romstad's failures */
} account;

static account accounts[RESULT_MOVES]; /* of the first move that shares the cell */
static int halvings, bounded;

static bool same_cell(const hist_reduce_params *p, const hist_move *a, const hist_move *b)
{
    if (p->key == HIST_REDUCE_PIECE_TO) {
        return a->piece == b->piece && a->to == b->to;
    }
    return (a->piece < 6) == (b->piece < 6) && a->from == b->from && a->to == b->to;
}

static account *account_of(const hist_reduce_params *p, const hist_move *m)
{
    int i = 0;
    while (!same_cell(p, &result_moves[i], m)) {
        i++;
        cr_assert_lt(i, RESULT_MOVES);
    }
    return &accounts[i];
}

static void begin_plainly(const hist_reduce_params *p)
{
    for (int i = 0; i < RESULT_MOVES; i++) {
        accounts[i] = (account){p->rule == HIST_REDUCE_PRODEO ? p->init : 0, 0};
    }
}

static void halve_plainly(void)
{
    for (int i = 0; i < RESULT_MOVES; i++) {
        accounts[i].good /= 2;
        accounts[i].bad /= 2;
    }
}

static void begin_search_plainly(const hist_reduce_params *p)
{
    if (p->rule == HIST_REDUCE_PEAK) {
        halve_plainly();
    } else {
        begin_plainly(p);
    }
}

static void halve_what_is_too_large(int64_t limit)
{
    bool large = false;
    for (int i = 0; i < RESULT_MOVES; i++) {
        large |= accounts[i].good >= limit || accounts[i].bad >= limit;
    }
    if (large) {
        halve_plainly();
        halvings++;
    }
}

static bool cuts_quietly(const hist_result *result)
{
    return result->best >= 0 && result->outcomes[result->best] == HIST_CUT &&
           result->moves[result->best].victim == HIST_QUIET;
}

static void learn_plainly(const hist_reduce_params *p, const hist_result *result)
{
    for (int i = 0; i < result->count && p->rule == HIST_REDUCE_PRODEO; i++) {
        account *a = account_of(p, &result->moves[i]);
        const int64_t now = a->good + (result->outcomes[i] == HIST_FAILED ? -p->dec : p->inc);
        a->good = now > HIST_REDUCE_LIMIT    ? HIST_REDUCE_LIMIT
                  : now < -HIST_REDUCE_LIMIT ? -HIST_REDUCE_LIMIT
                                             : now;
        bounded += a->good != now;
    }
    if (!cuts_quietly(result)) {
        return;
    }
    if (p->rule == HIST_REDUCE_PEAK) {
        account_of(p, &result->moves[result->best])->good += result->depth * result->depth;
        halve_what_is_too_large(GAIN_LIMIT);
    } else if (p->rule == HIST_REDUCE_ROMSTAD) {
        account_of(p, &result->moves[result->best])->good++;
        for (int i = 0; i < result->best; i++) {
            account_of(p, &result->moves[i])->bad += result->moves[i].victim == HIST_QUIET;
        }
        halve_what_is_too_large(COUNT_LIMIT);
    }
}

static int64_t greatest_gain(void)
{
    int64_t greatest = 0;
    for (int i = 0; i < RESULT_MOVES; i++) {
        greatest = accounts[i].good > greatest ? accounts[i].good : greatest;
    }
    return greatest;
}

static bool reduces_plainly(const hist_reduce_params *p, const hist_move *m, int depth)
{
    const account *a = account_of(p, m);
    switch (p->rule) {
    case HIST_REDUCE_PRODEO:
        return a->good < p->threshold;
    case HIST_REDUCE_PEAK:
        return a->good * 1000 < greatest_gain() * p->peak_permille;
    case HIST_REDUCE_ROMSTAD:
        return p->weight * depth * a->good < a->bad;
    default:
        return false;
    }
}

/* Asks where the answer changes: what is changed here forgets nothing. */
static void move_border(hist_reduce_params *p, const hist_move *m, int depth)
{
    const account *a = account_of(p, m);
    const int64_t greatest = greatest_gain();
    if (p->rule == HIST_REDUCE_PRODEO) {
        const int threshold = (int)a->good + rand() % 3 - 1;
        p->threshold = abs(threshold) > HIST_REDUCE_LIMIT ? (int)a->good : threshold;
    } else if (p->rule == HIST_REDUCE_PEAK && greatest) {
        p->peak_permille = (int)(a->good * 1000 / greatest) + rand() % 2;
    } else if (p->rule == HIST_REDUCE_ROMSTAD && a->good) {
        p->weight = (int)(a->bad / (a->good * depth)) + rand() % 2;
    }
    hist_reduce_configure(h, p);
}

/* A result many times over, so that limits are reached. */
static void learn_often(const hist_reduce_params *p, const hist_result *result, int times)
{
    for (int i = 0; i < times; i++) {
        hist_reduce_learn(h, result);
        learn_plainly(p, result);
    }
}

/* One of the things that may happen to a history. */
static void happen(const hist_reduce_params *p, const hist_result *loud)
{
    hist_result quiet;
    const hist_move *m = &result_moves[rand() % RESULT_MOVES];
    const int what = rand() % 40;
    if (what == 0) {
        hist_reduce_new_search(h);
        begin_search_plainly(p);
    } else if (what < 6) {
        hist_reduce_done(h, m);
        if (p->rule == HIST_REDUCE_PRODEO) {
            account_of(p, m)->good = p->replace;
        }
    } else if (what < 11) {
        learn_often(p, loud, 1 + rand() % 20000);
    } else {
        result_random(&quiet, 120);
        learn_often(p, &quiet, 1);
    }
}

static hist_reduce_params random_params(hist_reduce_rule rule)
{
    return (hist_reduce_params){.rule = rule,
                                .key = (hist_reduce_key)(rand() % HIST_REDUCE_KEYS),
                                .init = rand() % 100,
                                .inc = rand() % 8,
                                .dec = rand() % 3,
                                .threshold = rand() % 80,
                                .replace = rand() % 200 - 100,
                                .peak_permille = 1 + rand() % 800,
                                .weight = 1 + rand() % 2};
}

Test(reduction_history, every_rule_decides_as_its_words_say)
{
    int decided[2] = {0, 0};
    srand(3);
    for (int run = 0; run < 6 * HIST_REDUCE_RULES; run++) {
        hist_reduce_params p = random_params((hist_reduce_rule)(run % HIST_REDUCE_RULES));
        hist_result loud;
        do {
            result_random(&loud, 120);
        } while (!cuts_quietly(&loud));
        hist_reduce_configure(h, &p);
        hist_reduce_clear(h);
        begin_plainly(&p);
        for (int i = 0; i < 200; i++) {
            happen(&p, &loud);
            for (int k = 0; k < 4; k++) {
                const hist_move *m = &result_moves[rand() % RESULT_MOVES];
                const int depth = 1 + rand() % 4;
                move_border(&p, m, depth);
                const bool wanted = reduces_plainly(&p, m, depth);
                cr_assert_eq(hist_reduce_asks(h, m, depth), wanted, "rule %d", (int)p.rule);
                decided[wanted]++;
            }
        }
    }
    cr_expect(decided[0] > 1000 && decided[1] > 1000, "both answers occur");
    cr_expect(halvings > 25 && bounded > 1000, "%d halvings, %d at a bound", halvings, bounded);
}

/* ---- By hand ---- */

static void teach(const hist_move moves[], int count, hist_outcome last, int depth)
{
    hist_result r;
    result_make(&r, moves, count, last, depth);
    hist_reduce_learn(h, &r);
}

static void fail_times(hist_move m, int times)
{
    for (int i = 0; i < times; i++) {
        teach(&m, 1, HIST_FAILED, 1);
    }
}

static bool reduces(hist_move m, int depth)
{
    return hist_reduce_asks(h, &m, depth);
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

Test(reduction_history, prodeo_learns_nodes_or_moves)
{
    for (int moment = 0; moment < HIST_REDUCE_MOMENTS; moment++) {
        const bool moves = moment == HIST_REDUCE_LEARN_MOVES;
        hist_reduce_params p = prodeo;
        p.moment = (hist_reduce_moment)moment;
        set(p);
        fail_times(knight, 60);
        cr_expect_eq(reduces(knight, 4), !moves);
        for (int i = 0; i < 55; i++) {
            hist_reduce_learn_move(h, &pawn, HIST_FAILED);
        }
        cr_expect_eq(reduces(pawn, 4), moves, "45");
        hist_reduce_learn_move(h, &pawn, HIST_RAISED);
        cr_expect_not(reduces(pawn, 4), "50");
        hist_reduce_learn_move(h, &pawn, HIST_FAILED);
        cr_expect_eq(reduces(pawn, 4), moves, "49");
        hist_reduce_learn_move(h, &pawn, HIST_CUT);
        cr_expect_not(reduces(pawn, 4), "54");
    }
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
    const hist_move tried[] = {takes, pawn, knight};
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

Test(reduction_history, another_key_or_beginning_of_prodeo_forgets)
{
    hist_reduce_params other = prodeo;
    other.key = HIST_REDUCE_FROM_TO;
    fail_times(knight, 51);
    cr_expect(reduces(knight, 4));
    hist_reduce_configure(h, &other);
    cr_expect_not(reduces(knight, 4));
    fail_times(knight, 51);
    cr_expect(reduces(knight, 4));
    other.init = 101;
    hist_reduce_configure(h, &other);
    cr_expect_not(reduces(knight, 4));
}
