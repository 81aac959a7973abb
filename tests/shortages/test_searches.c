/* Shortages of memory while searches are made, changed and used. */
#include <criterion/criterion.h>

#include "chess/attacks.h"
#include "search_fixture.h"
#include "shortage.h"

static search_options options; /* of the searches that are made here */

static void begin(void)
{
    fixture_begin_negamax(1, 1);
    options = f.options;
}

TestSuite(shortages_of_searches, .init = begin, .fini = fixture_end, .timeout = 300);

/* A search of some nodes answers with a move. Its score is left in f.last. */
static bool answers(search *s)
{
    const search_limits limits = {.nodes = 50};
    return search_go(s, &f.position, &f.game, &limits, fixture_listen, NULL).best != MOVE_NONE;
}

static bool make_and_use(failure *why)
{
    search *s = search_new(&options, why);
    const bool done = s && answers(s);
    search_free(s);
    return done;
}

static bool make_as_fits(failure *why)
{
    options.hash_mb = 4;
    search *s = search_new_fitting(&options, why);
    const bool done = s && search_hash_mb(s) >= 1 && answers(s);
    search_free(s);
    return done;
}

static int usual; /* the score without a shortage */

/* A search of one thread is made whole or not at all. */
static void expect_usual_score(bool done)
{
    cr_expect(!done || options.threads > 1 || f.last.score.value == usual, "%d, not %d",
              f.last.score.value, usual);
}

Test(shortages_of_searches, a_new_search)
{
    failure why;
    for (int i = 0; i < 2 * SEARCH_ALGORITHMS; i++) {
        options.algorithm = (search_algorithm)(i / 2);
        options.threads = 1 + i % 2;
        cr_assert(make_and_use(&why), "%s", why.text);
        usual = f.last.score.value;
        shortage_try(SHORT_OF_MEMORY, make_and_use, expect_usual_score);
        shortage_try(SHORT_OF_MEMORY, make_as_fits, expect_usual_score);
    }
}

/* Changes the fixture's options into others. Where that is refused, the search goes on with what it
 * has, if that is anything. */
static bool change(failure *why)
{
    search *s = search_new(&f.options, why);
    const bool done = s && search_configure(s, &options, why);
    const bool goes_on = !s || !search_hash_mb(s) || answers(s);
    search_free(s);
    cr_expect(goes_on, "%s", why->text);
    return done;
}

Test(shortages_of_searches, a_changed_search)
{
    const search_options before = f.options;
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        f.options.algorithm = (search_algorithm)i;
        options = f.options;
        options.hash_mb = 2;
        shortage_try(SHORT_OF_MEMORY, change, NULL);
        options = f.options;
        options.threads = 3;
        shortage_try(SHORT_OF_MEMORY, change, NULL);
        options = f.options;
        options.algorithm = (search_algorithm)((i + 1) % SEARCH_ALGORITHMS);
        shortage_try(SHORT_OF_MEMORY, change, NULL);
        options = f.options;
        options.techniques = search_techniques_of(SETTING_MIA);
        options.techniques.mcts_history = !options.techniques.mcts_history;
        shortage_try(SHORT_OF_MEMORY, change, NULL);
    }
    f.options = before;
}
