/* Tests the classes of moves: known moves, mirror images, and the rows of queries. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/see.h"
#include "chess_walk.h"
#include "nn/features.h"

TestSuite(move_classes, .init = walk_start);

/* A move's classes, taken apart again. */
typedef struct parts {
    unsigned type, victim, exchange, check;
    unsigned flight, threats, neglect, guard, support;
} parts;

enum { NOTHING = 5, LOSES = 0, HOLDS, WINS };

static parts take_apart(const uint16_t class[MOVE_CLASSES])
{
    unsigned trade = class[0], standing = class[1] - 216u;
    parts p = {.check = trade % 2,
               .exchange = trade / 2 % 3,
               .victim = trade / 6 % 6,
               .type = trade / 36,
               .support = standing % 2,
               .guard = standing / 2 % 4,
               .neglect = standing / 8 % 2,
               .threats = standing / 16 % 3,
               .flight = standing / 48 % 3};
    cr_assert_lt(p.type, PIECE_TYPES);
    cr_assert_eq(standing / 144, p.type, "both classes name the piece");
    return p;
}

static void classes_of(const position *pos, const move moves[], int count,
                       uint16_t classes[][MOVE_CLASSES])
{
    const attack_maps maps = pos_attack_maps(pos);
    feature_move_classes(pos, &maps, moves, count, classes);
}

static parts parts_of(const char *fen, const char *uci)
{
    const position pos = walk_fen(fen);
    move moves[MOVES_MAX];
    uint16_t classes[MOVES_MAX][MOVE_CLASSES];
    const int count = gen_legal(&pos, moves);
    classes_of(&pos, moves, count, classes);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        move_to_uci(moves[i], fen_is_chess960(&pos), text);
        if (strcmp(text, uci) == 0) {
            return take_apart(classes[i]);
        }
    }
    cr_assert_fail("%s: %s is not legal", fen, uci);
    return (parts){.type = PIECE_TYPES};
}

