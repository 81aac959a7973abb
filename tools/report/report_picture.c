#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot.h"
#include "report_sections.h"

/* Pixels. */
enum { WIDTH = 1000, NAMES_WIDTH = 215, RIGHT_MARGIN = 20, LINE = 20, TOP = 40, FOOT = 70 };

/* Numbers on an axis have so many steps between them at most. */
enum { STEPS_MAX = 8 };

/* One idea's bar. */
typedef struct bar {
    const report_figure *figure;
    bounded elo;
} bar;

/* The bars of one search, the best first. */
typedef struct panel {
    bar *bars;
    int count;
} panel;

static bool is_same_idea(const report_figure *a, const report_figure *b)
{
    return a->idea.row == b->idea.row && a->idea.value == b->idea.value && a->base == b->base;
}

static int compare_bars(const void *left, const void *right)
{
    const double a = ((const bar *)left)->elo.value, b = ((const bar *)right)->elo.value;
    return (a < b) - (a > b);
}

/* True if the first figure of an idea says more about it than the second: it is a confirmation, or
 * is measured with fewer other options, of which a bar shows nothing. */
static bool says_more(const report_figure *a, const report_figure *b)
{
    return a->measure != b->measure ? a->measure > b->measure
                                    : strlen(a->idea.with) < strlen(b->idea.with);
}

/* Of each idea of a search the figure that says most. */
static void fill(panel *p, const report_figures *all, search_algorithm by)
{
    for (size_t i = 0; i < all->count; i++) {
        const report_figure *f = &all->list[i];
        const bounded elo = match_elo(&f->counts);
        if (f->measure == REPORT_NODES || f->idea.row->by != by || !isfinite(elo.low) ||
            !isfinite(elo.high)) {
            continue;
        }
        int at = 0;
        while (at < p->count && !is_same_idea(p->bars[at].figure, f)) {
            at++;
        }
        if (at == p->count || says_more(f, p->bars[at].figure)) {
            p->bars[at] = (bar){f, elo};
            p->count += at == p->count;
        }
    }
    qsort(p->bars, (size_t)p->count, sizeof *p->bars, compare_bars);
}

static void write_data(FILE *script, const panel *p, int number, report_measure measure)
{
    fprintf(script, "$panel%dmeasure%d << END\n", number, (int)measure);
    for (int i = 0; i < p->count; i++) {
        const bar *b = &p->bars[i];
        if (b->figure->measure == measure) {
            fprintf(script, "%g %d %g %g\n", b->elo.value, i, b->elo.low, b->elo.high);
        }
    }
    fprintf(script, "END\n");
}

static void write_names(FILE *script, const panel *p)
{
    fprintf(script, "set ytics nomirror scale 0 noenhanced (");
    for (int i = 0; i < p->count; i++) {
        char text[CHOICE_TEXT_MAX];
        const report_idea *idea = &p->bars[i].figure->idea;
        const bool is_switch = idea->row->choice.is_switch;
        fprintf(script, "%s\"%s%s%s%s\" %d", i ? ", " : "", idea->row->option, is_switch ? "" : " ",
                is_switch ? "" : choice_text(&idea->row->choice, idea->value, text),
                p->bars[i].figure->base == SETTING_MIA ? ", mia" : "", i);
    }
    fprintf(script, ")\n");
}

/* Elo between two numbers on the axis, so that they have room: 1, 2 or 5 times a power of ten. */
static double step_of(const panel *p)
{
    double low = 0.0, high = 0.0, step = 1.0;
    for (int i = 0; i < p->count; i++) {
        low = fmin(low, p->bars[i].elo.low);
        high = fmax(high, p->bars[i].elo.high);
    }
    for (int i = 0; (high - low) / step > STEPS_MAX; i++) {
        step *= i % 3 == 1 ? 2.5 : 2.0;
    }
    return step;
}

