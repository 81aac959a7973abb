/* Tests EPD records: what is read, which faults are accepted, and which are refused with which
 * reason. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "chess/epd.h"
#include "chess_walk.h"

#define START     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define WAC_274   "8/1p6/p5R1/k7/Prpp4/K7/1NP5/8 w - -"
#define PROMOTION "4k3/P7/8/8/8/8/8/4K2R w K -"

TestSuite(epd, .init = walk_start);

static epd e;

static void parse(const char *text)
{
    failure why = {""};
    cr_assert(epd_parse(&e, text, &why), "%s: %s", text, why.text);
}

/* Expects of each of the moves in a text, which blanks separate, whether it solves the record. */
static void expect_solve(const char *moves, bool solve)
{
    char text[64];
    snprintf(text, sizeof text, "%s", moves);
    for (char *uci = strtok(text, " "); uci; uci = strtok(NULL, " ")) {
        const move m = gen_from_uci(&e.pos, uci);
        cr_assert_neq(m, MOVE_NONE, "%s", uci);
        cr_expect_eq(epd_solves(&e, m), solve, "%s", uci);
    }
}

typedef struct answer {
    const char *text, *right, *wrong;
} answer;

Test(epd, best_moves_and_moves_to_avoid)
{
    static const answer answers[] = {
        {WAC_274 " am Rd6; bm Rb6 Rg5+; id \"WAC.274\";", "g6b6 g6g5", "g6d6 g6c6"},
        {WAC_274 " am g6d6; bm g6b6 g6g5;", "g6b6 g6g5", "g6d6 g6c6"},
        {START " am e4", "d2d4", "e2e4"},
        {START " id \"x\";", "", "e2e4"},
        {PROMOTION " bm a7a8q e1g1;", "a7a8q e1g1", "a7a8r"},
        /* On b2 stands a bishop, on a2 a pawn: two squares name either's move. */
        {"4k3/8/8/8/8/2n5/PB6/4K3 w - - bm b2c3 a2a4;", "b2c3 a2a4", "a2a3"},
        {"4k3/8/8/8/8/8/8/5K1R w H - bm f1h1;", "f1h1", "f1g1"}, /* Chess960 */
        {START " c0 \"e4=10, d4=10, c4=5\"", "e2e4 d2d4", "c2c4"},
        /* Loose records. */
        {"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01 ", "d6d1", "d6d2"},
        {START " zz 1; c0 \"White is better = so; they say\"; c7 \"x\"; acd 12;;; bm e4\r", "e2e4",
         "d2d4"},
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        parse(answers[i].text);
        expect_solve(answers[i].right, true);
        expect_solve(answers[i].wrong, false);
        cr_expect_eq(epd_has_answer(&e), answers[i].right[0] != '\0', "%s", answers[i].text);
        cr_expect_not(epd_solves(&e, MOVE_NONE));
    }
}

Test(epd, names)
{
    parse(START " bm e4; id \"WAC.001; a text\";");
    cr_expect_str_eq(e.id, "WAC.001; a text");
    parse(START " id BK.01 ");
    cr_expect_str_eq(e.id, "BK.01");
}

/* The clocks may be fields or operations. */
Test(epd, clocks)
{
    static const char *const texts[] = {
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 12 40 bm Ra8#; id \"a\";",
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; hmvc 12; fmvn 40; id \"a\";"};
    for (int i = 0; i < 2; i++) {
        parse(texts[i]);
        expect_solve("a1a8", true);
        cr_expect_str_eq(e.id, "a");
        cr_expect_eq(e.pos.halfmove_clock, 12);
        cr_expect_eq(e.pos.fullmove_number, 40);
    }
}

Test(epd, scores)
{
    static const struct {
        const char *text, *uci;
        int points, most;
    } cases[] = {
        {START " bm e4; c0 \"e4=100, g1f3=46, d4=0\";", "e2e4", 100, 100},
        {START " bm e4; c0 \"e4=100, g1f3=46, d4=0\";", "g1f3", 46, 100},
        {START " bm e4; c0 \"e4=100, g1f3=46, d4=0\";", "a2a3", 0, 100},
        {START " bm e4; c0 \"e4 is best\";", "e2e4", 0, 0},
        {PROMOTION " c0 \"a8=Q+=10, a8=R+=7\"", "a7a8r", 7, 10},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        parse(cases[i].text);
        cr_expect_eq(epd_points(&e, gen_from_uci(&e.pos, cases[i].uci)), cases[i].points);
        cr_expect_eq(epd_points_most(&e), cases[i].most);
    }
}

static void expect_refused(const char *text, const char *reason)
{
    failure why = {""};
    cr_expect_not(epd_parse(&e, text, &why), "%s", text);
    cr_expect(strstr(why.text, reason), "%s: %s", text, why.text);
}

Test(epd, what_makes_no_sense_is_refused_with_the_reason)
{
    static const char *const refused[][2] = {
        {"", "the board is missing"},
        {START " bm Ke2;", "bm: Ke2 is not a legal move"},
        {START " bm;", "bm names no move"},
        {START " bm + ;", "bm: + is not a legal move"},
        {START " bm e4 e2e4;", "bm: e2e4 is given twice"},
        {START " bm e4; bm d4;", "bm is given twice"},
        {START " bm e4; am e4;", "e4 is both a best move and one to avoid"},
        {START " bm e4; id \"open;", "has a quote that is not closed"},
        {START " abcdefghijklmnopqrstuvwxyzabcdefgh e4;", "too long for an operation's name"},
        {START " c0 \"Ke2=10\";", "c0: Ke2 is not a legal move"},
        {START " c0 \"e4=1\"; c0 \"d4=1\";", "c0 is given twice"},
    };
    char text[8000];
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        expect_refused(refused[i][0], refused[i][1]);
    }
    snprintf(text, sizeof text, START " bm e4; c1 \"%03000d\"", 0);
    expect_refused(text, "c1 is longer than");
    snprintf(text, sizeof text, START " bm %0300d", 0);
    expect_refused(text, "is not a legal move");
    snprintf(text, sizeof text, START " bm e4; id \"%0200d\"", 0);
    parse(text);
    cr_expect_eq(strlen(e.id), EPD_ID_MAX - 1, "a name is cut");
}
