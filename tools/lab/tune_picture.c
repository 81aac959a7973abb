/* The picture of a tuning: a panel for each parameter. */
#include "plot.h"
#include "tune_run.h"

enum { PANEL_WIDTH = 380, PANEL_HEIGHT = 240, PANELS_ACROSS = 3, POINTS_MAX = 1000 };

typedef struct picture {
    const tune_plan *plan;
    const tune_course *course;
    int across, down;
} picture;

/* $course: games played, then the parameters. Long courses are thinned out. */
static void put_course(FILE *script, const picture *p)
{
    const tune_course *c = p->course;
    const long stride = (c->count + POINTS_MAX - 1) / POINTS_MAX;
    fputs("$course << END\n", script);
    for (long run = 0; run < c->count; run++) {
        if (run % stride && run != c->count - 1) {
            continue;
        }
        fprintf(script, "%ld", c->games[run]);
        for (int i = 0; i < p->plan->start.count; i++) {
            fprintf(script, " %.4f", c->value[run][i]);
        }
        fputc('\n', script);
    }
    fputs("END\n", script);
}

static void put_script(FILE *script, void *context)
{
    const picture *p = context;
    put_course(script, p);
    fprintf(script,
            "set multiplot layout %d,%d\nset key off\nset xlabel 'games'\nset xtics 0,%ld\n",
            p->down, p->across, p->plan->match.games / 2);
    for (int i = 0; i < p->plan->start.count; i++) {
        fputs("set title ", script);
        plot_text(script, p->plan->name[i]);
        fprintf(script,
                " noenhanced\nplot [0:%ld] $course using 1:%d with lines lt 1 lw 2, "
                "%.4f with lines lt 8 dt 3\n",
                p->plan->match.games, i + 2, p->course->value[0][i]);
    }
    fputs("unset multiplot\n", script);
}

bool tune_picture_write(const char *path, const tune_plan *plan, const tune_course *course,
                        failure *why)
{
    const int count = plan->start.count;
    picture p = {.plan = plan, .course = course};
    p.across = count < PANELS_ACROSS ? count : PANELS_ACROSS;
    p.down = (count + PANELS_ACROSS - 1) / PANELS_ACROSS;
    return plot_draw(path, p.across * PANEL_WIDTH, p.down * PANEL_HEIGHT, put_script, &p, why);
}
