/* Compares the rules of Pro Deo, Mehrmann and Romstad with a simple reference, which keeps what
 * every cell has come to, as it happened. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "history/reduction_history.h"
#include "result_fixture.h"

static reduction_history *h;

static void begin(void)
{
    h = hist_reduce_new(&(hist_reduce_params){.rule = HIST_REDUCE_TABLE});
    cr_assert_not_null(h);
}
static void end(void)
{
    hist_reduce_free(h);
}

TestSuite(reduction_reference, .init = begin, .fini = end);

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

static bool cuts_quietly(const hist_node_result *result)
{
    return result->best >= 0 && result->outcomes[result->best] == HIST_CUT &&
           result->tried[result->best].victim == HIST_QUIET;
}

static void learn_plainly(const hist_reduce_params *p, const hist_node_result *result)
{
    for (int i = 0; i < result->count && p->rule == HIST_REDUCE_PRODEO; i++) {
        account *a = account_of(p, &result->tried[i]);
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
        account_of(p, &result->tried[result->best])->good += result->depth * result->depth;
        halve_what_is_too_large(GAIN_LIMIT);
    } else if (p->rule == HIST_REDUCE_ROMSTAD) {
        account_of(p, &result->tried[result->best])->good++;
        for (int i = 0; i < result->best; i++) {
            account_of(p, &result->tried[i])->bad += result->tried[i].victim == HIST_QUIET;
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
static void learn_often(const hist_reduce_params *p, const hist_node_result *result, int times)
{
    for (int i = 0; i < times; i++) {
        hist_reduce_learn(h, result);
        learn_plainly(p, result);
    }
}

/* One of the things that may happen to a history. */
static void happen(const hist_reduce_params *p, const random_result *loud)
{
    random_result quiet;
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
        learn_often(p, &loud->result, 1 + rand() % 20000);
    } else {
        result_random(&quiet, 120);
        learn_often(p, &quiet.result, 1);
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

Test(reduction_reference, every_rule_decides_as_its_words_say)
{
    int decided[2] = {0, 0};
    srand(3);
    for (int run = 0; run < 6 * HIST_REDUCE_RULES; run++) {
        hist_reduce_params p = random_params((hist_reduce_rule)(run % HIST_REDUCE_RULES));
        random_result loud;
        do {
            result_random(&loud, 120);
        } while (!cuts_quietly(&loud.result));
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
