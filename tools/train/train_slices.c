#include "train_slices.h"

#include <math.h>
#include <stdlib.h>

#include "game_file.h"

/* A figure of a table: a mean over the slice's positions, times `factor`. */
typedef struct slice_figure {
    const char *name, *csv_name;
    int decimals;
    double factor;
} slice_figure;

enum { VALUE_ERROR, VALUE_SIGNED, VALUE_LOSS, VALUE_FAR };
enum { POLICY_FIRST, POLICY_THREE, POLICY_LOSS, POLICY_ENTROPY, POLICY_UNLIKELY };
enum { PLAYER_FIRST, PLAYER_THREE };

static const slice_figure figures[TABLES][SLICE_FIGURES_MAX] = {
    [TABLE_VALUE] = {[VALUE_ERROR] = {"error", "error", 4, 1.0},
                     [VALUE_SIGNED] = {"signed", "signed_error", 4, 1.0},
                     [VALUE_LOSS] = {"cross-entropy", "cross_entropy", 4, 1.0},
                     [VALUE_FAR] = {"over 0.2 %", "error_over_0.2", 2, 100.0}},
    [TABLE_POLICY] = {[POLICY_FIRST] = {"first %", "first", 2, 100.0},
                      [POLICY_THREE] = {"among 3 %", "among_three", 2, 100.0},
                      [POLICY_LOSS] = {"cross-entropy", "cross_entropy", 4, 1.0},
                      [POLICY_ENTROPY] = {"entropy", "entropy", 4, 1.0},
                      [POLICY_UNLIKELY] = {"prior < 1 %", "prior_under_1_percent", 2, 100.0}},
    [TABLE_PLAYER] = {[PLAYER_FIRST] = {"first %", "first", 2, 100.0},
                      [PLAYER_THREE] = {"among 3 %", "among_three", 2, 100.0}},
};

static const char *const table_names[TABLES] = {"value", "policy", "player"};
static const char *const table_titles[TABLES] = {
    "value: |net - teacher| and net - teacher in probability of winning",
    "policy: the teacher's move",
    "one-ply player: the teacher's move by the value of the position after it"};

static const struct {
    const char *group, *name;
} slice_names[SLICES] = {
    [SLICE_ALL] = {"all", ""},
    [SLICE_NEAR] = {"all", "|score| < 200"},
    [SLICE_BELOW_300] = {"all", "|score| < 300"},
    [SLICE_BELOW_300_PIECES_25] = {"|score| < 300", "25 to 32 pieces"},
    [SLICE_BELOW_300_PIECES_17] = {"|score| < 300", "17 to 24 pieces"},
    [SLICE_BELOW_300_PIECES_11] = {"|score| < 300", "11 to 16 pieces"},
    [SLICE_BELOW_300_PIECES_2] = {"|score| < 300", "2 to 10 pieces"},
    [SLICE_PIECES_25] = {"pieces", "25 to 32"},
    [SLICE_PIECES_17] = {"pieces", "17 to 24"},
    [SLICE_PIECES_9] = {"pieces", "9 to 16"},
    [SLICE_PIECES_2] = {"pieces", "2 to 8"},
    [SLICE_CHECK] = {"check", "in check"},
    [SLICE_NO_CHECK] = {"check", "not in check"},
    [SLICE_CAPTURE] = {"move", "capture"},
    [SLICE_NO_CAPTURE] = {"move", "no capture"},
    [SLICE_SCORE_0] = {"|score|", "0 to 49"},
    [SLICE_SCORE_50] = {"|score|", "50 to 99"},
    [SLICE_SCORE_100] = {"|score|", "100 to 199"},
    [SLICE_SCORE_200] = {"|score|", "200 to 299"},
    [SLICE_SCORE_300] = {"|score|", "300 to 599"},
    [SLICE_SCORE_600] = {"|score|", "600 to 999"},
    [SLICE_SCORE_1000] = {"|score|", "1000 or more"},
    [SLICE_MATE] = {"|score|", "mate"},
    [SLICE_NO_SCORE] = {"|score|", "unknown"},
};

