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

Test(checks, given_as_by_making_in_special_positions_and_random_games)
{
    walk_special(compare_with_making);
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
