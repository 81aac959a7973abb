/* The classes of moves: known moves, mirror images, and how queries name their rows. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
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

static parts parts_of(const char *fen, const char *uci)
{
    position pos;
    move moves[MOVES_MAX];
    uint16_t classes[MOVES_MAX][MOVE_CLASSES];
    failure why;
    cr_assert(fen_parse(&pos, fen, NULL, &why), "%s", why.text);
    const int count = gen_legal(&pos, moves);
    feature_move_classes(&pos, moves, count, classes);
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
            feature_move_classes(&pos, moves, count, classes);
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
        feature_move_classes(&pos, moves, count, classes);
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
