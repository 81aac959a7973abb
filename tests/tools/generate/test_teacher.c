/* The teacher's opinions of single positions, by Morpho's search and by the endgame tables of three
 * pieces (tests/data/syzygy), and its questions to an engine. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "random_net.h"
#include "teacher.h"
#include "train_fixture.h"

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

static teacher_opinion opinion_of(const char *fen)
{
    static teacher_question question;
    teacher_opinion opinion;
    teacher *t = teacher_start(&parts, NULL, &why);
    cr_assert(t, "%s", why.text);
    cr_assert(fen_parse(&question.pos, fen, NULL, &why), "%s", why.text);
    teacher_question_start(&question);
    cr_assert(teacher_new_game(t, false, &why), "%s", why.text);
    cr_assert(teacher_ask(t, &question, NULL, 0, &opinion, &why), "%s", why.text);
    cr_assert(gen_is_legal(&question.pos, opinion.best));
    teacher_stop(t);
    return opinion;
}

Test(teacher, the_checksum_is_over_what_decides_the_answers)
{
    static const char *const settings[] = {"Hash=2"};
    const teacher_plan plans[] = {
        {.nodes = 100, .hash_mb = 1},
        {.nodes = 101, .hash_mb = 1},
        {.nodes = 100, .hash_mb = 2},
        {.nodes = 100, .hash_mb = 1, .judges = true},
        {.nodes = 100, .hash_mb = 1, .engine = "engine"},
        {.nodes = 100, .hash_mb = 1, .engine = "engine", .depth = 1},
        {.nodes = 100, .hash_mb = 1, .engine = "engine", .lines = 2},
        {.nodes = 100, .hash_mb = 1, .engine = "engine", .settings = settings, .setting_count = 1}};
    enum { PLANS = sizeof plans / sizeof *plans };
    uint32_t sums[PLANS + 1];
    for (int i = 0; i < PLANS; i++) {
        plan = plans[i];
        sums[i] = teacher_checksum(&parts, "A");
    }
    plan = plans[0];
    sums[PLANS] = teacher_checksum(&parts, "B");
    for (int i = 0; i <= PLANS; i++) {
        for (int k = 0; k < i; k++) {
            cr_expect_neq(sums[i], sums[k], "plans %d and %d", i, k);
        }
    }
    plan.patience_seconds = 7.0;
    plan.net = "elsewhere";
    plan.ahead = 5;
    cr_expect_eq(teacher_checksum(&parts, "A"), sums[0]);
}

/* Nets at another place with the same weights are the same; other weights are not. */
Test(teacher, the_checksum_is_over_the_weights)
{
    char path[FIXTURE_PATH_MAX];
    random_net_shape shape = random_net_small;
    uint32_t sums[3];
    for (int i = 0; i < 3; i++) {
        fixture_path(path, i == 0 ? "one.nn" : "two.nn");
        shape.seed += i == 2;
        cr_assert(random_net_write(path, &shape, &why), "%s", why.text);
        teacher_parts_close(&parts);
        plan.net = path;
        cr_assert(teacher_parts_open(&parts, &plan, &why), "%s", why.text);
        sums[i] = teacher_checksum(&parts, "A");
    }
    cr_expect_eq(sums[0], sums[1]);
    cr_expect_neq(sums[1], sums[2]);
    fixture_remove_all();
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
    cr_assert(teacher_add_visits(&g, game_add_ply(&g), &o, false));
    cr_expect(g.visit_count == 1 && g.visits[0].share == 65535);
    game_free(&g);
}

Test(teacher, a_judge_visits_more_moves)
{
    const teacher_opinion player = opinion_of(middle_game);
    plan.judges = true;
    const teacher_opinion judge = opinion_of(middle_game);
    cr_expect_gt(judge.visit_count, player.visit_count);
}

