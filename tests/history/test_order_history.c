/* Compares each rule with a simple reference, and with hand-computed values. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "order_history.h"
#include "result_fixture.h"

static const hist_move knight = {1, 6, 21, HIST_QUIET, 0};
static const hist_move pawn = {0, 12, 28, HIST_QUIET, 0};
static const hist_move bishop = {2, 5, 33, HIST_QUIET, 0};
static const hist_move takes = {4, 3, 35, 0, 0};

static const hist_order_params usual = {.rule = HIST_ORDER_SCHAEFFER,
                                        .gain = HIST_INCREMENT_1,
                                        .charge = HIST_INCREMENT_1,
                                        .best = HIST_BEST_SCORE,
                                        .pv = HIST_COUNT};

static order_history *h;

static void begin(void)
{
    h = hist_order_new(&usual);
    cr_assert_not_null(h);
}
static void end(void)
{
    hist_order_free(h);
}

TestSuite(order_history, .init = begin, .fini = end);

static void set(hist_order_params params)
{
    hist_order_configure(h, &params);
    hist_order_clear(h);
}

/* The number behind a score: the documented mapping, backwards. */
static float number_of(int score)
{
    const int32_t bits = score < 0 ? -score : score;
    float number;
    memcpy(&number, &bits, sizeof number);
    return score < 0 ? -number : number;
}
static float score(hist_move m)
{
    return number_of(hist_order_score(h, &m));
}

static void teach(const hist_move moves[], int count, hist_outcome last, int depth)
{
    hist_result r;
    result_make(&r, moves, count, last, depth);
    hist_order_learn(h, &r);
}

/* ---- The reference: one record a move that was ever counted, found by comparing. ---- */

enum { RECORDS_MAX = RESULT_MOVES };
typedef struct record {
    hist_move move;
    int64_t gain, charge;
} record;
static record records[RECORDS_MAX];
static int record_count;

static bool same_cell(const hist_order_params *p, const hist_move *a, const hist_move *b)
{
    if (p->key == HIST_ORDER_KEY_PIECE_TO) {
        return a->piece == b->piece && a->to == b->to;
    }
    const bool squares = a->from == b->from && a->to == b->to;
    return squares && (p->key == HIST_ORDER_KEY_BOTH_COLOURS || (a->piece < 6) == (b->piece < 6));
}

static record *find(const hist_order_params *p, const hist_move *m)
{
    for (int i = 0; i < record_count; i++) {
        if (same_cell(p, &records[i].move, m)) {
            return &records[i];
        }
    }
    records[record_count] = (record){.move = *m};
    return &records[record_count++];
}

static int64_t grown(hist_increment kind, int depth)
{
    int64_t power = 1;
    for (int i = 0; i < depth && i < 40; i++) {
        power *= 2;
    }
    const int64_t by_kind[HIST_INCREMENTS] = {0,    1, depth, depth * depth, depth * depth * depth,
                                              power};
    return by_kind[kind];
}

static bool is_best(const hist_order_params *p, const hist_result *result, int i)
{
    if (result->outcomes[i] == HIST_CUT) {
        return true;
    }
    switch (p->best) {
    case HIST_BEST_CUT:
        return false;
    case HIST_BEST_RAISED:
        return i == result->best;
    default:
        return i == (result->best >= 0 ? result->best : result->top);
    }
}

static void learn_slowly(const hist_order_params *p, const hist_result *result)
{
    if (result->pv && p->pv == HIST_IGNORE) {
        return;
    }
    for (int i = 0; i < result->count; i++) {
        const bool cut = result->outcomes[i] == HIST_CUT;
        bool cut_later = false;
        for (int k = i + 1; k < result->count; k++) {
            cut_later |= result->outcomes[k] == HIST_CUT;
        }
        if (result->moves[i].victim != HIST_QUIET) {
            continue;
        }
        bool gains = false, charged = false;
        switch (p->rule) {
        case HIST_ORDER_SCHAEFFER:
            gains = is_best(p, result, i);
            break;
        case HIST_ORDER_BUTTERFLY:
            charged = true;
            break;
        case HIST_ORDER_RELATIVE:
            gains = is_best(p, result, i);
            charged = true;
            break;
        case HIST_ORDER_RELATIVE_MISSES:
            gains = cut;
            charged = !cut;
            break;
        case HIST_ORDER_HYATT:
        case HIST_ORDER_PLAUSIBILITY:
            gains = cut;
            charged = !cut && cut_later;
            break;
        default:
            break;
        }
        record *r = find(p, &result->moves[i]);
        r->gain += gains ? grown(p->gain, result->depth) : 0;
        r->charge += charged ? grown(p->charge, result->depth) : 0;
    }
}

