/* Tests the classes of moves: known moves, mirror images, and the rows of queries. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "nn/features.h"
#include "random_net.h"

static void start(void)
{
    attacks_init(true);
}

TestSuite(move_classes, .init = start);

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
    position pos;
    move moves[MOVES_MAX];
    uint16_t classes[MOVES_MAX][MOVE_CLASSES];
    failure why;
    cr_assert(fen_parse(&pos, fen, NULL, &why), "%s", why.text);
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

static void expect(const char *fen, const char *uci, parts wanted)
{
    const parts got = parts_of(fen, uci);
    cr_expect_eq(got.type, wanted.type, "%s %s: type %u", fen, uci, got.type);
    cr_expect_eq(got.victim, wanted.victim, "%s %s: victim %u", fen, uci, got.victim);
    cr_expect_eq(got.exchange, wanted.exchange, "%s %s: exchange %u", fen, uci, got.exchange);
    cr_expect_eq(got.check, wanted.check, "%s %s: check %u", fen, uci, got.check);
    cr_expect_eq(got.flight, wanted.flight, "%s %s: flight %u", fen, uci, got.flight);
    cr_expect_eq(got.threats, wanted.threats, "%s %s: threats %u", fen, uci, got.threats);
    cr_expect_eq(got.neglect, wanted.neglect, "%s %s: neglect %u", fen, uci, got.neglect);
    cr_expect_eq(got.guard, wanted.guard, "%s %s: guard %u", fen, uci, got.guard);
    cr_expect_eq(got.support, wanted.support, "%s %s: support %u", fen, uci, got.support);
}

Test(move_classes, quiet_moves)
{
    expect(FEN_START, "g1f3",
           (parts){.type = KNIGHT, .victim = NOTHING, .exchange = HOLDS, .support = 1});
    expect(FEN_START, "e2e4", (parts){.type = PAWN, .victim = NOTHING, .exchange = HOLDS});
    expect("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1",
           (parts){.type = KING, .victim = NOTHING, .exchange = HOLDS});
}

Test(move_classes, trades)
{
    expect("4k3/2p5/3p4/8/4n3/3P4/8/3QK3 w - - 0 1", "d3e4",
           (parts){.type = PAWN, .victim = KNIGHT, .exchange = WINS, .support = 1});
    expect("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6",
           (parts){.type = QUEEN, .victim = PAWN, .exchange = LOSES, .guard = 3, .threats = 1});
    expect("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6",
           (parts){.type = PAWN, .victim = PAWN, .exchange = WINS, .support = 1});
    /* Knight takes knight, pawn takes back: even. The knight stood loose. */
    expect("4k3/8/3p4/4n3/8/3N4/8/4K3 w - - 0 1", "d3e5",
           (parts){.type = KNIGHT, .victim = KNIGHT, .exchange = HOLDS, .flight = 2, .guard = 3});
    /* Away from a rook along its own line: the rook takes through the square that was left. */
    expect("4k3/3r4/8/3Q4/8/8/8/6K1 w - - 0 1", "d5d2",
           (parts){.type = QUEEN, .victim = NOTHING, .exchange = LOSES, .flight = 2});
}

/* What an exchange comes to is mostly told without following it; here it cannot be. */
Test(move_classes, trades_with_a_turn)
{
    /* A rook takes the queen, and the pawn that takes the rook becomes one. */
    expect("5r1k/2P5/8/8/1Q6/8/8/7K w - - 0 1", "b4b8",
           (parts){.type = QUEEN,
                   .victim = NOTHING,
                   .exchange = HOLDS,
                   .threats = 1,
                   .guard = 1,
                   .support = 1});
    /* The bishop that takes the pawn opens the line of the queen behind it. */
    expect("7k/8/8/8/8/1b6/P1Q5/7K w - - 0 1", "a2a4",
           (parts){.type = PAWN,
                   .victim = NOTHING,
                   .exchange = HOLDS,
                   .flight = 1,
                   .neglect = 1,
                   .guard = 2});
    /* The rook leaves the file to the rook behind it. */
    expect("4r2k/8/8/8/8/8/4R3/4R2K w - - 0 1", "e2e5",
           (parts){.type = ROOK,
                   .victim = NOTHING,
                   .exchange = HOLDS,
                   .flight = 1,
                   .threats = 1,
                   .guard = 1});
}