static void expect_table_opinions(bool own)
{
    teacher_opinion o = opinion_of("8/5P1k/8/6K1/8/8/8/8 w - - 0 1"); /* f8=Q is stalemate */
    cr_expect(o.score == TEACHER_SCORE_WON && move_kind_of(o.best) == MOVE_TO_ROOK);
    for (int i = 0; i < o.visit_count; i++) {
        const move_kind kind = move_kind_of(o.visits[i].move);
        cr_expect(kind == MOVE_TO_ROOK || kind == MOVE_PLAIN);
    }
    cr_expect_eq(opinion_of("8/8/8/8/3k4/8/8/K2R4 b - - 0 1").score, -TEACHER_SCORE_WON);
    o = opinion_of("8/8/8/8/8/8/3k4/K2R4 b - - 0 1");
    cr_expect(o.score == 0 && move_to(o.best) == 3 && o.visit_count == own);
    o = opinion_of("4k3/8/4K3/4P3/4p3/8/8/8 w - - 0 1"); /* not in the tables */
    cr_expect_eq(o.visit_count > 0, own);
}

Test(teacher, tables_give_scores_and_moves)
{
    signal(SIGPIPE, SIG_IGN);
    plan.tables = TEST_DATA "/syzygy";
    plan.patience_seconds = 60.0;
    for (int own = 0; own < 2; own++) {
        teacher_parts_close(&parts);
        plan.engine = own ? NULL : FAKE_ENGINE;
        if (!teacher_parts_open(&parts, &plan, &why)) {
            cr_assert(strstr(why.text, "Fathom cannot be loaded"), "%s", why.text);
            cr_skip_test("libfathom1 is not installed");
        }
        expect_table_opinions(own);
    }
}

/* Reads the "position" lines of the file of an engine's input. */
static int read_questions(const char *path, char lines[][256], int most)
{
    FILE *file = fopen(path, "r");
    int count = 0;
    cr_assert_not_null(file);
    while (count < most && fgets(lines[count], 256, file)) {
        count += strncmp(lines[count], "position ", 9) == 0;
    }
    fclose(file);
    return count;
}

/* Plays both knights out and back, and a pawn. The start recurs once after four plies. */
Test(teacher, moves_are_sent_only_after_a_repetition_and_never_ahead)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "e7e5", "e2e4"};
    enum { PLIES = sizeof moves / sizeof *moves };
    static teacher_question question;
    static teacher_opinion opinion;
    static char lines[PLIES + 1][256];
    char path[FIXTURE_PATH_MAX], command[2 * FIXTURE_PATH_MAX + sizeof FAKE_ENGINE];
    int open = 0;
    signal(SIGPIPE, SIG_IGN);
    fixture_path(path, "questions");
    snprintf(command, sizeof command, "tee '%s' | " FAKE_ENGINE, path);
    plan.engine = command;
    plan.ahead = 2;
    plan.patience_seconds = 60.0;
    teacher *t = teacher_start(&parts, NULL, &why);
    cr_assert(t, "%s", why.text);
    cr_assert(fen_parse(&question.pos, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                        NULL, &why));
    teacher_question_start(&question);
    for (int i = 0; i <= PLIES; i++) {
        const int room = i == 4 || i == 5 ? 1 : 3;
        cr_expect_eq(teacher_is_full(t, &question), open >= room, "ply %d", i);
        for (; teacher_is_full(t, &question); open--) {
            cr_assert(teacher_take(t, &opinion, &why), "%s", why.text);
        }
        cr_assert(teacher_send(t, &question, NULL, 0, &why), "%s", why.text);
        open++;
        if (i < PLIES) {
            teacher_question_play(&question, gen_from_uci(&question.pos, moves[i]));
        }
    }
    for (; open > 0; open--) {
        cr_assert(teacher_take(t, &opinion, &why), "%s", why.text);
        cr_expect(open > 1 || gen_is_legal(&question.pos, opinion.best));
    }
    teacher_stop(t);
    cr_assert_eq(read_questions(path, lines, PLIES + 1), PLIES + 1);
    for (int i = 0; i <= PLIES; i++) {
        const char *sent = strstr(lines[i], " moves ");
        cr_expect_eq(sent != NULL, i == 4 || i == 5, "ply %d: %s", i, lines[i]);
    }
    cr_expect(strstr(lines[4], " w KQkq - 0 1 moves g1f3 g8f6 f3g1 f6g8\n"), "%s", lines[4]);
    cr_expect(strstr(lines[5], " moves g1f3 g8f6 f3g1 f6g8 b1c3\n"), "%s", lines[5]);
    cr_expect(strstr(lines[3], " b KQkq - 3 2\n"), "%s", lines[3]);
    fixture_remove_all();
}
