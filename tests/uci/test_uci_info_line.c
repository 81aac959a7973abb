#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uci/info_line.h"

/* The line that a report becomes. */
static const char *written(search_score score, info_style style)
{
    static char text[WRITER_LINE_MAX];
    FILE *file = tmpfile();
    writer out;
    cr_assert_not_null(file);
    writer_init(&out, file);
    static search_info info; /* large */
    info = (search_info){.depth = 3, .seldepth = 7, .nodes = 50, .score = score, .pv_length = 1};
    info.pv[0] = move_of(4, 7, MOVE_CASTLING);
    info_line_write(&out, &info, style);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    writer_destroy(&out);
    fclose(file);
    return text;
}

Test(info_line, wdl_stands_after_the_score_if_asked_for)
{
    const search_score score = {SCORE_CENTIPAWNS, 21, 0.40f, 0.25f, 0.35f};
    cr_assert_str_eq(
        written(score, (info_style){.chess960 = false}),
        "info depth 3 seldepth 7 nodes 50 nps 0 time 0 score cp 21 hashfull 0 tbhits 0 pv "
        "e1g1\n");
    cr_assert_str_eq(written(score, (info_style){.wdl = true, .chess960 = true}),
                     "info depth 3 seldepth 7 nodes 50 nps 0 time 0 score cp 21 wdl 400 250 350 "
                     "hashfull 0 tbhits 0 pv e1h1\n");
}

Test(info_line, a_mate_is_certain)
{
    const search_score won = {SCORE_MATE, 2, 0.7f, 0.2f, 0.1f};
    const search_score lost = {SCORE_MATE, -3, 0.7f, 0.2f, 0.1f};
    cr_expect_not_null(
        strstr(written(won, (info_style){.wdl = true}), " score mate 2 wdl 1000 0 0 hashfull "));
    cr_expect_not_null(
        strstr(written(lost, (info_style){.wdl = true}), " score mate -3 wdl 0 0 1000 hashfull "));
}

Test(info_line, wdl_sums_to_a_thousand_however_it_is_rounded)
{
    /* In half units, so that win and loss both lie between two whole ones. */
    static const int halves[] = {0, 1, 2, 333, 667, 999, 1000, 1001, 1333, 1999, 2000};
    enum { COUNT = sizeof halves / sizeof *halves };
    for (int i = 0; i < COUNT * COUNT; i++) {
        const int win = halves[i / COUNT], loss = halves[i % COUNT], draw = 2000 - win - loss;
        int w, d, l;
        if (draw < 0) {
            continue;
        }
        const search_score score = {SCORE_CENTIPAWNS, 0, (float)win / 2000.0f,
                                    (float)draw / 2000.0f, (float)loss / 2000.0f};
        const char *text = strstr(written(score, (info_style){.wdl = true}), " wdl ");
        cr_assert_not_null(text);
        cr_assert_eq(sscanf(text, " wdl %d %d %d hashfull", &w, &d, &l), 3);
        cr_expect(w >= 0 && d >= 0 && l >= 0 && w + d + l == 1000, "%d %d %d", w, d, l);
        cr_expect_leq(abs(2 * w - win), 1);
        cr_expect_leq(abs(2 * l - loss), 1);
    }
}
