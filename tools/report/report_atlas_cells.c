#include "report_atlas_cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "report_text.h"

enum { FIGURES_SHOWN = 5 };

const char report_unmeasured[] = "not measured";

void report_cell_add(report_cell *c, const char *text)
{
    const size_t used = strlen(c->text);
    snprintf(c->text + used, sizeof c->text - used, "%s", text);
}

static bool is_of(const report_figure *f, const search_technique_row *row, int value,
                  report_measure measure)
{
    return f->idea.row == row && f->measure == measure &&
           (f->idea.value == value || (!row->choice.words && !row->choice.is_switch));
}

static long depth_of(const report_figure *f)
{
    return strtol(f->limit + strcspn(f->limit, " "), NULL, 10);
}

/* The conditions of a figure, as a note. */
static void add_note(report_cell *c, const report_figure *f, const char *what)
{
    char note[REPORT_CELL_MAX], number[CHOICE_TEXT_MAX];
    const search_technique_row *row = f->idea.row;
    const bool is_number = !row->choice.words && !row->choice.is_switch;
    snprintf(note, sizeof note, "\n %s%s%s%s%s%s%s", is_number ? "= " : "",
             is_number ? choice_text(&row->choice, f->idea.value, number) : "",
             is_number ? ", " : "", what, f->base == SETTING_MIA ? ", mia" : "",
             *f->idea.with ? ", with " : "", f->idea.with);
    report_cell_add(c, note);
}

static void add_elo(report_cell *c, const report_figures *all, const report_figure *f)
{
    char text[REPORT_FIGURE_MAX], games[REPORT_FIGURE_MAX], what[2 * REPORT_FIGURE_MAX];
    if (c->figures++ >= FIGURES_SHOWN) {
        return;
    }
    const bounded elo = match_elo(&f->counts);
    report_elo_text(text, &elo);
    report_count_text(games, (uint64_t)match_games(&f->counts));
    const bool is_usual = strcmp(f->limit, all->usual.limit[f->idea.row->by]) == 0;
    snprintf(what, sizeof what, "%s games%s%.48s", games, is_usual ? "" : ", ",
             is_usual ? "" : f->limit);
    report_cell_add(c, c->figures > 1 ? "\n" : "");
    report_cell_add(c, text);
    report_cell_add(c, report_mark(all->results, f->bench));
    add_note(c, f, what);
}

/* True if only one of two figures of nodes is shown: the deepest, and for an idea with details the
 * best. */
static bool rivals(const report_figure *a, const report_figure *b)
{
    return a->idea.row == b->idea.row && a->idea.value == b->idea.value &&
           a->measure == b->measure && a->base == b->base && a->idea.alone == b->idea.alone &&
           strcmp(a->suite, b->suite) == 0 &&
           (!a->idea.alone || strcmp(a->idea.with, b->idea.with) == 0);
}

/* Adds a ratio of nodes, if it is the deepest of its kind and, of rivals, the lowest. */
static void add_nodes(report_cell *c, const report_figures *all, const report_figure *f)
{
    char text[REPORT_FIGURE_MAX], best[REPORT_FIGURE_MAX], of[2 * REPORT_FIGURE_MAX];
    char what[4 * REPORT_FIGURE_MAX];
    int count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const report_figure *other = &all->list[i];
        if (other->measure != REPORT_NODES || !rivals(f, other) || depth_of(other) < depth_of(f)) {
            continue;
        }
        if (depth_of(other) > depth_of(f) ||
            (!f->idea.alone && other->ratio.value < f->ratio.value)) {
            return;
        }
        count++;
    }
    if (c->figures++ >= FIGURES_SHOWN) {
        return;
    }
    bounded_text(&f->ratio, 3, text);
    snprintf(best, sizeof best, "best of %d, ", count);
    const bool is_usual =
        strcmp(f->suite, all->usual.suite) == 0 && f->positions == all->usual.positions;
    snprintf(of, sizeof of, ", %.48s, %d %s", f->suite, f->positions,
             plural((uint64_t)f->positions, "position", "positions"));
    snprintf(what, sizeof what, "%s%s%s", !f->idea.alone && count > 1 ? best : "", f->limit,
             is_usual ? "" : of);
    report_cell_add(c, c->figures > 1 ? "\n" : "");
    report_cell_add(c, text);
    report_cell_add(c, report_mark(all->results, f->bench));
    add_note(c, f, what);
}

void report_atlas_figures(report_table *t, const report_figures *all,
                          const search_technique_row *row, int value, report_measure measure)
{
    report_cell c = {.figures = 0};
    for (size_t i = 0; i < all->count; i++) {
        const report_figure *f = &all->list[i];
        if (!is_of(f, row, value, measure)) {
            continue;
        }
        if (measure == REPORT_NODES) {
            add_nodes(&c, all, f);
        } else {
            add_elo(&c, all, f);
        }
    }
    if (c.figures > FIGURES_SHOWN) {
        report_cell_add(&c, "\n and more, below");
    }
    report_table_cell(t, "%s", c.figures ? c.text : report_unmeasured);
}
