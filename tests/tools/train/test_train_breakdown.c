/* Tests breakdowns: the slices of a position, and figures that were computed by hand. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "game_file.h"
#include "train_breakdown.h"

static void start(void)
{
    attacks_init(true);
}

TestSuite(train_breakdown, .init = start);

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

/* The table, then its rows, as text. */
static char *printed(const train_breakdown *breakdown)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    cr_assert(out);
    train_breakdown_print(breakdown, out);
    train_breakdown_header(out);
    train_breakdown_rows(breakdown, "a \"net\", small", out);
    fclose(out);
    return text;
}

/* Expects that a position is in `count` slices, and in those that are named, GROUP,NAME. */
static void expect_slices(const train_record *record, int count, const char *const names[3])
{
    train_breakdown breakdown = {.kind = NET_POLICY};
    train_breakdown_add_policy(&breakdown, record, (const float[]){1.0f}, 1, 0);
    char *text = printed(&breakdown);
    for (int i = 0; i < 3 && names[i]; i++) {
        char row[64];
        snprintf(row, sizeof row, ",policy,%s,positions,1\n", names[i]);
        cr_expect(strstr(text, row), "not in %s", names[i]);
    }
    int found = 0;
    for (const char *at = text; (at = strstr(at, ",positions,1\n")); at++) {
        found++;
    }
    cr_expect_eq(found, count, "%d slices: %s", found, text);
    free(text);
}

static const char bare_rook[] = "8/8/8/3k4/8/8/3r4/3RK3 w - - 0 1";

/* All, pieces, check, move and score. */
enum { SLICES_OF_ALL = 5 };

Test(train_breakdown, checks_and_captures)
{
    const train_record quiet = record_of(FEN_START, "e2e4", 600);
    expect_slices(&quiet, SLICES_OF_ALL,
                  (const char *[3]){"check,not in check", "move,no capture"});
    const train_record check = record_of("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", 600);
    expect_slices(&check, SLICES_OF_ALL, (const char *[3]){"check,in check", "move,capture"});
}

