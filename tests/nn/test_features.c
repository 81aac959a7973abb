/* Compares the features with a slow reference. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess_walk.h"
#include "nn/features.h"

TestSuite(features, .init = walk_start);

/* Turns squares into the view of the side to move. */
static int view_of(const position *pos)
{
    const bool mirrored = square_file(pos_king(pos, (colour)pos->to_move)) >= 4;
    return (pos->to_move == BLACK ? 56 : 0) ^ (mirrored ? 7 : 0);
}

/* True if the piece is pinned to its king and the other square is not on the line of both: without
 * the piece, a slider that did not attack the king would. */
static bool pinned_away(const position *pos, square from, square to)
{
    const colour side = (colour)piece_side(pos->board[from]);
    const square king = pos_king(pos, side);
    const bitboard occupied = pos_occupied(pos);
    const bitboard uncovered = pos_attackers(pos, king, occupied & ~bb_of(from)) &
                               ~pos_attackers(pos, king, occupied) & pos->side[side ^ 1];
    return from != king && uncovered && !(attacks_line(king, from) & bb_of(to));
}

/* 0 neither attacked nor defended, 1 attacked and not hanging, 2 only defended, 3 hanging. */
static int state_of(const position *pos, bool pins, square s)
{
    static const int worth[PIECE_TYPES] = {1, 3, 3, 5, 9, 100};
    const piece p = pos->board[s];
    bool attacked = false, defended = false, outdone = false;
    for (bitboard left = pos_attackers(pos, s, pos_occupied(pos)); left;) {
        const square from = bb_pop(&left);
        const piece by = pos->board[from];
        if (pins && pinned_away(pos, from, s)) {
            continue;
        }
        if (piece_side(by) == piece_side(p)) {
            defended = true;
        } else {
            attacked = true;
            outdone |= piece_kind(p) != KING && worth[piece_kind(by)] < worth[piece_kind(p)];
        }
    }
    return !attacked ? 2 * defended : defended && !outdone ? 1 : 3;
}

static int reference_rows(const position *pos, bool pins, uint16_t rows[64])
{
    int count = 0;
    for (int seen = 0; seen < SQUARES; seen++) {
        const square s = (square)(seen ^ view_of(pos));
        const piece p = pos->board[s];
        if (p != PIECE_NONE) {
            const int theirs = piece_side(p) == pos->to_move ? 0 : 384;
            rows[count++] =
                (uint16_t)(768 * state_of(pos, pins, s) + theirs + 64 * (int)piece_kind(p) + seen);
        }
    }
    return count;
}

/* The policy's rows by piece type and squares as seen (promotions also by piece, 1 to 4), numbered
 * by counting through every move of an empty board. */
typedef struct policy_map {
    int row[PIECE_TYPES][64][64][5];
    int castling[2];
    int count;
} policy_map;

static bool pawn_steps(int from, int to)
{
    const int df = to % 8 - from % 8;
    return to / 8 == from / 8 + 1 && df >= -1 && df <= 1;
}

static policy_map *number_moves(void)
{
    static policy_map map;
    memset(&map, -1, sizeof map);
    map.count = 0;
    for (int from = 8; from < 48; from++) {
        for (int to = 0; to < 64; to++) {
            if (pawn_steps(from, to)) {
                map.row[PAWN][from][to][0] = map.count++;
            }
        }
    }
    for (piece_type type = KNIGHT; type <= KING; type++) {
        for (int from = 0; from < 64; from++) {
            for (int to = 0; to < 64; to++) {
                if (attacks_of(type, WHITE, (square)from, 0) & bb_of((square)to)) {
                    map.row[type][from][to][0] = map.count++;
                }
            }
        }
    }
    for (int from = 48; from < 56; from++) {
        for (int to = 56; to < 64; to++) {
            for (int piece_to = 1; pawn_steps(from, to) && piece_to <= 4; piece_to++) {
                map.row[PAWN][from][to][piece_to] = map.count++;
            }
        }
    }
    map.castling[0] = map.count++;
    map.castling[1] = map.count++;
    for (int from = 8; from < 16; from++) {
        map.row[PAWN][from][from + 16][0] = map.count++;
    }
    cr_assert_eq(map.count, POLICY_ROWS);
    return &map;
}

static int reference_policy_row(const policy_map *map, const position *pos, move m)
{
    const int from = move_from(m) ^ view_of(pos), to = move_to(m) ^ view_of(pos);
    if (move_kind_of(m) == MOVE_CASTLING) {
        return map->castling[to > from ? 0 : 1];
    }
    return map->row[piece_kind(pos->board[move_from(m)])][from][to]
                   [move_is_promotion(m) ? (int)move_kind_of(m) : 0];
}

static void check_rows(const position *pos, bool pins)
{
    uint16_t expected[64], rows[FEATURES_MAX];
    const int count = reference_rows(pos, pins, expected);
    cr_assert_eq(feature_rows(pos, pins, rows), count);
    cr_assert_arr_eq(rows, expected, (size_t)count * sizeof *rows);
}

static void check_policy_rows(const policy_map *map, const position *pos)
{
    move moves[MOVES_MAX];
    policy_query query;
    bool used[POLICY_ROWS] = {0};
    const int count = gen_legal(pos, moves);
    feature_policy_query(&query, pos, moves, count, false);
    for (int i = 0; i < count; i++) {
        const int row = query.rows[i];
        cr_assert_eq(row, reference_policy_row(map, pos, moves[i]), "move %04x", moves[i]);
        cr_assert_not(used[row], "two moves share row %d", row);
        used[row] = true;
    }
}

static const policy_map *map;

static void compare_with_reference(const position *pos)
{
    check_rows(pos, false);
    check_rows(pos, true);
    check_policy_rows(map, pos);
}

Test(features, agree_with_the_reference_in_random_games)
{
    map = number_moves();
    walk_games(42, 120, compare_with_reference);
    const position queens = walk_fen("qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ b - - 0 1");
    compare_with_reference(&queens);
}

static void check_hash(const position *pos, bool pins, unsigned expected)
{
    uint16_t rows[FEATURES_MAX];
    const int count = feature_rows(pos, pins, rows);
    unsigned hash = 0;
    for (int i = 0; i < count; i++) {
        hash = hash * 31 + rows[i];
    }
    cr_expect_eq(hash, expected, "rows hash to %u", hash);
}

/* Trained nets depend on these numbers: a change makes every net file useless. */
Test(features, numbers_never_change)
{
    position pos = walk_fen(FEN_KIWIPETE);
    policy_query query;
    move moves[MOVES_MAX];
    const int move_count = gen_legal(&pos, moves);
    feature_policy_query(&query, &pos, moves, move_count, false);
    unsigned sum = 0; /* the order of generation may change */
    for (int i = 0; i < move_count; i++) {
        sum += query.rows[i] * query.rows[i];
    }
    check_hash(&pos, false, 2369978460);
    pos = walk_fen("4r2k/8/8/b7/4B2q/2N3B1/8/4K1R1 w - - 0 1");
    check_hash(&pos, false, 1519426753);
    check_hash(&pos, true, 1565185729);
    cr_assert_eq(sum, 140169992, "policy rows hash to %u", sum);
}
