#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_chart.h"
#include "report_sections.h"
#include "report_text.h"

/* True if the idea was confirmed, so that its screen is not what it is worth. */
static bool is_superseded(const report_figures *all, const report_figure *f)
{
    for (size_t i = 0; i < all->count && f->measure == REPORT_SCREEN; i++) {
        const report_figure *other = &all->list[i];
        if (other->measure == REPORT_CONFIRMATION && other->base == f->base &&
            other->idea.row == f->idea.row && other->idea.value == f->idea.value &&
            strcmp(other->idea.with, f->idea.with) == 0 && strcmp(other->limit, f->limit) == 0) {
            return true;
        }
    }
    return false;
}

static bool make_bar(report_bar *bar, const report_figures *all, const report_figure *f)
{
    char value[CHOICE_TEXT_MAX];
    const search_technique_row *row = f->idea.row;
    const bounded elo = match_elo(&f->counts);
    if (f->measure == REPORT_NODES || !isfinite(elo.low) || !isfinite(elo.high) ||
        is_superseded(all, f)) {
        return false;
    }
    const bool is_switch = row->choice.is_switch;
    const bool is_usual = strcmp(f->limit, all->usual.limit[row->by]) == 0;
    snprintf(bar->label, sizeof bar->label, "%s%s%s%s%s%.48s%s%s", row->option,
             is_switch ? "" : "=", is_switch ? "" : choice_text(&row->choice, f->idea.value, value),
             f->base == SETTING_MIA ? ", mia" : "", is_usual ? "" : ", ", is_usual ? "" : f->limit,
             *f->idea.with ? ", with " : "", f->idea.with);
    char text[REPORT_FIGURE_MAX];
    report_elo_text(text, &elo);
    snprintf(bar->text, sizeof bar->text, "%.40s", text);
    bar->pale = f->measure == REPORT_SCREEN;
    bar->value = elo.value;
    bar->low = elo.low;
    bar->high = elo.high;
    return true;
}

void report_atlas_bars(report_page *p, const report_figures *all, search_algorithm by)
{
    char title[96];
    size_t count = 0;
    report_bar *bars = calloc(all->count + 1, sizeof *bars);
    if (!bars) {
        p->failed = true;
        return;
    }
    for (size_t i = 0; i < all->count; i++) {
        count += all->list[i].idea.row->by == by && make_bar(&bars[count], all, &all->list[i]);
    }
    snprintf(title, sizeof title, "What each idea is worth in %s: Elo, with bounds of 95%%",
             search_algorithm_words[by]);
    report_chart_bars(p, title, bars, count, false);
    free(bars);
}