static slice score_slice(int score)
{
    static const struct {
        int below;
        slice in;
    } bands[] = {{50, SLICE_SCORE_0},
                 {100, SLICE_SCORE_50},
                 {200, SLICE_SCORE_100},
                 {300, SLICE_SCORE_200},
                 {600, SLICE_SCORE_300},
                 {1000, SLICE_SCORE_600},
                 {GAME_SCORE_MATE, SLICE_SCORE_1000}};
    if (score == GAME_SCORE_NONE) {
        return SLICE_NO_SCORE;
    }
    for (size_t i = 0; i < sizeof bands / sizeof *bands; i++) {
        if (abs(score) < bands[i].below) {
            return bands[i].in;
        }
    }
    return SLICE_MATE;
}

static slice pieces_slice(int pieces)
{
    return pieces >= 25   ? SLICE_PIECES_25
           : pieces >= 17 ? SLICE_PIECES_17
           : pieces >= 9  ? SLICE_PIECES_9
                          : SLICE_PIECES_2;
}

static slice undecided_slice(int pieces)
{
    return pieces >= 25   ? SLICE_BELOW_300_PIECES_25
           : pieces >= 17 ? SLICE_BELOW_300_PIECES_17
           : pieces >= 11 ? SLICE_BELOW_300_PIECES_11
                          : SLICE_BELOW_300_PIECES_2;
}

uint32_t train_slices_of(const train_record *record)
{
    position pos;
    train_record_unpack(record, &pos);
    const int score = record->score, pieces = bb_count(record->occupied);
    const bool near = score != GAME_SCORE_NONE && abs(score) < SLICE_NEAR_SCORE;
    const uint32_t undecided = score != GAME_SCORE_NONE && abs(score) < 300;
    const slice check = pos_in_check(&pos) ? SLICE_CHECK : SLICE_NO_CHECK;
    const slice capture = pos_is_capture(&pos, record->best) ? SLICE_CAPTURE : SLICE_NO_CAPTURE;
    return 1u << SLICE_ALL | (uint32_t)near << SLICE_NEAR | undecided << SLICE_BELOW_300 |
           undecided << undecided_slice(pieces) | 1u << pieces_slice(pieces) | 1u << check |
           1u << capture | 1u << score_slice(score);
}

static void add(train_slices *slices, const train_record *record,
                const double value[SLICE_FIGURES_MAX])
{
    const uint32_t in = train_slices_of(record);
    for (int s = 0; s < SLICES; s++) {
        if (in >> s & 1) {
            slices->positions[s] += 1.0;
            for (int i = 0; i < SLICE_FIGURES_MAX; i++) {
                slices->sum[s][i] += value[i];
            }
        }
    }
}

void train_slices_add_value(train_slices *slices, const train_record *record, float win,
                            float teacher, double cross_entropy)
{
    assert(slices->table == TABLE_VALUE);
    const double p = (double)win, wanted = (double)teacher;
    const double value[SLICE_FIGURES_MAX] = {[VALUE_ERROR] = fabs(p - wanted),
                                             [VALUE_SIGNED] = p - wanted,
                                             [VALUE_LOSS] = cross_entropy,
                                             [VALUE_FAR] = fabs(p - wanted) > 0.2};
    add(slices, record, value);
    int number = (int)(p * CALIBRATION_BINS);
    number = number < 0 ? 0 : number < CALIBRATION_BINS ? number : CALIBRATION_BINS - 1;
    calibration_bin *bin = &slices->bins[number];
    bin->positions += 1.0;
    bin->predicted += p;
    bin->teacher += wanted;
    if (record->outcome >= OUTCOME_LOST) {
        bin->results += 1.0;
        bin->outcome += 0.5 * (record->outcome - OUTCOME_LOST);
    }
}

void train_slices_add_policy(train_slices *slices, const train_record *record, const float *q,
                             size_t count, size_t best)
{
    assert(slices->table == TABLE_POLICY && best < count);
    const double least = 1e-30, unlikely = 0.01;
    double entropy = 0.0;
    size_t above = 0;
    for (size_t i = 0; i < count; i++) {
        above += q[i] > q[best];
        entropy -= (double)q[i] * log(fmax((double)q[i], least));
    }
    const double value[SLICE_FIGURES_MAX] = {[POLICY_FIRST] = above < 1,
                                             [POLICY_THREE] = above < 3,
                                             [POLICY_LOSS] = -log(fmax((double)q[best], least)),
                                             [POLICY_ENTROPY] = entropy,
                                             [POLICY_UNLIKELY] = (double)q[best] < unlikely};
    add(slices, record, value);
}

