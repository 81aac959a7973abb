#include <criterion/criterion.h>
#include <string.h>

#include "chess/fen.h"
#include "chess_walk.h"

TestSuite(fen, .init = walk_start);

static void round_trip(const position *pos)
{
    for (int shredder = 0; shredder < 2; shredder++) {
        char text[FEN_TEXT_MAX], again[FEN_TEXT_MAX];
        fen_write(pos, shredder, text);
        fen_notes notes;
        position read;
        failure why;
        cr_assert(fen_parse(&read, text, &notes, &why), "%s", why.text);
        cr_assert_eq(notes, 0, "%s", text);
        cr_assert_eq(read.key, pos->key, "%s", text);
        cr_assert_arr_eq(read.board, pos->board, sizeof read.board);
        cr_assert(read.castling == pos->castling && read.en_passant == pos->en_passant &&
                  read.halfmove_clock == pos->halfmove_clock &&
                  read.fullmove_number == pos->fullmove_number);
        for (int right = 0; right < 4; right++) {
            if (pos->castling >> right & 1) {
                cr_assert_eq(read.rook_from[right], pos->rook_from[right], "%s", text);
            }
        }
        fen_write(&read, shredder, again);
        cr_assert_str_eq(text, again);
    }
}

Test(fen, round_trip_along_random_games)
{
    walk_games(SLOW_BUILD ? 35 : 350, 200, round_trip);
}

typedef struct rewritten {
    const char *given, *written;
    fen_notes notes;
} rewritten;

#define ROOKS "r3k2r/8/8/8/8/8/8/R3K2R"

/* Accepted; how it is written back, and what was normalised. */
static const rewritten accepted[] = {
    {FEN_START, FEN_START, 0},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", FEN_START, 0},
    {"  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\tw  KQkq - 0 0 \r\n", FEN_START, 0},
    {ROOKS " b qkQK - 7 9", ROOKS " b KQkq - 7 9", 0},
    {ROOKS " w HAha - 0 1", ROOKS " w KQkq - 0 1", 0},
    {ROOKS " w - - 999 9999", ROOKS " w - - 999 9999", 0},
    /* Rights without their men. */
    {"4k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", FEN_RIGHTS_DROPPED},
    {"r6r/4k3/8/8/8/8/8/R3K2R w KQkq - 0 1", "r6r/4k3/8/8/8/8/8/R3K2R w KQ - 0 1",
     FEN_RIGHTS_DROPPED},
    {"4k3/8/8/8/8/8/8/4K2R w B - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", FEN_RIGHTS_DROPPED},
    {"4k3/8/8/8/8/8/8/4K2R w E - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", FEN_RIGHTS_DROPPED},
    /* An en passant square: nobody beside, nobody in front, pinned, and a real one. */
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", FEN_EN_PASSANT_DROPPED},
    {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", FEN_EN_PASSANT_DROPPED},
    {"4k3/3r4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3r4/8/3pP3/8/8/8/4K3 w - - 0 1",
     FEN_EN_PASSANT_DROPPED},
    {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1",
     FEN_EN_PASSANT_DROPPED},
    {"8/8/8/KPp4r/8/8/8/7k w - c6 0 1", "8/8/8/KPp4r/8/8/8/7k w - - 0 1", FEN_EN_PASSANT_DROPPED},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 0},
    {"4k3/8/8/4P3/8/8/8/4K3 w KQkq d6", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1",
     FEN_RIGHTS_DROPPED | FEN_EN_PASSANT_DROPPED},
    /* X-FEN: K is the outermost rook; a letter is needed for an inner one. */
    {"4k3/8/8/8/8/8/8/4KRR1 w K - 0 1", "4k3/8/8/8/8/8/8/4KRR1 w K - 0 1", 0},
    {"4k3/8/8/8/8/8/8/4KRR1 w F - 0 1", "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1", 0},
    {"4k3/8/8/8/8/8/8/4KRR1 w G - 0 1", "4k3/8/8/8/8/8/8/4KRR1 w K - 0 1", 0},
    {"1r1k1r2/8/8/8/8/8/8/1R1K1R2 b FBfb - 0 1", "1r1k1r2/8/8/8/8/8/8/1R1K1R2 b KQkq - 0 1", 0},
};

Test(fen, accepted_and_normalised)
{
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        const rewritten *c = &accepted[i];
        position pos;
        failure why = {""};
        fen_notes notes = 99;
        cr_assert(fen_parse(&pos, c->given, &notes, &why), "%s", why.text);
        char text[FEN_TEXT_MAX];
        fen_write(&pos, false, text);
        cr_expect_str_eq(text, c->written);
        cr_expect_eq(notes, c->notes, "%s: notes %u", c->given, notes);
        cr_expect_eq(pos.key, pos_key_computed(&pos));
        cr_expect(fen_parse(&pos, c->given, NULL, NULL));
    }
}

