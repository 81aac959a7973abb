/* Tests that both searches announce short mates at their true length, with the default nets: those
 * of the side to move and against it, and those that a kept tree has proven by longer ones. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "chess/movegen.h"
#include "search_fixture.h"

static void begin(search_algorithm by)
{
    fixture_begin_strong(by, 16);
}

/* Searches a position from a cleared state. */
static search_result go(const char *fen, const search_limits *limits)
{
    search_new_game(f.search);
    fixture_set(fen);
    return fixture_go(limits);
}

/* The last report is a mate in `moves` moves, and its line is as long and ends with it. */
static void check_mate(int moves, const char *what)
{
    const search_score *score = &f.last.score;
    cr_expect(score->kind == SCORE_MATE && score->value == moves, "%s: %s %d, not %d", what,
              score->kind == SCORE_MATE ? "mate" : "cp", score->value, moves);
    cr_expect_eq(moves > 0 ? score->win : score->loss, 1.0f);
    cr_assert_eq(f.last.pv_length, moves > 0 ? 2 * moves - 1 : -2 * moves, "%s", what);
    const position last = fixture_follow(&f.last);
    cr_expect(pos_in_check(&last) && !gen_any(&last), "%s", what);
}

/* Positions with random pieces, and the length of their mates by Stockfish. */
static const struct {
    const char *fen;
    int mate;
} known[] = {
    {"1k6/8/Q7/3n2K1/8/3p4/6B1/8 w - - 0 1", 3},
    {"8/8/8/8/3p4/8/2r1r2B/5k1K w - - 0 1", -3},
    {"8/1Q6/2n5/7R/8/K7/3k4/1Q6 b - - 0 1", -3},
    {"1n6/4q3/6k1/8/8/3b4/3b2K1/8 w - - 0 1", -3},
    {"8/1R6/2P2Q2/8/3k4/N7/1K6/8 b - - 0 1", -3},
    {"K1Q5/8/3P4/5B2/5B2/8/5k2/8 w - - 0 1", 3},
    {"8/1K6/8/8/2Q5/6k1/2R1p3/1B6 w - - 0 1", 3},
    {"8/1p3n1b/8/4k2K/rnr3pP/2q5/3R4/8 b - - 0 1", 3},
    {"8/8/4Nq2/1BR5/2K5/b5k1/BN1R1Q2/5R2 b - - 0 1", -3},
    {"R7/1k6/8/4P3/Q7/8/5N1K/8 w - - 0 1", 3},
    {"8/8/R7/1B2N3/2K5/k7/8/4R3 b - - 0 1", -2},
    {"5K2/8/2k5/8/3r4/1q5r/1r6/8 w - - 0 1", -2},
    {"8/K6n/4Q3/8/8/8/2k5/1Q4Q1 b - - 0 1", -1},
    {"7q/2K5/6b1/8/1k6/1p6/3r4/8 b - - 0 1", 2},
};

BOTH_SEARCHES(mates, are_announced_at_their_true_length)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        go(known[i].fen, &(search_limits){.nodes = 20000});
        check_mate(known[i].mate, known[i].fen);
    }
}

/* After the first move of a defence and after a mating move with its reply. */
BOTH_SEARCHES(mates, are_announced_at_their_true_length_after_reuse)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const int mate = known[i].mate;
        const search_result result = go(known[i].fen, &(search_limits){.nodes = 20000});
        fixture_play(fixture_text(result.best));
        if (mate > 0) {
            fixture_play(fixture_text(result.ponder));
        }
        fixture_go(&(search_limits){.nodes = 20000});
        check_mate(mate > 0 ? mate - 1 : -mate, known[i].fen);
    }
}

/* The kept tree proves a longer mate, and the clock would let its move be played at once. */
ONE_SEARCH(mates, a_mate_in_one_is_played_after_reuse, SEARCH_MCTS)
{
    go("1k6/8/1K1Q4/8/8/8/8/2n4r b - - 0 1", &(search_limits){.nodes = 200000});
    check_mate(-1, "before the move");
    fixture_play("b8a8");
    fixture_go(&(search_limits){.time_ms_soft = 2000, .time_ms_hard = 6000});
    check_mate(1, "after the move");
}

