#include "train_breakdown.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "game_file.h"
#include "train_answer.h"

typedef enum { ANY, YES, NO } answer;

/* The positions of a slice. */
typedef struct slice_rule {
    const char *group, *name;
    int score_least, score_below;  /* of |score|; without a score that is UNKNOWN */
    int pieces_least, pieces_most; /* kings and pawns included */
    answer check, capture;         /* by the teacher's move */
} slice_rule;

enum { UNKNOWN = -GAME_SCORE_NONE };

#define SCORES(group, name, least, below)                                                          \
    {                                                                                              \
        group, name, least, below, 2, 32, ANY, ANY                                                 \
    }
#define PIECES(group, name, below, least, most)                                                    \
    {                                                                                              \
        group, name, 0, below, least, most, ANY, ANY                                               \
    }

static const slice_rule rules[BREAKDOWN_SLICES] = {
    SCORES("all", "", 0, INT_MAX),
    SCORES("all", "|score| < 200", 0, 200),
    SCORES("all", "|score| < 300", 0, 300),
    PIECES("|score| < 300", "25 to 32 pieces", 300, 25, 32),
    PIECES("|score| < 300", "17 to 24 pieces", 300, 17, 24),
    PIECES("|score| < 300", "11 to 16 pieces", 300, 11, 16),
    PIECES("|score| < 300", "2 to 10 pieces", 300, 2, 10),
    PIECES("pieces", "25 to 32", INT_MAX, 25, 32),
    PIECES("pieces", "17 to 24", INT_MAX, 17, 24),
    PIECES("pieces", "9 to 16", INT_MAX, 9, 16),
    PIECES("pieces", "2 to 8", INT_MAX, 2, 8),
    {"check", "in check", 0, INT_MAX, 2, 32, YES, ANY},
    {"check", "not in check", 0, INT_MAX, 2, 32, NO, ANY},
    {"move", "capture", 0, INT_MAX, 2, 32, ANY, YES},
    {"move", "no capture", 0, INT_MAX, 2, 32, ANY, NO},
    SCORES("|score|", "0 to 49", 0, 50),
    SCORES("|score|", "50 to 99", 50, 100),
    SCORES("|score|", "100 to 199", 100, 200),
    SCORES("|score|", "200 to 299", 200, 300),
    SCORES("|score|", "300 to 599", 300, 600),
    SCORES("|score|", "600 to 999", 600, 1000),
    SCORES("|score|", "1000 or more", 1000, GAME_SCORE_MATE),
    SCORES("|score|", "mate", GAME_SCORE_MATE, UNKNOWN),
    SCORES("|score|", "unknown", UNKNOWN, INT_MAX),
};

/* A figure of a table: a mean over the slice's positions, times `factor` in the text. */
typedef struct slice_figure {
    const char *name, *csv_name;
    int decimals;
    double factor;
} slice_figure;

enum { VALUE_ERROR, VALUE_SIGNED, VALUE_LOSS, VALUE_FAR };
enum { POLICY_FIRST, POLICY_THREE, POLICY_LOSS, POLICY_ENTROPY, POLICY_UNLIKELY };

static const slice_figure value_figures[BREAKDOWN_FIGURES_MAX] = {
    [VALUE_ERROR] = {"error", "error", 4, 1.0},
    [VALUE_SIGNED] = {"signed", "signed_error", 4, 1.0},
    [VALUE_LOSS] = {"cross-entropy", "cross_entropy", 4, 1.0},
    [VALUE_FAR] = {"over 0.2 %", "error_over_0.2", 2, 100.0}};
static const slice_figure policy_figures[BREAKDOWN_FIGURES_MAX] = {
    [POLICY_FIRST] = {"first %", "first", 2, 100.0},
    [POLICY_THREE] = {"among 3 %", "among_three", 2, 100.0},
    [POLICY_LOSS] = {"cross-entropy", "cross_entropy", 4, 1.0},
    [POLICY_ENTROPY] = {"entropy", "entropy", 4, 1.0},
    [POLICY_UNLIKELY] = {"prior < 1 %", "prior_under_1_percent", 2, 100.0}};

static const slice_figure *figures_of(const train_breakdown *breakdown)
{
    return breakdown->kind == NET_POLICY ? policy_figures : value_figures;
}

static bool fits(answer wanted, bool holds)
{
    return wanted == ANY || (wanted == YES) == holds;
}

static void add(train_breakdown *breakdown, const train_record *record,
                const double value[BREAKDOWN_FIGURES_MAX])
{
    position pos;
    train_record_unpack(record, &pos);
    const int score = abs(record->score), pieces = bb_count(record->occupied);
    const bool check = pos_in_check(&pos), capture = pos_is_capture(&pos, record->best);
    for (int s = 0; s < BREAKDOWN_SLICES; s++) {
        const slice_rule *rule = &rules[s];
        if (score >= rule->score_least && score < rule->score_below &&
            pieces >= rule->pieces_least && pieces <= rule->pieces_most &&
            fits(rule->check, check) && fits(rule->capture, capture)) {
            breakdown->positions[s] += 1.0;
            for (int i = 0; i < BREAKDOWN_FIGURES_MAX; i++) {
                breakdown->sum[s][i] += value[i];
            }
        }
    }
}