Test(fen, greater_clocks_are_written_as_the_greatest)
{
    position pos;
    char text[FEN_TEXT_MAX];
    cr_assert(fen_parse(&pos, "4k3/8/8/8/8/8/8/4K3 b - - 999 9999", NULL, NULL));
    pos_make(&pos, move_of(square_at(4, 7), square_at(4, 6), MOVE_PLAIN));
    fen_write(&pos, false, text);
    cr_expect_str_eq(text, "8/4k3/8/8/8/8/8/4K3 w - - 999 9999");
}

typedef struct refusal {
    const char *text, *reason;
} refusal;

#define AFTER_BOARD " w - - 0 1"

static const refusal refusals[] = {
    {"", "FEN '': the board is missing"},
    {"   ", "the board is missing"},
    {"8", "the board has 1 rank"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "the board has 7 ranks"},
    {"8/8/8/8/8/8/8/4K2k/8" AFTER_BOARD, "the board has more than 8 ranks"},
    {"4k3/8/8/7PP/8/8/8/4K3" AFTER_BOARD, "rank 5 has 9 files"},
    {"4k3/8/8/8/8/8/7/4K3" AFTER_BOARD, "rank 2 has 7 files"},
    {"4k3/8/8//8/8/8/4K3" AFTER_BOARD, "rank 5 has 0 files"},
    {"4k3/9/8/8/8/8/8/4K3" AFTER_BOARD, "rank 7 has '9'"},
    {"4k3/80/8/8/8/8/8/4K3" AFTER_BOARD, "rank 7 has '0'"},
    {"4k3/7x/8/8/8/8/8/4K3" AFTER_BOARD, "rank 7 has 'x'"},
    {"4k3/7?/8/8/8/8/8/4K3" AFTER_BOARD, "rank 7 has '?'"},
    {"4k3/7\x01/8/8/8/8/8/4K3" AFTER_BOARD, "rank 7 has '?'"},
    {"8/8/8/8/8/8/8/4K3" AFTER_BOARD, "Black has 0 kings"},
    {"4k3/8/8/8/8/8/8/8" AFTER_BOARD, "White has 0 kings"},
    {"4k3/8/8/8/8/8/8/K3K3" AFTER_BOARD, "White has 2 kings"},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3" AFTER_BOARD, "White has 9 pawns"},
    {"4k3/8/8/8/8/N7/NNNNNNNN/NNNNKNNN" AFTER_BOARD, "White has 17 pieces"},
    {"4k2P/8/8/8/8/8/8/4K3" AFTER_BOARD, "a pawn stands on h8"},
    {"4k3/8/8/8/8/8/8/p3K3" AFTER_BOARD, "a pawn stands on a1"},
    {"4k3/8/8/8/8/8/8/4K3", "the side to move is missing"},
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move 'W'"},
    {"4k3/8/8/8/8/8/8/4K3 white - - 0 1", "side to move 'white'"},
    {"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check, but it is White's turn"},
    {"8/8/8/8/8/8/8/3kK3 b - - 0 1", "White is in check, but it is Black's turn"},
    {"4k3/8/3N1N2/1B6/8/8/8/4K3 b - - 0 1", "Black's king is in check from 3 pieces at once"},
    {"4k3/8/8/8/8/8/8/4K3 w", "castling rights are missing"},
    {"4k3/8/8/8/8/8/8/4K3 w X - 0 1", "castling rights 'X'"},
    {"4k3/8/8/8/8/8/8/4K3 w -K - 0 1", "castling rights '-K'"},
    {ROOKS " w KQkqK - 0 1", "castling rights 'KQkqK'"},
    {ROOKS " w KK - 0 1", "castling rights 'KK' repeat K"},
    {ROOKS " w KH - 0 1", "castling rights give White's kingside twice"},
    {"4k3/8/8/8/8/8/8/4K3 w -", "the en passant square is missing"},
    {"4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "en passant square 'e4'"},
    {"4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "en passant square 'e3'"},
    {"4k3/8/8/8/8/8/8/4K3 b - e6 0 1", "en passant square 'e6'"},
    {"4k3/8/8/8/8/8/8/4K3 w - i6 0 1", "en passant square 'i6'"},
    {"4k3/8/8/8/8/8/8/4K3 w - e66 0 1", "en passant square 'e66'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock '-1'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 1000 1", "halfmove clock '1000'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", "halfmove clock '999999"},
    {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock 'x'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 -3", "fullmove number '-3'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "fullmove number '10000'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves", "text 'moves' follows the position"},
};

/* Refused as a FEN, or as a line of a file; nothing changes. */
static void expect_refused(const refusal *r, bool is_line)
{
    position pos = walk_fen(FEN_KIWIPETE), before = pos;
    failure why = {""};
    fen_notes notes = 42;
    const char *operations = NULL;
    cr_expect_not(is_line ? fen_parse_line(&pos, r->text, &operations, &why)
                          : fen_parse(&pos, r->text, &notes, &why),
                  "%s", r->text);
    cr_expect(strncmp(why.text, "FEN '", 5) == 0 && strstr(why.text, r->reason),
              "\"%s\" does not say \"%s\"", why.text, r->reason);
    cr_expect_eq(memcmp(&pos, &before, sizeof pos), 0, "the position was touched");
    cr_expect(notes == 42 && !operations);
}

Test(fen, refused_with_the_reason)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        expect_refused(&refusals[i], false);
        cr_expect_not(fen_parse(&(position){.key = 0}, refusals[i].text, NULL, NULL));
    }
}

