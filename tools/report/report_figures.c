#include "report_figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static report_figure *add_figure(report_figures *f)
{
    if (f->count == f->capacity) {
        const size_t larger = f->capacity ? 2 * f->capacity : 64;
        report_figure *moved = realloc(f->list, larger * sizeof *moved);
        if (!moved) {
            return NULL;
        }
        f->list = moved;
        f->capacity = larger;
    }
    report_figure *figure = &f->list[f->count++];
    *figure = (report_figure){.measure = REPORT_SCREEN};
    return figure;
}

/* The same for the other player. */
static match_counts turned(const match_counts *c)
{
    match_counts other = {.won = c->lost, .drawn = c->drawn, .lost = c->won};
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        other.pairs[i] = c->pairs[MATCH_PAIR_SCORES - 1 - i];
    }
    other.forfeits = c->forfeits;
    return other;
}

static bool add_match(report_figures *f, const report_match *m)
{
    report_setting first, second;
    report_figure new = {.measure = m->confirms ? REPORT_CONFIRMATION : REPORT_SCREEN,
                         .limit = m->row.limit,
                         .match = &m->row};
    report_setting_of_player(&first, &m->row.first, &m->row.both);
    report_setting_of_player(&second, &m->row.second, &m->row.both);
    if (!report_idea_find(&new.idea, &first, &second)) {
        return true;
    }
    new.base = first.base;
    new.counts = new.idea.sign > 0 ? m->row.counts : turned(&m->row.counts);
    for (size_t i = 0; i < f->count; i++) {
        if (f->list[i].measure == new.measure && !report_match_differs(f->list[i].match, &m->row)) {
            match_counts_add(&f->list[i].counts, &new.counts);
            return true;
        }
    }
    report_figure *figure = add_figure(f);
    if (!figure) {
        return false;
    }
    *figure = new;
    return true;
}

bool report_run_compares(const report_run *a, const report_run *b)
{
    return a->record == b->record && a->row->by == b->row->by &&
           a->row->hash_mb == b->row->hash_mb && a->row->net_check == b->row->net_check &&
           strcmp(a->row->limit, b->row->limit) == 0 && strcmp(a->suite, b->suite) == 0;
}

order_ratio report_ratio_of(const report_run *run, const report_run *base, int *common)
{
    const size_t most = run->count < base->count ? run->count : base->count;
    uint64_t *nodes = malloc((most + 1) * sizeof *nodes), *by = malloc((most + 1) * sizeof *by);
    order_ratio ratio = {NAN, NAN, NAN};
    int count = 0;
    for (size_t i = 0, k = 0; nodes && by && i < run->count && k < base->count;) {
        const report_position *a = &run->positions[i], *b = &base->positions[k];
        const int order = report_position_compare(a, b);
        if (order == 0 && a->outcome.nodes && b->outcome.nodes) {
            nodes[count] = a->outcome.nodes;
            by[count++] = b->outcome.nodes;
        }
        i += order <= 0;
        k += order >= 0;
    }
    if (count > 0) {
        ratio = order_ratio_of(nodes, by, count);
    }
    free(nodes);
    free(by);
    *common = count;
    return ratio;
}

/* How many words of a run's setting say more than which switches it has. */
static int choices_of(const report_run *run)
{
    int count = 0;
    for (const char *word = strchr(run->row->setting, ' '); word; word = strchr(word + 1, ' ')) {
        count += word[1] != '+' && word[1] != '-';
    }
    return count;
}

/* Ideas are measured in a setting and its switches. Those that are the details of a rule are so
 * beside that rule too, which the setting may lack. */
static bool compares(const report_idea *idea, const report_run *run, const report_run *base)
{
    const bool is_rule = strcmp(idea->row->option, "QuietRule") == 0 ||
                         strcmp(idea->row->option, "ReductionRule") == 0;
    return choices_of(base) == 0 || choices_of(run) == 0 ||
           (idea->alone && !is_rule && choices_of(base) == 1);
}

/* An idea in one run against its absence in another one. */
static bool add_ratio(report_figures *f, const report_run *run, const report_run *base)
{
    report_setting first, second;
    report_idea idea;
    int common;
    if (!report_setting_of_run(&first, run->row->by, run->row->setting) ||
        !report_setting_of_run(&second, base->row->by, base->row->setting) ||
        !report_idea_find(&idea, &first, &second) || idea.sign < 0 || !compares(&idea, run, base)) {
        return true;
    }
    const order_ratio ratio = report_ratio_of(run, base, &common);
    if (common == 0) {
        return true;
    }
    report_figure *figure = add_figure(f);
    if (!figure) {
        return false;
    }
    figure->idea = idea;
    figure->measure = REPORT_NODES;
    figure->base = first.base;
    figure->ratio = ratio;
    figure->limit = run->row->limit;
    figure->suite = run->suite;
    figure->positions = common;
    return true;
}

/* True if two figures are told with the same words of how they were measured. */
static bool is_measured_alike(const report_figure *a, const report_figure *b)
{
    if ((a->measure == REPORT_NODES) != (b->measure == REPORT_NODES) ||
        a->idea.row->by != b->idea.row->by) {
        return false;
    }
    return a->measure == REPORT_NODES
               ? a->positions == b->positions && strcmp(a->suite, b->suite) == 0
               : strcmp(a->limit, b->limit) == 0;
}

static void find_usual(report_figures *f)
{
    size_t most_games[SEARCH_ALGORITHMS] = {0}, most_nodes = 0;
    for (size_t i = 0; i < f->count; i++) {
        const report_figure *figure = &f->list[i];
        const bool is_nodes = figure->measure == REPORT_NODES;
        size_t *most = is_nodes ? &most_nodes : &most_games[figure->idea.row->by], count = 0;
        for (size_t k = i; k < f->count; k++) {
            count += is_measured_alike(figure, &f->list[k]);
        }
        if (count <= *most) {
            continue;
        }
        *most = count;
        if (is_nodes) {
            f->usual.suite = figure->suite;
            f->usual.positions = figure->positions;
        } else {
            f->usual.limit[figure->idea.row->by] = figure->limit;
        }
    }
}

bool report_figures_make(report_figures *f, const report_results *r, failure *why)
{
    bool good = true;
    *f = (report_figures){0};
    for (size_t i = 0; good && i < r->match_count; i++) {
        good = add_match(f, &r->matches[i]);
    }
    for (size_t i = 0; good && i < r->run_count; i++) {
        for (size_t k = 0; good && k < r->run_count; k++) {
            const report_run *run = &r->runs[i], *base = &r->runs[k];
            if (i != k && report_run_is_order(run) && report_run_compares(run, base)) {
                good = add_ratio(f, run, base);
            }
        }
    }
    find_usual(f);
    return good || fail(why, "not enough memory for the figures");
}

void report_figures_free(report_figures *f)
{
    free(f->list);
    *f = (report_figures){0};
}
