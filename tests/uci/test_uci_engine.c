/* Tests which options the settings give to searches. */
#include <criterion/criterion.h>

#include "chess/attacks.h"
#include "system/library.h"
#include "uci/engine.h"

static engine e;
static failure why;

static void set_up(void)
{
    attacks_init(true);
    engine_init(&e);
}

static void tear_down(void)
{
    engine_free(&e);
}

TestSuite(engine, .init = set_up, .fini = tear_down);

static void set(const char *name, const char *value)
{
    cr_assert(engine_set(&e, option_find(name), value, &why), "%s", why.text);
}

/* Expects these numbers of threads, whichever search the option Search names. */
static void expect_threads(int of_mcts, int of_negamax)
{
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        set("Search", search_algorithm_words[i]);
        const search_options mcts = engine_search_options(&e, SEARCH_MCTS);
        const search_options negamax = engine_search_options(&e, SEARCH_NEGAMAX);
        cr_expect_eq(mcts.algorithm, SEARCH_MCTS);
        cr_expect_eq(negamax.algorithm, SEARCH_NEGAMAX);
        cr_expect_eq(mcts.threads, of_mcts, "%d threads of mcts", mcts.threads);
        cr_expect_eq(negamax.threads, of_negamax, "%d threads of negamax", negamax.threads);
    }
}

Test(engine, both_searches_have_the_threads_of_the_option)
{
    cr_assert(engine_load_nets(&e, &why), "%s", why.text);
    set("Threads", "4");
    expect_threads(4, 4);
}

Test(engine, nets_in_float32_give_one_thread_to_mcts_alone)
{
    system_library library;
    if (!system_library_open(&library, "openblas", 0, NULL)) {
        cr_skip_test("libopenblas0 is not installed");
    }
    set("Threads", "4");
    set("Backend", "openblas");
    expect_threads(1, 4);
    set("Backend", "integer");
    expect_threads(4, 4);
}
