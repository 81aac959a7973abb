#include <criterion/criterion.h>
#include <stdlib.h>

#include "tree/search_types.h"

Test(search_types, chances_sum_to_a_thousand_however_they_are_rounded)
{
    /* In half units, so that win and loss both lie between two whole ones. */
    static const int halves[] = {0, 1, 2, 333, 667, 999, 1000, 1001, 1333, 1999, 2000};
    enum { COUNT = sizeof halves / sizeof *halves };
    for (int i = 0; i < COUNT * COUNT; i++) {
        const int win = halves[i / COUNT], loss = halves[i % COUNT], draw = 2000 - win - loss;
        if (draw < 0) {
            continue;
        }
        const search_score score = {SCORE_CENTIPAWNS, 0, (float)win / 2000.0f,
                                    (float)draw / 2000.0f, (float)loss / 2000.0f};
        const search_wdl wdl = search_wdl_of(&score);
        cr_expect(wdl.win >= 0 && wdl.draw >= 0 && wdl.loss >= 0);
        cr_expect_eq(wdl.win + wdl.draw + wdl.loss, 1000, "%d %d %d", wdl.win, wdl.draw, wdl.loss);
        cr_expect_leq(abs(2 * wdl.win - win), 1);
        cr_expect_leq(abs(2 * wdl.loss - loss), 1);
    }
}
