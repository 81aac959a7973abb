/* Tests how records fill a chunk: weights, inputs, and the views of a value net. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "nn/features.h"
#include "run_fixture.h"
#include "train_chunk.h"

static void start(void)
{
    attacks_init(true);
}

TestSuite(train_chunk, .init = start);

Test(train_chunk, decided_positions_count_less)
{
    static const struct {
        int16_t score;
        float weight;
    } cases[] = {{0, 1.0f},     {-300, 1.0f},  {400, 0.75f},   {600, 0.5f},
                 {-2000, 0.3f}, {31990, 0.3f}, {-31990, 0.3f}, {GAME_SCORE_NONE, 1.0f}};
    position pos;
    train_record records[8] = {{0}};
    const train_set set = {.records = records, .count = 8};
    const train_recipe recipe = {.decided_score = 300, .decided_weight = 0.3f, .copies = 1};
    cr_assert(fen_parse(&pos, FEN_START, NULL, NULL));
    for (int i = 0; i < 8; i++) {
        records[i] = (train_record){.score = cases[i].score, .copies = 1};
        train_record_pack(&records[i], &pos);
    }
    train_chunk *chunk = run_fixture_chunk("768x128p-3876", &set, &recipe, 8);
    for (int i = 0; i < 8; i++) {
        cr_expect_float_eq(chunk->weight[i], cases[i].weight, 1e-6f, "score %d", cases[i].score);
    }
    free(chunk);
}

/* A chunk's inputs know pins if the net's do. */
Test(train_chunk, chunks_have_the_inputs_of_the_net)
{
    static const char *const texts[] = {"3072hx128p-3876", "3072hpx128p-3876"};
    position pos;
    train_record record = {.score = 10, .copies = 1};
    cr_assert(fen_parse(&pos, "4r2k/8/8/b7/4B2q/2N3B1/8/4K1R1 w - - 0 1", NULL, NULL));
    train_record_pack(&record, &pos);
    const train_set set = {.records = &record, .count = 1};
    const train_recipe recipe = {.decided_score = 600, .copies = 1};
    for (int pins = 0; pins < 2; pins++) {
        uint16_t rows[FEATURES_MAX];
        train_chunk *chunk = run_fixture_chunk(texts[pins], &set, &recipe, 1);
        const int count = feature_rows(&pos, pins, rows);
        cr_assert_eq(chunk->feature_count[0], count);
        cr_expect_arr_eq(chunk->features[0], rows, (size_t)count * sizeof *rows);
        free(chunk);
    }
}

/* A position and its colours swapped fill a value net's chunk with the same. */
Test(train_chunk, both_views_are_filled)
{
    static const char *const fens[2] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1"};
    static const struct {
        const char *arch;
        int bucket;
    } cases[] = {{"768x128dp-4-8-1b8", 7}, {"3072kx128dp-4-8-1b8", 7}, {"768x128dp-4-8-1", 0}};
    const train_fit fit = {.scale = 140.0f, .result_share = 0.3f};
    const train_recipe recipe = {.fits = &fit, .decided_score = 300, .copies = 1};
    train_record records[2];
    const train_set set = {.records = records, .count = 2};
    for (size_t at = 0; at < 2; at++) {
        position pos;
        cr_assert(fen_parse(&pos, fens[at], NULL, NULL));
        records[at] = (train_record){.score = 140, .outcome = OUTCOME_WON, .copies = 1};
        train_record_pack(&records[at], &pos);
    }
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        train_chunk *chunk = run_fixture_chunk(cases[c].arch, &set, &recipe, 2);
        bool seen[2][2][FEATURE_ROWS] = {0};
        for (size_t list = 0; list < 4; list++) {
            cr_assert_eq(chunk->feature_count[list], 32);
            for (size_t i = 0; i < 32; i++) {
                seen[list / 2][list % 2][chunk->features[list][i]] = true;
            }
        }
        cr_expect(memcmp(seen[0], seen[1], sizeof seen[0]) == 0);
        cr_expect(memcmp(seen[0][0], seen[0][1], sizeof seen[0][0]) != 0);
        cr_expect(chunk->bucket[0] == cases[c].bucket && chunk->goal[0] == chunk->goal[1]);
        free(chunk);
    }
}
