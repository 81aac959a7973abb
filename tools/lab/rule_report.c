#include "rule_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"

/* What the tables are of; ORDER: rule_aspect. */
static const struct {
    const char *head;
    bool share;
} aspects[ASPECTS] = {{"solved, % of positions with an answer", true},
                      {"the long search's best move, % of positions", true},
                      {"visits: divergence, nats", false},
                      {"priors at the root: divergence, nats", false},
                      {"priors at inner nodes: divergence, nats", false}};

/* A number of the table, or a negative one where there is none. */
static double look(const rule_measure *m, const suite_position *p, move best, rule_aspect aspect)
{
    switch (aspect) {
    case ASPECT_SOLVED:
        return epd_has_answer(&p->epd) ? epd_solves(&p->epd, m->best) : -1.0;
    case ASPECT_AGREED:
        return m->best == best;
    case ASPECT_VISITS:
        return (double)m->visits * 1e-6;
    case ASPECT_ROOT:
        return (double)m->root * 1e-6;
    default:
        return (double)m->inner * 1e-6;
    }
}

int rule_values(const rule_plan *plan, const suite *s, const rule_results *results, int rule_number,
                int checkpoint, rule_aspect aspect, double values[])
{
    int count = 0;
    for (int i = 0; i < results->positions; i++) {
        const double value = look(rule_cell(plan, results, rule_number, checkpoint, i),
                                  &s->positions[i], results->best[i], aspect);
        if (value >= 0.0) {
            values[count++] = value;
        }
    }
    return count;
}

/* The values of all checkpoints, such that larger is better; returns how many at each. */
static int gather(const rule_plan *plan, const suite *s, const rule_results *r, int rule_number,
                  rule_aspect aspect, double values[])
{
    int count = 0;
    for (int k = 0; k < plan->checkpoints; k++) {
        count = rule_values(plan, s, r, rule_number, k, aspect, values + (size_t)k * (size_t)count);
    }
    for (size_t i = 0; i < (size_t)plan->checkpoints * (size_t)count && !aspects[aspect].share;
         i++) {
        values[i] = -values[i];
    }
    return count;
}

rule_bounded rule_needs(const rule_plan *plan, const suite *s, const rule_results *r,
                        int rule_number, rule_aspect aspect)
{
    rule_bounded needs = {NAN, NAN, NAN};
    const size_t cells = (size_t)plan->checkpoints * (size_t)r->positions;
    double playouts[RULE_CHECKPOINTS_MAX];
    double *values = malloc(2 * cells * sizeof *values);
    for (int k = 0; k < plan->checkpoints; k++) {
        playouts[k] = (double)plan->playouts[k];
    }
    if (values) {
        const int count = gather(plan, s, r, rule_number, aspect, values);
        const rule_curves curves = {.rule = values,
                                    .measure = values + cells,
                                    .playouts = playouts,
                                    .checkpoints = plan->checkpoints,
                                    .positions = count,
                                    .at = plan->budget};
        gather(plan, s, r, 0, aspect, values + cells);
        if (count) {
            needs = rule_needed_ratio(&curves);
        }
    }
    free(values);
    return needs;
}

static int name_width(const rule_plan *plan)
{
    size_t width = 4;
    for (int i = 0; i < plan->rule_count; i++) {
        const size_t length = strlen(plan->rules[i].name);
        width = length > width ? length : width;
    }
    return (int)width;
}

/* "0.93 (0.85-1.02)"; what was not reached is "more". */
static void print_ratio(FILE *out, const rule_bounded *b)
{
    char text[RULE_RATIO_MAX];
    rule_ratio_text(b, text);
    fprintf(out, "  %19s", isnan(b->value) ? "-" : text);
}

/* A divergence's difference from the first rule's. */
static void print_difference(FILE *out, double values[], const double base[], int count)
{
    char text[64];
    for (int i = 0; i < count; i++) {
        values[i] -= base[i];
    }
    const rule_bounded b = rule_mean(values, count);
    snprintf(text, sizeof text, "%+.3f +-%.3f", b.value, b.high - b.value);
    fprintf(out, "  %16s", count > 1 ? text : "-");
}

