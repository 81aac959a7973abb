#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/perft.h"
#include "chess_walk.h"

TestSuite(perft, .init = walk_start);

enum { DEPTHS = 6 };

typedef struct known {
    const char *fen;
    uint64_t nodes[DEPTHS]; /* from depth 1; 0 where not tested */
} known;

/* The usual suite (chessprogramming wiki, Perft Results). */
static const known suite[] = {
    {FEN_START, {20, 400, 8902, 197281, 4865609, 119060324}},
    {FEN_KIWIPETE, {48, 2039, 97862, 4085603, 193690690}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238, 674624}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", {6, 264, 9467, 422333, 0}},
    {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", {6, 264, 9467, 422333, 0}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {44, 1486, 62379, 2103487, 0}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
     {46, 2079, 89890, 3894594, 0}},
};

static void expect_perft(const position *pos, const char *name, int depth, uint64_t nodes)
{
    uint64_t counted = perft(pos, depth);
    cr_expect_eq(counted, nodes, "%s depth %d: %" PRIu64 " instead of %" PRIu64, name, depth,
                 counted, nodes);
}

Test(perft, usual_suite)
{
    for (size_t i = 0; i < sizeof suite / sizeof *suite; i++) {
        position pos = walk_fen(suite[i].fen);
        for (int depth = 1; depth <= DEPTHS - 2 * SLOW_BUILD; depth++) {
            if (suite[i].nodes[depth - 1]) {
                expect_perft(&pos, suite[i].fen, depth, suite[i].nodes[depth - 1]);
            }
        }
    }
}

Test(perft, depth_zero_is_the_position_itself)
{
    position pos = walk_fen(FEN_START);
    cr_assert_eq(perft(&pos, 0), 1);
}

/* Chess960 and double Chess960, counted by another program (Stockfish 15.1). */
Test(perft, chess960, .timeout = 1200)
{
    FILE *file = fopen(TEST_DATA "/perft.epd", "r");
    cr_assert_not_null(file, "%s", TEST_DATA "/perft.epd");
    char line[256];
    int positions = 0;
    while (fgets(line, sizeof line, file)) {
        char *counts = strstr(line, " ;D1 ");
        cr_assert_not_null(counts, "%s", line);
        *counts = '\0';
        position pos = walk_fen(line);
        char *at = counts + 1;
        for (int depth = 1; depth <= 4; depth++) {
            at += strlen(";D1 ");
            uint64_t nodes = strtoull(at, &at, 10);
            if (depth <= 4 - SLOW_BUILD) {
                expect_perft(&pos, line, depth, nodes);
            }
            at++;
        }
        positions++;
    }
    fclose(file);
    cr_assert_geq(positions, 200);
}
