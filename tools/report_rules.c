#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_chart.h"
#include "report_run_command.h"
#include "report_sections.h"
#include "rule_figures.h"
#include "rule_plan.h"

static const report_column columns[] = {{"rule", false},
                                        {"solved", true},
                                        {"agreed", true},
                                        {"priors at the root\n nats, to the first rule", true},
                                        {"priors at inner nodes\n nats, to the first rule", true},
                                        {"playouts needed\n to agree as often", true},
                                        {"playouts needed\n for visits as near", true}};

/* What is looked at; ORDER: value_of(). */
typedef enum { LOOK_SOLVED, LOOK_AGREED, LOOK_VISITS, LOOK_ROOT, LOOK_INNER } look_aspect;

typedef struct rule_looks {
    const rule_row *any;
    const report_look *at[RULE_CHECKPOINTS_MAX]; /* NULL: it was not searched */
} rule_looks;

/* Rules that were tried on one suite, in one file, against one long search; the first is the
 * measure. */
typedef struct experiment {
    const report_look *any;
    rule_looks rules[RULES_MAX];
    double playouts[RULE_CHECKPOINTS_MAX]; /* rising */
    int rule_count, checkpoints, budget;
    double *values; /* room for two curves of all positions */
} experiment;

static bool same_text(const char *a, size_t a_length, const char *b, size_t b_length)
{
    return a_length == b_length && memcmp(a, b, a_length) == 0;
}

static bool belongs(const experiment *e, const report_look *look)
{
    const rule_row *a = e->any->rows, *b = look->rows;
    return e->any->record == look->record && a->reference_playouts == b->reference_playouts &&
           a->hash_mb == b->hash_mb && a->net_check == b->net_check &&
           same_text(a->reference, a->reference_length, b->reference, b->reference_length) &&
           same_text(a->suite, a->suite_length, b->suite, b->suite_length);
}

static void words_of(const char *text, size_t length, char words[SUITE_SETTING_MAX])
{
    snprintf(words, SUITE_SETTING_MAX, "%.*s", (int)length, text);
}

static void add_checkpoint(experiment *e, double playouts)
{
    int at = 0;
    while (at < e->checkpoints && e->playouts[at] < playouts) {
        at++;
    }
    if (e->checkpoints == RULE_CHECKPOINTS_MAX ||
        (at < e->checkpoints && !(e->playouts[at] > playouts))) {
        return;
    }
    memmove(&e->playouts[at + 1], &e->playouts[at],
            (size_t)(e->checkpoints - at) * sizeof *e->playouts);
    e->playouts[at] = playouts;
    e->checkpoints++;
}

static rule_looks *find_rule(experiment *e, const rule_row *row)
{
    for (int i = 0; i < e->rule_count; i++) {
        const rule_row *own = e->rules[i].any;
        if (same_text(own->setting, own->setting_length, row->setting, row->setting_length)) {
            return &e->rules[i];
        }
    }
    if (e->rule_count == RULES_MAX) {
        return NULL;
    }
    e->rules[e->rule_count] = (rule_looks){.any = row};
    return &e->rules[e->rule_count++];
}

/* What others are measured by goes first: no history, or else the defaults. */
static void choose_measure(experiment *e)
{
    static const char *const measures[] = {"default MctsHistory=off", "default"};
    for (int m = 0; m < 2; m++) {
        for (int i = 0; i < e->rule_count; i++) {
            const rule_looks own = e->rules[i];
            if (same_text(own.any->setting, own.any->setting_length, measures[m],
                          strlen(measures[m]))) {
                memmove(&e->rules[1], &e->rules[0], (size_t)i * sizeof own);
                e->rules[0] = own;
                return;
            }
        }
    }
}

/* Puts the experiment together that a look is of. */
static void gather(experiment *e, const report_results *results)
{
    for (size_t i = 0; i < results->look_count; i++) {
        if (belongs(e, &results->looks[i])) {
            add_checkpoint(e, (double)results->looks[i].rows->playouts);
        }
    }
    for (size_t i = 0; i < results->look_count; i++) {
        const report_look *look = &results->looks[i];
        rule_looks *own = belongs(e, look) ? find_rule(e, look->rows) : NULL;
        for (int k = 0; own && k < e->checkpoints; k++) {
            if ((long)e->playouts[k] == look->rows->playouts) {
                own->at[k] = look;
            }
        }
    }
    choose_measure(e);
    e->budget = e->checkpoints > 1 ? e->checkpoints - 2 : 0;
}

/* True if two looks are at the same positions, so that they can be compared. */
static bool same_positions(const report_look *a, const report_look *b)
{
    if (!a || !b || a->count != b->count) {
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        if (!same_text(a->rows[i].position, a->rows[i].position_length, b->rows[i].position,
                       b->rows[i].position_length)) {
            return false;
        }
    }
    return true;
}

