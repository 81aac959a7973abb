#include "report_plan.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "data_path.h"
#include "plot.h"
#include "report_sections.h"

enum { TITLE_MAX = 128, PLACES_MAX = 999999 };

/* Pixels of a panel, and the panels beside each other. */
enum { PANEL_WIDTH = 400, PANEL_HEIGHT = 300, PANELS_BESIDE = 2, IDEAS_MAX = 12 };

/* The second curve is drawn so much to the right, so that its error bars do not hide the first. */
#define BESIDE 1.04

static const lab_column columns[] = {
    LAB_NUMBER(plan_row, "place", place, COLUMN_ITEM, 1, PLACES_MAX),
    LAB_TEXT(plan_row, "table", table, COLUMN_KEY, 1, TITLE_MAX),
    LAB_TEXT(plan_row, "idea", idea, COLUMN_KEY, 1, TITLE_MAX),
    LAB_WORD(plan_row, "search", search, COLUMN_KEY, search_algorithm_words),
    LAB_TEXT(plan_row, "first", first, COLUMN_FIGURE, 0, MATCH_WORDS_MAX - 1),
    LAB_TEXT(plan_row, "second", second, COLUMN_FIGURE, 0, MATCH_WORDS_MAX - 1),
    LAB_TEXT(plan_row, "both", both, COLUMN_FIGURE, 0, MATCH_WORDS_MAX - 1),
    LAB_TEXT(plan_row, "limit", limit, COLUMN_FIGURE, 1, MATCH_LIMIT_MAX - 1),
    LAB_TEXT(plan_row, "book", book, COLUMN_FIGURE, 1, MATCH_NAME_MAX - 1),
    LAB_NUMBER(plan_row, "seed", seed, COLUMN_FIGURE, 0, 1000000000),
    LAB_NUMBER(plan_row, "games", games, COLUMN_FIGURE, 2, 1000000)};

static const lab_schema plan_schema = {.what = "a plan of matches",
                                       .columns = columns,
                                       .column_count = sizeof columns / sizeof *columns,
                                       .row_size = sizeof(plan_row)};

/* A record may end in a part of a row, which another process is writing, but not a plan. Of a pipe
 * the end is not known. */
static bool is_ended(const char *path)
{
    FILE *file = fopen(path, "rb");
    const bool is_cut = file && fseek(file, -1, SEEK_END) == 0 && fgetc(file) != '\n';
    if (file) {
        fclose(file);
    }
    return !is_cut;
}

lab_record *report_plan_read(const char *path, failure *why)
{
    const lab_schema *const schemas[] = {&plan_schema};
    lab_record *plan;
    if (!lab_record_read(path, schemas, 1, &plan, why)) {
        return NULL;
    }
    if (!plan) {
        fail(why, "%s: its first line is not that of a plan of matches", path);
    } else if (!is_ended(path)) {
        fail(why, "%s: its last line has no end", path);
        lab_record_close(plan, NULL);
        plan = NULL;
    }
    return plan;
}

static int compare_places(const void *left, const void *right)
{
    const plan_row *a = *(const plan_row *const *)left, *b = *(const plan_row *const *)right;
    return (a->place > b->place) - (a->place < b->place);
}

/* The rows in their order. Free the list; NULL if memory is short. */
static const plan_row **rows_of(const lab_record *plan)
{
    const size_t count = lab_record_count(plan);
    const plan_row **rows = calloc(count + 1, sizeof *rows);
    for (size_t i = 0; rows && i < count; i++) {
        rows[i] = lab_record_at(plan, i);
    }
    if (rows) {
        qsort(rows, count, sizeof *rows, compare_places);
    }
    return rows;
}

/* True if a record has the name that a plan gives to its own. */
static bool is_record_of(const lab_record *record, const lab_record *plan)
{
    const char *own = data_path_name(lab_record_path(record)), *ending = strrchr(own, '.');
    char name[DATA_PATH_MAX];
    if (!ending) {
        return false;
    }
    snprintf(name, sizeof name, "%.*s-plan%s", (int)(ending - own), own, ending);
    return strcmp(name, data_path_name(lab_record_path(plan))) == 0;
}

/* What was measured of a match; `row` is NULL if nothing was. */
typedef struct measured {
    const match_row *row; /* of its first run */
    match_counts counts;
    bool is_own; /* its record is the plan's */
} measured;

static bool is_better(const measured *a, const measured *b)
{
    const int more = match_games(&a->counts) - match_games(&b->counts);
    return more > 0 || (more == 0 && a->is_own && !b->is_own);
}

static bool is_wanted(const plan_row *p, const match_row *r)
{
    return p->seed == r->seed && strcmp(p->first, r->first) == 0 &&
           strcmp(p->second, r->second) == 0 && strcmp(p->both, r->both) == 0 &&
           strcmp(p->limit, r->limit) == 0 && strcmp(p->book, r->book) == 0;
}

