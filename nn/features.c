#include "features_internal.h"

#include <assert.h>

/* The policy rows, in this order:
 *
 *   pawns      110   5 ranks (second to sixth) x 22 single pushes and captures
 *   pieces    3668   knights, bishops, rooks, queens, kings: by from-square, then by to-square
 *   promotions  88   22 pushes and captures x 4 pieces
 *   castling     2   rook on the right of the king, rook on its left
 *   doubles      8   double pushes by file
 *
 * The 22 are the moves of eight pawns to the left, ahead and to the right, without the two that
 * leave the board. */
enum {
    PAWN_RANK_ROWS = 22,
    PIECE_BASE = 5 * PAWN_RANK_ROWS,
    PROMOTION_BASE = PIECE_BASE + 336 + 560 + 896 + 1456 + 420,
    CASTLING_BASE = PROMOTION_BASE + 4 * PAWN_RANK_ROWS,
    DOUBLE_PUSH_BASE = CASTLING_BASE + 2
};
static_assert(DOUBLE_PUSH_BASE + 8 == POLICY_ROWS, "the enumeration fills the rows exactly");

/* The first row of each piece and from-square: running sums of the moves on an empty board. */
static const uint16_t piece_base[PIECE_TYPES][SQUARES] = {
    [KNIGHT] =
        {
            110, 112, 115, 119, 123, 127, 131, 134, 136, 139, 143, 149, 155, 161, 167, 171,
            174, 178, 184, 192, 200, 208, 216, 222, 226, 230, 236, 244, 252, 260, 268, 274,
            278, 282, 288, 296, 304, 312, 320, 326, 330, 334, 340, 348, 356, 364, 372, 378,
            382, 385, 389, 395, 401, 407, 413, 417, 420, 422, 425, 429, 433, 437, 441, 444,
        },
    [BISHOP] =
        {
            446, 453, 460, 467, 474, 481, 488, 495, 502, 509, 518, 527, 536, 545, 554, 563,
            570, 577, 586, 597, 608, 619, 630, 639, 646, 653, 662, 673, 686, 699, 710, 719,
            726, 733, 742, 753, 766, 779, 790, 799, 806, 813, 822, 833, 844, 855, 866, 875,
            882, 889, 898, 907, 916, 925, 934, 943, 950, 957, 964, 971, 978, 985, 992, 999,
        },
    [ROOK] =
        {
            1006, 1020, 1034, 1048, 1062, 1076, 1090, 1104, 1118, 1132, 1146, 1160, 1174,
            1188, 1202, 1216, 1230, 1244, 1258, 1272, 1286, 1300, 1314, 1328, 1342, 1356,
            1370, 1384, 1398, 1412, 1426, 1440, 1454, 1468, 1482, 1496, 1510, 1524, 1538,
            1552, 1566, 1580, 1594, 1608, 1622, 1636, 1650, 1664, 1678, 1692, 1706, 1720,
            1734, 1748, 1762, 1776, 1790, 1804, 1818, 1832, 1846, 1860, 1874, 1888,
        },
    [QUEEN] =
        {
            1902, 1923, 1944, 1965, 1986, 2007, 2028, 2049, 2070, 2091, 2114, 2137, 2160,
            2183, 2206, 2229, 2250, 2271, 2294, 2319, 2344, 2369, 2394, 2417, 2438, 2459,
            2482, 2507, 2534, 2561, 2586, 2609, 2630, 2651, 2674, 2699, 2726, 2753, 2778,
            2801, 2822, 2843, 2866, 2891, 2916, 2941, 2966, 2989, 3010, 3031, 3054, 3077,
            3100, 3123, 3146, 3169, 3190, 3211, 3232, 3253, 3274, 3295, 3316, 3337,
        },
    [KING] =
        {
            3358, 3361, 3366, 3371, 3376, 3381, 3386, 3391, 3394, 3399, 3407, 3415, 3423,
            3431, 3439, 3447, 3452, 3457, 3465, 3473, 3481, 3489, 3497, 3505, 3510, 3515,
            3523, 3531, 3539, 3547, 3555, 3563, 3568, 3573, 3581, 3589, 3597, 3605, 3613,
            3621, 3626, 3631, 3639, 3647, 3655, 3663, 3671, 3679, 3684, 3689, 3697, 3705,
            3713, 3721, 3729, 3737, 3742, 3745, 3750, 3755, 3760, 3765, 3770, 3775,
        },
};

