/* Tests that move ordering and pruning need fewer nodes to the same depth, in total over a few
 * positions. It uses the default net: no order can predict the evaluations of a random net. */
#include <criterion/criterion.h>

#include "search_fixture.h"
#include "settings_fixture.h"

static void begin(void)
{
    fixture_begin_strong(SEARCH_NEGAMAX, 4);
}

TestSuite(negamax_savings, .init = begin, .fini = fixture_end);

static const char *const fens[] = {
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r2q1rk1/ppp2ppp/2n1bn2/2b1p3/3pP3/3P1NPP/PPPN1PB1/R1BQ1RK1 b - - 2 9",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 1 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/pp3ppp/8/3r4/3R4/8/PP3PPP/4K3 w - - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "2r2rk1/1bqnbppp/1p1ppn2/p7/2P1P3/PN3B1P/1PN1QPP1/R1B2RK1 w - - 0 18",
    "3r1rk1/p3qppp/2bb4/2p5/3p4/1P2P3/PBQN1PPP/2R2RK1 w - - 0 1",
    "6k1/5pp1/4p2p/3b4/1p1P4/1P3N1P/5PP1/6K1 w - - 0 30"};

static uint64_t work(const search_techniques *use, int depth)
{
    uint64_t nodes = 0;
    f.options.techniques = *use;
    fixture_configure();
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        search_new_game(f.search);
        nodes += fixture_ask(fens[i], &(search_limits){.depth = depth}).nodes;
    }
    return nodes;
}

/* An option with that value, and the percentage of the nodes without it that a search to a depth
 * needs at most with it. The limits leave room for other nets and numbers. */
typedef struct saving {
    const char *option, *value;
    int percent;
} saving;

static void expect_savings(const search_techniques *without, int depth, const saving savings[],
                           size_t count)
{
    const uint64_t nodes = work(without, depth);
    for (size_t i = 0; i < count; i++) {
        search_techniques use = *without;
        settings_set(&use, savings[i].option, savings[i].value);
        const uint64_t less = work(&use, depth);
        cr_expect_leq(100 * less, (uint64_t)savings[i].percent * nodes, "%s %s: %d of %d nodes",
                      savings[i].option, savings[i].value, (int)less, (int)nodes);
    }
}

/* Quiet moves come as they are generated, but for the one order. */
Test(negamax_savings, every_order_of_quiet_moves_saves_nodes)
{
    static const saving savings[] = {
        {"Killers", "on", 92},
        {"CounterMove", "on", 97},
        {"QuietHistory", "on", 90},
        {"ContinuationHistory", "one", 94},
        {"ContinuationHistory", "two", 94},
        {"PieceToHistory", "on", 90},
        {"PawnHistory", "on", 92},
        {"KingHistory", "on", 90},
        {"LowPlyHistory", "on", 90},
        {"QuietRule", "schaeffer", 90},
        {"QuietRule", "relative", 90},
        {"QuietRule", "relative-misses", 90},
        {"QuietRule", "hyatt", 90},
        {"QuietRule", "plausibility", 90},
        {"PolicyOrder", "instead", 90},
    };
    const search_techniques none = {.quiet_rule = HIST_ORDER_GRAVITY,
                                    .history_increment = HIST_INCREMENT_2D,
                                    .butterfly_increment = HIST_INCREMENT_1,
                                    .history_best = HIST_BEST_SCORE,
                                    .history_pv = HIST_COUNT};
    expect_savings(&none, 4, savings, sizeof savings / sizeof *savings);
}

/* Each alone, beside a good order. */
Test(negamax_savings, every_way_to_prune_saves_nodes)
{
    static const saving savings[] = {
        {"Frame", "modern", 30},      {"NullMove", "on", 60},
        {"MultiCut", "on", 85},       {"LateMovePruning", "on", 40},
        {"HistoryPruning", "on", 75}, {"LateMoveReductions", "on", 30},
    };
    const search_techniques order = {.killers = true,
                                     .counter_move = true,
                                     .butterfly_history = true,
                                     .captures_history = true,
                                     .continuation_history = HIST_CONTINUE_BOTH,
                                     .quiet_rule = HIST_ORDER_GRAVITY};
    /* Histories of so short searches are small. */
    f.options.params.ab_history_margin = 100;
    expect_savings(&order, 5, savings, sizeof savings / sizeof *savings);
}
