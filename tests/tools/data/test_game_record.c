/* Tests the records of game files: their bytes, what is wrong with a faulty one, and what the plies
 * of a game say. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "game_walk.h"

enum { E2E4 = 12 | 28 << 6, D2D4 = 11 | 27 << 6, E7E5 = 52 | 36 << 6, BIT_15 = 0x8000 };

static game g;
static uint8_t record[GAME_RECORD_MAX + 4];
static failure why;

static void begin(void)
{
    attacks_init(true);
    snprintf(g.fen, sizeof g.fen, "%s", FEN_START);
}

static void end(void)
{
    game_free(&g);
}

TestSuite(game_record, .init = begin, .fini = end);

/* A game with all that a ply may have, and its bytes. */
static const char whole[] = "\x4f\0\0\0\2\x1e\x38" FEN_START "\1\0\x0c\x87\x19\0\xcb\x86\x34\x09"
                            "\1\x0c\x07\xff\xff\1\xcb\x06\xf1\xff";
enum { WHOLE_BYTES = sizeof whole - 1 };

Test(game_record, every_byte_is_as_documented)
{
    g.result = GAME_WHITE_WON;
    g.flags = GAME_VISITS | GAME_RELABELLED | GAME_REPLIES | GAME_LINES;
    *game_add_ply(&g) = (game_ply){.best = E2E4,
                                   .played = D2D4,
                                   .reply = E7E5,
                                   .score = 25,
                                   .deviates = true,
                                   .random = true,
                                   .visit_count = 1,
                                   .line_count = 1};
    *game_add_visit(&g) = (game_visit){E2E4, 65535};
    *game_add_line(&g) = (game_line){D2D4, -15};
    cr_assert_eq(game_encode(&g, record, &why), WHOLE_BYTES);
    cr_assert_arr_eq(record, whole, WHOLE_BYTES);
    game back = {0};
    cr_assert(game_decode(record, WHOLE_BYTES, &back, &why), "%s", why.text);
    const game_ply *ply = &back.plies[0];
    cr_expect(back.result == g.result && back.flags == g.flags && back.ply_count == 1);
    cr_expect_str_eq(back.fen, FEN_START);
    cr_expect(ply->best == E2E4 && ply->played == D2D4 && ply->reply == E7E5);
    cr_expect(ply->score == 25 && ply->deviates && ply->random && ply->visit_count == 1);
    cr_expect(back.visits[0].code == E2E4 && back.visits[0].share == 65535);
    cr_expect(ply->line_count == 1 && back.lines[0].code == D2D4 && back.lines[0].score == -15);
    game_free(&back);
}

Test(game_record, one_that_is_cut_or_too_long_is_refused)
{
    for (size_t size = 4; size <= WHOLE_BYTES + 1; size++) {
        memset(record, 0, WHOLE_BYTES + 1);
        memcpy(record, whole, size < WHOLE_BYTES ? size : WHOLE_BYTES);
        record[0] = (uint8_t)(size - 4);
        cr_expect_eq(game_decode(record, size, &g, &why), size == WHOLE_BYTES, "%zu bytes", size);
        cr_expect_not(game_decode(record, size + 1, &g, &why), "the length is another");
    }
}

/* Encodes the game, decodes it and replays it. Returns the fault, or "". */
static const char *fault(void)
{
    game back = {0};
    game_walk walk;
    const size_t size = game_encode(&g, record, &why);
    bool sound =
        size && game_decode(record, size, &back, &why) && game_walk_start(&walk, &back, &why);
    while (sound && walk.ply < back.ply_count && (sound = game_walk_check(&walk, &back, &why))) {
        game_walk_step(&walk);
    }
    game_free(&back);
    return sound ? "" : why.text;
}