/* The lines through a square: a long diagonal shifted by whole ranks, which drops squares off the
 * board. */
/* clang-format off */
#define BIT(s)          (UINT64_C(1) << (s))
#define FILE_LINE(s)    (BB_FILE_A << ((s) & 7))
#define RANK_LINE(s)    (BB_RANK_1 << ((s) & 56))
#define SHIFT(b, ranks) ((ranks) >= 0 ? (b) << 8 * ((ranks) & 7) : (b) >> 8 * (-(ranks) & 7))
#define DIAGONAL(s)     SHIFT(UINT64_C(0x8040201008040201), ((s) >> 3) - ((s) & 7))
#define ANTIDIAGONAL(s) SHIFT(UINT64_C(0x0102040810204080), ((s) >> 3) + ((s) & 7) - 7)
/* clang-format on */

/* The moves of each piece from a square of an empty board. */
#define ROOK_MOVES(s)   (FILE_LINE(s) ^ RANK_LINE(s))
#define BISHOP_MOVES(s) (DIAGONAL(s) ^ ANTIDIAGONAL(s))
#define QUEEN_MOVES(s)  (ROOK_MOVES(s) | BISHOP_MOVES(s))
#define EAST(b)         ((b) << 1 & ~BB_FILE_A)
#define WEST(b)         ((b) >> 1 & ~BB_FILE_H)
#define BESIDE(b)       (EAST(b) | WEST(b))
#define BEYOND(b)       (EAST(EAST(b)) | WEST(WEST(b)))
#define TALL(b, ranks)  ((b) << 8 * (ranks) | (b) >> 8 * (ranks))
#define KNIGHT_MOVES(s) (TALL(BESIDE(BIT(s)), 2) | TALL(BEYOND(BIT(s)), 1))
#define KING_MOVES(s)   (BESIDE(BIT(s)) | TALL(BESIDE(BIT(s)) | BIT(s), 1))

#define RANK_OF(moves, s)                                                                          \
    moves(s), moves(s + 1), moves(s + 2), moves(s + 3), moves(s + 4), moves(s + 5), moves(s + 6),  \
        moves(s + 7)
/* clang-format off */
#define BOARD_OF(moves)                                                                            \
    {                                                                                              \
        RANK_OF(moves, 0), RANK_OF(moves, 8), RANK_OF(moves, 16), RANK_OF(moves, 24),              \
            RANK_OF(moves, 32), RANK_OF(moves, 40), RANK_OF(moves, 48), RANK_OF(moves, 56)         \
    }
/* clang-format on */

/* The slider entries of the attack tables for an empty board lie far apart in memory; these are in
 * the cache. */
static const bitboard piece_moves[PIECE_TYPES][SQUARES] = {
    [KNIGHT] = BOARD_OF(KNIGHT_MOVES), [BISHOP] = BOARD_OF(BISHOP_MOVES),
    [ROOK] = BOARD_OF(ROOK_MOVES),     [QUEEN] = BOARD_OF(QUEEN_MOVES),
    [KING] = BOARD_OF(KING_MOVES),
};

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
            const bitboard before = piece_moves[type][from] & (bb_of((square)to) - 1);
            row = piece_base[type][from] + (unsigned)bb_count(before);
        }
        assert(row < POLICY_ROWS);
        rows[i] = (uint16_t)row;
    }
}
