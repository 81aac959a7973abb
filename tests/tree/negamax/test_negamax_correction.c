/* Tests what negamax's corrections of evaluations learn from a node, and where they apply. */
#include <criterion/criterion.h>

#include "chess/movegen.h"
#include "node_fixture.h"

/* All corrections are on. */
static void begin_corrections(void)
{
    node_begin();
    *use = search_techniques_of(SETTING_MODERN);
    use->correction_pawns = use->correction_minors = use->correction_non_pawns =
        use->correction_continuation = true;
}

TestSuite(negamax_correction, .init = begin_corrections, .fini = node_end);

/* `node` is a root with an evaluation of 0, in a new game. */
static void start_root(void)
{
    node_start(FIXTURE_KIWIPETE);
    node = ab_root(w);
    node->pos = f.position;
    node->context = (hist_context){
        .row = {
            [HIST_AFTER_1] = 10, [HIST_AFTER_2] = 20, [HIST_AFTER_4] = 40, [HIST_AFTER_6] = 60}};
    node->raw = node->eval = 0;
    node->excluded = MOVE_NONE;
    w->stage.pv_index = 0;
}

/* What the histories add to the evaluation of the node. */
static int correction(void)
{
    const correction_keys keys = correction_keys_of(&node->pos, &node->context);
    return hist_correction(w->history, &keys);
}

static void learn(int score, int beta, const char *best, bool in_check)
{
    const ab_visit v = {.beta = beta,
                        .depth = 12,
                        .in_check = in_check,
                        .best = score,
                        .best_move = best ? node_find(node, best) : MOVE_NONE};
    ab_correct(w, node, &v);
}

Test(negamax_correction, the_table_keeps_the_net_s_own_evaluation)
{
    move moves[MOVES_MAX];
    int known = 0, corrected = 0;
    start_root();
    control_begin(&control, &(search_limits){.nodes = 20000});
    ab_go(n, &f.position, &f.game, &control, NULL, NULL, NULL);
    const int count = gen_legal(&f.position, moves);
    for (int i = 0; i < count; i++) {
        tt_data data;
        node->pos = f.position;
        pos_make(&node->pos, moves[i]);
        if (tt_probe(&n->table, node->pos.key, &data) && data.evaluation != SCORE_NONE) {
            value_stack_reset(w->accumulators);
            cr_expect_eq(data.evaluation, value_stack_evaluate(w->accumulators, &node->pos), "%s",
                         fixture_text(moves[i]));
            corrected += correction() != 0;
            known++;
        }
    }
    cr_expect(known > 20 && corrected > known / 2, "%d of %d", corrected, known);
}

/* A search of a root with an evaluation of 0, and the sign of what is learnt from it. */
static const struct {
    const char *what, *best, *excluded;
    int score, beta, pv_index, sign;
    bool in_check;
} searches[] = {
    {"a score", "a2a3", NULL, 80, 200, 0, 1, false},
    {"a score", "a2a3", NULL, -80, 200, 0, -1, false},
    {"a lower bound above", "a2a3", NULL, 80, 80, 0, 1, false},
    {"an upper bound below", NULL, NULL, -80, 200, 0, -1, false},
    {"an upper bound above", NULL, NULL, 80, 200, 0, 0, false},
    {"a lower bound below", "a2a3", NULL, -80, -90, 0, 0, false},
    {"a capture", "e5g6", NULL, 80, 200, 0, 0, false},
    {"a second line", "a2a3", NULL, 80, 200, 1, 0, false},
    {"a move left out", "a2a3", "a2a4", 80, 200, 0, 0, false},
    {"a check", "a2a3", NULL, 80, 200, 0, 0, true},
};

Test(negamax_correction, a_node_reports_what_its_search_found)
{
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        start_root();
        w->stage.pv_index = searches[i].pv_index;
        node->excluded = searches[i].excluded ? node_find(node, searches[i].excluded) : MOVE_NONE;
        learn(searches[i].score, searches[i].beta, searches[i].best, searches[i].in_check);
        cr_expect_eq((correction() > 0) - (correction() < 0), searches[i].sign, "%s: %d",
                     searches[i].what, correction());
    }
}

/* The move that led here with the one 2 and the one 4 plies before the position. */
Test(negamax_correction, a_node_s_keys_are_the_moves_before_it)
{
    use->correction_pawns = use->correction_minors = use->correction_non_pawns = false;
    start_root();
    uint16_t *row = node->context.row;
    learn(400, 500, "a2a3", false);
    const int both = correction();
    cr_assert_gt(both, 0);
    row[HIST_AFTER_6]++;
    cr_expect_eq(correction(), both);
    row[HIST_AFTER_2]++;
    cr_expect(correction() > 0 && correction() < both);
    row[HIST_AFTER_4]++;
    cr_expect_eq(correction(), 0);
    row[HIST_AFTER_2]--;
    row[HIST_AFTER_4]--;
    row[HIST_AFTER_1]++;
    cr_expect_eq(correction(), 0);
}

/* What the net says is 60 less than the score, and what was made of it 20 more: the raw error
 * corrects upwards, that of the corrected evaluation downwards. */
Test(negamax_correction, errors_are_those_of_the_evaluation_that_is_asked_for)
{
    for (int error = 0; error < CORRECTION_ERRORS; error++) {
        use->correction_error = error;
        start_root();
        node->eval = 80;
        learn(60, 200, "a2a3", false);
        cr_expect_eq(correction() > 0, error == CORRECTION_OF_RAW, "%d", error);
        cr_expect_neq(correction(), 0);
    }
}

Test(negamax_correction, no_correction_makes_a_mate)
{
    f.options.params.correction_pawns_1024 = CORRECTION_WEIGHT_MAX;
    start_root();
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < 100; i++) {
            learn(sign * score_mates_in(1), SCORE_INFINITE, "a2a3", false);
        }
        node->context = (hist_context){.row = {HIST_NO_MOVE}};
        cr_expect_eq(ab_evaluate(w, node, sign * (SCORE_EVALUATION_MAX - 1)),
                     sign * SCORE_EVALUATION_MAX);
        node->raw = node->eval = 0;
    }
}