Test(game_record, what_is_wrong_is_told)
{
    static const struct {
        const char *reason, *fen; /* NULL: the start position */
        unsigned result, flags;
        game_ply ply;
        game_visit visit; /* if it has a share */
        game_line line;   /* if it has a code */
    } cases[] = {
        {.reason = "", .ply = {.best = E2E4}},
        {.reason = "the result is none of 0, 1, 2", .result = 3},
        {.reason = "it has unknown flags", .flags = GAME_FLAGS + 1},
        {.reason = "White has 0 kings", .fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - -"},
        {.reason = "FEN '': the board is missing", .fen = ""},
        {.reason = "ply 1: its score is out of range", .ply = {.best = E2E4, .score = 20001}},
        {.reason = "ply 1: its score is out of range", .ply = {.best = E2E4, .score = -32767}},
        {.reason = "ply 1: a move has an unknown promotion", .ply = {.best = E2E4 | 5 << 12}},
        {.reason = "ply 1: the move e2e4q is not legal", .ply = {.best = E2E4 | 4 << 12}},
        {.reason = "ply 1: the move e2e5 is not legal", .ply = {.best = 12 | 36 << 6}},
        {.reason = "ply 1: the move e2e5 is not legal",
         .ply = {.best = E2E4, .played = 12 | 36 << 6, .deviates = true}},
        /* Only a relabelled game can mark a move as random. */
        {.reason = "ply 1: a move has an unknown promotion",
         .ply = {.best = E2E4, .played = D2D4 | BIT_15, .deviates = true}},
        {.reason = "",
         .flags = GAME_RELABELLED,
         .ply = {.best = E2E4, .played = D2D4 | BIT_15, .deviates = true}},
        {.reason = "",
         .flags = GAME_REPLIES,
         .ply = {.best = E2E4, .played = D2D4, .reply = E7E5, .deviates = true}},
        {.reason = "ply 1: the reply e2e3 is not legal",
         .flags = GAME_REPLIES,
         .ply = {.best = E2E4, .played = D2D4, .reply = 12 | 20 << 6, .deviates = true}},
        {.reason = "ply 1: a move has an unknown promotion",
         .flags = GAME_REPLIES,
         .ply = {.best = E2E4, .played = D2D4, .reply = E7E5 | 5 << 12, .deviates = true}},
        {.reason = "ply 1: a visited move has an unknown promotion",
         .flags = GAME_VISITS,
         .ply = {.best = E2E4, .visit_count = 1},
         .visit = {E2E4 | 5 << 12, 1}},
        {.reason = "ply 1: the visited move e2e5 is not legal",
         .flags = GAME_VISITS,
         .ply = {.best = E2E4, .visit_count = 1},
         .visit = {12 | 36 << 6, 1}},
        {.reason = "",
         .flags = GAME_LINES,
         .ply = {.best = E2E4, .line_count = 1},
         .line = {D2D4, -31990}},
        {.reason = "ply 1: the move of a line has an unknown promotion",
         .flags = GAME_LINES,
         .ply = {.best = E2E4, .line_count = 1},
         .line = {D2D4 | 5 << 12, 0}},
        {.reason = "ply 1: the score of a line is out of range",
         .flags = GAME_LINES,
         .ply = {.best = E2E4, .line_count = 1},
         .line = {D2D4, GAME_SCORE_NONE}},
        {.reason = "ply 1: the move of a line e2e5 is not legal",
         .flags = GAME_LINES,
         .ply = {.best = E2E4, .line_count = 1},
         .line = {12 | 36 << 6, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        game_free(&g);
        g.result = (game_result)cases[i].result;
        g.flags = (uint8_t)cases[i].flags;
        snprintf(g.fen, sizeof g.fen, "%s", cases[i].fen ? cases[i].fen : FEN_START);
        *game_add_ply(&g) = cases[i].ply;
        if (cases[i].visit.share) {
            *game_add_visit(&g) = cases[i].visit;
        }
        if (cases[i].line.code) {
            *game_add_line(&g) = cases[i].line;
        }
        const char *const said = fault();
        cr_expect(*cases[i].reason ? strstr(said, cases[i].reason) != NULL : !*said,
                  "case %zu: \"%s\" does not say \"%s\"", i, said, cases[i].reason);
    }
}

Test(game_record, castling_in_both_codings)
{
    enum { E1G1 = 4 | 6 << 6, E1H1 = 4 | 7 << 6, E1C1 = 4 | 2 << 6, E1A1 = 4 };
    static const struct {
        unsigned flags, code;
        bool legal;
    } cases[] = {{0, E1G1, true},
                 {0, E1C1, true},
                 {0, E1H1, true},
                 {GAME_CHESS960, E1H1, true},
                 {GAME_CHESS960, E1A1, true},
                 {GAME_CHESS960, E1G1, false}};
    snprintf(g.fen, sizeof g.fen, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    game_add_ply(&g);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        g.flags = (uint8_t)cases[i].flags;
        g.plies[0].best = (uint16_t)cases[i].code;
        cr_expect_eq(!*fault(), cases[i].legal, "case %zu: %s", i, why.text);
    }
    cr_expect(game_move_code(move_of(4, 7, MOVE_CASTLING), false) == E1G1);
    cr_expect(game_move_code(move_of(4, 7, MOVE_CASTLING), true) == E1H1);
}

/* In Chess960 a king may step to the square where castling would take it. */
Test(game_record, a_kings_step_is_not_castling)
{
    game_walk walk;
    snprintf(g.fen, sizeof g.fen, "4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    *game_add_ply(&g) = (game_ply){.best = 5 | 6 << 6};
    cr_assert(game_walk_start(&walk, &g, NULL) && game_walk_check(&walk, &g, NULL));
    cr_expect_eq(walk.best, move_of(5, 6, MOVE_PLAIN));
}

/* In a relabelled game a move that is not the best is random only if it is marked. */
Test(game_record, what_plies_of_relabelled_games_say)
{
    for (int i = 0; i < 4; i++) {
        game_add_ply(&g)->deviates = i > 0;
    }
    g.plies[1].score = 10;
    g.plies[3].random = true;
    g.plies[3].visit_count = 1;
    cr_expect_eq(game_next_random(&g, 0), 1);
    cr_expect(game_ply_is_judged(&g, &g.plies[0]), "a player judged it, if without a score");
    g.flags = GAME_RELABELLED;
    cr_expect_eq(game_next_random(&g, 0), 3);
    cr_expect_eq(game_next_random(&g, 4), 4);
    const bool judged[] = {false, true, false, true};
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(game_ply_is_judged(&g, &g.plies[i]), judged[i], "ply %d", i);
    }
}

Test(game_record, a_game_may_be_too_long)
{
    for (int i = 0; i <= GAME_PLIES_MAX; i++) {
        cr_assert(game_add_ply(&g));
    }
    cr_expect_eq(game_encode(&g, record, &why), 0);
    cr_expect(strstr(why.text, "too long"), "%s", why.text);
}
