#include "report_figures.h"

#include <stdlib.h>
#include <string.h>

#include "chess/array_room.h"

static bool add_figure(report_figures *f, const report_figure *figure)
{
    report_figure *grown = array_room(f->list, sizeof *grown, &f->capacity, f->count + 1);
    if (grown) {
        f->list = grown;
        grown[f->count++] = *figure;
    }
    return grown != NULL;
}

/* The results of the other player. */
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
    const match_player first = match_player_of(m->row->both, m->row->first);
    const match_player second = match_player_of(m->row->both, m->row->second);
    report_figure new = {.measure = m->confirms ? REPORT_CONFIRMATION : REPORT_SCREEN,
                         .limit = m->row->limit,
                         .match = m->row};
    if (!report_idea_find(&new.idea, &first, &second)) {
        return true;
    }
    new.base = first.setting.base;
    new.hash_mb = first.hash_mb;
    new.bench = m->row->origin.bench;
    new.counts = new.idea.sign > 0 ? m->counts : turned(&m->counts);
    for (size_t i = 0; i < f->count; i++) {
        if (f->list[i].measure == new.measure && !report_match_differs(f->list[i].match, m->row)) {
            match_counts_add(&f->list[i].counts, &new.counts);
            return true;
        }
    }
    return add_figure(f, &new);
}

/* The number of words of a run's setting that are not switches. */
static int choices_of(const lab_group *run)
{
    char word[SETTING_WORDS_MAX];
    int count = -1; /* the first word is no choice */
    for (const char *at = report_suite_of(run)->setting; setting_word(&at, word, sizeof word);) {
        count += *word != '+' && *word != '-';
    }
    return count;
}

/* An idea is measured against a setting with any switches. The details of a rule are also measured
 * against a setting with that rule. */
static bool compares(const report_idea *idea, const lab_group *run, const lab_group *base)
{
    const bool is_rule = strcmp(idea->row->option, "QuietRule") == 0 ||
                         strcmp(idea->row->option, "ReductionRule") == 0;
    return choices_of(base) == 0 || choices_of(run) == 0 ||
           (idea->alone && !is_rule && choices_of(base) == 1);
}

/* Adds the ratio of a run with an idea to a run without it. */
static bool add_ratio(report_figures *f, const lab_group *run, const lab_group *base)
{
    const suite_row *own = report_suite_of(run), *other = report_suite_of(base);
    match_player first, second;
    report_idea idea;
    if (!report_player_of_run(&first, (search_algorithm)own->by, own->setting) ||
        !report_player_of_run(&second, (search_algorithm)other->by, other->setting) ||
        !report_idea_find(&idea, &first, &second) || idea.sign < 0 || !compares(&idea, run, base)) {
        return true;
    }
    const order_figure compared = order_compare(run, base);
    if (compared.common == 0) {
        return true;
    }
    return add_figure(f, &(report_figure){.idea = idea,
                                          .measure = REPORT_NODES,
                                          .base = first.setting.base,
                                          .bench = own->origin.bench,
                                          .ratio = compared.ratio,
                                          .limit = own->limit,
                                          .hash_mb = own->hash_mb,
                                          .suite = own->suite,
                                          .positions = compared.common});
}

/* True if two figures were measured under the same conditions. */
static bool is_measured_alike(const report_figure *a, const report_figure *b)
{
    if ((a->measure == REPORT_NODES) != (b->measure == REPORT_NODES) ||
        a->idea.row->by != b->idea.row->by || a->hash_mb != b->hash_mb) {
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
            f->usual.suite_hash_mb = figure->hash_mb;
        } else {
            f->usual.limit[figure->idea.row->by] = figure->limit;
            f->usual.hash_mb[figure->idea.row->by] = figure->hash_mb;
            f->usual.seed = figure->match->seed;
        }
    }
}

/* True if a figure of matches has the usual limit and hash of its search. */
static bool is_usual_match(const report_figures *f, const report_figure *figure)
{
    const int by = (int)figure->idea.row->by;
    return figure->measure != REPORT_NODES && f->usual.limit[by] &&
           strcmp(figure->limit, f->usual.limit[by]) == 0 &&
           figure->hash_mb == f->usual.hash_mb[by];
}

static int compare_figures(const void *left, const void *right)
{
    const report_figure *a = left, *b = right;
    const size_t a_with = strlen(a->idea.with), b_with = strlen(b->idea.with);
    const int a_games = match_games(&a->counts), b_games = match_games(&b->counts);
    return a->usual != b->usual ? b->usual - a->usual
           : a_with != b_with   ? (a_with > b_with) - (a_with < b_with)
           : a_games != b_games ? b_games - a_games
                                : (a->place > b->place) - (a->place < b->place);
}

/* Sorts the figures so that those that say most come first. */
static void order_figures(report_figures *f)
{
    for (size_t i = 0; i < f->count; i++) {
        report_figure *figure = &f->list[i];
        const bool own = *report_mark(f->results, figure->bench) == 0;
        figure->usual = 2 * own + is_usual_match(f, figure);
        figure->place = i;
    }
    if (f->count > 1) {
        qsort(f->list, f->count, sizeof *f->list, compare_figures);
    }
}

bool report_figures_make(report_figures *f, const report_results *r, failure *why)
{
    bool good = true;
    *f = (report_figures){.results = r};
    for (size_t i = 0; good && i < r->match_count; i++) {
        good = add_match(f, &r->matches[i]);
    }
    for (size_t i = 0; good && i < r->suites.count; i++) {
        for (size_t k = 0; good && k < r->suites.count; k++) {
            const lab_group *run = &r->suites.list[i], *base = &r->suites.list[k];
            if (i != k && report_is_order(run) && report_suite_comparable(run, base) &&
                strcmp(report_suite_of(run)->limit, report_suite_of(base)->limit) == 0) {
                good = add_ratio(f, run, base);
            }
        }
    }
    find_usual(f);
    order_figures(f);
    return good || fail(why, "not enough memory for the figures");
}

void report_figures_free(report_figures *f)
{
    free(f->list);
    *f = (report_figures){0};
}