static float score_slowly(const hist_order_params *p, const hist_move *m)
{
    const record *r = find(p, m);
    switch (p->rule) {
    case HIST_ORDER_SCHAEFFER:
        return (float)r->gain;
    case HIST_ORDER_BUTTERFLY:
        return (float)r->charge;
    case HIST_ORDER_PLAUSIBILITY:
        return (float)(r->gain - r->charge);
    case HIST_ORDER_NONE:
    case HIST_ORDER_GRAVITY:
        return 0.0f;
    default:
        break;
    }
    const int64_t divisor = r->charge ? r->charge : 1;
    return p->scale ? (float)(p->scale * r->gain / divisor) : (float)r->gain / (float)divisor;
}

static hist_order_params random_params(hist_order_rule rule)
{
    return (hist_order_params){.rule = rule,
                               .gain = (hist_increment)(rand() % HIST_INCREMENTS),
                               .charge = (hist_increment)(rand() % HIST_INCREMENTS),
                               .key = (hist_order_key)(rand() % HIST_ORDER_KEYS),
                               .best = (hist_best)(rand() % HIST_BESTS),
                               .age = (hist_age)(rand() % HIST_AGES),
                               .scale = rand() % 2 ? rand() % HIST_SCALE_MAX : 0,
                               .pv = (hist_counting)(rand() % 2)};
}

static void age_slowly(hist_age age)
{
    for (int i = 0; i < record_count; i++) {
        const int divisor = age == HIST_AGE_HALVE ? 2 : 1;
        records[i].gain = age == HIST_AGE_CLEAR ? 0 : records[i].gain / divisor;
        records[i].charge = age == HIST_AGE_CLEAR ? 0 : records[i].charge / divisor;
    }
}

/* Makes a result one of a multi-cut: several moves may cut, the last one does, and none is the
 * best.
 */
static void make_multi_cut(hist_result *r)
{
    for (int i = 0; i < r->count; i++) {
        r->outcomes[i] = i == r->count - 1 || rand() % 2 ? HIST_CUT : HIST_FAILED;
    }
    r->best = r->top = -1;
}

Test(order_history, every_rule_counts_as_its_words_say)
{
    srand(1);
    for (int run = 0; run < 40 * HIST_ORDER_RULES; run++) {
        const hist_order_params p = random_params((hist_order_rule)(run % HIST_ORDER_RULES));
        set(p);
        record_count = 0;
        for (int i = 0; i < 120; i++) {
            hist_result r;
            result_random(&r, 20);
            if (rand() % 5 == 0) {
                make_multi_cut(&r);
            }
            hist_order_learn(h, &r);
            learn_slowly(&p, &r);
            if (rand() % 50 == 0) {
                hist_order_new_search(h);
                age_slowly(p.age);
            }
        }
        for (int i = 0; i < RESULT_MOVES; i++) {
            if (result_moves[i].victim == HIST_QUIET) {
                cr_assert_eq(score(result_moves[i]), score_slowly(&p, &result_moves[i]),
                             "rule %d, move %d", (int)p.rule, i);
            }
        }
    }
}

/* ---- By hand ---- */

Test(order_history, increments_are_those_of_the_paper)
{
    static const float at_5[HIST_INCREMENTS] = {0, 1, 5, 25, 125, 32};
    for (int i = 0; i < HIST_INCREMENTS; i++) {
        hist_order_params p = usual;
        p.gain = (hist_increment)i;
        set(p);
        teach(&knight, 1, HIST_CUT, 5);
        cr_expect_eq(score(knight), at_5[i], "%s", hist_increment_words[i]);
        teach(&knight, 1, HIST_CUT, 120);
        cr_expect_gt(score(knight) + 1.0f, at_5[i], "no depth overflows");
    }
}

