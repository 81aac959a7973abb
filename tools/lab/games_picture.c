#include "games_tally.h"

#include <stdio.h>
#include <stdlib.h>

#include "plot.h"

enum {
    WIDTH = 900,
    HEIGHT = 500,
    TITLE_MAX = 300,
    GAMES_PART_LEAST = 10 /* of the games, as a divisor */
};

/* $times: number, quartiles of the time used, and with a clock the soft and hard medians. */
static void put_times(FILE *script, games_tally *t)
{
    const size_t most = t->times[0].used.count;
    fputs("$times << END\n", script);
    for (int i = 0; i < GAMES_MOVES_MAX; i++) {
        games_times *times = &t->times[i];
        if (times->used.count == 0 || times->used.count * GAMES_PART_LEAST < most) {
            break;
        }
        const quartiles used = games_quartiles(&times->used);
        fprintf(script, "%d %.4f %.4f %.4f %.4f %.4f\n", i + 1, used.low, used.median, used.high,
                games_quartiles(&times->soft).median, games_quartiles(&times->hard).median);
    }
    fputs("END\n", script);
}

static void put_script(FILE *script, void *context)
{
    games_tally *t = context;
    put_times(script, t);
    char title[TITLE_MAX];
    snprintf(title, sizeof title, "Time of %s", t->name);
    fputs("set title ", script);
    plot_text(script, title);
    fputs(" noenhanced\n", script);
    fputs("set xlabel 'number of its move after the book'\nset ylabel 'seconds'\n"
          "set yrange [0:*]\nset style fill transparent solid 0.25 noborder\n"
          "plot $times using 1:2:4 with filledcurves lt 1 title 'used: quartiles', "
          "$times using 1:3 with lines lt 1 title 'used: median'",
          script);
    if (t->has_clock) {
        fputs(", $times using 1:5 with lines lt 2 dt 2 title 'granted: soft limit', "
              "$times using 1:6 with lines lt 8 dt 3 title 'granted: hard limit'",
              script);
    }
    fputc('\n', script);
}

bool games_picture_write(const char *path, games_tally *t, failure *why)
{
    return t->timed_moves == 0 ? fail(why, "%s: cannot be drawn: no move has a time", path)
                               : plot_draw(path, WIDTH, HEIGHT, put_script, t, why);
}