Test(move_classes, checks)
{
    expect("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8",
           (parts){.type = ROOK, .victim = NOTHING, .exchange = HOLDS, .check = 1});
    /* The bishop leaves the line from rook to king; the pawn stays on it. */
    expect("4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1", "e4c2",
           (parts){.type = BISHOP, .victim = NOTHING, .exchange = HOLDS, .check = 1});
    expect("4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1", "e4e5",
           (parts){.type = PAWN, .victim = NOTHING, .exchange = HOLDS});
    expect("4k3/8/8/4p3/4R3/8/8/K3R3 w - - 0 1", "e4d4",
           (parts){.type = ROOK, .victim = NOTHING, .exchange = LOSES, .guard = 3});
    expect("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q",
           (parts){.type = PAWN, .victim = NOTHING, .exchange = HOLDS, .check = 1});
}

Test(move_classes, standing)
{
    /* A knight that a pawn attacks goes where it attacks the loose pawn, or rook and queen. */
    expect(
        "3q1r1k/8/8/8/2p5/3N4/8/4K3 w - - 0 1", "d3e5",
        (parts){.type = KNIGHT, .victim = NOTHING, .exchange = HOLDS, .flight = 2, .threats = 1});
    expect(
        "7k/3q4/6r1/8/8/3N4/8/4K3 w - - 0 1", "d3e5",
        (parts){.type = KNIGHT, .victim = NOTHING, .exchange = HOLDS, .flight = 2, .threats = 2});
    /* The rook in the corner hangs; a knight guards f5. */
    const char *const loose = "7k/8/3n4/8/8/3P4/1p6/R3KQ2 w - - 0 1";
    expect(loose, "f1f5",
           (parts){.type = QUEEN, .victim = NOTHING, .exchange = LOSES, .neglect = 1, .guard = 2});
    expect(loose, "d3d4",
           (parts){.type = PAWN, .victim = NOTHING, .exchange = HOLDS, .neglect = 1});
    /* Defended and attacked by its like: not loose. A king guards least. */
    expect("4k3/8/8/3r4/8/8/3R4/3RK3 w - - 0 1", "d2d4",
           (parts){.type = ROOK,
                   .victim = NOTHING,
                   .exchange = HOLDS,
                   .flight = 1,
                   .threats = 1,
                   .guard = 1});
}

/* The other colour's view of the same position gives the same classes. */
Test(move_classes, do_not_depend_on_the_colour)
{
    static const char *const fens[][2] = {
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
         "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1"},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1"}};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        long histogram[POLICY_CLASSES] = {0};
        for (int side = 0; side < 2; side++) {
            position pos;
            move moves[MOVES_MAX];
            uint16_t classes[MOVES_MAX][MOVE_CLASSES];
            cr_assert(fen_parse(&pos, fens[i][side], NULL, NULL));
            const int count = gen_legal(&pos, moves);
            cr_assert_gt(count, 10);
            classes_of(&pos, moves, count, classes);
            for (int k = 0; k < count; k++) {
                histogram[classes[k][0]] += side ? -1 : 1;
                histogram[classes[k][1]] += side ? -1 : 1;
            }
        }
        for (int k = 0; k < POLICY_CLASSES; k++) {
            cr_expect_eq(histogram[k], 0, "%s: class %d", fens[i][0], k);
        }
    }
}

