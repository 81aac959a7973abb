/* The queue between the inputs and the output of relabel: games leave it in order. */
#include <criterion/criterion.h>

#include "relabel_queue.h"

Test(relabel_queue, games_leave_in_the_order_in_which_they_came)
{
    static relabel_queue q;
    const uint8_t bytes[3] = {1, 2, 3};
    for (int round = 0; round < 3; round++) {
        while (!relabel_queue_is_full(&q)) {
            cr_assert(relabel_queue_push(&q, QUEUE_WAITING, bytes, sizeof bytes));
        }
        const uint32_t first = q.first;
        cr_expect_eq(q.end - first, QUEUE_GAMES);
        relabel_queue_at(&q, first)->state = QUEUE_UNDER_WAY;
        cr_expect_eq(relabel_queue_waiting(&q), first + 1);
        cr_assert(relabel_queue_replace(relabel_queue_at(&q, first), bytes + 1, 2));
        cr_expect(relabel_queue_at(&q, first)->size == 2 &&
                  relabel_queue_at(&q, first + 1)->size == 3);
        for (int i = 0; i < 700; i++) {
            relabel_queue_pop(&q);
        }
        cr_expect_eq(relabel_queue_waiting(&q), first + 700);
    }
    relabel_queue_clear(&q);
    cr_expect_eq(relabel_queue_waiting(&q), q.end);
}
