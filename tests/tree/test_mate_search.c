/* Tests the search for short mates: what it finds, what it proves absent, and its lines. */
#include <criterion/criterion.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "mate_search.h"

static search_control control;
static mate_search s;
static mate_line found;

static void begin(void)
{
    attacks_init(true);
    control_begin(&control, &(search_limits){.infinite = true});
}

TestSuite(mate_search, .init = begin);

static void set(const char *fen)
{
    position pos;
    line game;
    failure why;
    cr_assert(fen_parse(&pos, fen, NULL, &why), "%s", why.text);
    line_start(&game, &pos);
    mate_search_begin(&s, &pos, &game, &control);
}

/* Goes on from the root by a move of the game. */
static void play(const char *uci)
{
    position pos = s.root;
    line game = s.path;
    line_play(&game, &pos, gen_from_uci(&pos, uci));
    mate_search_begin(&s, &pos, &game, &control);
}

static mate_answer ask_by(const char *first, int moves, mate_width width)
{
    return mate_by_move(&s, gen_from_uci(&s.root, first), moves, width, UINT64_MAX, &found);
}

static mate_answer ask_after(const char *first, int moves, mate_width width)
{
    return mate_after_move(&s, gen_from_uci(&s.root, first), moves, width, UINT64_MAX, &found);
}

/* The line is legal, and ends with a mate. */
static void check_line(int length)
{
    position pos = s.root;
    cr_assert_eq(found.length, length, "%d", found.length);
    for (int i = 0; i < length; i++) {
        cr_assert(gen_is_legal(&pos, found.moves[i]), "move %d", i);
        pos_make(&pos, found.moves[i]);
    }
    cr_expect(pos_in_check(&pos) && !gen_any(&pos));
}

Test(mate_search, a_quiet_move_mates_in_two)
{
    set("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"); /* WAC.001 */
    cr_expect_eq(ask_by("g3g6", 1, MATE_ALL_MOVES), MATE_NONE);
    cr_expect_eq(ask_by("g3g6", 2, MATE_ALL_MOVES), MATE_FOUND);
    check_line(3);
    cr_expect_eq(ask_by("g3g6", 2, MATE_CHECKS_ONLY), MATE_NONE, "it gives no check");
    cr_expect_eq(ask_by("f6h5", 2, MATE_ALL_MOVES), MATE_NONE);
    set("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16"); /* Morphy's opera game */
    cr_expect_eq(ask_by("b3b8", 2, MATE_CHECKS_ONLY), MATE_FOUND, "by checks alone");
    check_line(3);
}

Test(mate_search, the_other_side_mates_after_a_move)
{
    set("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1"); /* Rb8 */
    cr_expect_eq(ask_after("a2a3", 1, MATE_ALL_MOVES), MATE_FOUND);
    check_line(2);
    cr_expect_eq(ask_after("a2c2", 1, MATE_ALL_MOVES), MATE_NONE, "the rook goes between");
    cr_expect_eq(ask_after("a2c2", 2, MATE_ALL_MOVES), MATE_FOUND);
    check_line(4);
    cr_expect_eq(ask_after("g7g6", 2, MATE_ALL_MOVES), MATE_NONE);
}

Test(mate_search, the_line_has_the_longest_defence)
{
    set("8/8/8/8/8/2k5/7q/K7 w - - 0 1"); /* Kb1 Qb2 */
    cr_expect_eq(ask_after("a1b1", 1, MATE_ALL_MOVES), MATE_FOUND);
    check_line(2);
    set("8/8/8/8/3k4/8/7q/K7 b - - 0 1"); /* Kc3 Kb1 Qb2 */
    cr_expect_eq(ask_by("d4c3", 2, MATE_ALL_MOVES), MATE_FOUND);
    check_line(3);
}

