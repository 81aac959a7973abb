/* Tests contempt in both searches, with the default nets: who takes or avoids a draw, what is
 * reported, and what is forgotten when it changes. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "search_fixture.h"

static void begin(search_algorithm by)
{
    fixture_begin_strong(by, 16);
}

TestSuite(contempt, .timeout = 120);

/* A small search that knows nothing of earlier ones. */
static search_result go(int contempt, const move *only)
{
    const uint64_t nodes = f.options.algorithm == SEARCH_MCTS ? 2000 : 4000;
    search_new_game(f.search);
    return fixture_go(&(search_limits){
        .nodes = nodes, .moves = only, .move_count = only != NULL, .contempt = contempt});
}

/* Both sides move a knight out and home, twice. The last move of each row would bring the first
 * position for the third time. The second row is the first one with colours changed. */
static const char *const dance[2][8] = {
    {"g8f6", "g1f3", "f6g8", "f3g1", "g8f6", "g1f3", "f6g8", "f3g1"},
    {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"},
};

/* Plays the first moves of the dance. */
static void start_dance(const char *const fens[2], int turned, int moves)
{
    fixture_set(fens[turned]);
    for (int i = 0; i < moves; i++) {
        fixture_play(dance[turned][i]);
    }
}

/* The side that does not move first has a pawn less, or none less. */
static const char *const worse[2] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR b KQkq - 0 1",
                                     "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"};
static const char *const equal[2] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
                                     FEN_START};

BOTH_SEARCHES(contempt, its_sign_decides_whether_a_repetition_is_played)
{
    static const struct {
        const char *const *fens;
        int contempt;
        bool draws;
    } cases[] = {{worse, 0, true},  {worse, 200, false}, {worse, -200, true},
                 {equal, 0, false}, {equal, 200, false}, {equal, -200, true}};
    for (int i = 0; i < 2 * (int)(sizeof cases / sizeof *cases); i++) {
        const int turned = i % 2, number = i / 2;
        start_dance(cases[number].fens, turned, 7);
        const move best = go(cases[number].contempt, NULL).best;
        cr_expect_eq(strcmp(fixture_text(best), dance[turned][7]) == 0, cases[number].draws,
                     "case %d, colour %d: %s", number, turned, fixture_text(best));
    }
}

/* What a draw costs one side, the other gains. After the only move at the root the opponent, who
 * has a pawn less, repeats the position unless that is a gain for the root. */
BOTH_SEARCHES(contempt, the_opponent_counts_the_other_way_round)
{
    static const int contempts[] = {-200, 0, 200};
    for (int i = 0; i < 2 * 3; i++) {
        const int turned = i % 2, contempt = contempts[i / 2];
        start_dance(worse, turned, 6);
        const move only = gen_from_uci(&f.position, dance[turned][6]);
        (void)go(contempt, &only);
        cr_assert_geq(f.last.pv_length, 2);
        cr_expect_eq(strcmp(fixture_text(f.last.pv[1]), dance[turned][7]) == 0, contempt >= 0,
                     "contempt %d, colour %d: %s", contempt, turned, fixture_text(f.last.pv[1]));
    }
}

/* The king must take the last piece, and kings alone are a draw. */
static const char forced[] = "k7/8/8/8/8/8/1q6/K7 w - - 0 1";

BOTH_SEARCHES(contempt, draws_are_reported_as_draws)
{
    for (int i = 0; i < 3; i++) {
        fixture_set(forced);
        (void)go(100 * i - 100, NULL);
        cr_expect_eq(f.last.score.kind, SCORE_CENTIPAWNS);
        cr_expect_eq(f.last.score.value, 0, "case %d: %d", i, f.last.score.value);
        cr_expect_eq(f.last.score.draw, 1.0f, "case %d: %f", i, (double)f.last.score.draw);
    }
}

/* In mcts the values of moves are free of it; only the playouts go elsewhere. */
ONE_SEARCH(contempt, values_of_mcts_know_nothing_of_it, SEARCH_MCTS)
{
    uint32_t visits[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        root_move moves[MOVES_MAX];
        start_dance(worse, 0, 7);
        (void)go(i ? 200 : -200, NULL);
        const int count = search_root_moves(f.search, moves, MOVES_MAX);
        for (int k = 0; k < count; k++) {
            if (strcmp(fixture_text(moves[k].move), dance[0][7]) == 0) {
                visits[i] = moves[k].visits;
                cr_expect_eq(moves[k].q, 0.5f, "%f", (double)moves[k].q);
                cr_expect_eq(moves[k].draw, 1.0f, "%f", (double)moves[k].draw);
            }
        }
    }
    cr_expect_gt(visits[1], 0);
    cr_expect_gt(visits[0], 3 * visits[1]);
}

/* Playouts of the tree after a search of 100 more. */
static uint32_t visits_after(int contempt)
{
    root_move root;
    (void)fixture_go(&(search_limits){.nodes = 100, .contempt = contempt});
    cr_assert(search_root_stats(f.search, &root));
    return root.visits;
}

ONE_SEARCH(contempt, the_tree_is_kept_while_draws_are_worth_the_same, SEARCH_MCTS)
{
    (void)visits_after(50);
    cr_expect_gt(visits_after(50), 180);
    cr_expect_lt(visits_after(51), 110);
    cr_expect_lt(visits_after(-51), 110);
    cr_expect_gt(visits_after(-51), 180);
    fixture_play("e2e4");
    cr_expect_gt(visits_after(51), 110, "the other side's view of the same contempt");
    fixture_play("e7e5");
    cr_expect_lt(visits_after(51), 110, "the other side's contempt");
}
