/* Tests single positions: what a record keeps, and which positions are quiet. */
#include <criterion/criterion.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/features.h"
#include "quiet_position.h"
#include "train_record.h"

static void start(void)
{
    attacks_init(true);
}

TestSuite(train_record, .init = start);

Test(train_record, records_keep_positions)
{
    static const char *const fens[] = {
        FEN_START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 1",
        "qrkr1b2/8/8/8/8/8/8/1RK2R2 w Fd - 0 1",
        "8/P6k/8/8/8/8/p6K/8 b - - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        position pos, back;
        move moves[MOVES_MAX], others[MOVES_MAX];
        uint16_t rows[FEATURES_MAX], other_rows[FEATURES_MAX];
        train_record record = {0};
        cr_assert(fen_parse(&pos, fens[i], NULL, NULL), "%s", fens[i]);
        train_record_pack(&record, &pos);
        train_record_unpack(&record, &back);
        const size_t count = (size_t)gen_legal(&pos, moves);
        const size_t features = (size_t)feature_rows(&pos, true, rows);
        cr_assert_eq(gen_legal(&back, others), (int)count, "%s", fens[i]);
        cr_expect_arr_eq(moves, others, count * sizeof *moves, "%s", fens[i]);
        cr_assert_eq(feature_rows(&back, true, other_rows), (int)features, "%s", fens[i]);
        cr_expect_arr_eq(rows, other_rows, features * sizeof *rows, "%s", fens[i]);
        cr_expect_arr_eq(pos.board, back.board, sizeof pos.board, "%s", fens[i]);
    }
}

Test(train_record, quiet_positions)
{
    static const struct {
        const char *fen, *best;
        int score;
        bool wanted;
    } cases[] = {
        {FEN_START, "e2e4", 0, true},
        {FEN_START, "e2e4", 2500, true},
        {FEN_START, "e2e4", 2501, false},
        {FEN_START, "e2e4", -2501, false},
        {FEN_START, "e2e4", 31990, false},
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, false},
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4e5", 0, true},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, false},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", 0, false},
        {"4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "e1f1", 0, false},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position pos;
        cr_assert(fen_parse(&pos, cases[i].fen, NULL, NULL));
        const move best = gen_from_uci(&pos, cases[i].best);
        cr_assert_neq(best, MOVE_NONE);
        cr_expect_eq(quiet_by_move(&pos, best, cases[i].score), cases[i].wanted, "%s %s %d",
                     cases[i].fen, cases[i].best, cases[i].score);
    }
}
