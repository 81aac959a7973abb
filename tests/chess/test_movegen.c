#include <criterion/criterion.h>
#include <string.h>

#include "chess/fen.h"
#include "chess_walk.h"

TestSuite(movegen, .init = walk_start);

static bool leaves_king_safe(const position *pos, move m)
{
    position next = *pos;
    pos_make(&next, m);
    const square king = pos_king(&next, (colour)pos->to_move);
    return !(pos_attacked_by(&next, (colour)next.to_move) & bb_of(king));
}

/* Both stages hold what belongs there, and together every legal move once: as many as gen_legal()
 * lists, each listed by it, none twice. */
static void compare_stages(const position *pos)
{
    move all[MOVES_MAX], staged[MOVES_MAX];
    const int count = gen_legal(pos, all);
    const check_info checks = pos_check_info(pos);
    const int noisy = gen_noisy(pos, &checks, staged);
    const int quiet = gen_quiet(pos, &checks, staged + noisy);
    cr_assert(noisy + quiet == count && gen_count(pos) == count && gen_any(pos) == (count > 0));
    for (int i = 0; i < count; i++) {
        const move m = staged[i];
        const bool is_noisy = pos_is_capture(pos, m) || move_is_promotion(m);
        cr_assert_eq(is_noisy, i < noisy, "move %04x in the wrong stage", m);
        bool listed = false;
        for (int j = 0; j < count; j++) {
            listed = listed || all[j] == m;
            cr_assert(j >= i || staged[j] != m, "one move twice");
        }
        cr_assert(listed && leaves_king_safe(pos, m), "move %04x is not legal", m);
    }
}

Test(movegen, stages_divide_the_legal_moves)
{
    walk_special(compare_stages);
    walk_games(SLOW_BUILD ? 50 : 500, 200, compare_stages);
}

/* One assertion a code would take most of the time. */
static void compare_every_code(const position *pos)
{
    static bool listed[1 << 16];
    move moves[MOVES_MAX];
    const int count = gen_legal(pos, moves);
    const check_info checks = pos_check_info(pos);
    for (int i = 0; i < count; i++) {
        listed[moves[i]] = true;
    }
    for (unsigned code = 0; code < 1 << 16; code++) {
        if (gen_is_legal_given(pos, &checks, (move)code) != listed[code]) {
            char fen[FEN_TEXT_MAX];
            fen_write(pos, false, fen);
            cr_assert_fail("code %04x in %s", code, fen);
        }
    }
    for (int i = 0; i < count; i++) {
        cr_assert(gen_is_legal(pos, moves[i]));
        listed[moves[i]] = false;
    }
}

Test(movegen, legality_of_every_code, .timeout = 1200)
{
    walk_special(compare_every_code);
    walk_games(SLOW_BUILD ? 7 : 35, SLOW_BUILD ? 40 : 100, compare_every_code);
}

static void round_trip_uci(const position *pos)
{
    move moves[MOVES_MAX];
    int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        move_to_uci(moves[i], true, text);
        cr_assert_eq(gen_from_uci(pos, text), moves[i], "%s", text);
    }
}

Test(movegen, uci_round_trip)
{
    walk_special(round_trip_uci);
    walk_games(SLOW_BUILD ? 14 : 140, 150, round_trip_uci);
}

Test(movegen, castling_in_both_notations)
{
    position pos = walk_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    move kingside = move_of(square_at(4, 0), H1, MOVE_CASTLING);
    move queenside = move_of(square_at(4, 0), A1, MOVE_CASTLING);
    cr_expect_eq(gen_from_uci(&pos, "e1g1"), kingside);
    cr_expect_eq(gen_from_uci(&pos, "e1h1"), kingside);
    cr_expect_eq(gen_from_uci(&pos, "e1c1"), queenside);
    cr_expect_eq(gen_from_uci(&pos, "e1a1"), queenside);
    char text[MOVE_TEXT_MAX];
    move_to_uci(kingside, false, text);
    cr_expect_str_eq(text, "e1g1");
    move_to_uci(queenside, true, text);
    cr_expect_str_eq(text, "e1a1");
    /* A step of the king is meant where one is legal. */
    pos = walk_fen("5k2/8/8/8/8/8/8/5K1R w H - 0 1");
    cr_expect_eq(gen_from_uci(&pos, "f1g1"), move_of(5, 6, MOVE_PLAIN));
    cr_expect_eq(gen_from_uci(&pos, "f1h1"), move_of(5, H1, MOVE_CASTLING));
}

Test(movegen, hostile_uci_text)
{
    static const char *const texts[] = {
        "",      "e",     "e2",    "e2e",  "e2e5",     "E2E4",         "e2e4q",
        "e2e4 ", " e2e4", "e2 e4", "0000", "(none)",   "i9i9",         "i1e4",
        "m1e4",  "`3e4",  "e7e5",  "a1a1", "\xe5\xb2", "\x80\xff\x01", "e2e4e2e4e2e4e2e4"};
    position pos = walk_fen(FEN_START);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cr_expect_eq(gen_from_uci(&pos, texts[i]), MOVE_NONE, "'%s'", texts[i]);
    }
    pos = walk_fen("8/3P4/8/8/8/6k1/8/4K3 w - - 0 1");
    cr_expect_eq(gen_from_uci(&pos, "d7d8"), MOVE_NONE, "a promotion names its piece");
    cr_expect_eq(gen_from_uci(&pos, "d7d8k"), MOVE_NONE);
    cr_expect_eq(gen_from_uci(&pos, "d7d8Q"), MOVE_NONE);
    cr_expect_neq(gen_from_uci(&pos, "d7d8q"), MOVE_NONE);
}

Test(movegen, most_moves_known_fit_the_list)
{
    position pos = walk_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    cr_expect_eq(gen_count(&pos), 218);
}
