#include <criterion/criterion.h>
#include <string.h>

#include "chess/checks.h"
#include "chess/fen.h"
#include "chess_walk.h"

TestSuite(checks, .init = walk_start);

static bool in_check_after(const position *pos, move m)
{
    position next = *pos;
    pos_make(&next, m);
    return pos_in_check(&next);
}

static void compare_with_making(const position *pos)
{
    const check_squares squares = pos_check_squares(pos);
    move moves[MOVES_MAX];
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        if (pos_gives_check(pos, &squares, moves[i]) != in_check_after(pos, moves[i])) {
            char fen[FEN_TEXT_MAX];
            fen_write(pos, false, fen);
            cr_assert_fail("move %04x in %s", moves[i], fen);
        }
    }
}

Test(checks, given_as_by_making_along_random_games)
{
    walk_games(SLOW_BUILD ? 70 : 700, 200, compare_with_making);
}

/* Men of every kind strewn over the board: lines open and close far more often than in games. */
static bool strew(position *pos, uint64_t *state)
{
    static const char letters[] = "PPPNBRQpppnbrq";
    char board[SQUARES] = {0}, fen[FEN_TEXT_MAX] = "", *out = fen;
    board[random_next(state) % SQUARES] = 'K';
    board[random_next(state) % SQUARES] = 'k';
    for (int men = 0; men < 14; men++) {
        const uint64_t s = random_next(state) % SQUARES;
        if (!board[s]) {
            board[s] = letters[random_next(state) % (sizeof letters - 1)];
        }
    }
    for (int s = 0; s < SQUARES; s++) {
        if (s && s % 8 == 0) {
            *out++ = '/';
        }
        *out++ = board[s] ? board[s] : '1';
    }
    memcpy(out, " w - -", sizeof " w - -");
    failure why;
    return fen_parse(pos, fen, NULL, &why);
}

Test(checks, given_as_by_making_on_strewn_boards)
{
    const int wanted = SLOW_BUILD ? 2000 : 20000;
    uint64_t state = 5;
    for (int valid = 0; valid < wanted;) {
        position pos;
        if (strew(&pos, &state)) {
            compare_with_making(&pos);
            valid++;
        }
    }
}

typedef struct check_case {
    const char *fen, *move;
    bool gives;
} check_case;

Test(checks, given_by_every_kind_of_move)
{
    static const check_case cases[] = {
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", false},
        {"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "g1f3", false},
        {"4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4f6", true},
        {"4k3/8/8/4N3/8/8/8/4K3 w - - 0 1", "e5c6", false},
        {"4k3/8/8/4N3/8/4R3/8/4K3 w - - 0 1", "e5c6", true}, /* discovered */
        {"4k3/8/8/4N3/8/4R3/8/4K3 w - - 0 1", "e5d3", true},
        {"4k3/8/8/4K3/8/4R3/8/8 w - - 0 1", "e5d5", true},    /* by the king */
        {"4k3/8/8/4K3/8/4R3/8/8 w - - 0 1", "e5e4", false},   /* which stays on the line */
        {"4k3/8/4P3/8/4R3/8/8/4K3 w - - 0 1", "e6e7", false}, /* so does the pawn */
        {"4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", "d6d7", true},
        {"3k4/7P/8/8/8/8/8/4K3 w - - 0 1", "h7h8q", true},
        {"3k4/7P/8/8/8/8/8/4K3 w - - 0 1", "h7h8r", true},
        {"3k4/7P/8/8/8/8/8/4K3 w - - 0 1", "h7h8b", false},
        {"8/5k1P/8/8/8/8/8/4K3 w - - 0 1", "h7h8n", true},
        {"8/7P/8/8/7k/8/8/4K3 w - - 0 1", "h7h8q", true}, /* through where the pawn stood */
        {"8/7P/8/8/7k/8/8/4K3 w - - 0 1", "h7h8n", false},
        {"8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", true},
        {"8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", true}, /* both pawns leave the rank */
        {"8/8/8/R1NpP2k/8/8/8/4K3 w - d6 0 1", "e5d6", false},
        {"7k/8/8/8/3pP3/8/1B6/4K3 w - - 0 1", "e4e5", false},
        {"8/5k2/8/3pP3/8/1B6/8/4K3 w - d6 0 1", "e5d6", true}, /* the victim shielded its king */
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true},
        {"6k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", false},
        {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", true},
        {"8/8/8/8/8/8/8/R3K2k w Q - 0 1", "e1c1", true}, /* along the rank, the king away */
        {"8/8/8/8/8/8/7k/R3K3 w Q - 0 1", "e1c1", false},
        {"8/8/8/8/8/8/8/2RK3k w C - 0 1", "d1c1", true}, /* king and rook change places */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const position pos = walk_fen(cases[i].fen);
        const move m = gen_from_uci(&pos, cases[i].move);
        cr_assert_neq(m, MOVE_NONE, "%s is illegal in %s", cases[i].move, cases[i].fen);
        const check_squares squares = pos_check_squares(&pos);
        cr_expect_eq(in_check_after(&pos, m), cases[i].gives, "%s in %s: the case is wrong",
                     cases[i].move, cases[i].fen);
        cr_expect_eq(pos_gives_check(&pos, &squares, m), cases[i].gives, "%s in %s", cases[i].move,
                     cases[i].fen);
    }
}

Test(checks, squares_of_a_position)
{
    const position pos = walk_fen("4k3/8/4N3/8/8/4R3/8/4K3 w - - 0 1");
    const check_squares squares = pos_check_squares(&pos);
    cr_expect_eq(squares.king, square_at(4, 7));
    cr_expect_eq(squares.discoverers, bb_of(square_at(4, 5)));
    cr_expect_eq(squares.from[PAWN], bb_of(square_at(3, 6)) | bb_of(square_at(5, 6)));
    cr_expect_eq(bb_count(squares.from[KNIGHT]), 4);
    cr_expect_eq(squares.from[QUEEN], squares.from[BISHOP] | squares.from[ROOK]);
    cr_expect_eq(squares.from[KING], 0);
}
