/* Tests what the settings make of searches: their options, and weaker play. */
#include <criterion/criterion.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "system/library.h"
#include "uci/engine.h"
#include "uci/strength.h"

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
TestSuite(strength, .init = set_up, .fini = tear_down);

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

Test(strength, grows_with_elo)
{
    for (int a = 0; a < SEARCH_ALGORITHMS; a++) {
        strength last = strength_of((search_algorithm)a, STRENGTH_ELO_MIN);
        const strength below = strength_of((search_algorithm)a, STRENGTH_ELO_MIN - 500);
        cr_expect_eq(below.nodes, last.nodes, "what is below the range is cut to it");
        for (int elo = STRENGTH_ELO_MIN + 25; elo <= STRENGTH_ELO_MAX; elo += 25) {
            const strength s = strength_of((search_algorithm)a, elo);
            cr_expect(s.nodes >= last.nodes && s.nodes > 0, "nodes at %d", elo);
            cr_expect(s.temperature < last.temperature, "temperature at %d", elo);
            last = s;
        }
        const strength above = strength_of((search_algorithm)a, STRENGTH_ELO_MAX + 500);
        cr_expect_eq(above.nodes, last.nodes);
    }
}

/* Searches a position and counts the moves that equally spaced random numbers choose. Returns the
 * number of different moves, and the share of the first choice. */
static int spread(search_algorithm algorithm, const char *fen, uint64_t nodes, float temperature,
                  double *first_share)
{
    enum { DRAWS = 1000 };
    position root;
    line game;
    root_move best, chosen;
    int different = 0, firsts = 0;
    move seen[MOVES_MAX];
    const search_limits limits = {.nodes = nodes};
    cr_assert(fen_parse(&root, fen, NULL, &why));
    line_start(&game, &root);
    cr_assert(engine_prepare(&e, &why), "%s", why.text);
    search_new_game(e.search);
    search_go(e.search, &root, &game, &limits, NULL, NULL);
    cr_assert_eq(search_root_moves(e.search, &best, 1), 1);
    for (int i = 0; i < DRAWS; i++) {
        int k = 0;
        cr_assert(strength_choose(e.search, algorithm, temperature, (double)i / DRAWS, &chosen));
        while (k < different && seen[k] != chosen.move) {
            k++;
        }
        if (k == different) {
            seen[different++] = chosen.move;
        }
        firsts += chosen.move == best.move;
    }
    *first_share = (double)firsts / DRAWS;
    return different;
}

/* Qxd8+ wins at once. */
static const char takes_queen[] = "3q2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1";

Test(strength, a_higher_temperature_is_softer)
{
    for (int a = 0; a < SEARCH_ALGORITHMS; a++) {
        double hard, soft;
        set("Search", search_algorithm_words[a]);
        set("UCI_LimitStrength", "true");
        const int few = spread((search_algorithm)a, takes_queen, 400, 0.02f, &hard);
        const int many = spread((search_algorithm)a, takes_queen, 400, 3.0f, &soft);
        cr_expect(hard > 0.95, "%s: %.2f", search_algorithm_words[a], hard);
        cr_expect(soft < 0.6, "%s: %.2f", search_algorithm_words[a], soft);
        cr_expect(many > few && many >= STRENGTH_LINES, "%s: %d and %d", search_algorithm_words[a],
                  few, many);
    }
}
