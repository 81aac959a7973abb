/* What the teacher makes of the endgame tables of three pieces (tests/data/syzygy). Skipped without
 * Fathom. */
#include <criterion/criterion.h>
#include <dlfcn.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "teacher.h"

static syzygy_tables *tables;
static failure why;

static void begin(void)
{
    attacks_init(true);
    if (!dlopen("libfathom.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {
        cr_skip_test("libfathom1 is not installed");
    }
    tables = syzygy_open(TEST_DATA "/syzygy", &why);
    cr_assert_not_null(tables, "%s", why.text);
}

static void end(void)
{
    syzygy_close(tables);
}

TestSuite(teacher_tables, .init = begin, .fini = end, .timeout = 60);

static void set(position *pos, const char *fen)
{
    cr_assert(fen_parse(pos, fen, NULL, &why), "%s", why.text);
}

static void ask(const teacher_plan *plan, const char *fen, teacher_opinion *opinion)
{
    static teacher_question question;
    teacher_parts parts;
    teacher *t;
    cr_assert(teacher_parts_open(&parts, plan, &why), "%s", why.text);
    parts.tables = tables;
    cr_assert_eq(teacher_start(&t, &parts, -1, &why), TASK_DONE, "%s", why.text);
    set(&question.pos, fen);
    question.chess960 = false;
    teacher_question_start(&question);
    cr_assert_eq(teacher_ask(t, &question, NULL, 0, opinion, &why), TASK_DONE, "%s", why.text);
    teacher_stop(t);
    parts.tables = NULL; /* they are the suite's */
    teacher_parts_close(&parts);
}

static const char underpromotion[] = "8/5P1k/8/6K1/8/8/8/8 w - - 0 1";

Test(teacher_tables, the_teacher_takes_scores_and_moves_from_them)
{
    teacher_opinion o;
    teacher_plan plan = {
        .engine = FAKE_ENGINE " good", .nodes = 50, .hash_mb = 1, .patience_seconds = 60.0};
    for (int own = 0; own < 2; own++) {
        plan.engine = own ? NULL : plan.engine;
        ask(&plan, underpromotion, &o);
        cr_expect(o.score == TEACHER_SCORE_WON && move_kind_of(o.best) == MOVE_TO_ROOK);
        for (int i = 0; i < o.visit_count; i++) {
            cr_expect(move_kind_of(o.visits[i].move) == MOVE_TO_ROOK ||
                      move_kind_of(o.visits[i].move) == MOVE_PLAIN);
        }
        ask(&plan, "8/8/8/8/3k4/8/8/K2R4 b - - 0 1", &o);
        cr_expect_eq(o.score, -TEACHER_SCORE_WON);
        ask(&plan, "8/8/8/8/8/8/3k4/K2R4 b - - 0 1", &o);
        cr_expect(o.score == 0 && move_to(o.best) == 3 && o.visit_count == own);
        ask(&plan, "4k3/8/4K3/4P3/4p3/8/8/8 w - - 0 1", &o);
        cr_expect_eq(o.visit_count > 0, own, "not in the tables");
    }
}
