/* Compares the features with a slow reference on a board of characters. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

#include "chess_walk.h"
#include "nn/features.h"

TestSuite(features, .init = walk_start);

/* A board as the view sees it: own pieces are upper case and play up, rank 0 first. */
typedef struct seen {
    char at[8][8];
} seen;

/* The first four are a rook's, the others a bishop's. */
static const int ray_steps[8][2] = {{0, 1}, {1, 0},  {0, -1},  {-1, 0},
                                    {1, 1}, {1, -1}, {-1, -1}, {-1, 1}};

static bool on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

static seen see(const position *pos)
{
    seen board;
    memset(&board, 0, sizeof board);
    const bool black = pos->to_move == BLACK;
    const bool mirrored = square_file(pos_king(pos, (colour)pos->to_move)) >= 4;
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8; file++) {
            const piece p = pos->board[square_at(file, rank)];
            if (p != PIECE_NONE) {
                const char letter = "PNBRQK"[piece_kind(p)];
                const bool own = piece_side(p) == pos->to_move;
                board.at[black ? 7 - rank : rank][mirrored ? 7 - file : file] =
                    (char)(own ? letter : tolower(letter));
            }
        }
    }
    return board;
}

/* True if the piece on (file, rank) attacks the other square, pins ignored. */
static bool attacks(const seen *board, int file, int rank, int to_file, int to_rank)
{
    const char piece_letter = board->at[rank][file];
    const int up = isupper(piece_letter) ? 1 : -1;
    const int df = to_file - file, dr = to_rank - rank;
    switch (toupper(piece_letter)) {
    case 'P':
        return dr == up && (df == 1 || df == -1);
    case 'N':
        return df * df + dr * dr == 5;
    case 'K':
        return df * df + dr * dr == 1 || df * df + dr * dr == 2;
    default:
        break;
    }
    const int first = toupper(piece_letter) == 'B' ? 4 : 0;
    const int last = toupper(piece_letter) == 'R' ? 4 : 8;
    for (int i = first; i < last; i++) {
        int f = file + ray_steps[i][0], r = rank + ray_steps[i][1];
        while (on_board(f, r)) {
            if (f == to_file && r == to_rank) {
                return true;
            }
            if (board->at[r][f]) {
                break;
            }
            f += ray_steps[i][0];
            r += ray_steps[i][1];
        }
    }
    return false;
}

static int worth_of(char letter)
{
    switch (toupper(letter)) {
    case 'P':
        return 1;
    case 'N':
    case 'B':
        return 3;
    case 'R':
        return 5;
    case 'Q':
        return 9;
    default:
        return 100;
    }
}

/* True if the piece on (file, rank) is pinned to its king and the other square is not on the line
 * of both: without the piece, a slider that did not attack the king would. */
static bool pinned_away(const seen *board, int file, int rank, int to_file, int to_rank)
{
    const bool own = isupper(board->at[rank][file]) != 0;
    seen without = *board;
    without.at[rank][file] = '\0';
    for (int i = 0; i < 64 * 64; i++) {
        const int from = i / 64, king = i % 64;
        const char p = board->at[from / 8][from % 8];
        if (board->at[king / 8][king % 8] == (own ? 'K' : 'k') && p && strchr("BRQ", toupper(p)) &&
            (isupper(p) != 0) != own && !attacks(board, from % 8, from / 8, king % 8, king / 8) &&
            attacks(&without, from % 8, from / 8, king % 8, king / 8)) {
            return (file - king % 8) * (to_rank - king / 8) !=
                   (rank - king / 8) * (to_file - king % 8);
        }
    }
    return false;
}

/* The worth of the least own or other piece that attacks a square; 0 if none does. */
static int least_attacker(const seen *board, bool pins, bool by_own, int to_file, int to_rank)
{
    int least = 0;
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8; file++) {
            const char p = board->at[rank][file];
            if (p && (isupper(p) != 0) == by_own && attacks(board, file, rank, to_file, to_rank) &&
                !(pins && pinned_away(board, file, rank, to_file, to_rank))) {
                const int worth = worth_of(p);
                least = least == 0 || worth < least ? worth : least;
            }
        }
    }
    return least;
}

/* 0 neither attacked nor defended, 1 attacked and firm, 2 only defended, 3 hanging. */
static int state_of(const seen *board, bool pins, int file, int rank)
{
    const char p = board->at[rank][file];
    const bool own = isupper(p) != 0;
    const int attacker = least_attacker(board, pins, !own, file, rank);
    const bool defended = least_attacker(board, pins, own, file, rank) > 0;
    if (attacker == 0) {
        return defended ? 2 : 0;
    }
    return defended && (attacker >= worth_of(p) || toupper(p) == 'K') ? 1 : 3;
}