BOTH_SEARCHES(mates, each_line_has_its_true_length)
{
    const int wanted[] = {-4, -2, -2}; /* Qb2, and moves after which the king goes away */
    f.options.multi_pv = 3;
    fixture_configure();
    go("k4n2/2Q5/2K5/8/1q6/8/6B1/8 b - - 0 1", &(search_limits){.nodes = 200000});
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(f.lines[i].score.kind, SCORE_MATE);
        cr_expect_eq(f.lines[i].score.value, wanted[i], "%d", f.lines[i].score.value);
    }
}

/* The policy net gives these moves next to nothing. */
ONE_SEARCH(mates, that_the_policy_dislikes_are_found, SEARCH_MCTS)
{
    static const struct {
        const char *fen;
        int mate;
    } dislikes[] = {
        {"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 2}, /* WAC.001 */
        {"4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16", 2},     /* the opera game */
        /* By checks alone, also of WAC. */
        {"3Q4/p3b1k1/2p2rPp/2q5/4B3/P2P4/7P/6RK w - - 0 1", 4},
        {"r3r2k/2R3pp/pp1q1p2/8/3P3R/7P/PP3PP1/3Q2K1 w - - 0 1", 4},
        {"rnbqr2k/pppp1Qpp/8/b2NN3/2B1n3/8/PPPP1PPP/R1B1K2R w KQ - 0 1", 4},
    };
    for (size_t i = 0; i < sizeof dislikes / sizeof dislikes[0]; i++) {
        go(dislikes[i].fen, &(search_limits){.nodes = 4000});
        check_mate(dislikes[i].mate, dislikes[i].fen);
    }
}

/* Of Black's captures only that of the queen is bad: Qb8 and Rd8 follow. */
ONE_SEARCH(mates, against_the_chosen_move_are_seen, SEARCH_MCTS)
{
    const search_result result = go("4kb1r/p2B1ppp/4qn2/4p1B1/4P3/1Q6/PPP2PPP/2KR4 b k - 0 15",
                                    &(search_limits){.nodes = 2000});
    cr_expect_str_neq(fixture_text(result.best), "f6d7");
}

/* `go mate` ends when it has the mate. Tools that check mates also ask for one where the side to
 * move is mated. */
BOTH_SEARCHES(mates, a_search_for_a_mate_ends_with_it)
{
    static const struct {
        const char *fen;
        int mate;
    } cases[] = {
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2},
        {"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3},
        {"2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1", 3},
        {"8/8/3K1p1p/2N2pbr/2B1k2p/2P2p1P/2P2P2/8 b - - 0 1", -2},
    };
    for (int i = 0; i < 8; i++) {
        const int mate = cases[i / 2].mate;
        f.options.threads = 1 + i % 2;
        fixture_configure();
        go(cases[i / 2].fen, &(search_limits){.mate = abs(mate), .nodes = 1000000});
        check_mate(mate, cases[i / 2].fen);
        cr_expect_lt(f.last.nodes, 1000000);
    }
}

/* A longer mate than the one that is wanted ends a search if no shorter one exists.
 * test_timed_mcts_limits.c has the same of mcts. */
ONE_SEARCH(mates, a_longer_mate_is_the_answer_if_it_is_the_shortest, SEARCH_NEGAMAX)
{
    go("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", &(search_limits){.mate = 1, .nodes = 100000});
    cr_expect(f.last.score.kind == SCORE_MATE && f.last.score.value == 2);
    go("8/8/2k5/8/8/4K3/8/R6R w - - 0 1", &(search_limits){.mate = 3, .nodes = 100000});
    cr_expect(f.last.score.kind == SCORE_MATE && f.last.score.value == 4);
}

/* While other threads walk the tree, a mate is found on moves that none of them has visited. */
ONE_SEARCH(mates, are_found_with_threads, SEARCH_MCTS)
{
    f.options.threads = 3;
    fixture_configure();
    for (int i = 0; i < 10; i++) {
        go("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
           &(search_limits){.nodes = 10000});
        check_mate(2, "WAC.001");
    }
}

BOTH_SEARCHES(mates, that_every_move_allows_are_seen_at_once)
{
    go("3rr1k1/5pp1/p4P1p/P7/8/6bP/6P1/7K w - - 0 37", &(search_limits){.depth = 2});
    check_mate(-1, "depth 2");
}