/* One wrong character anywhere in a good FEN: refused, or read as something that writes back. Some
 * are good: most men may be other men, and a number another number. */
Test(fen, every_single_character_changed)
{
    char text[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1pP1P3/2N2Q1p/PP1BBPPP/R3K2R b KQkq c3 0 1";
    int read = 0;
    for (size_t i = 0; i < sizeof text - 1; i++) {
        char kept = text[i];
        for (int c = 1; c < 256; c++) {
            text[i] = (char)c;
            position pos;
            if (fen_parse(&pos, text, NULL, NULL)) {
                round_trip(&pos);
                read++;
            }
        }
        text[i] = kept;
    }
    cr_expect_gt(read, 300);
}

typedef struct line_case {
    const char *text, *operations;
    int halfmove_clock, fullmove_number;
} line_case;

#define KINGS "4k3/8/8/8/8/8/8/4K3 w - -"

/* Both forms of a line, with the clocks as fields, as operations, as both, or without. */
static const line_case lines[] = {
    {"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -  bm Qd1+; id 1;", "bm Qd1+; id 1;", 0, 1},
    {KINGS, "", 0, 1},
    {KINGS " 7 8 ", "", 7, 8},
    {KINGS " 7", "", 7, 1},
    {KINGS " 7 bm Kd1;", "bm Kd1;", 7, 1},
    {KINGS " 0 1 bm Kd1; id \"a\";", "bm Kd1; id \"a\";", 0, 1},
    {KINGS " 99 70 id \"a", "id \"a", 99, 70},
    {KINGS " hmvc 99; fmvn 70;", "hmvc 99; fmvn 70;", 99, 70},
    {KINGS " id \"hmvc 1; fmvn 2;\"; fmvn \"0\";; hmvc 98",
     "id \"hmvc 1; fmvn 2;\"; fmvn \"0\";; hmvc 98", 98, 1},
    {KINGS " 0 1 fmvn 30; hmvc 40;", "fmvn 30; hmvc 40;", 40, 30},
    {KINGS " id \"a; hmvc 5;", "id \"a; hmvc 5;", 0, 1},
    {KINGS " hmvcs 5; fmv 5; bm hmvc 5", "hmvcs 5; fmv 5; bm hmvc 5", 0, 1},
};

Test(fen, lines_of_files)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const line_case *c = &lines[i];
        position pos;
        failure why;
        const char *operations;
        cr_assert(fen_parse_line(&pos, c->text, &operations, &why), "%s", why.text);
        cr_expect_str_eq(operations, c->operations);
        cr_expect_eq(pos.halfmove_clock, c->halfmove_clock, "%s", c->text);
        cr_expect_eq(pos.fullmove_number, c->fullmove_number, "%s", c->text);
        /* A FEN is the same, but for a ';' that is missing. */
        const size_t length = strlen(c->operations);
        const bool ends = length == 0 || c->operations[length - 1] == ';';
        cr_expect_eq(fen_parse(&pos, c->text, NULL, NULL), ends, "%s", c->text);
    }
}

Test(fen, lines_refused_with_the_reason)
{
    static const refusal wrong[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - bm e4;", "en passant square 'bm'"},
        {KINGS " 5x 3;", "halfmove clock '5x'"},
        {KINGS " 0 10000", "fullmove number '10000'"},
        {KINGS " 0 -;", "fullmove number '-;'"},
        {KINGS " 0 1 2 bm Kd1;", "text '2' follows the position"},
        {KINGS " hmvc 1000;", "hmvc '1000' is not a number from 0 to 999"},
        {KINGS " bm Kd1; hmvc;", "hmvc '' is not"},
        {KINGS " fmvn -1;", "fmvn '-1' is not"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        expect_refused(&wrong[i], true);
    }
}

Test(fen, standard_castling)
{
    static const square rooks[4] = {H1, A1, H8, A8};
    char text[FEN_TEXT_MAX];
    position pos = walk_fen(FEN_START);
    cr_expect_arr_eq(pos.rook_from, rooks, sizeof rooks);
    fen_write(&pos, true, text);
    cr_expect_str_eq(text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    pos = walk_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    for (int right = 0; right < 4; right++) {
        cr_expect_eq(pos.rook_from[right], SQUARE_NONE);
    }
}

Test(fen, which_rights_are_chess960)
{
    position pos = walk_fen(FEN_START);
    cr_expect_not(fen_is_chess960(&pos));
    pos = walk_fen("4k3/8/8/8/8/8/8/1R1K4 w - - 0 1");
    cr_expect_not(fen_is_chess960(&pos), "no right is held");
    pos = walk_fen("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1");
    cr_expect(fen_is_chess960(&pos));
    pos = walk_fen("r4k1r/8/8/8/8/8/8/4K3 w kq - 0 1");
    cr_expect(fen_is_chess960(&pos));
}