/* Both ends of each band; mates of both signs. Two kings, and the other pieces are pawns. */
Test(train_breakdown, bands)
{
    static const struct {
        int pieces, score;
        const char *names[3]; /* the third one if the position is undecided */
    } cases[] = {
        {2, 0, {"|score|,0 to 49", "pieces,2 to 8", "|score| < 300,2 to 10 pieces"}},
        {8, -49, {"|score|,0 to 49", "pieces,2 to 8", "|score| < 300,2 to 10 pieces"}},
        {9, 50, {"|score|,50 to 99", "pieces,9 to 16", "|score| < 300,2 to 10 pieces"}},
        {10, -99, {"|score|,50 to 99", "pieces,9 to 16", "|score| < 300,2 to 10 pieces"}},
        {11, 100, {"|score|,100 to 199", "pieces,9 to 16", "|score| < 300,11 to 16 pieces"}},
        {16, 199, {"|score|,100 to 199", "pieces,9 to 16", "|score| < 300,11 to 16 pieces"}},
        {17, -200, {"|score|,200 to 299", "pieces,17 to 24", "|score| < 300,17 to 24 pieces"}},
        {24, 299, {"|score|,200 to 299", "pieces,17 to 24", "|score| < 300,17 to 24 pieces"}},
        {25, 299, {"|score|,200 to 299", "pieces,25 to 32", "|score| < 300,25 to 32 pieces"}},
        {32, 0, {"|score|,0 to 49", "pieces,25 to 32", "|score| < 300,25 to 32 pieces"}},
        {32, 300, {"|score|,300 to 599", "pieces,25 to 32"}},
        {2, 599, {"|score|,300 to 599"}},
        {2, 600, {"|score|,600 to 999"}},
        {2, -999, {"|score|,600 to 999"}},
        {2, 1000, {"|score|,1000 or more"}},
        {2, 20000, {"|score|,1000 or more"}},
        {2, 31000, {"|score|,mate"}},
        {2, -31990, {"|score|,mate"}},
        {2, GAME_SCORE_NONE, {"|score|,unknown"}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        train_record record = record_of(FEN_START, "e2e4", cases[i].score);
        record.occupied = 0;
        for (int k = 0; k < cases[i].pieces; k++) {
            record.occupied |= bb_of((square)(2 * k));
        }
        memset(record.pieces, 0, sizeof record.pieces); /* white pawns, but for the kings */
        record.pieces[0] = (uint8_t)(piece_of(WHITE, KING) | piece_of(BLACK, KING) << 4);
        const int size = abs(cases[i].score), near = size < 200 ? 3 : size < 300 ? 2 : 0;
        expect_slices(&record, SLICES_OF_ALL + near, cases[i].names);
    }
}

Test(train_breakdown, value_figures)
{
    train_breakdown breakdown = {.kind = NET_VALUE};
    train_record quiet = record_of(FEN_START, "e2e4", 30), take = record_of(bare_rook, "d1d2", 700);
    quiet.outcome = OUTCOME_LOST;
    train_breakdown_add_value(&breakdown, &quiet, 0.75f, 0.5f, 1.0);
    quiet.outcome = OUTCOME_WON;
    train_breakdown_add_value(&breakdown, &quiet, 0.75f, 1.0f, 2.0);
    take.outcome = 12; /* a score: no result */
    train_breakdown_add_value(&breakdown, &take, 1.0f, 0.875f, 0.5);
    const calibration_bin *bin = &breakdown.bins[7], *last = &breakdown.bins[9];
    cr_expect(bin->positions == 2.0 && bin->predicted == 1.5 && bin->teacher == 1.5);
    cr_expect(bin->results == 2.0 && bin->outcome == 1.0);
    cr_expect(last->positions == 1.0 && last->results == 0.0, "1 belongs to the last bin");
    char *text = printed(&breakdown);
    /* Errors 0.25, 0.25, 0.125; signed 0.25, -0.25, 0.125. */
    static const char *const lines[] = {
        "3         0.2083         0.0417         1.1667          66.67\n",
        "2         0.2500         0.0000         1.5000         100.00\n",
        "0.7 to 0.8                2      0.7500    0.7500         2    0.5000",
        "value,move,capture,error_over_0.2,0\n",
        "\"a \"\"net\"\", small\",value,move,capture,error,0.125\n",
        "calibration,predicted,0.7 to 0.8,outcome,0.5\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        cr_expect(strstr(text, lines[i]), "%s in: %s", lines[i], text);
    }
    cr_expect(!strstr(text, "nan"), "%s", text);
    free(text);
}

Test(train_breakdown, policy_figures)
{
    train_breakdown breakdown = {.kind = NET_POLICY};
    const train_record quiet = record_of(FEN_START, "e2e4", 30);
    const float even[4] = {0.25f, 0.25f, 0.25f, 0.25f};
    const float sure[4] = {0.5f, 0.496f, 0.004f, 0.0f};
    train_breakdown_add_policy(&breakdown, &quiet, even, 4, 3);
    train_breakdown_add_policy(&breakdown, &quiet, sure, 4, 2);
    const double *sum = breakdown.sum[0];
    cr_expect(sum[0] == 1.0, "equals count as first");
    cr_expect(sum[1] == 2.0, "among three");
    cr_expect(fabs(sum[2] - (log(4.0) - log(0.004))) < 1e-6, "cross-entropy");
    const double entropy = -0.5 * log(0.5) - 0.496 * log(0.496) - 0.004 * log(0.004);
    cr_expect(fabs(sum[3] - (log(4.0) + entropy)) < 1e-6, "entropy, where 0 log 0 is 0");
    cr_expect(sum[4] == 1.0, "priors under 1%%");
    train_breakdown_add_policy(&breakdown, &quiet, sure, 4, 3);
    cr_expect(isfinite(sum[2]) && sum[1] == 2.0, "a prior of 0, behind three");
}
