/* Tests what a search reports about positions in its tree, and the priors that it would give them
 * now. */
#include <criterion/criterion.h>
#include <math.h>

#include "chess/movegen.h"
#include "search_fixture.h"

static void begin(void)
{
    fixture_begin(4);
    fixture_set(FIXTURE_KIWIPETE);
}

TestSuite(mcts_line, .init = begin, .fini = fixture_end);

/* The only history. */
static void set_history(int key)
{
    f.options.techniques.mcts_history = key;
    f.options.techniques.mcts_continuation_history = HIST_CONTINUE_OFF;
    f.options.techniques.mcts_pawns_history = false;
    fixture_configure();
    search_new_game(f.search);
}

static void expect_order(const root_move moves[], int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += (double)moves[i].prior;
        cr_expect(i == 0 || moves[i - 1].visits > moves[i].visits ||
                  (moves[i - 1].visits == moves[i].visits && moves[i - 1].prior >= moves[i].prior));
    }
    cr_expect_float_eq(sum, 1.0, 1e-4, "priors sum to %g", sum);
}

/* Without a history they are those that the search used, and visits are the search's. */
Test(mcts_line, without_history_nothing_changes)
{
    root_move used[MOVES_MAX], now[MOVES_MAX];
    set_history(HIST_MAIN_OFF);
    fixture_go(&(search_limits){.nodes = 800});
    const int count = search_root_moves(f.search, used, MOVES_MAX);
    cr_assert_eq(search_line_moves(f.search, NULL, 0, now, MOVES_MAX), count);
    expect_order(now, count);
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < count && now[k].move != used[i].move) {
            k++;
        }
        cr_assert_lt(k, count);
        cr_expect_eq(now[k].visits, used[i].visits);
        cr_expect_eq(now[k].q, used[i].q);
        cr_expect_float_eq(now[k].prior, used[i].prior, 2e-5);
        cr_expect_eq(now[k].prior_used, used[i].prior);
        cr_expect_float_eq(now[k].prior_net, used[i].prior, 2e-5);
        cr_expect_eq(now[k].exploration, used[i].exploration);
        cr_expect_eq(now[k].draw, used[i].draw);
        cr_expect_eq(now[k].net, used[i].net);
    }
}

/* The prior now is the net's with the logits of the histories, which the temperature divides. */
Test(mcts_line, the_prior_of_the_net_has_no_history)
{
    const double temperature = f.options.params.temperature_milli / 1e3;
    root_move moves[MOVES_MAX];
    move played[1];
    double sum = 0.0;
    set_history(HIST_MAIN_BUTTERFLY);
    fixture_go(&(search_limits){.nodes = 800});
    played[0] = f.last.pv[0];
    const int count = search_line_moves(f.search, played, 1, moves, MOVES_MAX);
    for (int i = 0; i < count; i++) {
        sum += (double)moves[i].prior_net * exp((double)moves[i].history / temperature);
    }
    for (int i = 0; i < count; i++) {
        const double history = exp((double)moves[i].history / temperature);
        cr_expect_float_eq(moves[i].prior, (double)moves[i].prior_net * history / sum, 1e-4);
    }
}

Test(mcts_line, a_mate_has_its_plies)
{
    root_move moves[MOVES_MAX];
    fixture_set("6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1");
    fixture_go(&(search_limits){.nodes = 200});
    cr_assert_gt(search_line_moves(f.search, NULL, 0, moves, MOVES_MAX), 1);
    int mates = 0;
    for (int i = 0; moves[i].visits > 0; i++) {
        mates += moves[i].mate_plies == 1 && moves[i].proven && moves[i].q == 1.0f;
        cr_expect(moves[i].mate_plies == 0 || moves[i].proven);
    }
    cr_expect_eq(mates, 1);
}

/* Down the main line the visits of a node are those of its moves and its first one. */
Test(mcts_line, visits_add_up_below_the_root)
{
    root_move moves[MOVES_MAX], below[MOVES_MAX];
    move played[PLY_MAX];
    fixture_go(&(search_limits){.nodes = 2000});
    for (int length = 0; length < 3; length++) {
        uint32_t sum = 1;
        cr_assert_gt(search_line_moves(f.search, played, length, moves, MOVES_MAX), 0);
        played[length] = moves[0].move;
        const int count = search_line_moves(f.search, played, length + 1, below, MOVES_MAX);
        expect_order(below, count);
        for (int i = 0; i < count; i++) {
            sum += below[i].visits;
        }
        cr_expect_eq(sum, moves[0].visits, "at ply %d: %u of %u", length + 1, sum, moves[0].visits);
    }
}

/* Priors are there for positions that no playout has seen, with every idea switched on. */
Test(mcts_line, a_line_may_leave_the_tree)
{
    root_move moves[MOVES_MAX];
    move played[PLY_MAX / 2], legal[MOVES_MAX];
    position pos = f.position;
    f.options.techniques.mcts_killers = f.options.techniques.mcts_counter_move = true;
    set_history(HIST_MAIN_THREATS);
    fixture_go(&(search_limits){.nodes = 50});
    int length = 0, count;
    while (length < 40 && (count = gen_legal(&pos, legal)) > 0) {
        played[length] = legal[(7 * length + 3) % count];
        pos_make(&pos, played[length++]);
    }
    count = gen_legal(&pos, legal);
    cr_assert_gt(count, 1);
    cr_assert_eq(search_line_moves(f.search, played, length, moves, MOVES_MAX), count);
    expect_order(moves, count);
    cr_expect(moves[0].visits == 0 && moves[0].q == -1.0f);
    cr_expect_eq(search_line_moves(f.search, played, length, moves, 1), 1);
}

/* By squares it is what a root move has, if no other table is in use. */
Test(mcts_line, the_butterfly_table_shows_by_squares)
{
    float logits[SQUARES * SQUARES];
    root_move moves[MOVES_MAX];
    bool learnt = false;
    set_history(HIST_MAIN_BUTTERFLY);
    fixture_go(&(search_limits){.nodes = 800});
    cr_assert(search_square_logits(f.search, WHITE, logits));
    const int count = search_root_moves(f.search, moves, MOVES_MAX);
    for (int i = 0; i < count; i++) {
        const int cell = SQUARES * move_from(moves[i].move) + move_to(moves[i].move);
        cr_expect_float_eq(logits[cell], moves[i].history, 1e-5);
        learnt |= logits[cell] != 0.0f;
    }
    cr_expect(learnt);
    set_history(HIST_MAIN_PIECE_TO);
    cr_expect_not(search_square_logits(f.search, WHITE, logits));
}