static int reference_rows(const position *pos, bool pins, uint16_t rows[64])
{
    const seen board = see(pos);
    int count = 0;
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8; file++) {
            const char p = board.at[rank][file];
            if (p) {
                const int type = (int)(strchr("PNBRQK", toupper(p)) - "PNBRQK");
                rows[count++] = (uint16_t)(768 * state_of(&board, pins, file, rank) +
                                           (islower(p) ? 384 : 0) + 64 * type + 8 * rank + file);
            }
        }
    }
    return count;
}

/* The policy's rows by piece letter and squares as seen (promotions also by piece: N, B, R, Q are 1
 * to 4), numbered by counting through every move of an empty board. */
typedef struct policy_map {
    int row[128][64][64][5];
    int castling[2];
    int count;
} policy_map;

static bool moves_on_empty_board(char letter, int from, int to)
{
    const seen empty = {0};
    seen board = empty;
    board.at[from / 8][from % 8] = letter;
    return attacks(&board, from % 8, from / 8, to % 8, to / 8);
}

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
                map.row['P'][from][to][0] = map.count++;
            }
        }
    }
    for (const char *letter = "NBRQK"; *letter; letter++) {
        for (int from = 0; from < 64; from++) {
            for (int to = 0; to < 64; to++) {
                if (moves_on_empty_board(*letter, from, to)) {
                    map.row[(int)*letter][from][to][0] = map.count++;
                }
            }
        }
    }
    for (int from = 48; from < 56; from++) {
        for (int to = 56; to < 64; to++) {
            for (int piece_to = 1; pawn_steps(from, to) && piece_to <= 4; piece_to++) {
                map.row['P'][from][to][piece_to] = map.count++;
            }
        }
    }
    map.castling[0] = map.count++;
    map.castling[1] = map.count++;
    for (int from = 8; from < 16; from++) {
        map.row['P'][from][from + 16][0] = map.count++;
    }
    cr_assert_eq(map.count, POLICY_ROWS);
    return &map;
}

static int reference_policy_row(const policy_map *map, const position *pos, move m)
{
    const int flip = (pos->to_move == BLACK ? 56 : 0) ^
                     (square_file(pos_king(pos, (colour)pos->to_move)) >= 4 ? 7 : 0);
    const int from = move_from(m) ^ flip, to = move_to(m) ^ flip;
    if (move_kind_of(m) == MOVE_CASTLING) {
        return map->castling[to > from ? 0 : 1];
    }
    const int letter = "PNBRQK"[piece_kind(pos->board[move_from(m)])];
    return map->row[letter][from][to][move_is_promotion(m) ? (int)move_kind_of(m) : 0];
}

static void check_rows(const position *pos, bool pins)
{
    uint16_t expected[64], rows[FEATURES_MAX];
    const int count = reference_rows(pos, pins, expected);
    cr_assert_eq(feature_rows(pos, pins, rows), count);
    for (int i = 0; i < count; i++) {
        cr_assert_eq(rows[i], expected[i]);
        cr_assert_lt(rows[i], FEATURE_ROWS);
    }
    const position images[2] = {walk_mirrored(pos, true), walk_mirrored(pos, false)};
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(feature_rows(&images[i], pins, rows), count);
        cr_assert_arr_eq(rows, expected, (size_t)count * sizeof *rows, "image %d differs", i);
    }
}

static void check_policy_rows(const policy_map *map, const position *pos)
{
    move moves[MOVES_MAX], turned[MOVES_MAX];
    uint16_t rows[MOVES_MAX], image_rows[MOVES_MAX];
    bool used[POLICY_ROWS] = {0};
    const int count = gen_legal(pos, moves);
    feature_policy_rows(pos, moves, count, rows);
    for (int i = 0; i < count; i++) {
        cr_assert_eq(rows[i], reference_policy_row(map, pos, moves[i]), "move %04x", moves[i]);
        cr_assert_not(used[rows[i]], "two moves share row %u", rows[i]);
        used[rows[i]] = true;
    }
    const position images[2] = {walk_mirrored(pos, true), walk_mirrored(pos, false)};
    const int flips[2] = {56, 7};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < count; j++) {
            turned[j] = (move)(moves[j] ^ flips[i] ^ flips[i] << 6);
        }
        feature_policy_rows(&images[i], turned, count, image_rows);
        cr_assert_arr_eq(image_rows, rows, (size_t)count * sizeof *rows, "image %d differs", i);
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
    cr_assert_eq(feature_view(&pos), 7);
    uint16_t policy_rows[MOVES_MAX];
    move moves[MOVES_MAX];
    const int move_count = gen_legal(&pos, moves);
    feature_policy_rows(&pos, moves, move_count, policy_rows);
    unsigned sum = 0; /* the order of generation may change */
    for (int i = 0; i < move_count; i++) {
        sum += policy_rows[i] * policy_rows[i];
    }
    check_hash(&pos, false, 2369978460);
    pos = walk_fen("4r2k/8/8/b7/4B2q/2N3B1/8/4K1R1 w - - 0 1");
    check_hash(&pos, false, 1519426753);
    check_hash(&pos, true, 1565185729);
    cr_assert_eq(sum, 140169992, "policy rows hash to %u", sum);
}
