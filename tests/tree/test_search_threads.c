/* Tests what a search says where the system starts too few threads. */
#include <criterion/criterion.h>
#include <string.h>

#include "search_fixture.h"
#include "system/threads.h"

static int startable;
static bool told;

/* In place of the one in system/. */
bool system_thread_start(pthread_t *thread, void *(*work)(void *), void *argument)
{
    return startable > 0 && pthread_create(thread, NULL, work, argument) == 0 && startable-- > 0;
}

static void take(void *user, const search *s, const search_info *info)
{
    (void)user;
    (void)info;
    told = !search_has_threads(s, NULL);
}

/* The reason in a search of 4 threads beside whose first one `threads` can be started; "" if it has
 * them all. */
static const char *reason(int threads)
{
    static failure why;
    why.text[0] = '\0';
    startable = threads;
    told = false;
    search_arm(f.search);
    const search_result result =
        search_go(f.search, &f.position, &f.game, &(search_limits){.nodes = 2000}, take, NULL);
    cr_expect_neq(result.best, MOVE_NONE);
    cr_expect_eq(search_has_threads(f.search, &why), why.text[0] == '\0');
    cr_expect_eq(told, why.text[0] != '\0', "a listener is told something else");
    return why.text;
}

static void begin(search_algorithm by)
{
    fixture_begin_by(by, 4);
    f.options.threads = 4;
    startable = 100;
    fixture_configure();
}

BOTH_SEARCHES(search_threads, that_are_missing_are_told)
{
    cr_expect(search_has_threads(f.search, NULL), "a search that has not begun lacks threads");
    cr_expect_str_eq(reason(100), "");
    cr_expect_str_eq(reason(1), "the system starts only 2 of 4 threads");
    cr_expect_str_eq(reason(0), "the system starts only 1 of 4 threads");
    cr_expect_str_eq(reason(3), "");
}