/* Of a match the runs that follow each other from the first opening on. They stand beside each
 * other in the results, in their order. A confirmation behind the games that are wanted is left
 * out. */
static measured measured_of(const report_results *results, const lab_record *plan,
                            const plan_row *p)
{
    measured best = {0}, now = {0};
    for (size_t i = 0; i < results->match_count; i++) {
        const report_match *m = &results->matches[i];
        if (!is_wanted(p, m->row)) {
            continue;
        }
        if (m->row->start == 0) {
            now = (measured){.row = m->row, .is_own = is_record_of(m->record, plan)};
        }
        if (now.row && !report_match_differs(now.row, m->row) &&
            2 * m->row->start == match_games(&now.counts) && 2 * m->row->start < p->games) {
            match_counts_add(&now.counts, &m->counts);
        }
        best = is_better(&now, &best) ? now : best;
    }
    return best;
}

static const report_column table_columns[] = {
    {"row", true},       {"idea", false},   {"search", false}, {"limit", false},
    {"Elo", true},       {"games", true},   {"result", false}, {"players", false},
    {"openings", false}, {"made by", false}};

/* Adds the number of games: of a match those that are wanted too if some are missing, of a
 * sequential test what it has found. */
static void add_games(report_table *t, const plan_row *p, const match_counts *c)
{
    char games[REPORT_FIGURE_MAX];
    double elo0, elo1;
    const char *const test = strstr(p->limit, " sprt ");
    report_count_text(games, (uint64_t)match_games(c));
    if (test && match_games(c) > 0 && sscanf(test, " sprt %lf/%lf", &elo0, &elo1) == 2) {
        const double llr = match_llr(c, elo0, elo1);
        report_table_cell(t, "%s, LLR %+.2f: %s", games, llr,
                          llr >= MATCH_LLR_BOUND    ? "the greater strength is accepted"
                          : llr <= -MATCH_LLR_BOUND ? "the lesser strength is accepted"
                                                    : "undecided");
    } else if (match_games(c) < p->games) {
        report_table_cell(t, "%s of %lld", games, p->games);
    } else {
        report_table_cell(t, "%s", games);
    }
}

static void add_figures(report_table *t, const plan_row *p, const measured *m)
{
    char elo[REPORT_FIGURE_MAX] = "not measured", result[MATCH_COUNTS_TEXT_MAX] = "";
    if (m->row) {
        const bounded e = match_elo(&m->counts);
        match_elo_text(&e, elo);
        match_counts_text(&m->counts, result);
    }
    report_table_cell(t, "%s", elo);
    add_games(t, p, &m->counts);
    if (m->counts.forfeits) {
        report_table_cell(t, "%s, %d by %s", result, m->counts.forfeits,
                          plural((uint64_t)m->counts.forfeits, "forfeit", "forfeits"));
    } else {
        report_table_cell(t, "%s", result);
    }
}

static void add_row(report_table *t, const plan_row *p, const measured *m)
{
    const char *const first = *p->first ? p->first : "the defaults";
    const char *const second = *p->second ? p->second : "the defaults";
    report_table_cell(t, "%lld", p->place);
    report_table_cell(t, "%s", p->idea);
    report_table_cell(t, "%s", search_algorithm_words[p->search]);
    report_table_cell(t, "%s", p->limit);
    add_figures(t, p, m);
    report_table_cell(t, "%s against %s; both %s", first, second, p->both);
    report_table_cell(t, "%s, seed %lld", p->book, p->seed);
    if (m->row) {
        report_table_cell(t, "bench %lld, program %08x, files %08x, %s", m->row->origin.bench,
                          m->row->program, m->row->files, m->row->origin.machine);
    } else {
        report_table_cell(t, "-");
    }
}

/* Writes the table that begins with rows[0]. Returns the number of its rows. */
static size_t write_table(report_page *page, const lab_record *plan, const plan_row *const rows[],
                          size_t count, const report_results *results)
{
    report_table t;
    report_commands commands;
    size_t i = 0;
    report_page_head(page, rows[0]->table);
    report_table_start(&t, table_columns, sizeof table_columns / sizeof *table_columns);
    const bool started = report_commands_start(&commands, page);
    for (; i < count && strcmp(rows[i]->table, rows[0]->table) == 0; i++) {
        const measured m = measured_of(results, plan, rows[i]);
        add_row(&t, rows[i], &m);
        if (m.row && started) {
            report_match_command(&commands, m.row, match_games(&m.counts));
        }
    }
    report_page_table(page, &t);
    report_table_free(&t);
    if (started) {
        report_commands_write(&commands, page, "commands");
    }
    return i;
}

