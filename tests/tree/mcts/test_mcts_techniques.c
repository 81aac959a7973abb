/* Tests properties that MCTS has in all settings: with each value of each option alone, and with
 * all techniques at once. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "search_fixture.h"
#include "settings_fixture.h"

static void begin(void)
{
    fixture_begin(4);
}

TestSuite(mcts_techniques, .init = begin, .fini = fixture_end);

static const char middlegame[] =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8";

/* Mates that a move allows. */
static const char back_rank[] = "1r4k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1";

/* One side has its king alone, and the fifty moves pass. */
static const char bare_king[] = "8/8/8/3k4/8/3K4/8/3R4 w - - 30 60";

/* The roots after three searches, to be compared. */
typedef struct answer {
    root_move moves[3 * MOVES_MAX];
    int count;
} answer;

/* Searches, and appends the root moves to the answer. */
static void search_root(answer *a)
{
    const search_result result = fixture_go(&(search_limits){.nodes = 1500});
    cr_expect_eq(f.last.nodes, 1500);
    cr_expect_eq(f.last.pv[0], result.best);
    fixture_follow(&f.last);
    a->count += search_root_moves(f.search, a->moves + a->count, MOVES_MAX);
}

/* From a cleared state: the second search of a game, one among mates, and one of an ending. */
static void ask(answer *a)
{
    memset(a, 0, sizeof *a);
    search_new_game(f.search);
    fixture_set(middlegame);
    fixture_go(&(search_limits){.nodes = 1500});
    fixture_play("e3e4");
    fixture_play("h7h6");
    search_root(a);
    fixture_set(back_rank);
    search_root(a);
    fixture_set(bare_king);
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

/* Asks twice: the answers are the same, and priors are shares of one (of three roots). */
static void ask_well(answer *a, const char *what)
{
    answer again;
    double priors = 0.0;
    fixture_configure();
    ask(a);
    ask(&again);
    cr_expect(same(a, &again), "%s: the same search twice", what);
    for (int i = 0; i < a->count; i++) {
        priors += (double)a->moves[i].prior;
    }
    cr_expect_float_eq(priors, 3.0, 1e-3, "%s: priors sum to %g", what, priors);
}

/* What each value promises is tested where it acts: test_mcts_ideas.c, test_mcts_widening.c,
 * test_mcts_pruning.c, test_mcts_learning.c, test_mcts_settings.c, test_mcts_correction.c. */
Test(mcts_techniques, a_search_is_sound_with_each_value_of_each_option)
{
    const search_techniques defaults = f.options.techniques;
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    answer usual, changed;
    ask_well(&usual, "defaults");
    for (int i = 0; i < count && rows[i].by == SEARCH_MCTS; i++) {
        for (int k = 0; k < settings_values(&rows[i].choice); k++) {
            const int value = settings_value(&rows[i].choice, k);
            f.options.techniques = defaults;
            search_technique_put(&f.options.techniques, &rows[i], value);
            ask_well(&changed, rows[i].option);
            if (value == rows[i].value[SETTING_MODERN]) {
                cr_expect(same(&usual, &changed), "%s %d", rows[i].option, value);
            }
        }
    }
}

/* The last value of each option, and the one before it. */
Test(mcts_techniques, all_work_together)
{
    for (int before = 1; before >= 0; before--) {
        int count;
        const search_technique_row *rows = search_technique_rows(&count);
        answer a;
        for (int i = 0; i < count && rows[i].by == SEARCH_MCTS; i++) {
            const choice *c = &rows[i].choice;
            search_technique_put(&f.options.techniques, &rows[i],
                                 settings_value(c, settings_values(c) - 1 - before));
        }
        ask_well(&a, before ? "the words before the last" : "all last words");
    }
    search_new_game(f.search);
    fixture_set("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    fixture_go(&(search_limits){.nodes = 200000});
    cr_expect(f.last.score.kind == SCORE_MATE && f.last.score.value == 2, "whatever is on");
}
