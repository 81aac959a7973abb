#include "nn/features.h"

#include <assert.h>
#include <stddef.h>

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

/* XOR mask that maps a square into the view of the side to move. */
static unsigned view_of(const position *pos)
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
    const unsigned view = view_of(pos);
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

/* feature_rows() with given maps of pos_attack_maps(). */
static int rows_given(const position *pos, const attack_maps *maps, bool pins,
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
    return rows_given(pos, &maps, pins, rows);
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

/* The policy row of each move. */
static void write_policy_rows(const position *pos, const move moves[], int count, uint16_t rows[])
{
    const unsigned view = view_of(pos);
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

/* Adds the rows of the moves' classes, each once, in the order of their first use. There is no
 * branch, because a CPU cannot predict which classes are new. */
static void add_classes(policy_query *query, uint16_t class[][MOVE_CLASSES])
{
    uint16_t place_of[POLICY_CLASSES]; /* 0: none yet, since place 0 belongs to the first move */
    for (int i = 0; i < query->moves; i++) {
        place_of[class[i][0]] = place_of[class[i][1]] = 0;
    }
    unsigned count = query->count;
    for (int i = 0; i < query->moves; i++) {
        for (int k = 0; k < MOVE_CLASSES; k++) {
            const unsigned known = place_of[class[i][k]], fresh = known == 0;
            query->rows[count] = (uint16_t)(POLICY_ROWS + class[i][k]);
            query->place[i][k] = place_of[class[i][k]] = (uint16_t)(known | (count & -fresh));
            count += fresh;
        }
    }
    query->count = (uint16_t)count;
}

/* Fills in the query, with classes if `maps` are given. */
static void fill(policy_query *query, const position *pos, const attack_maps *maps,
                 const move moves[], int count)
{
    write_policy_rows(pos, moves, count, query->rows);
    query->moves = query->count = (uint16_t)count;
    if (maps) {
        uint16_t class[MOVES_MAX][MOVE_CLASSES];
        feature_move_classes(pos, maps, moves, count, class);
        add_classes(query, class);
    }
}

int feature_policy_inputs(policy_query *query, uint16_t rows[FEATURES_MAX], const position *pos,
                          bool pins, const move moves[], int count, bool classes)
{
    const attack_maps maps = pos_attack_maps(pos);
    fill(query, pos, classes ? &maps : NULL, moves, count);
    return rows_given(pos, &maps, pins, rows);
}

void feature_policy_query(policy_query *query, const position *pos, const move moves[], int count,
                          bool classes)
{
    const attack_maps maps = pos_attack_maps(pos);
    fill(query, pos, classes ? &maps : NULL, moves, count);
}
