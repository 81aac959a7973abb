/* Tests EPD records: what is read, which faults are accepted, and which are refused with which
 * reason. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/movegen.h"

#define WAC_1 "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

static void begin(void)
{
    attacks_init(true);
}

TestSuite(epd, .init = begin);

static void parse(epd *e, const char *text)
{
    failure why = {""};
    cr_assert(epd_parse(e, text, &why), "%s: %s", text, why.text);
}

static void expect_solves(const epd *e, const char *uci, bool solves)
{
    move m = gen_from_uci(&e->pos, uci);
    cr_assert_neq(m, MOVE_NONE, "%s", uci);
    cr_expect_eq(epd_solves(e, m), solves, "%s", uci);
}

Test(epd, best_move_and_id)
{
    epd e;
    parse(&e, WAC_1 " bm Qg6; id \"WAC.001; a text\";");
    cr_expect_str_eq(e.id, "WAC.001; a text");
    expect_solves(&e, "g3g6", true);
    expect_solves(&e, "g3g5", false);
    cr_expect_not(epd_solves(&e, MOVE_NONE));
    cr_expect_eq(epd_points_most(&e), 0);
}

/* The clocks may be fields or operations. */
Test(epd, clocks)
{
    static const char *const texts[] = {
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 12 40 bm Ra8#; id \"a\";",
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; hmvc 12; fmvn 40; id \"a\";",
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 hmvc 12; fmvn 40; bm Ra8#; id \"a\";"};
    for (int i = 0; i < 3; i++) {
        epd e;
        parse(&e, texts[i]);
        expect_solves(&e, "a1a8", true);
        cr_expect_str_eq(e.id, "a");
        cr_expect_eq(e.pos.halfmove_clock, 12);
        cr_expect_eq(e.pos.fullmove_number, 40);
    }
}

Test(epd, several_best_moves_and_one_to_avoid)
{
    epd e;
    parse(&e, "8/1p6/p5R1/k7/Prpp4/K7/1NP5/8 w - - am Rd6; bm Rb6 Rg5+; id \"WAC.274\";");
    expect_solves(&e, "g6b6", true);
    expect_solves(&e, "g6g5", true);
    expect_solves(&e, "g6d6", false);
    expect_solves(&e, "g6c6", false);
    parse(&e, START " am e4");
    expect_solves(&e, "e2e4", false);
    expect_solves(&e, "d2d4", true);
}

Test(epd, moves_in_coordinates_are_read_like_san)
{
    epd e;
    parse(&e, "8/1p6/p5R1/k7/Prpp4/K7/1NP5/8 w - - am g6d6; bm g6b6 g6g5;");
    expect_solves(&e, "g6b6", true);
    expect_solves(&e, "g6g5", true);
    expect_solves(&e, "g6d6", false);
    parse(&e, "4k3/P7/8/8/8/8/8/4K2R w K - bm a7a8q e1g1;");
    cr_expect_eq(e.best.count, 2);
    expect_solves(&e, "a7a8q", true);
    expect_solves(&e, "a7a8r", false);
    expect_solves(&e, "e1g1", true);
    parse(&e, START " bm e2e4 Nf3; c0 \"e2e4=10, g1f3=5\"; c9 \"e2e4\";");
    expect_solves(&e, "e2e4", true);
    cr_expect_eq(epd_points(&e, gen_from_uci(&e.pos, "g1f3")), 5);
    /* On b2 stands a bishop, on a2 a pawn: two squares name either's move. */
    parse(&e, "4k3/8/8/8/8/2n5/PB6/4K3 w - - bm b2c3 a2a4;");
    expect_solves(&e, "b2c3", true);
    expect_solves(&e, "a2a4", true);
    /* Chess960: king takes rook, and its squares. */
    parse(&e, "4k3/8/8/8/8/8/8/5K1R w H - bm f1h1;");
    cr_expect_eq(e.best.count, 1);
}

Test(epd, loose_records_are_forgiven)
{
    epd e;
    parse(&e, "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01 ");
    cr_expect_str_eq(e.id, "BK.01");
    cr_expect_eq(e.best.count, 1);
    expect_solves(&e, "d6d1", true);
    parse(&e, START " zz 1; c0 \"White is better = so; they say\"; c7 \"x\"; acd 12;;; bm e4\r");
    cr_expect_eq(e.best.count, 1);
    cr_expect_eq(e.scored.count, 0);
}

Test(epd, scores_in_two_notations_agree)
{
    epd a, b;
    parse(&a, START " bm e4; c0 \"e4=100, Nf3=46, d4=0\";");
    parse(&b, START " bm e4; c8 \"100 46 0\"; c9 \"e2e4 g1f3 d2d4\";");
    static const char *const moves[] = {"e2e4", "g1f3", "d2d4", "a2a3"};
    static const int points[] = {100, 46, 0, 0};
    for (int i = 0; i < 4; i++) {
        move m = gen_from_uci(&a.pos, moves[i]);
        cr_expect_eq(epd_points(&a, m), points[i]);
        cr_expect_eq(epd_points(&b, m), points[i]);
    }
    cr_expect_eq(epd_points_most(&a), 100);
    cr_expect_eq(epd_points_most(&b), 100);
}

Test(epd, scores_alone_make_the_best_moves)
{
    epd e;
    parse(&e, START " c0 \"e4=10, d4=10, c4=5\"");
    expect_solves(&e, "e2e4", true);
    expect_solves(&e, "d2d4", true);
    expect_solves(&e, "c2c4", false);
}

Test(epd, a_promotion_has_a_score_behind_two_signs)
{
    epd e;
    parse(&e, "4k3/P7/8/8/8/8/8/4K3 w - - c0 \"a8=Q+=10, a8=R+=7\"");
    cr_expect_eq(epd_points(&e, gen_from_uci(&e.pos, "a7a8q")), 10);
    cr_expect_eq(epd_points(&e, gen_from_uci(&e.pos, "a7a8r")), 7);
}

Test(epd, a_position_alone_is_read_and_nothing_solves_it)
{
    epd e;
    parse(&e, START " id \"x\";");
    cr_expect_not(epd_has_answer(&e));
    cr_expect_not(epd_solves(&e, gen_from_uci(&e.pos, "e2e4")));
}

typedef struct refusal {
    const char *text, *reason;
} refusal;

Test(epd, what_makes_no_sense_is_refused_with_the_reason)
{
    static const refusal refused[] = {
        {"", "the board is missing"},
        {START " bm Ke2;", "bm: Ke2 is not a legal move"},
        {START " bm;", "bm names no move"},
        {START " bm + ;", "bm: + is not a legal move"},
        {START " bm e4 e4;", "bm: e4 is given twice"},
        {START " bm e4 e2e4;", "bm: e2e4 is given twice"},
        {START " bm e2e5;", "bm: e2e5 is not a legal move"},
        {START " bm e4; bm d4;", "bm is given twice"},
        {START " bm e4; am e4;", "e4 is both a best move and one to avoid"},
        {START " bm e4; id \"open;", "has a quote that is not closed"},
        {START " abcdefghijklmnopqrstuvwxyzabcdefgh e4;", "too long for an operation's name"},
        {START " c0 \"Ke2=10\";", "c0: Ke2 is not a legal move"},
        {START " c8 \"1 2\"; c9 \"e2e4\";", "c8 and c9 are not equally long"},
        {START " c8 \"1\"; c9 \"e2e4 d2d4\";", "c8 and c9 are not equally long"},
        {START " c8 \"-1\"; c9 \"e2e4\";", "c8: -1 is not a number from 0 to 10000"},
        {START " c8 \"99999999999999999999\"; c9 \"e2e4\";", "is not a number from 0 to 10000"},
        {START " c8 \"1\"; c9 \"e2e5\";", "c9: e2e5 is not a legal move"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        epd e;
        failure why = {""};
        cr_expect_not(epd_parse(&e, refused[i].text, &why), "%s", refused[i].text);
        cr_expect(strstr(why.text, refused[i].reason), "%s: %s", refused[i].text, why.text);
    }
}

Test(epd, long_texts_are_cut_or_refused)
{
    char text[8000];
    epd e;
    failure why;
    snprintf(text, sizeof text, START " bm e4; id \"%0200d\"", 0);
    parse(&e, text);
    cr_expect_eq(strlen(e.id), EPD_ID_MAX - 1);
    snprintf(text, sizeof text, START " bm e4; c1 \"%03000d\"", 0);
    cr_expect_not(epd_parse(&e, text, &why));
    cr_expect(strstr(why.text, "c1 is longer than"), "%s", why.text);
    snprintf(text, sizeof text, START " bm %0300d", 0);
    cr_expect_not(epd_parse(&e, text, &why));
}
