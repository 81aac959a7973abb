#include <criterion/criterion.h>
#include <sched.h>
#include <stdlib.h>

#include "meeting.h"

enum { OTHERS = 6, MEETINGS = 500 };

static meeting gathering;
static atomic_bool over;

/* One of the others: it counts as long as no meeting is called. */
typedef struct worker {
    atomic_uint count;
    pthread_t thread;
} worker;

static void *work(void *own)
{
    worker *w = own;
    while (!over) {
        if (meeting_is_called(&gathering)) {
            meeting_attend(&gathering);
        }
        w->count++;
    }
    return NULL;
}

static worker workers[OTHERS];

static void start(void)
{
    meeting_init(&gathering);
    for (int i = 0; i < OTHERS; i++) {
        cr_assert_eq(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
}

static void end(void)
{
    over = true;
    for (int i = 0; i < OTHERS; i++) {
        pthread_join(workers[i].thread, NULL);
    }
    meeting_destroy(&gathering);
}

Test(meeting, nobody_works_while_it_lasts, .timeout = 120)
{
    start();
    for (int k = 0; k < MEETINGS; k++) {
        unsigned before[OTHERS];
        meeting_call(&gathering, OTHERS);
        for (int i = 0; i < OTHERS; i++) {
            before[i] = workers[i].count;
        }
        sched_yield();
        for (int i = 0; i < OTHERS; i++) {
            cr_assert_eq(workers[i].count, before[i]);
        }
        meeting_end(&gathering);
    }
    end();
}

Test(meeting, one_that_has_ended_is_not_attended)
{
    meeting_init(&gathering);
    cr_expect_not(meeting_is_called(&gathering));
    meeting_call(&gathering, 0);
    cr_expect(meeting_is_called(&gathering));
    meeting_end(&gathering);
    cr_expect_not(meeting_is_called(&gathering));
    meeting_attend(&gathering);
    meeting_destroy(&gathering);
}
