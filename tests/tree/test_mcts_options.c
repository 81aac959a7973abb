/* What holds however Monte-Carlo tree search is set: each word of each option, and all at once. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "chess/movegen.h"
#include "search_fixture.h"

static fixture f;

static void begin(void)
{
    fixture_begin(&f, 4);
}
static void end(void)
{
    fixture_end(&f);
}

TestSuite(mcts_options, .init = begin, .fini = end);

static const char middlegame[] =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8";

/* Mates that a move allows. */
static const char back_rank[] = "1r4k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1";

/* The roots after two searches, to be compared. */
typedef struct answer {
    root_move moves[2 * MOVES_MAX];
    int count;
} answer;

/* A search, and what it says behind what is there. */
static void search_root(answer *a)
{
    const search_result result = fixture_go(&f, &(search_limits){.nodes = 1500});
    position pos = f.position;
    cr_expect_eq(f.last.nodes, 1500);
    cr_expect_eq(f.last.pv[0], result.best);
    for (int i = 0; i < f.last.pv_length; i++) {
        cr_assert(gen_is_legal(&pos, f.last.pv[i]), "%s at %d", fixture_text(f.last.pv[i]), i);
        pos_make(&pos, f.last.pv[i]);
    }
    a->count += search_root_moves(f.search, a->moves + a->count, MOVES_MAX);
}

/* From a cleared state: the second search of a game, then one among mates. */
static void ask(answer *a)
{
    memset(a, 0, sizeof *a);
    search_new_game(f.search);
    fixture_set(&f, middlegame);
    fixture_go(&f, &(search_limits){.nodes = 1500});
    fixture_play(&f, "e3e4");
    fixture_play(&f, "h7h6");
    search_root(a);
    fixture_set(&f, back_rank);
    search_root(a);
}

static bool same(const answer *a, const answer *b)
{
    bool equal = a->count == b->count;
    for (int i = 0; i < a->count && equal; i++) {
        equal = a->moves[i].move == b->moves[i].move && a->moves[i].visits == b->moves[i].visits &&
                a->moves[i].q == b->moves[i].q && a->moves[i].prior == b->moves[i].prior;
    }
    return equal;
}

/* Asks twice: the answers are the same, and priors are shares of one (of two roots). */
static void ask_well(answer *a, const char *what)
{
    answer again;
    double priors = 0.0;
    fixture_configure(&f);
    ask(a);
    ask(&again);
    cr_expect(same(a, &again), "%s: the same search twice", what);
    for (int i = 0; i < a->count; i++) {
        priors += (double)a->moves[i].prior;
    }
    cr_expect_float_eq(priors, 2.0, 1e-3, "%s: priors sum to %g", what, priors);
}

Test(mcts_options, each_word_of_each_option_matters)
{
    answer usual, changed;
    ask_well(&usual, "defaults");
    for (int row = 0; row < MCTS_ROWS; row++) {
        const mcts_option_row *r = &mcts_option_rows()[row];
        for (int value = 0; value < r->count; value++) {
            f.options.mcts = mcts_options_default();
            mcts_option_set(&f.options.mcts, row, value);
            cr_expect_str_eq(mcts_option_word(&f.options.mcts, row), r->words[value]);
            ask_well(&changed, r->option);
            cr_expect_eq(same(&usual, &changed), value == r->value, "%s %s", r->option,
                         r->words[value]);
        }
    }
}

Test(mcts_options, all_work_together)
{
    answer a;
    for (int turn = 0; turn < 2; turn++) {
        for (int row = 0; row < MCTS_ROWS; row++) {
            mcts_option_set(&f.options.mcts, row, mcts_option_rows()[row].count - 1 - turn % 2);
        }
        ask_well(&a, turn ? "the words before the last" : "all last words");
    }
    /* Whatever is on, a mate is found and proven. */
    for (int row = 0; row < MCTS_ROWS; row++) {
        mcts_option_set(&f.options.mcts, row, mcts_option_rows()[row].count - 1);
    }
    fixture_configure(&f);
    search_new_game(f.search);
    fixture_set(&f, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    fixture_go(&f, &(search_limits){.nodes = 200000});
    cr_expect_eq(f.last.score.kind, SCORE_MATE);
    cr_expect_eq(f.last.score.value, 2);
}

Test(mcts_options, every_row_has_its_own_field_and_default)
{
    const mcts_options usual = mcts_options_default();
    for (int row = 0; row < MCTS_ROWS; row++) {
        const mcts_option_row *r = &mcts_option_rows()[row];
        mcts_options changed = usual;
        cr_expect_eq(mcts_option_get(&usual, row), r->value);
        cr_expect_null(r->words[r->count]);
        mcts_option_set(&changed, row, (r->value + 1) % r->count);
        for (int other = 0; other < MCTS_ROWS; other++) {
            cr_expect_eq(mcts_option_get(&changed, other) != mcts_option_get(&usual, other),
                         other == row);
        }
    }
}