/* Of ten times that it was played, a move cut in four: 4 / 10 as the paper divides, 4 / 6 as the
 * wiki does. */
Test(order_history, relative_history_divides_in_both_forms)
{
    static const float wanted[] = {4.0f / 10.0f, 4.0f / 6.0f};
    for (int form = 0; form < 2; form++) {
        hist_order_params p = usual;
        p.rule = form ? HIST_ORDER_RELATIVE_MISSES : HIST_ORDER_RELATIVE;
        p.best = HIST_BEST_CUT;
        set(p);
        for (int i = 0; i < 10; i++) {
            teach(&knight, 1, i < 4 ? HIST_CUT : HIST_FAILED, 1 + i);
        }
        cr_expect_eq(score(knight), wanted[form]);
        p.scale = 100;
        hist_order_configure(h, &p);
        cr_expect_eq(score(knight), form ? 66.0f : 40.0f, "kept, and read in whole parts");
    }
}

Test(order_history, hyatt_and_rollason_charge_what_came_before_a_cut)
{
    const hist_move tried[] = {takes, pawn, bishop, knight};
    hist_order_params p = usual;
    p.rule = HIST_ORDER_PLAUSIBILITY;
    p.gain = HIST_INCREMENT_D2;
    p.charge = HIST_INCREMENT_D;
    set(p);
    teach(tried, 4, HIST_FAILED, 3);
    teach(tried, 4, HIST_RAISED, 3);
    cr_expect(score(pawn) == 0.0f && score(knight) == 0.0f, "nothing is learnt without a cut");
    teach(tried, 4, HIST_CUT, 3);
    cr_expect(score(pawn) == -3.0f && score(bishop) == -3.0f && score(knight) == 9.0f);
    teach(tried, 1, HIST_CUT, 3);
    cr_expect_eq(score(pawn), -3.0f, "a first move that cuts leaves the others alone");
    p.rule = HIST_ORDER_HYATT;
    set(p);
    teach(tried, 4, HIST_CUT, 3);
    teach(tried + 3, 1, HIST_CUT, 1);
    teach((hist_move[]){knight, takes}, 2, HIST_CUT, 2);
    cr_expect_eq(score(knight), 10.0f / 2.0f, "a capture that cuts charges the quiet ones too");
}

Test(order_history, a_new_search_ages_as_it_is_told)
{
    static const float wanted[HIST_AGES] = {2.0f, 5.0f, 0.0f};
    for (int age = 0; age < HIST_AGES; age++) {
        hist_order_params p = usual;
        p.age = (hist_age)age;
        set(p);
        for (int i = 0; i < 5; i++) {
            teach(&knight, 1, HIST_CUT, 1);
        }
        hist_order_new_search(h);
        cr_expect_eq(score(knight), wanted[age], "%s", hist_age_words[age]);
    }
}

Test(order_history, overflow_halves_all_and_keeps_the_order)
{
    hist_order_params p = usual;
    p.gain = HIST_INCREMENT_2D;
    set(p);
    for (int i = 0; i < 6; i++) {
        teach(&pawn, 1, HIST_CUT, 60);
    }
    float before = score(pawn);
    int halvings = 0;
    for (int i = 0; i < 1000; i++) {
        teach(&knight, 1, HIST_CUT, 60);
        halvings += score(pawn) == before / 2.0f;
        before = score(pawn);
        cr_assert_lt(score(knight), 1e14f);
    }
    cr_expect_gt(halvings, 5);
    cr_expect_gt(score(knight), score(pawn));
    cr_expect_gt(score(pawn), 0.0f);
}

Test(order_history, another_rule_or_key_forgets_and_other_numbers_do_not)
{
    hist_order_params p = usual;
    teach(&knight, 1, HIST_CUT, 1);
    p.scale = 7;
    p.gain = HIST_INCREMENT_D;
    hist_order_configure(h, &p);
    cr_expect_eq(score(knight), 1.0f);
    p.key = HIST_ORDER_KEY_PIECE_TO;
    hist_order_configure(h, &p);
    cr_expect_eq(score(knight), 0.0f);
    teach(&knight, 1, HIST_CUT, 1);
    p.rule = HIST_ORDER_HYATT;
    hist_order_configure(h, &p);
    cr_expect_eq(score(knight), 0.0f);
    hist_order_free(NULL);
}
