/* Tests tables in slices: the slices of a position, and their arithmetic against hand-computed
 * figures. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "game_file.h"
#include "train_slices.h"

static void start(void)
{
    attacks_init(true);
}

TestSuite(train_slices, .init = start);

static train_record record_of(const char *fen, const char *best, int score)
{
    position pos;
    cr_assert(fen_parse(&pos, fen, NULL, NULL), "%s", fen);
    train_record record = {
        .best = gen_from_uci(&pos, best), .score = (int16_t)score, .outcome = OUTCOME_DRAWN};
    cr_assert(record.best != MOVE_NONE, "%s", best);
    train_record_pack(&record, &pos);
    return record;
}

static uint32_t bits(slice a, slice b, slice c, slice d)
{
    return 1u << SLICE_ALL | 1u << a | 1u << b | 1u << c | 1u << d;
}

static const char bare_rook[] = "8/8/8/3k4/8/8/3r4/3RK3 w - - 0 1";

Test(train_slices, membership)
{
    train_record r = record_of(FEN_START, "e2e4", 49);
    const uint32_t opening =
        bits(SLICE_PIECES_25, SLICE_NO_CHECK, SLICE_NO_CAPTURE, SLICE_SCORE_0) | 1u << SLICE_NEAR |
        1u << SLICE_BELOW_300 | 1u << SLICE_BELOW_300_PIECES_25;
    cr_expect(train_slices_of(&r) == opening);
    r = record_of(bare_rook, "d1d2", -600);
    cr_expect(train_slices_of(&r) ==
              bits(SLICE_PIECES_2, SLICE_NO_CHECK, SLICE_CAPTURE, SLICE_SCORE_600));
    r = record_of("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", GAME_SCORE_NONE);
    cr_expect(train_slices_of(&r) ==
              bits(SLICE_PIECES_2, SLICE_CHECK, SLICE_CAPTURE, SLICE_NO_SCORE));
    /* Both ends of each band; mates of both signs. */
    static const struct {
        int score;
        slice in;
    } bands[] = {{0, SLICE_SCORE_0},       {-49, SLICE_SCORE_0},      {50, SLICE_SCORE_50},
                 {-99, SLICE_SCORE_50},    {100, SLICE_SCORE_100},    {199, SLICE_SCORE_100},
                 {-200, SLICE_SCORE_200},  {299, SLICE_SCORE_200},    {300, SLICE_SCORE_300},
                 {599, SLICE_SCORE_300},   {600, SLICE_SCORE_600},    {-999, SLICE_SCORE_600},
                 {1000, SLICE_SCORE_1000}, {20000, SLICE_SCORE_1000}, {31000, SLICE_MATE},
                 {-31990, SLICE_MATE},     {-32768, SLICE_NO_SCORE}};
    for (size_t i = 0; i < sizeof bands / sizeof *bands; i++) {
        r.score = (int16_t)bands[i].score;
        const uint32_t in = train_slices_of(&r);
        cr_expect(in >> SLICE_SCORE_0 == 1u << (bands[i].in - SLICE_SCORE_0), "%d", bands[i].score);
        const bool near = bands[i].in <= SLICE_SCORE_100 && bands[i].in >= SLICE_SCORE_0;
        cr_expect((in >> SLICE_NEAR & 1) == near, "%d", bands[i].score);
        const bool below = near || bands[i].in == SLICE_SCORE_200;
        cr_expect((in >> SLICE_BELOW_300 & 1) == below, "%d", bands[i].score);
        cr_expect((in >> SLICE_BELOW_300_PIECES_2 & 1) == below, "%d", bands[i].score);
    }
}

/* Kings and so many pawns. */
Test(train_slices, undecided_positions_by_pieces)
{
    static const struct {
        int pieces;
        slice in;
    } cases[] = {{2, SLICE_BELOW_300_PIECES_2},   {10, SLICE_BELOW_300_PIECES_2},
                 {11, SLICE_BELOW_300_PIECES_11}, {16, SLICE_BELOW_300_PIECES_11},
                 {17, SLICE_BELOW_300_PIECES_17}, {24, SLICE_BELOW_300_PIECES_17},
                 {25, SLICE_BELOW_300_PIECES_25}, {32, SLICE_BELOW_300_PIECES_25}};
    const uint32_t parts = 1u << SLICE_BELOW_300_PIECES_2 | 1u << SLICE_BELOW_300_PIECES_11 |
                           1u << SLICE_BELOW_300_PIECES_17 | 1u << SLICE_BELOW_300_PIECES_25;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position pos;
        cr_assert(fen_parse(&pos, FEN_START, NULL, NULL));
        train_record r = record_of(FEN_START, "e2e4", 299);
        for (square s = 0; bb_count(pos_occupied(&pos)) > cases[i].pieces; s++) {
            if (pos.board[s] != PIECE_NONE && piece_kind(pos.board[s]) != KING) {
                pos.kind[piece_kind(pos.board[s])] &= ~bb_of(s);
                pos.side[piece_side(pos.board[s])] &= ~bb_of(s);
                pos.board[s] = PIECE_NONE;
            }
        }
        train_record_pack(&r, &pos);
        cr_expect((train_slices_of(&r) & parts) == 1u << cases[i].in, "%d", cases[i].pieces);
    }
}