void train_breakdown_add_value(train_breakdown *breakdown, const train_record *record, float win,
                               float teacher, double cross_entropy)
{
    assert(breakdown->kind != NET_POLICY);
    const double p = (double)win, wanted = (double)teacher;
    const double value[BREAKDOWN_FIGURES_MAX] = {[VALUE_ERROR] = fabs(p - wanted),
                                                 [VALUE_SIGNED] = p - wanted,
                                                 [VALUE_LOSS] = cross_entropy,
                                                 [VALUE_FAR] = fabs(p - wanted) > 0.2};
    add(breakdown, record, value);
    const int number = (int)fmin(fmax(p * CALIBRATION_BINS, 0.0), CALIBRATION_BINS - 1);
    calibration_bin *bin = &breakdown->bins[number];
    bin->positions += 1.0;
    bin->predicted += p;
    bin->teacher += wanted;
    if (record->outcome >= OUTCOME_LOST) {
        bin->results += 1.0;
        bin->outcome += 0.5 * (record->outcome - OUTCOME_LOST);
    }
}

void train_breakdown_add_policy(train_breakdown *breakdown, const train_record *record,
                                const float *q, size_t count, size_t best)
{
    assert(breakdown->kind == NET_POLICY && best < count);
    const double least = 1e-30, unlikely = 0.01;
    double entropy = 0.0;
    size_t above = 0;
    for (size_t i = 0; i < count; i++) {
        above += q[i] > q[best];
        entropy -= (double)q[i] * log(fmax((double)q[i], least));
    }
    const double value[BREAKDOWN_FIGURES_MAX] = {[POLICY_FIRST] = above < 1,
                                                 [POLICY_THREE] = above < 3,
                                                 [POLICY_LOSS] = -log(fmax((double)q[best], least)),
                                                 [POLICY_ENTROPY] = entropy,
                                                 [POLICY_UNLIKELY] = (double)q[best] < unlikely};
    add(breakdown, record, value);
}

static void print_calibration(const train_breakdown *breakdown, FILE *out)
{
    fprintf(out, "\n  calibration      positions   predicted   teacher   results   outcome\n");
    for (int i = 0; i < CALIBRATION_BINS; i++) {
        const calibration_bin *bin = &breakdown->bins[i];
        fprintf(out, "  %.1f to %.1f       %10.0f      %.4f    %.4f  %8.0f    %.4f\n",
                (double)i / CALIBRATION_BINS, (double)(i + 1) / CALIBRATION_BINS, bin->positions,
                train_mean(bin->predicted, bin->positions),
                train_mean(bin->teacher, bin->positions), bin->results,
                train_mean(bin->outcome, bin->results));
    }
}

void train_breakdown_print(const train_breakdown *breakdown, FILE *out)
{
    const slice_figure *figure = figures_of(breakdown);
    fprintf(out, "\n%s\n  %-32s%11s",
            breakdown->kind == NET_POLICY
                ? "policy: the teacher's move"
                : "value: |net - teacher| and net - teacher in probability of winning",
            "", "positions");
    for (int i = 0; i < BREAKDOWN_FIGURES_MAX && figure[i].name; i++) {
        fprintf(out, "%15s", figure[i].name);
    }
    fputc('\n', out);
    for (int s = 0; s < BREAKDOWN_SLICES; s++) {
        const double count = breakdown->positions[s];
        if (count == 0.0) {
            continue;
        }
        fprintf(out, "  %-15s%-17s%11.0f", rules[s].group, rules[s].name, count);
        for (int i = 0; i < BREAKDOWN_FIGURES_MAX && figure[i].name; i++) {
            fprintf(out, "%15.*f", figure[i].decimals,
                    figure[i].factor * breakdown->sum[s][i] / count);
        }
        fputc('\n', out);
    }
    if (breakdown->kind != NET_POLICY) {
        print_calibration(breakdown, out);
    }
    fputc('\n', out);
}

void train_breakdown_header(FILE *csv)
{
    fputs("net,table,group,slice,figure,value\n", csv);
}

/* The start of a row. A net's name may contain anything, so it is quoted. */
static void begin_row(FILE *csv, const char *net, const char *table)
{
    fputc('"', csv);
    for (; *net; net++) {
        fputs(*net == '"' ? "\"\"" : (const char[]){*net, 0}, csv);
    }
    fprintf(csv, "\",%s,", table);
}

static void calibration_rows(const train_breakdown *breakdown, const char *net, FILE *csv)
{
    static const char *const names[] = {"positions", "predicted", "teacher", "results", "outcome"};
    for (int i = 0; i < CALIBRATION_BINS; i++) {
        const calibration_bin *bin = &breakdown->bins[i];
        const double values[] = {bin->positions, train_mean(bin->predicted, bin->positions),
                                 train_mean(bin->teacher, bin->positions), bin->results,
                                 train_mean(bin->outcome, bin->results)};
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            begin_row(csv, net, "calibration");
            fprintf(csv, "predicted,%.1f to %.1f,%s,%.10g\n", (double)i / CALIBRATION_BINS,
                    (double)(i + 1) / CALIBRATION_BINS, names[k], values[k]);
        }
    }
}

void train_breakdown_rows(const train_breakdown *breakdown, const char *net, FILE *csv)
{
    const char *table = architecture_kind_name(breakdown->kind);
    const slice_figure *figure = figures_of(breakdown);
    for (int s = 0; s < BREAKDOWN_SLICES; s++) {
        const double count = breakdown->positions[s];
        begin_row(csv, net, table);
        fprintf(csv, "%s,%s,positions,%.10g\n", rules[s].group, rules[s].name, count);
        for (int i = 0; i < BREAKDOWN_FIGURES_MAX && figure[i].name && count > 0.0; i++) {
            begin_row(csv, net, table);
            fprintf(csv, "%s,%s,%s,%.10g\n", rules[s].group, rules[s].name, figure[i].csv_name,
                    breakdown->sum[s][i] / count);
        }
    }
    if (breakdown->kind != NET_POLICY) {
        calibration_rows(breakdown, net, csv);
    }
}