void train_slices_add_player(train_slices *slices, const train_record *record, size_t above)
{
    assert(slices->table == TABLE_PLAYER);
    const double value[SLICE_FIGURES_MAX] = {
        [PLAYER_FIRST] = above < 1, [PLAYER_THREE] = above < 3};
    add(slices, record, value);
}

static double mean(double sum, double count)
{
    return count > 0.0 ? sum / count : 0.0;
}

static void print_calibration(const train_slices *slices, FILE *out)
{
    fprintf(out, "\n  calibration      positions   predicted   teacher   results   outcome\n");
    for (int i = 0; i < CALIBRATION_BINS; i++) {
        const calibration_bin *bin = &slices->bins[i];
        fprintf(out, "  %.1f to %.1f       %10.0f      %.4f    %.4f  %8.0f    %.4f\n",
                (double)i / CALIBRATION_BINS, (double)(i + 1) / CALIBRATION_BINS, bin->positions,
                mean(bin->predicted, bin->positions), mean(bin->teacher, bin->positions),
                bin->results, mean(bin->outcome, bin->results));
    }
}

void train_slices_print(const train_slices *slices, FILE *out)
{
    const slice_figure *figure = figures[slices->table];
    fprintf(out, "\n%s\n  %-32s%11s", table_titles[slices->table], "", "positions");
    for (int i = 0; i < SLICE_FIGURES_MAX && figure[i].name; i++) {
        fprintf(out, "%15s", figure[i].name);
    }
    fputc('\n', out);
    for (int s = 0; s < SLICES; s++) {
        const double count = slices->positions[s];
        if (count == 0.0) {
            continue;
        }
        fprintf(out, "  %-15s%-17s%11.0f", slice_names[s].group, slice_names[s].name, count);
        for (int i = 0; i < SLICE_FIGURES_MAX && figure[i].name; i++) {
            fprintf(out, "%15.*f", figure[i].decimals,
                    figure[i].factor * slices->sum[s][i] / count);
        }
        fputc('\n', out);
    }
    if (slices->table == TABLE_VALUE) {
        print_calibration(slices, out);
    }
    fputc('\n', out);
}

void train_slices_header(FILE *csv)
{
    fputs("net,table,group,slice,figure,value\n", csv);
}

/* Writes the start of a row. A name may contain anything, so it is quoted. */
static void begin_row(FILE *csv, const char *net, const char *table)
{
    fputc('"', csv);
    for (; *net; net++) {
        fputs(*net == '"' ? "\"\"" : (const char[]){*net, 0}, csv);
    }
    fprintf(csv, "\",%s,", table);
}

static void calibration_rows(const train_slices *slices, const char *net, FILE *csv)
{
    for (int i = 0; i < CALIBRATION_BINS; i++) {
        const calibration_bin *bin = &slices->bins[i];
        const struct {
            const char *name;
            double value;
        } columns[] = {{"positions", bin->positions},
                       {"predicted", mean(bin->predicted, bin->positions)},
                       {"teacher", mean(bin->teacher, bin->positions)},
                       {"results", bin->results},
                       {"outcome", mean(bin->outcome, bin->results)}};
        for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
            begin_row(csv, net, "calibration");
            fprintf(csv, "predicted,%.1f to %.1f,%s,%.10g\n", (double)i / CALIBRATION_BINS,
                    (double)(i + 1) / CALIBRATION_BINS, columns[c].name, columns[c].value);
        }
    }
}

void train_slices_rows(const train_slices *slices, const char *net, FILE *csv)
{
    const char *table = table_names[slices->table];
    const slice_figure *figure = figures[slices->table];
    for (int s = 0; s < SLICES; s++) {
        const double count = slices->positions[s];
        begin_row(csv, net, table);
        fprintf(csv, "%s,%s,positions,%.10g\n", slice_names[s].group, slice_names[s].name, count);
        for (int i = 0; i < SLICE_FIGURES_MAX && figure[i].name && count > 0.0; i++) {
            begin_row(csv, net, table);
            fprintf(csv, "%s,%s,%s,%.10g\n", slice_names[s].group, slice_names[s].name,
                    figure[i].csv_name, slices->sum[s][i] / count);
        }
    }
    if (slices->table == TABLE_VALUE) {
        calibration_rows(slices, net, csv);
    }
}
