/* Threads that share one negamax search: its stages, the moves they claim, and lines that are known
 * from the table alone. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "negamax.h"
#include "search_fixture.h"

enum { D2 = 11, E2 = 12, D4 = 27, E4 = 28 };

static fixture f;

static void begin(void)
{
    fixture_begin_negamax(&f, 4, 1);
}
static void end(void)
{
    fixture_end(&f);
}

TestSuite(negamax_threads, .init = begin, .fini = end);

static const char middlegame[] =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8";

Test(negamax_threads, every_thread_count_ends_at_the_depth_that_is_asked_for)
{
    for (int threads = 1; threads <= 5; threads++) {
        f.options.threads = threads;
        fixture_configure(&f);
        for (int depth = 1; depth <= 9; depth += 4) {
            const fixture_answer a =
                fixture_ask(&f, FIXTURE_KIWIPETE, &(search_limits){.depth = depth});
            cr_expect_eq(a.depth, depth, "%d threads, depth %d: %d", threads, depth, a.depth);
        }
    }
}

Test(negamax_threads, lines_are_different_moves)
{
    f.options.threads = 3;
    f.options.multi_pv = 6;
    fixture_configure(&f);
    for (int i = 0; i < 5; i++) {
        search_new_game(f.search);
        fixture_set(&f, middlegame);
        fixture_go(&f, &(search_limits){.depth = 7});
        for (int a = 0; a < 6; a++) {
            cr_expect_eq(f.lines[a].depth, 7);
            for (int b = 0; b < a; b++) {
                cr_expect_neq(f.lines[a].pv[0], f.lines[b].pv[0], "lines %d and %d", b + 1, a + 1);
            }
        }
    }
}

Test(negamax_threads, moves_that_are_left_out_stay_out)
{
    f.options.threads = 4;
    fixture_configure(&f);
    fixture_set(&f, middlegame);
    move legal[MOVES_MAX];
    const int count = gen_legal(&f.position, legal);
    const move wanted[2] = {legal[1], legal[count - 1]};
    const search_limits limits = {.depth = 6, .moves = wanted, .move_count = 2};
    for (int i = 0; i < 10; i++) {
        const search_result result = fixture_go(&f, &limits);
        cr_expect(result.best == wanted[0] || result.best == wanted[1]);
    }
}

Test(negamax_threads, a_claim_is_held_until_it_is_dropped)
{
    move_claims *claims = calloc(1, sizeof *claims);
    const move one = move_of(E2, E4, MOVE_PLAIN), other = move_of(D2, D4, MOVE_PLAIN);
    const uint64_t key = claim_key(UINT64_C(0x123456789abcdef), one);
    cr_assert_not_null(claims);
    cr_expect_neq(key, claim_key(UINT64_C(0x123456789abcdef), other));
    cr_expect_not(claim_is_held(claims, key));
    claim_take(claims, key);
    cr_expect(claim_is_held(claims, key));
    cr_expect_not(claim_is_held(claims, key + MOVE_CLAIMS), "a key of the same slot");
    claim_drop(claims, key + MOVE_CLAIMS);
    cr_expect(claim_is_held(claims, key), "a claim is dropped by its own key alone");
    claim_take(claims, key + MOVE_CLAIMS);
    cr_expect_not(claim_is_held(claims, key), "the newer of two claims hides the older");
    claim_drop(claims, key + MOVE_CLAIMS);
    cr_expect_not(claim_is_held(claims, key + MOVE_CLAIMS));
    claim_take(claims, 0);
    cr_expect_not(claim_is_held(claims, 0), "key 0 is no claim");
    free(claims);
}

/* A search whose table holds a line from the start position, each entry of the bound given by its
 * letter: e(xact), u(pper). */
static negamax *remember(const char *const moves[], const char *bounds, failure *why)
{
    negamax *n = ab_new(&f.options, why);
    fixture_set(&f, FEN_START);
    position pos = f.position;
    for (int i = 0; n && bounds[i] != '\0'; i++) {
        const move m = gen_from_uci(&pos, moves[i]);
        cr_assert_neq(m, MOVE_NONE, "%s", moves[i]);
        const tt_data known = {
            .move = m, .depth = 5, .bound = bounds[i] == 'e' ? TT_EXACT : TT_UPPER};
        tt_store(&n->table, pos.key, &known);
        pos_make(&pos, m);
    }
    return n;
}

static void expect_recalled(const char *const moves[], const char *bounds, int length)
{
    failure why;
    negamax *n = remember(moves, bounds, &why);
    cr_assert_not_null(n, "%s", why.text);
    ab_worker *w = n->workers[0];
    ab_node *root = ab_root(w);
    line_start(&w->path, &f.position);
    root->pos = f.position;
    ab_recall_line(w, root);
    cr_expect_eq(root->pv_length, length, "%s: %d", bounds, root->pv_length);
    for (int i = 0; i < root->pv_length; i++) {
        cr_expect_str_eq(fixture_text(root->pv[i]), moves[i]);
    }
    ab_free(n);
}

Test(negamax_threads, a_settled_node_recalls_its_exact_line)
{
    const char *const moves[] = {"e2e4", "e7e5", "g1f3", "b8c6"};
    expect_recalled(moves, "", 0);
    expect_recalled(moves, "e", 1);
    expect_recalled(moves, "eeee", 4);
    expect_recalled(moves, "eeue", 2);
    expect_recalled(moves, "ueee", 0);
}

Test(negamax_threads, a_recalled_line_ends_where_it_comes_back)
{
    const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    expect_recalled(moves, "eeee", 4);
}