static void print_rule(FILE *out, const rule_plan *plan, const suite *s, const rule_results *r,
                       int number, double *values)
{
    double *base = values + r->positions;
    fprintf(out, "%-*s", name_width(plan), plan->rules[number].name);
    for (int aspect = ASPECT_SOLVED; aspect <= ASPECT_AGREED; aspect++) {
        const int count =
            rule_values(plan, s, r, number, plan->budget, (rule_aspect)aspect, values);
        if (count) {
            fprintf(out, "  %7.1f%%", 100.0 * rule_mean(values, count).value);
        } else {
            fprintf(out, "  %8s", "-");
        }
    }
    if (number > 0) {
        for (int aspect = ASPECT_ROOT; aspect <= ASPECT_INNER; aspect++) {
            const int count =
                rule_values(plan, s, r, number, plan->budget, (rule_aspect)aspect, values);
            rule_values(plan, s, r, 0, plan->budget, (rule_aspect)aspect, base);
            print_difference(out, values, base, count);
        }
        for (int aspect = ASPECT_AGREED; aspect <= ASPECT_VISITS; aspect++) {
            const rule_bounded needs = rule_needs(plan, s, r, number, (rule_aspect)aspect);
            print_ratio(out, &needs);
        }
    }
    fputc('\n', out);
}

static void print_curves(FILE *out, const rule_plan *plan, const suite *s, const rule_results *r,
                         rule_aspect aspect, double *values)
{
    if (!rule_values(plan, s, r, 0, 0, aspect, values)) {
        return;
    }
    fprintf(out, "\n%s, after so many playouts\n%-*s", aspects[aspect].head, name_width(plan), "");
    for (int k = 0; k < plan->checkpoints; k++) {
        fprintf(out, " %7ld", plan->playouts[k]);
    }
    for (int i = 0; i < plan->rule_count; i++) {
        fprintf(out, "\n%-*s", name_width(plan), plan->rules[i].name);
        for (int k = 0; k < plan->checkpoints; k++) {
            const int count = rule_values(plan, s, r, i, k, aspect, values);
            const double mean = rule_mean(values, count).value;
            fprintf(out, aspects[aspect].share ? " %7.1f" : " %7.3f",
                    aspects[aspect].share ? 100.0 * mean : mean);
        }
    }
    fputc('\n', out);
}

bool rule_report_print(FILE *out, const rule_plan *plan, const suite *s, const rule_results *r,
                       failure *why)
{
    double *values = malloc(2 * (size_t)r->positions * sizeof *values);
    if (!values) {
        return fail(why, "not enough memory for the tables");
    }
    fprintf(out,
            "%d %s, hash %zu MB, net %08" PRIx32 "; the long search: %s, %ld playouts, %d "
            "not proven\n\nAfter %ld playouts; priors and playouts needed by those of the first "
            "rule (95%%)\n%-*s  %8s  %8s  %16s  %16s  %19s  %19s\n%-*s  %8s  %8s  %16s  %16s  "
            "%19s  %19s\n",
            r->positions, plural((uint64_t)r->positions, "position", "positions"), plan->hash_mb,
            plan->net_check, plan->reference.name, plan->reference_playouts,
            rule_values(plan, s, r, 0, 0, ASPECT_VISITS, values), plan->playouts[plan->budget],
            name_width(plan), "", "", "", "root priors'", "inner priors'", "playouts for",
            "playouts for", name_width(plan), "rule", "solved", "agreed", "divergence",
            "divergence", "the same agreement", "the same visits");
    for (int i = 0; i < plan->rule_count; i++) {
        print_rule(out, plan, s, r, i, values);
    }
    for (int aspect = 0; aspect < ASPECTS; aspect++) {
        print_curves(out, plan, s, r, (rule_aspect)aspect, values);
    }
    free(values);
    return true;
}
