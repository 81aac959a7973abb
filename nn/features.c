#include "features_internal.h"

#include <assert.h>

#include "chess/attacks.h"

/* The policy rows, in this order:
 *
 *   pawns      110   5 ranks (second to sixth) x 22 single pushes and captures
 *   pieces    3668   those of attacks_number()
 *   promotions  88   22 pushes and captures x 4 pieces
 *   castling     2   rook on the right of the king, rook on its left
 *   doubles      8   double pushes by file
 *
 * The 22 are the moves of eight pawns to the left, ahead and to the right, without the two that
 * leave the board. */
enum {
    PAWN_RANK_ROWS = 22,
    PIECE_BASE = 5 * PAWN_RANK_ROWS,
    PROMOTION_BASE = PIECE_BASE + ATTACKS_NUMBERS,
    CASTLING_BASE = PROMOTION_BASE + 4 * PAWN_RANK_ROWS,
    DOUBLE_PUSH_BASE = CASTLING_BASE + 2
};
static_assert(DOUBLE_PUSH_BASE + 8 == POLICY_ROWS, "the enumeration fills the rows exactly");

unsigned feature_view(const position *pos)
{
    unsigned ranks = pos->to_move == BLACK ? 56 : 0;
    unsigned files = square_file(pos_king(pos, (colour)pos->to_move)) > 3 ? 7 : 0;
    return ranks | files;
}

static bitboard mirror_files(bitboard b)
{
    const bitboard odd_files = UINT64_C(0x5555555555555555);
    const bitboard odd_pairs = UINT64_C(0x3333333333333333);
    const bitboard left_half = UINT64_C(0x0f0f0f0f0f0f0f0f);
    b = (b >> 1 & odd_files) | (b & odd_files) << 1;
    b = (b >> 2 & odd_pairs) | (b & odd_pairs) << 2;
    return (b >> 4 & left_half) | (b & left_half) << 4;
}

static bitboard turn_board(bitboard b, unsigned view)
{
    if (view & 56) {
        b = __builtin_bswap64(b);
    }
    return view & 7 ? mirror_files(b) : b;
}

/* Ordered by square in the view, so that a position and its mirror images give the same list. */
static int write_rows(const position *pos, const attack_maps *maps, uint16_t rows[FEATURES_MAX])
{
    const colour us = (colour)pos->to_move;
    const unsigned view = feature_view(pos);
    const bitboard own = pos->side[us], enemies = pos->side[us ^ 1];
    const bitboard ours = maps->of[us].all, theirs = maps->of[us ^ 1].all;
    const bitboard attacks = (own & theirs) | (enemies & ours);
    const bitboard defended = (own & ours) | (enemies & theirs);
    const bitboard hanging = pos_hanging(pos, us, maps) | pos_hanging(pos, us ^ 1, maps);
    const bitboard attacked = turn_board(attacks, view);
    const bitboard marked = turn_board((defended & ~attacks) | hanging, view);
    bitboard left = turn_board(pos_occupied(pos), view);
    assert(bb_count(left) <= FEATURES_MAX);
    int count = 0;
    while (left) {
        const unsigned s = bb_pop(&left);
        const piece p = pos->board[s ^ view];
        const unsigned state = (unsigned)(attacked >> s & 1) + 2 * (unsigned)(marked >> s & 1);
        rows[count++] =
            (uint16_t)(768 * state + 384 * (unsigned)(piece_side(p) ^ us) + 64 * piece_kind(p) + s);
    }
    return count;
}

int feature_rows_given(const position *pos, const attack_maps *maps, bool pins,
                       uint16_t rows[FEATURES_MAX])
{
    if (!pins) {
        return write_rows(pos, maps, rows);
    }
    const attack_maps with_pins = pos_pin_attacks(pos, maps);
    return write_rows(pos, &with_pins, rows);
}

int feature_rows(const position *pos, bool pins, uint16_t rows[FEATURES_MAX])
{
    const attack_maps maps = pos_attack_maps(pos);
    return feature_rows_given(pos, &maps, pins, rows);
}

/* The number of a pawn move among the 22, in the view: to - from is 7 (left), 8 or 9. */
static unsigned pawn_ordinal(unsigned from, unsigned to)
{
    return 3 * (from & 7) + (to - from) - 8;
}

static unsigned pawn_row(move_kind kind, unsigned from, unsigned to)
{
    if (to - from == 16) {
        return DOUBLE_PUSH_BASE + (from & 7);
    }
    if (kind >= MOVE_TO_KNIGHT && kind <= MOVE_TO_QUEEN) {
        return PROMOTION_BASE + 4 * pawn_ordinal(from, to) + (unsigned)(kind - MOVE_TO_KNIGHT);
    }
    return PAWN_RANK_ROWS * ((from >> 3) - 1) + pawn_ordinal(from, to);
}

void feature_policy_rows(const position *pos, const move moves[], int count, uint16_t rows[])
{
    const unsigned view = feature_view(pos);
    for (int i = 0; i < count; i++) {
        const unsigned from = move_from(moves[i]) ^ view;
        const unsigned to = move_to(moves[i]) ^ view;
        const move_kind kind = move_kind_of(moves[i]);
        const piece_type type = piece_kind(pos->board[move_from(moves[i])]);
        unsigned row;
        if (type == PAWN) {
            row = pawn_row(kind, from, to);
        } else if (kind == MOVE_CASTLING) {
            row = CASTLING_BASE + (to < from);
        } else {
            row = PIECE_BASE + attacks_number(type, (square)from, (square)to);
        }
        assert(row < POLICY_ROWS);
        rows[i] = (uint16_t)row;
    }
}
