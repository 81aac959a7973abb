#include "data_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data_path.h"
#include "plot.h"

enum { NAME_MAX_SHOWN = 256, WIDTH = 1000, HEIGHT = 760, OUTCOMES_MIN = 200 };

static const char panels[] = "set multiplot layout 2,2 margins 0.07,0.98,0.08,0.95 "
                             "spacing 0.09,0.13\n"
                             "set ylabel '% of the positions' offset 1\n"
                             "set style data lines\n";

/* Writes a file's name without its folders and its ending. */
static void put_name(FILE *script, const char *path)
{
    char name[NAME_MAX_SHOWN];
    const char *begin = data_path_name(path), *end = strstr(begin, ".games");
    snprintf(name, sizeof name, "%.*s", end ? (int)(end - begin) : (int)strlen(begin), begin);
    plot_text(script, name);
}

static double percent(long part, long whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

/* Writes the data of one file for all panels, as blocks $scoreN, $resultN, $piecesN, $pliesN. */
static void put_data(FILE *script, const tally *t, int number)
{
    fprintf(script, "$score%d << END\n", number);
    for (int i = 0; i < TALLY_SCORES; i++) {
        if (t->scores[i] > 0) {
            fprintf(script, "%g %g\n", (i - TALLY_SCORES / 2) * TALLY_SCORE_BIN / 100.0,
                    percent(t->scores[i], tally_scored(t)));
        }
    }
    fprintf(script, "END\n$result%d << END\n", number);
    for (int i = 0; i < TALLY_SCORES; i++) {
        if (t->outcome_count[i] >= OUTCOMES_MIN) {
            fprintf(script, "%g %g\n", (i - TALLY_SCORES / 2) * TALLY_SCORE_BIN / 100.0,
                    100.0 * t->outcomes[i] / (double)t->outcome_count[i]);
        }
    }
    fprintf(script, "END\n$pieces%d << END\n", number);
    for (int i = TALLY_PIECES - 1; i > 1; i--) {
        fprintf(script, "%d %g\n", i, percent(t->pieces[i], t->judged));
    }
    fprintf(script, "END\n$plies%d << END\n", number);
    for (int i = 0; i + 1 < TALLY_PLIES; i++) {
        fprintf(script, "%d %g\n", i * TALLY_PLY_BIN + TALLY_PLY_BIN / 2,
                percent(t->plies[i], t->judged));
    }
    fputs("END\n", script);
}

static void put_panel(FILE *script, const char *block, const char *settings, char *const *names,
                      int count)
{
    fprintf(script, "%s\nplot ", settings);
    for (int i = 0; i < count; i++) {
        fprintf(script, "%s$%s%d title ", i > 0 ? ", " : "", block, i);
        put_name(script, names[i]);
        fputs(" noenhanced", script);
    }
    /* Without points the NaN keeps the panel in place. */
    fputs(", NaN notitle\n", script);
}

/* The files to draw. */
typedef struct data_files {
    const tally *tallies;
    char *const *names;
    int count;
} data_files;

static void put_script(FILE *script, void *context)
{
    const data_files *files = context;
    const tally *tallies = files->tallies;
    char *const *names = files->names;
    const int count = files->count;
    for (int i = 0; i < count; i++) {
        put_data(script, &tallies[i], i);
    }
    fputs(panels, script);
    put_panel(script, "score",
              "set xlabel 'score in pawns, side to move (bins of 0.2)'\n"
              "set logscale y\nset yrange [0.01:100]\nset xrange [-10:10]",
              names, count);
    put_panel(script, "result",
              "set nokey\nunset logscale y\nset yrange [0:100]\nset ytics 25\n"
              "set xlabel 'score in pawns, side to move'\n"
              "set ylabel 'result for the side to move, %'",
              names, count);
    put_panel(script, "pieces",
              "set xlabel 'pieces on the board'\nset yrange [0:*]\nset ytics auto\n"
              "set ylabel '% of the positions'\nset xrange [32:2]",
              names, count);
    put_panel(script, "plies",
              "set xlabel 'plies since the start, by move number (bins of 10)'\n"
              "set xrange [0:300]",
              names, count);
    fputs("unset multiplot\n", script);
}

bool data_picture_write(const char *path, const tally *tallies, char *const *names, int count,
                        failure *why)
{
    data_files files = {tallies, names, count};
    return plot_draw(path, WIDTH, HEIGHT, put_script, &files, why);
}
