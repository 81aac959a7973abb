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

position walk_mirrored(const position *pos, bool colours)
{
    position image;
    pos_clear(&image);
    for (square s = 0; s < SQUARES; s++) {
        if (pos->board[s] != PIECE_NONE) {
            pos_put(&image, (piece)(pos->board[s] ^ (colours ? 8 : 0)), s ^ (colours ? 56 : 7));
        }
    }
    image.to_move = (uint8_t)(pos->to_move ^ colours);
    return image;
}
