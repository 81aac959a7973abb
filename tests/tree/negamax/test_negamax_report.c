/* Tests what negamax reports during an iteration. */
#include <criterion/criterion.h>

#include "control.h"
#include "negamax_parts.h"
#include "search_fixture.h"

static negamax *n;
static search_info last;

static void begin(void)
{
    failure why;
    fixture_begin_negamax(4, 1);
    fixture_set(FIXTURE_KIWIPETE);
    n = ab_new(&f.options, &why);
    cr_assert_not_null(n, "%s", why.text);
}
static void end(void)
{
    ab_free(n);
    fixture_end();
}

TestSuite(negamax_report, .init = begin, .fini = end);

static void listen(void *user, const search *s, const search_info *info)
{
    (void)user;
    (void)s;
    last = *info;
}

/* Returns the stage in which the search of a new game has ended. */
static ab_stage *go(const search_limits *limits)
{
    search_control control = {.pondering = false};
    control_begin(&control, limits);
    ab_new_game(n);
    ab_go(n, &f.position, &f.game, &control, listen, NULL, NULL);
    return &n->workers[0]->stage;
}

Test(negamax_report, a_move_that_has_raised_alpha_comes_first)
{
    root_move moves[2];
    ab_stage *s = go(&(search_limits){.depth = 6});
    ab_reporter reporter = {.listener = listen};
    search_control control = {.pondering = false};
    control_begin(&control, &(search_limits){.infinite = true});
    n->control = &control;
    s->roots[0].score = s->roots[0].known - 50;
    s->roots[5].score = s->roots[5].known = s->roots[0].known - 20;
    ab_report(n->workers[0], &reporter, false);
    cr_expect_eq(last.pv[0], s->roots[5].move);
    cr_expect_eq(last.score.value, s->roots[5].score);
    cr_expect_eq(ab_root_moves(n, moves, 2), 2);
    cr_expect_eq(moves[0].move, s->roots[5].move);
    cr_expect_eq(moves[1].move, s->roots[0].move);
}

/* A move that fails low has an upper bound. An earlier score, which is higher, is
 * reported instead. */
Test(negamax_report, an_upper_bound_is_not_told_as_a_score)
{
    int bounds = 0;
    for (uint64_t nodes = 1000; nodes < 40000; nodes += SLOW_BUILD ? 2000 : 500) {
        const ab_stage *s = go(&(search_limits){.nodes = nodes});
        const ab_root_move *best = &s->roots[0];
        cr_expect_eq(last.pv[0], best->move);
        cr_expect_eq(last.score.value, best->known);
        if (best->score > -SCORE_INFINITE && best->score != best->known) {
            bounds++;
            cr_expect_lt(best->score, best->known);
        }
    }
    cr_expect_gt(bounds, 0);
}

/* The end of an unfinished iteration may find that all moves lose, while others have scores of that
 * iteration. */
Test(negamax_report, a_solved_line_comes_first_even_if_it_is_lost)
{
    root_move first;
    ab_stage *s = go(&(search_limits){.depth = 6});
    ab_reporter reporter = {.listener = listen};
    search_control control = {.pondering = false};
    control_begin(&control, &(search_limits){.infinite = true});
    n->control = &control;
    const move lost = s->roots[3].move;
    ab_stage_solve(n->workers[0], &(mate_line){.moves = {lost, s->roots[0].move}, .length = 2});
    s->roots[1].score = s->roots[1].known = 0;
    ab_report(n->workers[0], &reporter, false);
    cr_expect_eq(s->roots[0].move, lost);
    cr_expect_eq(last.pv[0], lost);
    cr_expect_eq(last.score.kind, SCORE_MATE);
    cr_expect_eq(ab_root_moves(n, &first, 1), 1);
    cr_expect_eq(first.move, lost);
}
