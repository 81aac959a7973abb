#include "chess_walk.h"

#include <criterion/criterion.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"

static const char *const starts[] = {
    FEN_START,
    FEN_KIWIPETE,
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBha - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 b - - 0 1",
};

static const char *const special[] = {
    FEN_START,
    FEN_KIWIPETE,
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    /* En passant: plain, with a check, answering a check, along a pin, and by either pawn. */
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "7k/2b5/8/3pP3/5K2/8/8/8 w - d6 0 1",
    "7k/8/8/2PpP3/8/8/8/3K4 w - d6 0 1",
    /* It opens lines: to the own king, which forbids it, and to the other one, or it does not. */
    "8/8/8/KPp4r/8/8/8/7k w - - 0 1",
    "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1",
    "8/8/8/R1NpP2k/8/8/8/4K3 w - d6 0 1",
    "8/5k2/8/3pP3/8/1B6/8/4K3 w - d6 0 1",
    /* Two checks, and pins on a file and two diagonals. */
    "4r1k1/8/8/8/8/3n4/2P5/4K2R w K - 0 1",
    "4r2k/8/8/b7/4B2q/2N3B1/8/4K1R1 w G - 0 1",
    /* Promotions: with checks, also through where the pawn stood, against a check, and pinned. */
    "3k4/7P/8/8/8/8/8/4K3 w - - 0 1",
    "8/5k1P/8/8/8/8/8/4K3 w - - 0 1",
    "8/7P/8/8/7k/8/8/4K3 w - - 0 1",
    "3r3k/2P1P3/8/8/3K4/8/8/8 w - - 0 1",
    "k2r4/2P5/8/8/8/8/8/3K4 w - - 0 1",
    /* Castling: with checks, or not; through and into check; the rook shields the king. */
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "6k1/8/8/8/8/8/8/4K2R w K - 0 1",
    "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "8/8/8/8/8/8/8/R3K2k w Q - 0 1",
    "8/8/8/8/8/8/7k/R3K3 w Q - 0 1",
    "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
    "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
    "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1",
    /* King and rook change places, and the inner rooks have the rights. */
    "5k2/8/8/8/8/8/8/5KR1 w G - 0 1",
    "8/8/8/8/8/8/8/2RK3k w C - 0 1",
    "4k3/8/8/8/8/8/8/RR2KR1R w FB - 0 1",
    /* Stalemate, and the most moves. */
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
};

void walk_start(void)
{
    attacks_init(true);
}

position walk_fen(const char *fen)
{
    position pos;
    failure why;
    cr_assert(fen_parse(&pos, fen, NULL, &why), "%s", why.text);
    return pos;
}

position walk_moves(const char *fen, const char *moves)
{
    position pos = walk_fen(fen);
    while (*moves) {
        char text[MOVE_TEXT_MAX] = "";
        size_t length = strcspn(moves, " ");
        cr_assert_lt(length, sizeof text);
        memcpy(text, moves, length);
        move m = gen_from_uci(&pos, text);
        cr_assert_neq(m, MOVE_NONE, "%s is illegal in %s", text, fen);
        pos_make(&pos, m);
        moves += length;
        moves += strspn(moves, " ");
    }
    return pos;
}

void walk_games(int games, int plies, void (*visit)(const position *pos))
{
    uint64_t state = 1;
    for (int game = 0; game < games; game++) {
        position pos = walk_fen(starts[(size_t)game % (sizeof starts / sizeof *starts)]);
        for (int ply = 0; ply < plies; ply++) {
            move moves[MOVES_MAX];
            int count = gen_legal(&pos, moves);
            visit(&pos);
            if (count == 0) {
                break;
            }
            pos_make(&pos, moves[random_next(&state) % (uint64_t)count]);
        }
    }
}

void walk_special(void (*visit)(const position *pos))
{
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        const position pos = walk_fen(special[i]);
        visit(&pos);
    }
}