bool report_plan_write(FILE *file, const lab_record *plan, const report_results *results)
{
    report_page page;
    const plan_row **rows = rows_of(plan);
    char title[TITLE_MAX];
    snprintf(title, sizeof title, "The figures of %s", data_path_name(lab_record_path(plan)));
    report_page_begin(&page, file, REPORT_TEXT, title);
    report_page_text(&page, "Written by morpho-lab report; see laboratory.md. Elo is that of the "
                            "first player, with 95%% bounds from pairs of games. A sequential "
                            "test ends while its result is extreme, so its Elo is less certain "
                            "than the bounds say.");
    page.failed |= !rows;
    for (size_t i = 0; rows && i < lab_record_count(plan);) {
        i += write_table(&page, plan, rows + i, lab_record_count(plan) - i, results);
    }
    free(rows);
    return report_page_end(&page);
}

/* What is drawn: the first table's ideas in their order. */
typedef struct curves {
    const lab_record *plan;
    const plan_row **rows;
    size_t count; /* of the rows that are points */
    const report_results *results;
    const char *ideas[IDEAS_MAX];
    int idea_count;
} curves;

/* The seconds of a side at the beginning of a game; 0 if there is no clock. */
static double seconds_of(const plan_row *p)
{
    time_control clock;
    return match_limit_clock(p->limit, &clock) ? (double)clock.time_ms / 1000.0 : 0.0;
}

/* The Elo of a match; NANs if it was not played. */
static bounded elo_of(const curves *c, const plan_row *p)
{
    const measured m = measured_of(c->results, c->plan, p);
    return m.row ? match_elo(&m.counts) : (bounded){NAN, NAN, NAN};
}

/* The points of a curve. Returns their number. */
static int write_curve(FILE *script, const curves *c, int idea, int by)
{
    int points = 0;
    fprintf(script, "$curve%dsearch%d << END\n", idea, by);
    for (size_t i = 0; i < c->count; i++) {
        const plan_row *p = c->rows[i];
        if (p->search != by || strcmp(p->idea, c->ideas[idea]) != 0) {
            continue;
        }
        const bounded elo = elo_of(c, p);
        fprintf(script, "%g %g %g %g\n", seconds_of(p), elo.value, elo.low, elo.high);
        points++;
    }
    fprintf(script, "END\n");
    return points;
}

static void write_curves(FILE *script, void *context)
{
    const curves *c = context;
    const int lines = (c->idea_count + PANELS_BESIDE - 1) / PANELS_BESIDE;
    fprintf(script,
            "set multiplot layout %d,%d\nset logscale x 2\nset xtics nomirror\n"
            "set xlabel 'seconds of a side'\nset ylabel 'Elo'\nset key below horizontal width 2\n"
            "set xzeroaxis linecolor '#404040'\nset offsets graph 0.1, graph 0.1, 0, 0\n"
            "set yrange [*<0:*]\n",
            lines, PANELS_BESIDE);
    for (int idea = 0; idea < c->idea_count; idea++) {
        int points[SEARCH_ALGORITHMS], drawn = 0;
        for (int by = 0; by < SEARCH_ALGORITHMS; by++) {
            points[by] = write_curve(script, c, idea, by);
        }
        fprintf(script, "set title ");
        plot_text(script, c->ideas[idea]);
        fprintf(script, " noenhanced\nplot");
        for (int by = 0; by < SEARCH_ALGORITHMS; by++) {
            if (points[by]) {
                fprintf(script,
                        "%s $curve%dsearch%d using ($1*%g):2:3:4 with yerrorlines linestyle %d "
                        "pointtype 7 title '%s'",
                        drawn++ ? "," : "", idea, by, by ? BESIDE : 1.0, by + 1,
                        search_algorithm_words[by]);
            }
        }
        fprintf(script, "\n");
    }
    fprintf(script, "unset multiplot\n");
}

/* Takes the rows of the first table that have a clock and a figure with bounds, and their ideas. */
static void take_curves(curves *c)
{
    const size_t all = lab_record_count(c->plan);
    for (size_t i = 0; i < all && strcmp(c->rows[i]->table, c->rows[0]->table) == 0; i++) {
        const plan_row *p = c->rows[i];
        const bounded elo = elo_of(c, p);
        int known = 0;
        if (seconds_of(p) <= 0.0 || !isfinite(bounded_error(&elo))) {
            continue;
        }
        c->rows[c->count++] = p;
        while (known < c->idea_count && strcmp(c->ideas[known], p->idea) != 0) {
            known++;
        }
        if (known == c->idea_count && known < IDEAS_MAX) {
            c->ideas[c->idea_count++] = p->idea;
        }
    }
}

bool report_plan_picture(const char *path, const lab_record *plan, const report_results *results,
                         failure *why)
{
    curves c = {.plan = plan, .rows = rows_of(plan), .results = results};
    if (!c.rows) {
        return fail(why, "%s: not enough memory to draw it", path);
    }
    take_curves(&c);
    const int lines = (c.idea_count + PANELS_BESIDE - 1) / PANELS_BESIDE;
    const bool good =
        c.idea_count ? plot_draw(path, PANELS_BESIDE * PANEL_WIDTH, lines * PANEL_HEIGHT,
                                 write_curves, &c, why)
                     : fail(why, "%s: no match has a clock and a figure with bounds yet", path);
    free(c.rows);
    return good;
}