static void write_panel(FILE *script, const panel *p, int number, int height)
{
    const double left = 0.5 * number, bottom = 1.0 - (double)(TOP + LINE * p->count) / height;
    write_data(script, p, number, REPORT_SCREEN);
    write_data(script, p, number, REPORT_CONFIRMATION);
    write_names(script, p);
    fprintf(script,
            "set lmargin at screen %g\nset rmargin at screen %g\n"
            "set tmargin at screen %g\nset bmargin at screen %g\n"
            "set xtics %g\nset title '%s'\nset arrow 1 from 0,-0.5 to 0,%g nohead linecolor "
            "'#404040'\n",
            left + (double)NAMES_WIDTH / WIDTH, left + 0.5 - (double)RIGHT_MARGIN / WIDTH,
            1.0 - (double)TOP / height, bottom, step_of(p), search_algorithm_words[number],
            p->count - 0.5);
    fprintf(script, "plot [*:*] [%g:-0.5]", p->count - 0.5);
    for (int m = REPORT_SCREEN; m <= REPORT_CONFIRMATION; m++) {
        const bool pale = m == REPORT_SCREEN;
        fprintf(script,
                "%s $panel%dmeasure%d using ($1/2):2:(abs($1)/2):(0.33) with boxxyerror "
                "linecolor '%s' fillstyle solid noborder notitle, "
                "$panel%dmeasure%d using 3:2:($4-$3):(0) with vectors nohead linecolor '#404040' "
                "notitle",
                pale ? "" : ",", number, m, pale ? "#a8cfe8" : "#0072b2", number, m);
    }
    fprintf(script, "\n");
}

/* What is drawn. */
typedef struct picture {
    panel panels[SEARCH_ALGORITHMS];
    int height;
} picture;

static void write_script(FILE *script, void *context)
{
    const picture *p = context;
    fprintf(script, "set multiplot\nunset key\nset border 0\nset bars 0\n"
                    "set grid x noy linecolor '#dddddd' linetype 1 linewidth 1\n"
                    "set xtics nomirror scale 0\nset xlabel 'Elo'\n"
                    "set label 1 'dark: confirmed in fresh openings; pale: a screen; lines: bounds "
                    "of 95%%' at screen 0.5,0.02 center\n");
    for (int number = 0; number < SEARCH_ALGORITHMS; number++) {
        if (p->panels[number].count) {
            write_panel(script, &p->panels[number], number, p->height);
            fprintf(script, "unset label 1\n");
        }
    }
    fprintf(script, "unset multiplot\n");
}

static void free_picture(picture *p)
{
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        free(p->panels[i].bars);
    }
}

/* Gathers the bars; false and `why` if there are none, or memory is short. Free in either case. */
static bool make_picture(picture *p, const report_figures *all, failure *why)
{
    int lines = 0;
    *p = (picture){.height = 0};
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        panel *own = &p->panels[i];
        own->bars = calloc(all->count + 1, sizeof *own->bars);
        if (!own->bars) {
            return fail(why, "not enough memory to draw it");
        }
        fill(own, all, (search_algorithm)i);
        lines = own->count > lines ? own->count : lines;
    }
    p->height = TOP + LINE * lines + FOOT;
    return lines || fail(why, "there is no match to draw yet");
}

bool report_picture(const char *path, const report_results *results, failure *why)
{
    report_figures all;
    picture p;
    failure reason;
    bool good = report_figures_make(&all, results, why);
    if (good) {
        good = make_picture(&p, &all, &reason)
                   ? plot_draw(path, WIDTH, p.height, write_script, &p, why)
                   : fail(why, "%s: %s", path, reason.text);
        free_picture(&p);
    }
    report_figures_free(&all);
    return good;
}

void report_picture_inline(report_page *page, const report_figures *all)
{
    picture p;
    failure why;
    if (make_picture(&p, all, &why)) {
        report_page_figure(
            page, plot_inline(report_page_chart(page), WIDTH, p.height, write_script, &p, &why),
            &why);
    }
    free_picture(&p);
}
