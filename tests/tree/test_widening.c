#include <criterion/criterion.h>

#include "widening.h"

Test(widening, each_move_waits_for_more_visits_by_one_factor)
{
    static const uint32_t wanted[] = {40, 50, 62, 78, 97};
    uint32_t visits[MOVES_MAX];
    widening_make(visits, 40, 1250);
    for (int i = 0; i < 5; i++) {
        cr_expect_eq(visits[i], wanted[i], "move %d: %u", i, visits[i]);
    }
}

Test(widening, the_visits_end_within_their_type)
{
    uint32_t visits[MOVES_MAX];
    widening_make(visits, 1000, 3000);
    for (int i = 1; i < MOVES_MAX; i++) {
        cr_assert_geq(visits[i], visits[i - 1]);
    }
    cr_expect_eq(visits[MOVES_MAX - 1], 4000000000u);
}
