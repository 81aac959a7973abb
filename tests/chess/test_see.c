#include <criterion/criterion.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/see.h"
#include "chess_walk.h"

TestSuite(see, .init = walk_start);

enum { P = 100, N = 300, R = 500, Q = 900 };

typedef struct exchange_case {
    const char *fen, *move;
    int value;
} exchange_case;

/* Worked out by hand. */
static const exchange_case cases[] = {
    /* A free pawn, a defended pawn, a quiet move to a safe and to an attacked square. */
    {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", P},
    {"4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", P - R},
    {"k7/8/8/8/8/8/8/4RK2 w - - 0 1", "e1e4", 0},
    {"k7/8/3p4/8/8/8/8/4RK2 w - - 0 1", "e1e5", -R},
    /* White stops before losing more: knight for pawn. */
    {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", P - N},
    /* X-rays: rook behind rook, queen behind bishop. */
    {"3rk3/8/8/3p4/8/8/3R4/3R1K2 w - - 0 1", "d2d5", P},
    {"3rk3/3r4/8/3p4/8/8/3R4/3R1K2 w - - 0 1", "d2d5", P - R},
    {"4k3/8/5p2/4p3/3B4/2Q5/8/5K2 w - - 0 1", "d4e5", P - N + P},
    {"4k3/6b1/5p2/4p3/3B4/2Q5/8/5K2 w - - 0 1", "d4e5", P - N},
    /* En passant, undefended and defended. */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", P},
    {"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0},
    /* The captured pawn leaves the file, and a rook sees the square through it. */
    {"3rk3/8/8/3pP3/8/8/3R4/4K3 w - d6 0 1", "e5d6", P},
    /* Promotion: safe, taken back, by capture, and to a knight. */
    {"8/3P4/8/8/8/6k1/8/4K3 w - - 0 1", "d7d8q", Q - P},
    {"8/3Pk3/8/8/8/8/8/4K3 w - - 0 1", "d7d8q", -P},
    {"2r5/3P4/8/8/8/6k1/8/4K3 w - - 0 1", "d7c8q", R + Q - P},
    {"8/3P4/8/8/8/6k1/8/4K3 w - - 0 1", "d7d8n", N - P},
    /* The one who takes back promotes too. */
    {"7k/8/8/8/8/6K1/3p4/2n1R3 w - - 0 1", "e1c1", N - R - (Q - P)},
    /* A king takes only what nobody defends. */
    {"8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", P - R},
    {"8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P},
    /* Castling exchanges nothing. */
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0},
};

Test(see, worked_out_by_hand)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const exchange_case *c = &cases[i];
        position pos = walk_fen(c->fen);
        move m = gen_from_uci(&pos, c->move);
        cr_assert_neq(m, MOVE_NONE, "%s in %s", c->move, c->fen);
        cr_expect(see_at_least(&pos, m, c->value), "%s in %s: less than %d", c->move, c->fen,
                  c->value);
        cr_expect_not(see_at_least(&pos, m, c->value + 1), "%s in %s: more than %d", c->move,
                      c->fen, c->value);
    }
}

/* The same rules as a plain recursion: what `side` wins by capturing on `on`, or 0. */
static int best_capture(const position *pos, square on, bitboard occupied, colour side,
                        int standing)
{
    bitboard all = pos_attackers(pos, on, occupied) & occupied;
    for (int type = PAWN; type <= KING; type++) {
        bitboard own = all & pos_pieces(pos, side, (piece_type)type);
        if (!own) {
            continue;
        }
        if (type == KING && all & pos->side[side ^ 1]) {
            return 0;
        }
        bool promotes = type == PAWN && (square_rank(on) == 0 || square_rank(on) == 7);
        int left = promotes ? see_value[QUEEN] : see_value[type];
        int won = standing + (promotes ? see_value[QUEEN] - see_value[PAWN] : 0) -
                  best_capture(pos, on, occupied ^ bb_of(bb_first(own)), side ^ 1, left);
        return won > 0 ? won : 0;
    }
    return 0;
}

static int slow_see(const position *pos, move m)
{
    square from = move_from(m), to = move_to(m);
    if (move_kind_of(m) == MOVE_CASTLING) {
        return 0;
    }
    bitboard occupied = pos_occupied(pos) & ~bb_of(from);
    int won = pos->board[to] == PIECE_NONE ? 0 : see_value[piece_kind(pos->board[to])];
    int standing = see_value[piece_kind(pos->board[from])];
    if (move_kind_of(m) == MOVE_EN_PASSANT) {
        occupied &= ~bb_of(square_at(square_file(to), square_rank(from)));
        won = see_value[PAWN];
    }
    if (move_is_promotion(m)) {
        standing = see_value[move_kind_of(m)];
        won += standing - see_value[PAWN];
    }
    return won - best_capture(pos, to, occupied, (colour)pos->to_move ^ 1, standing);
}

static void compare_all_moves(const position *pos)
{
    move moves[MOVES_MAX];
    int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        int value = slow_see(pos, moves[i]);
        cr_assert(see_at_least(pos, moves[i], value));
        cr_assert_not(see_at_least(pos, moves[i], value + 1));
        cr_assert_eq(see_sign(pos, moves[i]), (value > 0) - (value < 0));
    }
}

Test(see, equals_a_plain_recursion)
{
    walk_games(SLOW_BUILD ? 40 : 400, 120, compare_all_moves);
}

Test(see, sorts_by_gain_and_then_by_the_mover)
{
    static const char *const first[] = {"b7a8q", "e4d5", "c4d5", "b7b8q"};
    const position pos = walk_fen("n3k2r/1P6/8/3q4/2B1P3/8/8/R3K2R w KQk - 0 1");
    move moves[MOVES_MAX], sorted[MOVES_MAX];
    const int count = gen_legal(&pos, moves);
    memcpy(sorted, moves, sizeof moves);
    see_sort(&pos, sorted, count);
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(sorted[i], gen_from_uci(&pos, first[i]), "%s is not number %d", first[i], i);
    }
    /* Castling gains nothing, though a rook is on the square that its move names. */
    int at = 0;
    while (see_gain(&pos, sorted[at]) > 0) {
        at++;
    }
    for (int i = 0; i < count; i++) {
        if (see_gain(&pos, moves[i]) == 0) {
            cr_expect_eq(sorted[at++], moves[i]);
        }
    }
    cr_expect_eq(at, count);
}
