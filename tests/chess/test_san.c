#include <criterion/criterion.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "chess_walk.h"

TestSuite(san, .init = walk_start);

static void round_trip(const position *pos)
{
    move moves[MOVES_MAX];
    int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        char text[SAN_TEXT_MAX];
        san_write(pos, moves[i], text);
        cr_assert_eq(san_parse(pos, text), moves[i], "%s", text);
    }
}

Test(san, round_trip_along_random_games)
{
    walk_special(round_trip);
    walk_games(SLOW_BUILD ? 14 : 140, 150, round_trip);
}

typedef struct notation {
    const char *fen, *uci, *san;
} notation;

#define THREE_QUEENS "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1"

static const notation written[] = {
    {FEN_START, "e2e4", "e4"},
    {FEN_START, "g1f3", "Nf3"},
    {FEN_KIWIPETE, "e1g1", "O-O"},
    {FEN_KIWIPETE, "e1c1", "O-O-O"},
    {FEN_KIWIPETE, "d5e6", "dxe6"},
    {FEN_KIWIPETE, "e5f7", "Nxf7"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
    {"2r3k1/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7c8q", "dxc8=Q+"},
    {"2r4k/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8n", "d8=N"},
    {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
    /* Origin: file, rank, both. */
    {"4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "a1d1", "Rad1"},
    {"4k3/8/8/R7/8/8/8/R5K1 w - - 0 1", "a1a3", "R1a3"},
    {THREE_QUEENS, "h4e1", "Qh4e1"},
    /* The other knight is pinned, so no origin is needed. */
    {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
    /* A king's step is not castling. */
    {"5k2/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "Kg1"},
    {"5k2/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "O-O+"},
};

Test(san, written_as_expected)
{
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        position pos = walk_fen(written[i].fen);
        move m = gen_from_uci(&pos, written[i].uci);
        cr_assert_neq(m, MOVE_NONE, "%s", written[i].uci);
        char text[SAN_TEXT_MAX];
        san_write(&pos, m, text);
        cr_expect_str_eq(text, written[i].san);
    }
}

/* Read although a writer should have known better. */
static const notation forgiven[] = {
    {FEN_KIWIPETE, "e1g1", "0-0"},
    {FEN_KIWIPETE, "e1c1", "0-0-0!?"},
    {FEN_KIWIPETE, "e1g1", "O-O+"},
    {FEN_KIWIPETE, "e1c1", "OOO"},
    {FEN_KIWIPETE, "d5e6", "de6"},
    {FEN_KIWIPETE, "d5e6", "d5xe6"},
    {FEN_KIWIPETE, "d5e6", "d5e6"},
    {FEN_KIWIPETE, "d5e6", "d:e6"},
    {FEN_KIWIPETE, "e5f7", "Nf7"},
    {FEN_KIWIPETE, "e5f7", "Ne5xf7??"},
    {FEN_KIWIPETE, "e5f7", "N5xf7+"},
    {FEN_START, "e2e4", "e2-e4"},
    {FEN_START, "e2e4", "e4#"},
    {FEN_START, "e2e4", "Pe4"},
    {FEN_START, "g1f3", "Ng1f3!!"},
    {FEN_START, "g1f3", "Nxf3"},
    {FEN_START, "g1f3", "Sf3"},
    {FEN_KIWIPETE, "d2h6", "Lxh6"},
    {FEN_KIWIPETE, "a1b1", "Tb1"},
    {FEN_KIWIPETE, "f3f6", "Dxf6"},
    {FEN_KIWIPETE, "d5e6", "de"},
    {FEN_KIWIPETE, "g2h3", "gxh"},
    {"2r3k1/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7c8q", "dxc8"},
    {"2r3k1/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7c8q", "dc"},
    {"2r3k1/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8q", "d8+"},
    {"2r3k1/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7c8n", "dc8=S"},
    {"2r3k1/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7c8q", "dxc8Q"},
    {"2r3k1/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7c8q", "dc8=q+"},
    {"2r3k1/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7c8r", "dxc8=R"},
    /* As UCI writes moves. */
    {FEN_START, "g1f3", "g1f3"},
    {FEN_KIWIPETE, "d5e6", "d5e6"},
    {FEN_KIWIPETE, "e1g1", "e1g1"},
    {FEN_KIWIPETE, "e1g1", "e1h1"},
    {"2r3k1/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7c8n", "d7c8n"},
};

Test(san, forgiven_when_read)
{
    for (size_t i = 0; i < sizeof forgiven / sizeof *forgiven; i++) {
        position pos = walk_fen(forgiven[i].fen);
        move m = gen_from_uci(&pos, forgiven[i].uci);
        cr_assert_neq(m, MOVE_NONE, "%s", forgiven[i].uci);
        cr_expect_eq(san_parse(&pos, forgiven[i].san), m, "%s", forgiven[i].san);
    }
}

typedef struct refusal {
    const char *fen, *text;
} refusal;

static const refusal refused[] = {
    {FEN_START, ""},
    {FEN_START, "e"},
    {FEN_START, "e5"},
    {FEN_START, "Nd4"},
    {FEN_START, "N"},
    {FEN_START, "Nf"},
    {FEN_START, "Nf3 "},
    {FEN_START, "Nf3x?y"},
    {FEN_START, "nf3"},
    {FEN_START, "g1e2"},
    {FEN_START, "e7e5"},
    {FEN_START, "e4=Q"},
    {FEN_START, "O-O"},
    {FEN_START, "O"},
    {FEN_START, "0000"},
    {FEN_START, "--"},
    {FEN_START, "x"},
    {FEN_START, "=Q"},
    {FEN_START, "i9"},
    {FEN_START, "a1b2c3d4"},
    {FEN_KIWIPETE, "5d5e6"},
    {FEN_KIWIPETE, "e6"}, /* only d5 can go there, by a capture */
    {FEN_KIWIPETE, "xe6"},
    {FEN_START, "e22"},
    {FEN_START, "exx4"},
    {FEN_START, "\xff\x01"},
    {FEN_KIWIPETE, "O-O-O-O"},
    {FEN_KIWIPETE, "O-0"},
    {FEN_KIWIPETE, "O-O-"},
    {FEN_KIWIPETE, "ed"},
    {FEN_KIWIPETE, "d5e"},
    {FEN_KIWIPETE, "ec"},
    {"4k3/8/8/2p1p3/1P1P4/2p5/1P6/4K3 w - - 0 1", "bc"},
    {"2r3k1/3P4/8/8/8/8/8/4K3 w - - 0 1", "dxc8=K"},
    {"4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "Rd1"},
    {THREE_QUEENS, "Qe1"},
    {THREE_QUEENS, "Qhe1"},
    {THREE_QUEENS, "Q4e1"},
};

Test(san, refused_when_nothing_or_several_fit)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        position pos = walk_fen(refused[i].fen);
        cr_expect_eq(san_parse(&pos, refused[i].text), MOVE_NONE, "'%s'", refused[i].text);
    }
}
