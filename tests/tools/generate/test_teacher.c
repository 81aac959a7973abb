/* The teacher's opinions of single positions, by the own search. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "teacher.h"

static teacher_plan plan;
static teacher_parts parts;
static failure why;

static void begin(void)
{
    attacks_init(true);
    why = (failure){""};
    plan = (teacher_plan){.nodes = 100, .hash_mb = 1};
    cr_assert(teacher_parts_open(&parts, &plan, &why), "%s", why.text);
}

static void end(void)
{
    teacher_parts_close(&parts);
}

TestSuite(teacher, .init = begin, .fini = end, .timeout = 60);

static teacher_opinion ask(teacher *t, const char *fen)
{
    static teacher_question question;
    static teacher_opinion opinion;
    cr_assert(fen_parse(&question.pos, fen, NULL, &why), "%s", why.text);
    question.chess960 = false;
    teacher_question_start(&question);
    cr_assert_eq(teacher_new_game(t, false, &why), ENGINE_ANSWERED);
    cr_assert_eq(teacher_ask(t, &question, NULL, 0, &opinion, &why), ENGINE_ANSWERED, "%s",
                 why.text);
    cr_assert(gen_is_legal(&question.pos, opinion.best));
    return opinion;
}

static teacher_opinion opinion_of(const char *fen)
{
    teacher *t;
    cr_assert_eq(teacher_start(&t, &parts, -1, &why), ENGINE_ANSWERED, "%s", why.text);
    teacher_opinion opinion = ask(t, fen);
    teacher_stop(t);
    return opinion;
}

static const char mate_in_one[] = "6k1/5ppp/8/8/8/1q6/5PPP/3R2K1 w - - 0 1";
static const char middle_game[] =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";

Test(teacher, a_proven_win_gets_all_visits)
{
    plan.nodes = 2000;
    teacher_opinion o = opinion_of(mate_in_one);
    cr_expect_eq(o.score, 31999);
    cr_expect(o.visit_count == 1 && o.visits[0].move == o.best);
    game g = {.flags = GAME_VISITS};
    game_add_ply(&g);
    cr_assert(teacher_add_visits(&g, &o, false));
    cr_expect(g.visit_count == 1 && g.visits[0].share == 65535);
    game_free(&g);
}

Test(teacher, without_widening_more_moves_are_visited)
{
    teacher_opinion narrow = opinion_of(middle_game);
    plan.every_move = true;
    teacher_opinion wide = opinion_of(middle_game);
    cr_expect_gt(wide.visit_count, narrow.visit_count);
}

static uint32_t most_visits(const teacher_opinion *o)
{
    uint32_t most = 0;
    for (int i = 0; i < o->visit_count; i++) {
        most = o->visits[i].visits > most ? o->visits[i].visits : most;
    }
    return most;
}

Test(teacher, a_higher_temperature_spreads_the_visits)
{
    plan.every_move = true;
    plan.root_temperature = 0.5;
    teacher_opinion sharp = opinion_of(middle_game);
    plan.root_temperature = 4.0;
    teacher_opinion flat = opinion_of(middle_game);
    cr_expect_gt(most_visits(&sharp), most_visits(&flat));
}

static uint32_t all_visits(const teacher_opinion *o)
{
    uint32_t sum = 0;
    for (int i = 0; i < o->visit_count; i++) {
        sum += o->visits[i].visits;
    }
    return sum;
}

Test(teacher, endings_have_nodes_of_their_own)
{
    static const char ten[] = "4k3/1p3ppp/8/8/8/8/1P3PPP/4K3 w - - 0 1";
    static const char eleven[] = "4k3/1p3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1";
    plan.ending_nodes = 300;
    teacher_opinion more = opinion_of(ten), few = opinion_of(eleven);
    cr_expect(all_visits(&more) > 290 && all_visits(&more) <= 300, "%u", all_visits(&more));
    cr_expect(all_visits(&few) > 90 && all_visits(&few) <= 100, "%u", all_visits(&few));
    plan.ending_nodes = 0;
    few = opinion_of(ten);
    cr_expect(all_visits(&few) > 90 && all_visits(&few) <= 100, "%u", all_visits(&few));
}

Test(teacher, a_new_game_forgets_the_last)
{
    teacher *t;
    cr_assert_eq(teacher_start(&t, &parts, -1, &why), ENGINE_ANSWERED, "%s", why.text);
    teacher_opinion first = ask(t, middle_game);
    ask(t, mate_in_one);
    teacher_opinion again = ask(t, middle_game);
    cr_assert_eq(first.visit_count, again.visit_count);
    for (int i = 0; i < first.visit_count; i++) {
        cr_expect(first.visits[i].move == again.visits[i].move &&
                  first.visits[i].visits == again.visits[i].visits);
    }
    cr_expect(first.score == again.score && first.best == again.best);
    teacher_stop(t);
}