/* Below 0 where there is nothing to see, which is so for all rules alike. */
static double value_of(const rule_row *row, look_aspect aspect)
{
    const double values[] = {row->solved, row->agrees, 1e-6 * (double)row->measure.visits,
                             1e-6 * (double)row->measure.root, 1e-6 * (double)row->measure.inner};
    return values[aspect];
}

static int values_of(const report_look *look, look_aspect aspect, double values[])
{
    int count = 0;
    for (size_t i = 0; look && i < look->count; i++) {
        const double value = value_of(&look->rows[i], aspect);
        if (value >= 0.0) {
            values[count++] = value;
        }
    }
    return count;
}

static void add_share(report_table *t, const experiment *e, const rule_looks *own,
                      look_aspect aspect)
{
    const int count = values_of(own->at[e->budget], aspect, e->values);
    if (count) {
        report_table_cell(t, "%.1f%%\n of %d", 100.0 * rule_mean(e->values, count).value, count);
    } else {
        report_table_cell(t, "-");
    }
}

/* How much farther than the first rule's the priors are from the long search's visits. */
static bool difference(const experiment *e, const rule_looks *own, look_aspect aspect,
                       rule_bounded *b)
{
    const report_look *look = own->at[e->budget], *base = e->rules[0].at[e->budget];
    const int count = same_positions(look, base) ? values_of(look, aspect, e->values) : 0;
    double *measure = e->values + count;
    if (count < 2 || values_of(base, aspect, measure) != count) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        e->values[i] -= measure[i];
    }
    *b = rule_mean(e->values, count);
    return true;
}

static void add_difference(report_table *t, const experiment *e, const rule_looks *own,
                           look_aspect aspect)
{
    rule_bounded b;
    if (own != e->rules && difference(e, own, aspect, &b)) {
        report_table_cell(t, "%+.3f +- %.3f", b.value, b.high - b.value);
    } else {
        report_table_cell(t, "-");
    }
}

/* The values at all checkpoints, the larger the better; how many at each, 0 if they differ. */
static int curve_of(const experiment *e, const rule_looks *own, look_aspect aspect, double values[])
{
    int count = 0;
    for (int k = 0; k < e->checkpoints; k++) {
        double *at = values + (size_t)k * (size_t)count;
        const int here = same_positions(own->at[k], e->rules[0].at[e->budget])
                             ? values_of(own->at[k], aspect, at)
                             : 0;
        if (here == 0 || (k > 0 && here != count)) {
            return 0;
        }
        count = here;
        for (int i = 0; i < count && aspect != LOOK_AGREED; i++) {
            at[i] = -at[i];
        }
    }
    return count;
}

static void add_needed(report_table *t, const experiment *e, const rule_looks *own,
                       look_aspect aspect)
{
    char text[3][16];
    double *measure = e->values + (size_t)e->checkpoints * e->any->count;
    const int count = own == e->rules ? 0 : curve_of(e, own, aspect, e->values);
    if (count == 0 || curve_of(e, e->rules, aspect, measure) != count) {
        report_table_cell(t, "-");
        return;
    }
    const rule_bounded b = rule_needed_ratio(&(rule_curves){.rule = e->values,
                                                            .measure = measure,
                                                            .playouts = e->playouts,
                                                            .checkpoints = e->checkpoints,
                                                            .positions = count,
                                                            .at = e->budget});
    const double of[] = {b.value, b.low, b.high};
    for (int i = 0; i < 3; i++) {
        snprintf(text[i], sizeof text[i], isinf(of[i]) ? "more" : "%.2f", of[i]);
    }
    report_table_cell(t, "%s (%s-%s)", text[0], text[1], text[2]);
}

static void name_rule(const rule_looks *own, char name[SUITE_SETTING_MAX])
{
    char words[SUITE_SETTING_MAX];
    words_of(own->any->setting, own->any->setting_length, words);
    report_rule_of_words(words, name);
}

static void write_table(report_page *p, const experiment *e)
{
    char name[SUITE_SETTING_MAX];
    report_table t;
    report_table_start(&t, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < e->rule_count; i++) {
        const rule_looks *own = &e->rules[i];
        name_rule(own, name);
        report_table_cell(&t, "%s", *name ? name : "the defaults");
        add_share(&t, e, own, LOOK_SOLVED);
        add_share(&t, e, own, LOOK_AGREED);
        add_difference(&t, e, own, LOOK_ROOT);
        add_difference(&t, e, own, LOOK_INNER);
        add_needed(&t, e, own, LOOK_AGREED);
        add_needed(&t, e, own, LOOK_VISITS);
    }
    report_page_table(p, &t);
    report_table_free(&t);
}