Test(move_classes, of_known_moves)
{
    static const struct {
        const char *fen, *uci;
        parts wanted; /* type, victim, exchange, check; flight, threats, neglect, guard, support */
    } cases[] = {
        {FEN_START, "g1f3", {KNIGHT, NOTHING, HOLDS, 0, 0, 0, 0, 0, 1}},
        {FEN_START, "e2e4", {PAWN, NOTHING, HOLDS, 0, 0, 0, 0, 0, 0}},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", {KING, NOTHING, HOLDS, 0, 0, 0, 0, 0, 0}},
        {"4k3/2p5/3p4/8/4n3/3P4/8/3QK3 w - -", "d3e4", {PAWN, KNIGHT, WINS, 0, 0, 0, 0, 0, 1}},
        {"4k3/2p5/3p4/8/8/8/8/3QK3 w - -", "d1d6", {QUEEN, PAWN, LOSES, 0, 0, 1, 0, 3, 0}},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", {PAWN, PAWN, WINS, 0, 0, 0, 0, 0, 1}},
        /* Knight takes knight, pawn takes back: even. The knight stood loose. */
        {"4k3/8/3p4/4n3/8/3N4/8/4K3 w - -", "d3e5", {KNIGHT, KNIGHT, HOLDS, 0, 2, 0, 0, 3, 0}},
        /* Away from a rook along its own line: the rook takes through the square that was left. */
        {"4k3/3r4/8/3Q4/8/8/8/6K1 w - -", "d5d2", {QUEEN, NOTHING, LOSES, 0, 2, 0, 0, 0, 0}},
        /* A rook takes the queen, and the pawn that takes the rook becomes one. */
        {"5r1k/2P5/8/8/1Q6/8/8/7K w - -", "b4b8", {QUEEN, NOTHING, HOLDS, 0, 0, 1, 0, 1, 1}},
        /* The bishop that takes the pawn opens the line of the queen behind it. */
        {"7k/8/8/8/8/1b6/P1Q5/7K w - -", "a2a4", {PAWN, NOTHING, HOLDS, 0, 1, 0, 1, 2, 0}},
        /* The rook leaves the file to the rook behind it. */
        {"4r2k/8/8/8/8/8/4R3/4R2K w - -", "e2e5", {ROOK, NOTHING, HOLDS, 0, 1, 1, 0, 1, 0}},
        {"4k3/8/8/8/8/8/8/R3K3 w - -", "a1a8", {ROOK, NOTHING, HOLDS, 1, 0, 0, 0, 0, 0}},
        /* The bishop leaves the line from rook to king; the pawn stays on it. */
        {"4k3/8/8/8/4B3/8/8/K3R3 w - -", "e4c2", {BISHOP, NOTHING, HOLDS, 1, 0, 0, 0, 0, 0}},
        {"4k3/8/8/8/4P3/8/8/K3R3 w - -", "e4e5", {PAWN, NOTHING, HOLDS, 0, 0, 0, 0, 0, 0}},
        {"4k3/8/8/4p3/4R3/8/8/K3R3 w - -", "e4d4", {ROOK, NOTHING, LOSES, 0, 0, 0, 0, 3, 0}},
        {"4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8q", {PAWN, NOTHING, HOLDS, 1, 0, 0, 0, 0, 0}},
        /* A knight that a pawn attacks goes to attack a loose pawn; a knight attacks two. */
        {"3q1r1k/8/8/8/2p5/3N4/8/4K3 w - -", "d3e5", {KNIGHT, NOTHING, HOLDS, 0, 2, 1, 0, 0, 0}},
        {"7k/3q4/6r1/8/8/3N4/8/4K3 w - -", "d3e5", {KNIGHT, NOTHING, HOLDS, 0, 2, 2, 0, 0, 0}},
        /* The rook in the corner hangs; a knight guards f5. */
        {"7k/8/3n4/8/8/3P4/1p6/R3KQ2 w - -", "f1f5", {QUEEN, NOTHING, LOSES, 0, 0, 0, 1, 2, 0}},
        {"7k/8/3n4/8/8/3P4/1p6/R3KQ2 w - -", "d3d4", {PAWN, NOTHING, HOLDS, 0, 0, 0, 1, 0, 0}},
        /* Defended and attacked by its like: not loose. A king guards least. */
        {"4k3/8/8/3r4/8/8/3R4/3RK3 w - -", "d2d4", {ROOK, NOTHING, HOLDS, 0, 1, 1, 0, 1, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const parts got = parts_of(cases[i].fen, cases[i].uci);
        cr_expect(memcmp(&got, &cases[i].wanted, sizeof got) == 0,
                  "%s %s: %u %u %u %u, %u %u %u %u %u", cases[i].fen, cases[i].uci, got.type,
                  got.victim, got.exchange, got.check, got.flight, got.threats, got.neglect,
                  got.guard, got.support);
    }
}

static void count_classes(const position *pos, int by, int histogram[POLICY_CLASSES])
{
    move moves[MOVES_MAX];
    uint16_t classes[MOVES_MAX][MOVE_CLASSES];
    const int count = gen_legal(pos, moves);
    classes_of(pos, moves, count, classes);
    for (int k = 0; k < count; k++) {
        histogram[classes[k][0]] += by;
        histogram[classes[k][1]] += by;
    }
}

static void compare_mirror_images(const position *pos)
{
    int histogram[POLICY_CLASSES] = {0};
    position bare = *pos;
    bare.castling = 0;
    bare.en_passant = SQUARE_NONE;
    const position image = walk_mirrored(&bare, true);
    count_classes(&bare, 1, histogram);
    count_classes(&image, -1, histogram);
    for (int k = 0; k < POLICY_CLASSES; k++) {
        cr_assert_eq(histogram[k], 0, "class %d", k);
    }
}

Test(move_classes, do_not_depend_on_the_colour)
{
    walk_games(14, 100, compare_mirror_images);
}

/* feature_policy_inputs() gives the rows of the position and this query. */
static void check_inputs(const position *pos, const move moves[], int count,
                         const policy_query *query, bool classed)
{
    policy_query both;
    uint16_t both_rows[FEATURES_MAX], rows[FEATURES_MAX];
    const int row_count = feature_rows(pos, classed, rows);
    cr_assert_eq(feature_policy_inputs(&both, both_rows, pos, classed, moves, count, classed),
                 row_count);
    cr_assert_arr_eq(both_rows, rows, (size_t)row_count * sizeof *rows);
    cr_assert(both.moves == query->moves && both.count == query->count);
    cr_assert_arr_eq(both.rows, query->rows, query->count * sizeof *query->rows);
}

static void check_queries(const position *pos)
{
    move moves[MOVES_MAX];
    uint16_t classes[MOVES_MAX][MOVE_CLASSES];
    policy_query query, plain;
    bool seen[POLICY_ROWS_CLASSED] = {0};
    float answers[QUERY_ROWS_MAX];
    const int count = gen_legal(pos, moves);
    classes_of(pos, moves, count, classes);
    feature_policy_query(&plain, pos, moves, count, false);
    feature_policy_query(&query, pos, moves, count, true);
    check_inputs(pos, moves, count, &plain, false);
    check_inputs(pos, moves, count, &query, true);
    cr_assert(plain.count == count && query.moves == count);
    cr_assert_arr_eq(query.rows, plain.rows, (size_t)count * sizeof *plain.rows);
    for (int i = 0; i < query.count; i++) {
        cr_assert_not(seen[query.rows[i]]);
        seen[query.rows[i]] = true;
        answers[i] = (float)query.rows[i];
    }
    policy_query_sum(&query, answers);
    for (int i = 0; i < count; i++) {
        const int sum = query.rows[i] + 2 * POLICY_ROWS + classes[i][0] + classes[i][1];
        cr_assert_float_eq(answers[i], (float)sum, 0.5f);
    }
}

Test(move_classes, queries_name_each_class_once)
{
    walk_games(7, 80, check_queries);
}

static unsigned plain_exchange(const position *pos, move m)
{
    if (!see_at_least(pos, m, 0)) {
        return LOSES;
    }
    return pos_is_capture(pos, m) && see_at_least(pos, m, 1) ? WINS : HOLDS;
}

/* Their pieces that the moved one attacks and that are loose or worth more, up to two. */
static unsigned plain_threats(const position *pos, move m)
{
    const square from = move_from(m), to = move_to(m);
    const colour us = (colour)pos->to_move;
    const piece_type type =
        move_is_promotion(m) ? (piece_type)move_kind_of(m) : piece_kind(pos->board[from]);
    const bitboard occupied = pos_occupied(pos) & ~bb_of(from);
    const bitboard safe = pos_attacked_by(pos, us ^ 1);
    bitboard left = attacks_of(type, us, to, occupied);
    unsigned count = 0;
    left &= pos->side[us ^ 1] & ~pos->kind[KING];
    while (left) {
        const square s = bb_pop(&left);
        const piece_type target = piece_kind(pos->board[s]);
        const bool worth_more = type != KING && see_value[target] > see_value[type];
        count += worth_more || !(safe & bb_of(s));
    }
    return count < 2 ? count : 2;
}

static bool plain_check(const position *pos, move m)
{
    position next = *pos;
    pos_make(&next, m);
    return pos_in_check(&next);
}

/* Every shortcut says what following the moves says. Checks are compared for plain moves: the
 * classes see no check by the rook that castles, nor one along a line that a promoting pawn or one
 * taken en passant leaves. */
static void follow_each_move(const position *pos)
{
    move moves[MOVES_MAX];
    uint16_t classes[MOVES_MAX][MOVE_CLASSES];
    const int count = gen_legal(pos, moves);
    classes_of(pos, moves, count, classes);
    for (int i = 0; i < count; i++) {
        const parts p = take_apart(classes[i]);
        const bool plain = move_kind_of(moves[i]) == MOVE_PLAIN;
        if (p.exchange != plain_exchange(pos, moves[i]) ||
            p.threats != plain_threats(pos, moves[i]) ||
            (plain && p.check != plain_check(pos, moves[i]))) {
            char fen[FEN_TEXT_MAX], text[MOVE_TEXT_MAX];
            fen_write(pos, false, fen);
            move_to_uci(moves[i], false, text);
            cr_assert_fail("%s %s: %u %u %u", fen, text, p.exchange, p.threats, p.check);
        }
    }
}

Test(move_classes, agree_with_following_each_move)
{
    walk_games(154, 100, follow_each_move);
}
