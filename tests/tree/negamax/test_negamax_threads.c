/* Tests threads that share one negamax search: its stages and busy moves. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "negamax_parts.h"
#include "search_fixture.h"

enum { D2 = 11, E2 = 12, D4 = 27, E4 = 28 };

static void begin(void)
{
    fixture_begin_negamax(4, 1);
}

TestSuite(negamax_threads, .init = begin, .fini = fixture_end);

static const char middlegame[] =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8";

Test(negamax_threads, every_thread_count_ends_at_the_depth_that_is_asked_for)
{
    for (int threads = 1; threads <= 5; threads++) {
        f.options.threads = threads;
        fixture_configure();
        for (int depth = 1; depth <= (SLOW_BUILD ? 5 : 9); depth += 4) {
            const fixture_answer a =
                fixture_ask(FIXTURE_KIWIPETE, &(search_limits){.depth = depth});
            cr_expect_eq(a.depth, depth, "%d threads, depth %d: %d", threads, depth, a.depth);
        }
    }
}

Test(negamax_threads, moves_that_are_left_out_stay_out)
{
    f.options.threads = 4;
    fixture_configure();
    fixture_set(middlegame);
    move legal[MOVES_MAX];
    const int count = gen_legal(&f.position, legal);
    const move wanted[2] = {legal[1], legal[count - 1]};
    const search_limits limits = {.depth = 6, .moves = wanted, .move_count = 2};
    for (int i = 0; i < 10; i++) {
        const search_result result = fixture_go(&limits);
        cr_expect(result.best == wanted[0] || result.best == wanted[1]);
    }
}

Test(negamax_threads, a_move_is_busy_until_it_ends)
{
    busy_moves *busy = calloc(1, sizeof *busy);
    const move one = move_of(E2, E4, MOVE_PLAIN), other = move_of(D2, D4, MOVE_PLAIN);
    const uint64_t key = busy_key(UINT64_C(0x123456789abcdef), one);
    cr_assert_not_null(busy);
    cr_expect_neq(key, busy_key(UINT64_C(0x123456789abcdef), other));
    cr_expect_not(busy_has(busy, key));
    busy_begin(busy, key);
    cr_expect(busy_has(busy, key));
    cr_expect_not(busy_has(busy, key + BUSY_MOVES), "a key of the same slot");
    busy_end(busy, key + BUSY_MOVES);
    cr_expect(busy_has(busy, key), "a move ends by its own key alone");
    busy_begin(busy, key + BUSY_MOVES);
    cr_expect_not(busy_has(busy, key), "the newer of two moves hides the older");
    busy_end(busy, key + BUSY_MOVES);
    cr_expect_not(busy_has(busy, key + BUSY_MOVES));
    busy_begin(busy, 0);
    cr_expect_not(busy_has(busy, 0), "key 0 is no move");
    free(busy);
}

/* A search of two workers that stands before the middlegame, ready for a test to drive one of them;
 * `control` lives as long as it. */
static negamax *set_out(search_control *control)
{
    failure why;
    f.options.threads = 2;
    negamax *n = ab_new(&f.options, &why);
    cr_assert_not_null(n, "%s", why.text);
    fixture_set(middlegame);
    control_begin(control, &(search_limits){.depth = 1});
    ab_go(n, &f.position, &f.game, control, NULL, NULL, NULL);
    control_begin(control, &(search_limits){.infinite = true});
    ab_new_game(n);
    ab_stage_begin(n, &f.position, &control->limits);
    atomic_store(&n->quit, false);
    for (int i = 0; i < n->worker_count; i++) {
        n->workers[i]->stopped = n->workers[i]->overtaken = false;
        atomic_store(&n->workers[i]->nodes, 0);
    }
    return n;
}

static int search_root(ab_worker *w, int depth)
{
    return ab_search(w, ab_root(w), -SCORE_INFINITE, SCORE_INFINITE, depth, false);
}

Test(negamax_threads, the_first_to_finish_a_stage_takes_the_others_on)
{
    search_control control;
    negamax *n = set_out(&control);
    ab_worker *fast = n->workers[1], *slow = n->workers[0];
    const int length = slow->path.length;
    const int score = search_root(fast, 1);
    ab_stage_finish(fast, score);
    cr_expect_eq(fast->stage.number, 2);
    cr_expect_eq(fast->stage.depth, 2);
    search_root(slow, 1);
    cr_expect(slow->stopped && slow->overtaken);
    cr_expect_eq(slow->path.length, length);
    ab_stage_finish(slow, 0);
    cr_expect_not(slow->stopped || slow->overtaken);
    cr_expect_eq(slow->stage.number, 2);
    cr_expect_eq(slow->stage.roots[0].move, fast->stage.roots[0].move);
    cr_expect_eq(slow->stage.roots[0].last_score, score);
    ab_free(n);
}

Test(negamax_threads, a_busy_move_is_searched_last)
{
    search_control control;
    negamax *n = set_out(&control);
    search_root(n->workers[0], 3);
    const move last = ab_root(n->workers[0])->played;
    ab_free(n);
    move legal[MOVES_MAX];
    const int count = gen_legal(&f.position, legal);
    int deferred = 0;
    for (int i = 0; i < count; i += 5) {
        n = set_out(&control);
        busy_begin(&n->busy, busy_key(f.position.key, legal[i]));
        search_root(n->workers[0], 3);
        deferred += legal[i] != last && ab_root(n->workers[0])->played == legal[i];
        ab_free(n);
    }
    /* But for the first move and for what is last anyway. */
    cr_expect_geq(deferred, (count + 4) / 5 - 2, "%d of %d", deferred, (count + 4) / 5);
}

Test(negamax_threads, exact_results_of_this_search_settle_the_principal_variation)
{
    search_control control;
    move legal[MOVES_MAX];
    uint64_t nodes[2];
    for (int old = 0; old < 2; old++) {
        negamax *n = set_out(&control);
        const int count = gen_legal(&f.position, legal);
        for (int i = 0; i < count; i++) {
            position after = f.position;
            pos_make(&after, legal[i]);
            const tt_data known = {.score = (int16_t)-i, .depth = 20, .bound = TT_EXACT};
            tt_store(&n->table, after.key, &known);
        }
        if (old) {
            tt_new_search(&n->table);
        }
        const int score = search_root(n->workers[0], 4);
        nodes[old] = atomic_load(&n->workers[0]->nodes);
        if (!old) {
            cr_expect_eq(score, count - 1, "%d of %d moves", score, count);
        }
        ab_free(n);
    }
    cr_expect_lt(2 * nodes[0], nodes[1], "%d and %d nodes", (int)nodes[0], (int)nodes[1]);
}