static void draw_bars(report_page *p, const experiment *e)
{
    report_bar bars[RULES_MAX];
    char name[SUITE_SETTING_MAX];
    size_t count = 0;
    for (int i = 1; i < e->rule_count; i++) {
        rule_bounded b;
        report_bar *bar = &bars[count];
        if (difference(e, &e->rules[i], LOOK_INNER, &b)) {
            name_rule(&e->rules[i], name);
            *bar = (report_bar){.value = -b.value, .low = -b.high, .high = -b.low};
            snprintf(bar->label, sizeof bar->label, "%.300s", *name ? name : "the defaults");
            snprintf(bar->text, sizeof bar->text, "%+.3f +- %.3f", bar->value, b.high - b.value);
            count++;
        }
    }
    report_chart_bars(p,
                      "How much nearer than the first rule's the priors at inner nodes are to a "
                      "long search's visits: nats",
                      bars, count, false);
}

static void write_command(report_page *p, const experiment *e)
{
    const rule_row *row = e->any->rows;
    char text[SUITE_SETTING_MAX], words[SUITE_SETTING_MAX];
    report_commands c;
    if (!report_commands_start(&c)) {
        p->failed = true;
        return;
    }
    fputs("morpho-lab mcts", c.file);
    words_of(row->suite, row->suite_length, text);
    report_commands_word(&c, text);
    for (int i = 0; i < e->rule_count; i++) {
        name_rule(&e->rules[i], text);
        report_commands_word(&c, "--rule");
        report_commands_word(&c, text);
    }
    report_commands_number(&c, "playouts", (long)e->playouts[e->budget]);
    report_commands_number(&c, "reference", row->reference_playouts);
    words_of(row->reference, row->reference_length, words);
    report_rule_of_words(words, text);
    if (*text) {
        report_commands_word(&c, "--reference-rule");
        report_commands_word(&c, text);
    }
    report_commands_number(&c, "hash", row->hash_mb);
    report_commands_number(&c, "limit", (long)e->any->count);
    report_commands_line(&c);
    char *commands = report_commands_end(&c);
    if (commands) {
        report_page_commands(p, "The command", commands);
    }
    p->failed |= !commands;
    free(commands);
}

static void write_experiment(report_page *p, const experiment *e)
{
    const rule_row *row = e->any->rows;
    char head[128], reference[SUITE_SETTING_MAX];
    snprintf(head, sizeof head, "%.*s, %ld playouts", (int)row->suite_length, row->suite,
             (long)e->playouts[e->budget]);
    words_of(row->reference, row->reference_length, reference);
    report_page_head(p, head);
    report_page_text(p, "The long search: %s, %ld playouts. Net %08x, hash %ld MB.", reference,
                     row->reference_playouts, (unsigned)row->net_check, row->hash_mb);
    draw_bars(p, e);
    write_table(p, e);
    write_command(p, e);
}

/* Room for the values of the largest look at all checkpoints, twice. */
static bool make_room(experiment *e)
{
    for (int i = 0; i < e->rule_count; i++) {
        for (int k = 0; k < e->checkpoints; k++) {
            const report_look *look = e->rules[i].at[k];
            e->any = look && look->count > e->any->count ? look : e->any;
        }
    }
    e->values = calloc(2 * (size_t)e->checkpoints * e->any->count, sizeof *e->values);
    return e->values != NULL;
}

static bool is_written(const report_results *results, const experiment *e, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (belongs(e, &results->looks[i])) {
            return true;
        }
    }
    return false;
}

void report_rules(report_page *p, const report_results *results)
{
    experiment *e = calloc(1, sizeof *e);
    report_page_section(p, "rules", "Rules of mcts");
    report_page_text(p, "Each position was searched with each rule, and compared with a long "
                        "search of the same position: whether the best move is the suite's, "
                        "whether it is the long search's, how far the long search's visits are "
                        "from the priors that the rule gives then (Kullback-Leibler divergence: "
                        "less is nearer), and how many playouts a rule needs to come as near as "
                        "the first rule, by what that one needs: below 1 is a gain. Bounds and "
                        "errors are of 95%%.");
    if (results->look_count == 0) {
        report_page_text(p, "Not measured yet.");
    }
    for (size_t i = 0; e && i < results->look_count; i++) {
        *e = (experiment){.any = &results->looks[i]};
        if (is_written(results, e, i)) {
            continue;
        }
        gather(e, results);
        if (make_room(e)) {
            write_experiment(p, e);
        } else {
            p->failed = true;
        }
        free(e->values);
    }
    p->failed |= !e;
    free(e);
}