Test(mate_search, stalemate_is_no_mate)
{
    set("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
    cr_expect_eq(ask_by("f1f7", 2, MATE_ALL_MOVES), MATE_NONE);
    cr_expect_eq(ask_by("f1f8", 1, MATE_ALL_MOVES), MATE_FOUND);
}

/* The game was at its first position twice when the queen could go there again. */
Test(mate_search, a_repetition_is_no_mate)
{
    static const char *const moves[] = {"h8h7", "g1g2", "h7h8", "g2g1", "h8h7", "g1g2", "h7h8"};
    set("7k/8/5K2/8/8/8/6Q1/8 w - - 6 4");
    cr_expect_eq(ask_by("g2g1", 2, MATE_ALL_MOVES), MATE_FOUND, "Kh7 Qg7");
    set("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1");
    for (int i = 0; i < 7; i++) {
        play(moves[i]);
    }
    cr_expect_eq(ask_by("g2g1", 2, MATE_ALL_MOVES), MATE_NONE);
    cr_expect_eq(ask_by("g2g3", 2, MATE_ALL_MOVES), MATE_FOUND);
}

Test(mate_search, the_fifty_move_rule_ends_the_game_before_the_mate)
{
    set("7k/8/5K2/8/8/8/6Q1/8 w - - 97 80");
    cr_expect_eq(ask_by("g2g1", 2, MATE_ALL_MOVES), MATE_FOUND, "mate is the hundredth ply");
    set("7k/8/5K2/8/8/8/6Q1/8 w - - 98 80");
    cr_expect_eq(ask_by("g2g1", 2, MATE_ALL_MOVES), MATE_NONE);
    set("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 98 80");
    cr_expect_eq(ask_after("a2a3", 1, MATE_ALL_MOVES), MATE_FOUND);
    set("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 99 80");
    cr_expect_eq(ask_after("a2a3", 1, MATE_ALL_MOVES), MATE_NONE);
}

/* A short way to the answer and all that is between. */
Test(mate_search, work_that_is_cut_short_has_no_answer)
{
    set("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1");
    const move first = gen_from_uci(&s.root, "g3g6");
    cr_assert_eq(ask_by("g3g6", 2, MATE_ALL_MOVES), MATE_FOUND);
    const uint64_t all = s.nodes;
    int unknown = 0;
    for (uint64_t end = 1; end <= all; end++) {
        mate_search_begin(&s, &s.root, &s.path, &control);
        const mate_answer answer = mate_by_move(&s, first, 2, MATE_ALL_MOVES, end, &found);
        cr_expect_neq(answer, MATE_NONE);
        unknown += answer == MATE_UNKNOWN;
        cr_expect_eq(s.path.length, s.path.root + 1);
    }
    cr_expect(unknown > 10 && (uint64_t)unknown < all, "%d of %d", unknown, (int)all);
}

Test(mate_search, a_stop_ends_the_work)
{
    set("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3");
    atomic_store(&control.stop, true);
    cr_expect_eq(ask_by("d2d4", MATE_MOVES_MAX, MATE_ALL_MOVES), MATE_UNKNOWN);
    cr_expect_lt(s.nodes, 10000);
}

/* Two knights: neither order of moves is forgotten for the other. */
Test(mate_search, answers_do_not_depend_on_earlier_questions)
{
    move moves[MOVES_MAX];
    set("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1");
    const int count = gen_legal(&s.root, moves);
    mate_answer together[MOVES_MAX];
    for (int i = 0; i < count; i++) {
        for (int n = 1; n <= 2; n++) {
            together[i] = mate_by_move(&s, moves[i], n, MATE_ALL_MOVES, UINT64_MAX, &found);
        }
    }
    for (int i = 0; i < count; i++) {
        mate_search_begin(&s, &s.root, &s.path, &control);
        cr_expect_eq(mate_by_move(&s, moves[i], 2, MATE_ALL_MOVES, UINT64_MAX, &found),
                     together[i]);
    }
}

/* The line ends with the mate, though it comes sooner than it was asked for. */
Test(mate_search, a_mate_may_be_shorter_than_the_question)
{
    set("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    cr_assert_eq(ask_by("d1d8", 4, MATE_ALL_MOVES), MATE_FOUND);
    check_line(1);
    set("1r4k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1");
    cr_assert_eq(ask_after("b8b7", 3, MATE_ALL_MOVES), MATE_FOUND);
    check_line(2);
}