Test(move_classes, queries_name_each_class_once)
{
    uint64_t state = 5;
    position pos;
    cr_assert(fen_parse(&pos, FEN_START, NULL, NULL));
    for (int ply = 0; ply < 80; ply++) {
        move moves[MOVES_MAX];
        uint16_t classes[MOVES_MAX][MOVE_CLASSES];
        policy_query query, plain;
        bool seen[POLICY_ROWS_CLASSED] = {0};
        float answers[QUERY_ROWS_MAX];
        const int count = gen_legal(&pos, moves);
        if (count == 0) {
            break;
        }
        classes_of(&pos, moves, count, classes);
        feature_policy_query(&plain, &pos, moves, count, false);
        feature_policy_query(&query, &pos, moves, count, true);
        cr_assert(plain.count == count && query.moves == count);
        cr_assert_arr_eq(query.rows, plain.rows, (size_t)count * sizeof *plain.rows);
        for (int i = 0; i < query.count; i++) {
            cr_assert_not(seen[query.rows[i]]);
            seen[query.rows[i]] = true;
            answers[i] = (float)query.rows[i];
        }
        policy_query_sum(&query, answers);
        for (int i = 0; i < count; i++) {
            cr_assert_float_eq(
                answers[i],
                (float)(query.rows[i] + 2 * POLICY_ROWS + classes[i][0] + classes[i][1]), 0.5f);
        }
        pos_make(&pos, moves[random_between(&state, 0, count - 1)]);
    }
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
Test(move_classes, agree_with_following_each_move)
{
    static const char *const fens[] = {
        FEN_START, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"};
    uint64_t state = 11;
    for (int game = 0; game < 150; game++) {
        position pos;
        cr_assert(fen_parse(&pos, fens[game % 3], NULL, NULL));
        for (int ply = 0; ply < 100; ply++) {
            move moves[MOVES_MAX];
            uint16_t classes[MOVES_MAX][MOVE_CLASSES];
            char fen[FEN_TEXT_MAX], text[MOVE_TEXT_MAX];
            const int count = gen_legal(&pos, moves);
            if (count == 0) {
                break;
            }
            fen_write(&pos, false, fen);
            classes_of(&pos, moves, count, classes);
            for (int i = 0; i < count; i++) {
                const parts p = take_apart(classes[i]);
                const bool plain = move_kind_of(moves[i]) == MOVE_PLAIN;
                move_to_uci(moves[i], false, text);
                cr_assert_eq(p.exchange, plain_exchange(&pos, moves[i]), "%s %s", fen, text);
                cr_assert_eq(p.threats, plain_threats(&pos, moves[i]), "%s %s", fen, text);
                cr_assert(!plain || p.check == plain_check(&pos, moves[i]), "%s %s", fen, text);
            }
            pos_make(&pos, moves[random_between(&state, 0, count - 1)]);
        }
    }
}

Test(move_classes, inputs_are_rows_and_query)
{
    uint64_t state = 3;
    position pos;
    cr_assert(fen_parse(&pos, FEN_START, NULL, NULL));
    for (int ply = 0; ply < 80; ply++) {
        move moves[MOVES_MAX];
        const int count = gen_legal(&pos, moves);
        if (count == 0) {
            break;
        }
        for (int classed = 0; classed < 2; classed++) {
            policy_query both, query;
            uint16_t both_rows[FEATURES_MAX], rows[FEATURES_MAX];
            const bool pins = ply % 2;
            const int row_count = feature_rows(&pos, pins, rows);
            feature_policy_query(&query, &pos, moves, count, classed);
            cr_assert_eq(feature_policy_inputs(&both, both_rows, &pos, pins, moves, count, classed),
                         row_count);
            cr_assert_arr_eq(both_rows, rows, (size_t)row_count * sizeof *rows);
            cr_assert(both.moves == query.moves && both.count == query.count);
            cr_assert_arr_eq(both.rows, query.rows, query.count * sizeof *query.rows);
        }
        pos_make(&pos, moves[random_between(&state, 0, count - 1)]);
    }
}