/* What the table prints on the line that begins with `name`, as text after it. */
static char *printed(const train_slices *slices)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    cr_assert(out);
    train_slices_print(slices, out);
    train_slices_header(out);
    train_slices_rows(slices, "a \"net\", small", out);
    fclose(out);
    return text;
}

Test(train_slices, value_figures)
{
    train_slices slices = {.table = TABLE_VALUE};
    train_record quiet = record_of(FEN_START, "e2e4", 30), take = record_of(bare_rook, "d1d2", 700);
    quiet.outcome = OUTCOME_LOST;
    train_slices_add_value(&slices, &quiet, 0.75f, 0.5f, 1.0);
    quiet.outcome = OUTCOME_WON;
    train_slices_add_value(&slices, &quiet, 0.75f, 1.0f, 2.0);
    take.outcome = 12; /* a score: no result */
    train_slices_add_value(&slices, &take, 1.0f, 0.875f, 0.5);
    cr_expect(slices.positions[SLICE_ALL] == 3.0 && slices.positions[SLICE_NEAR] == 2.0);
    cr_expect(slices.positions[SLICE_CAPTURE] == 1.0 && slices.positions[SLICE_CHECK] == 0.0);
    const calibration_bin *bin = &slices.bins[7], *last = &slices.bins[9];
    cr_expect(bin->positions == 2.0 && bin->predicted == 1.5 && bin->teacher == 1.5);
    cr_expect(bin->results == 2.0 && bin->outcome == 1.0);
    cr_expect(last->positions == 1.0 && last->results == 0.0, "1 belongs to the last bin");
    char *text = printed(&slices);
    /* Errors 0.25, 0.25, 0.125; signed 0.25, -0.25, 0.125. */
    cr_expect(strstr(text, "3         0.2083         0.0417         1.1667          66.67\n"), "%s",
              text);
    cr_expect(strstr(text, "2         0.2500         0.0000         1.5000         100.00\n"), "%s",
              text);
    cr_expect(strstr(text, "value,move,capture,error_over_0.2,0\n"), "%s", text);
    cr_expect(strstr(text, "0.7 to 0.8                2      0.7500    0.7500         2    0.5000"),
              "%s", text);
    cr_expect(strstr(text, "\"a \"\"net\"\", small\",value,move,capture,error,0.125\n"), "%s",
              text);
    cr_expect(strstr(text, "calibration,predicted,0.7 to 0.8,outcome,0.5\n"), "%s", text);
    cr_expect(!strstr(text, "nan"), "%s", text);
    free(text);
}

Test(train_slices, policy_figures)
{
    train_slices slices = {.table = TABLE_POLICY};
    const train_record quiet = record_of(FEN_START, "e2e4", 30);
    const float even[4] = {0.25f, 0.25f, 0.25f, 0.25f};
    const float sure[4] = {0.5f, 0.496f, 0.004f, 0.0f};
    train_slices_add_policy(&slices, &quiet, even, 4, 3);
    train_slices_add_policy(&slices, &quiet, sure, 4, 2);
    const double *sum = slices.sum[SLICE_ALL];
    cr_expect(sum[0] == 1.0, "equals count as first");
    cr_expect(sum[1] == 2.0, "among three");
    cr_expect(fabs(sum[2] - (log(4.0) - log(0.004))) < 1e-6, "cross-entropy");
    const double entropy = -0.5 * log(0.5) - 0.496 * log(0.496) - 0.004 * log(0.004);
    cr_expect(fabs(sum[3] - (log(4.0) + entropy)) < 1e-6, "entropy, where 0 log 0 is 0");
    cr_expect(sum[4] == 1.0, "priors under 1%%");
    train_slices_add_policy(&slices, &quiet, sure, 4, 3);
    cr_expect(isfinite(sum[2]) && sum[1] == 2.0, "a prior of 0, behind three");
}

Test(train_slices, player_figures)
{
    train_slices slices = {.table = TABLE_PLAYER};
    const train_record quiet = record_of(FEN_START, "e2e4", 30);
    for (size_t above = 0; above < 4; above++) {
        train_slices_add_player(&slices, &quiet, above);
    }
    char *text = printed(&slices);
    cr_expect(strstr(text, "4          25.00          75.00\n"), "%s", text);
    free(text);
}
