/* Relabelled games: the chosen positions have the judge's opinion, all else stays as it was, and
 * the output has the order of the input whatever happens on the way. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "game_walk.h"
#include "relabel.h"
#include "relabel_game.h"
#include "train_fixture.h"
#include "work_fixture.h"

enum { GAMES = 40 };

static relabel_plan plan;
static char in_path[FIXTURE_PATH_MAX], out_path[FIXTURE_PATH_MAX];
static const char *inputs[] = {in_path};
static FILE *out;
static failure why;

static void begin(void)
{
    attacks_init(true);
    fixture_path(in_path, "in.games.gz");
    fixture_path(out_path, "out.games.gz");
    fixture_write_games(in_path, GAMES, 7);
    out = tmpfile();
    why = (failure){""};
    plan = (relabel_plan){.out = out_path,
                          .inputs = inputs,
                          .input_count = 1,
                          .workers = 3,
                          .teacher = {.engine = FAKE_ENGINE " good",
                                      .nodes = 20,
                                      .hash_mb = 1,
                                      .patience_seconds = 60.0},
                          .pieces_max = 32,
                          .score_max = 32000,
                          .seed = 1};
}

static void end(void)
{
    fclose(out);
    fixture_remove_all();
}

TestSuite(relabel, .init = begin, .fini = end, .timeout = 120);

static work_end work(void)
{
    return relabel_run(&plan, out, &why);
}

static work_games *run(void)
{
    cr_assert_eq(work(), WORK_DONE, "%s", why.text);
    return work_games_read(out_path, false);
}

/* A run writes these games. */
static void expect_run(const work_games *wanted)
{
    work_games *made = run();
    work_games_expect_same(wanted, made, false);
    work_games_free(made);
}

/* A run that cannot go on says why. */
static void expect_fault(const char *reason)
{
    cr_expect_eq(work(), WORK_FAILED);
    cr_expect(strstr(why.text, reason), "%s", why.text);
}

/* What the fake engine says about a position. */
static void expect_fake(const game *g, const game_walk *walk)
{
    const game_ply *ply = &g->plies[walk->ply];
    move legal[MOVES_MAX];
    const int count = gen_legal(&walk->pos, legal);
    cr_expect_eq(ply->score, (int)(walk->pos.key >> 32 & 0xff) - 128);
    cr_expect_eq(ply->best, game_move_code(legal[walk->pos.key % (uint64_t)count], false));
    if (ply->deviates) {
        game_branch branch;
        game_walk_branch(walk, g, walk->best, &branch);
        const uint64_t replies = (uint64_t)branch.legal_count;
        cr_expect_eq(branch.reply, replies ? branch.legal[branch.pos.key % replies] : MOVE_NONE);
    }
    const int further = plan.teacher.lines > count ? count - 1 : (int)plan.teacher.lines - 1;
    cr_assert_eq(ply->line_count, further < 0 ? 0 : further);
    for (int i = 0; i < further; i++) {
        const game_line *further_line = &g->lines[ply->line_first + (unsigned)i];
        const uint64_t place = (walk->pos.key + 1 + (uint64_t)i) % (uint64_t)count;
        cr_expect_eq(further_line->code, game_move_code(legal[place], false));
        cr_expect_eq(further_line->score, ply->score - 10 * (i + 1));
    }
}

/* The same game in both files: moves, random moves, result; and a judgement where it is chosen. */
static int expect_judged(const game *given, const game *made, const relabel_choice *choice)
{
    int judged = 0;
    game_walk walk;
    cr_assert_str_eq(given->fen, made->fen);
    cr_assert(given->result == made->result && given->ply_count == made->ply_count);
    cr_assert(made->flags & GAME_RELABELLED && made->flags & GAME_REPLIES);
    cr_assert(game_walk_start(&walk, made, &why));
    for (; walk.ply < made->ply_count; game_walk_step(&walk)) {
        const game_ply *a = &given->plies[walk.ply], *b = &made->plies[walk.ply];
        cr_assert(game_walk_check(&walk, made, &why), "%s", why.text);
        cr_assert_eq(a->played, b->played);
        const bool chosen = choice->chosen[walk.ply];
        cr_assert_eq(game_ply_is_judged(made, b), chosen);
        judged += chosen;
        if (chosen) {
            expect_fake(made, &walk);
            cr_assert_eq(game_ply_is_random(given, a), game_ply_is_random(made, b));
        } else {
            cr_assert(b->best == b->played && !b->deviates);
        }
    }
    return judged;
}

/* Runs, and expects all games of the output to be judged as the plan says. */
static work_games *run_and_check(void)
{
    static relabel_choice choice;
    work_games *given = work_games_read(in_path, false), *made = run();
    int at = 0, judged = 0;
    for (int i = 0; i < given->count; i++) {
        cr_assert(relabel_choose(&plan, (uint32_t)i, &given->game[i], &choice, &why));
        if (choice.count) {
            cr_assert_lt(at, made->count);
            judged += expect_judged(&given->game[i], &made->game[at++], &choice);
        }
    }
    cr_assert(at == made->count && judged > 0);
    work_games_free(given);
    return made;
}

Test(relabel, chosen_positions_have_the_judges_opinion)
{
    work_games_free(run_and_check());
    cr_expect(work_printed(out, " judged"));
    unlink(out_path);
    plan.per_game = 4;
    plan.skip_plies = 10;
    plan.pieces_max = 31;
    plan.score_max = 700;
    work_games_free(run_and_check());
}

/* Each position has the judge's further lines, as many as there are moves. */
Test(relabel, further_lines_are_kept)
{
    plan.teacher.depth = 3;
    plan.teacher.lines = 25; /* more than some positions have moves */
    work_games_free(run_and_check());
}

Test(relabel, positions_are_chosen_as_the_plan_says)
{
    static relabel_choice choice;
    work_games *given = work_games_read(in_path, false);
    long drawn[60] = {0}; /* for each ply of a game */
    plan.per_game = 5;
    plan.skip_plies = 8;
    plan.score_max = 900;
    for (uint32_t number = 0; number < 400; number++) {
        const game *g = &given->game[number % GAMES];
        int others = 0, random = 0; /* chosen moves */
        cr_assert(relabel_choose(&plan, number, g, &choice, &why));
        for (int i = 0; i < g->ply_count; i++) {
            const bool is_random = game_ply_is_random(g, &g->plies[i]);
            if (!choice.chosen[i]) {
                continue;
            }
            const int next = game_next_random(g, is_random ? i + 1 : i);
            random += is_random;
            others += !is_random;
            cr_assert(is_random || (i >= 8 && abs(g->plies[i].score) <= 900));
            cr_assert(is_random || next == g->ply_count || choice.chosen[next]);
            drawn[i] += !is_random;
        }
        cr_assert(others <= 5 && choice.count == others + random);
        cr_assert(others + random >= 5 || g->ply_count < 30);
    }
    for (int i = 8; i < 55; i++) {
        cr_expect(drawn[i] > 10 && drawn[i] < 90, "ply %d was drawn %ld times", i, drawn[i]);
    }
    work_games_free(given);
}

Test(relabel, the_seed_and_the_number_decide_the_draw)
{
    static relabel_choice a, b;
    work_games *given = work_games_read(in_path, false);
    const game *g = &given->game[0];
    const size_t size = (size_t)g->ply_count;
    plan.per_game = 5;
    cr_assert(relabel_choose(&plan, 3, g, &a, &why) && relabel_choose(&plan, 3, g, &b, &why));
    cr_expect_arr_eq(a.chosen, b.chosen, size);
    cr_assert(relabel_choose(&plan, 4, g, &b, &why));
    cr_expect_arr_neq(a.chosen, b.chosen, size);
    plan.seed = 2;
    cr_assert(relabel_choose(&plan, 3, g, &b, &why));
    cr_expect_arr_neq(a.chosen, b.chosen, size);
    work_games_free(given);
}

/* Writes the input again, and frees its games. */
static void write_input(work_games *given)
{
    game_writer *writer = fixture_writer(in_path);
    for (int i = 0; i < given->count; i++) {
        cr_assert(game_writer_add(writer, &given->game[i], &why));
    }
    cr_assert(game_writer_close(writer, &why));
    work_games_free(given);
}

/* Removes the scores of the input, and its random moves unless `random`. */
static void drop_scores(bool random)
{
    work_games *given = work_games_read(in_path, false);
    for (int i = 0; i < given->count; i++) {
        for (int k = 0; k < given->game[i].ply_count; k++) {
            game_ply *ply = &given->game[i].plies[k];
            ply->score = GAME_SCORE_NONE;
            ply->deviates = ply->deviates && random;
            ply->best = ply->deviates ? ply->best : ply->played;
        }
    }
    write_input(given);
}

/* The score of a position that has none is the judge's. It leaves no random move out. */
Test(relabel, a_judged_score_may_leave_a_position_out)
{
    plan.score_max = 60;
    for (int random = 1; random >= 0; random--) {
        int within = 0, left_out = 0, beyond = 0;
        drop_scores(random);
        work_games *given = work_games_read(in_path, false), *made = run();
        cr_assert_eq(given->count, made->count);
        for (int i = 0; i < made->count; i++) {
            for (int k = 0; k < made->game[i].ply_count; k++) {
                const game_ply *ply = &made->game[i].plies[k];
                const bool is_random = game_ply_is_random(&made->game[i], ply);
                const bool judged = ply->score != GAME_SCORE_NONE;
                cr_assert_eq(is_random,
                             game_ply_is_random(&given->game[i], &given->game[i].plies[k]));
                cr_assert(is_random ? judged : !judged || abs(ply->score) <= 60);
                left_out += !judged;
                within += judged && !is_random;
                beyond += is_random && abs(ply->score) > 60;
            }
        }
        cr_expect(within > 500 && left_out > 500, "%d within, %d left out", within, left_out);
        cr_expect(random ? beyond > 50 : beyond == 0, "%d", beyond);
        work_games_free(given);
        work_games_free(made);
        unlink(out_path);
    }
}

Test(relabel, any_number_of_workers_and_of_questions_ahead_writes_the_same_file)
{
    static const int ahead[] = {0, 1, 5, TEACHER_AHEAD_MAX};
    plan.per_game = 30;
    plan.score_max = 700;
    plan.workers = 1;
    work_games *one = run();
    for (size_t i = 0; i < sizeof ahead / sizeof *ahead; i++) {
        unlink(out_path);
        plan.teacher.ahead = ahead[i];
        plan.workers = 6 - (int)i;
        work_games *several = run_and_check();
        work_games_expect_same(one, several, false);
        work_games_free(several);
    }
    work_games_free(one);
}

Test(relabel, a_killed_run_goes_on_where_it_was)
{
    plan.per_game = 20;
    work_games *whole = run();
    unlink(out_path);
    for (off_t bytes = 300; bytes < 5000; bytes += 2000) {
        work_interrupted(work, out_path, bytes, SIGKILL);
        work_games *part = work_games_read(out_path, true);
        work_games_expect_same(part, whole, true);
        work_games_free(part);
    }
    expect_run(whole);
    expect_run(whole); /* which has nothing to do */
    work_games_free(whole);
}

/* The engine starts after the inputs were counted, and makes them longer. */
Test(relabel, inputs_that_change_meanwhile_are_told)
{
    char more_path[FIXTURE_PATH_MAX], engine[2 * FIXTURE_PATH_MAX + sizeof FAKE_ENGINE + 64];
    fixture_path(more_path, "more.games.gz");
    fixture_write_games(more_path, 3, 9);
    snprintf(engine, sizeof engine, "cat '%s' >>'%s'; exec %s good", more_path, in_path,
             FAKE_ENGINE);
    plan.teacher.engine = engine;
    expect_fault("the inputs changed meanwhile");
}

Test(relabel, engines_that_fail_are_started_again)
{
    work_games *whole = run();
    unlink(out_path);
    plan.teacher.engine = FAKE_ENGINE " die 150";
    plan.teacher.ahead = 8;
    expect_run(whole);
    cr_expect(work_printed(out, "failed: engine Fake 1: it ended with status 3"));
    work_games_free(whole);
}

Test(relabel, judges_that_cannot_judge_end_the_run)
{
    plan.per_game = 4;
    plan.teacher.engine = FAKE_ENGINE " illegal 1";
    expect_fault("a worker gave up: engine Fake 1: it answers \"e2e5\"");
    unlink(out_path);
    plan.teacher.engine = FAKE_ENGINE " scoreless";
    expect_fault("its answer has no score");
    unlink(out_path);
    plan.teacher.engine = FAKE_ENGINE " illegal 1";
    plan.teacher.ahead = 3;
    expect_fault("does it keep the order of questions that are sent ahead?");
}

Test(relabel, faults_of_inputs_are_found_before_any_work)
{
    work_games *given = work_games_read(in_path, false);
    given->game[1].plies[0].best = 12 | 44 << 6;
    write_input(given);
    expect_fault("in.games.gz: game 2: ply 1: the move e2e6 is not legal");
    cr_expect(access(out_path, F_OK) != 0);
}

/* Morpho's search gives visit shares; an engine leaves those that are there. */
Test(relabel, morpho_and_an_engine_judge_in_turn)
{
    plan.teacher.engine = NULL;
    plan.per_game = 3;
    work_games *one = run();
    unlink(out_path);
    plan.workers = 1;
    expect_run(one);
    for (int i = 0; i < one->count; i++) {
        const game *g = &one->game[i];
        cr_assert(g->flags == (GAME_VISITS | GAME_RELABELLED | GAME_REPLIES));
        for (int k = 0; k < g->ply_count; k++) {
            const game_ply *ply = &g->plies[k];
            const unsigned sum = work_shares(g, ply);
            cr_assert_eq(ply->score != GAME_SCORE_NONE, ply->visit_count > 0);
            cr_assert(sum == 0 || (sum > 65400 && sum < 65700), "%u", sum);
        }
    }
    cr_assert(rename(out_path, in_path) == 0);
    plan.per_game = 0;
    plan.teacher.engine = FAKE_ENGINE " good";
    work_games *made = run_and_check();
    cr_assert_eq(made->count, one->count);
    for (int i = 0; i < made->count; i++) {
        cr_assert_eq(made->game[i].visit_count, one->game[i].visit_count);
        cr_assert_arr_eq(made->game[i].visits, one->game[i].visits,
                         made->game[i].visit_count * sizeof(game_visit));
    }
    work_games_free(one);
    work_games_free(made);
}

/* The further lines belong to the scores, which stay. */
Test(relabel, visits_are_added_to_further_lines)
{
    plan.per_game = 2;
    plan.teacher.lines = 4;
    work_games *given = run();
    cr_assert_eq(rename(out_path, in_path), 0);
    plan.teacher = (teacher_plan){.nodes = 20, .hash_mb = 1};
    plan.per_game = 0; /* all that are judged */
    plan.visits_only = true;
    work_games *made = run();
    cr_assert_eq(given->count, made->count);
    for (int i = 0; i < made->count; i++) {
        for (int k = 0; k < made->game[i].ply_count; k++) {
            const game_ply *a = &given->game[i].plies[k], *b = &made->game[i].plies[k];
            const size_t size = a->line_count * sizeof(game_line);
            cr_assert(a->line_count == b->line_count && (b->visit_count || !size));
            cr_assert(!size || memcmp(&given->game[i].lines[a->line_first],
                                      &made->game[i].lines[b->line_first], size) == 0);
        }
    }
    work_games_free(given);
    work_games_free(made);
}

Test(relabel, visits_alone_leave_scores_and_best_moves)
{
    plan.visits_only = true;
    plan.teacher.engine = NULL;
    plan.per_game = 3;
    work_games *given = work_games_read(in_path, false), *made = run();
    int judged = 0;
    cr_assert_eq(given->count, made->count);
    for (int i = 0; i < made->count; i++) {
        for (int k = 0; k < made->game[i].ply_count; k++) {
            const game_ply *a = &given->game[i].plies[k], *b = &made->game[i].plies[k];
            cr_assert_eq(a->played, b->played);
            if (b->visit_count) {
                judged++;
                cr_assert(a->best == b->best && a->score == b->score);
                cr_assert_eq(a->deviates, b->random);
            }
        }
    }
    cr_expect(judged >= 3 * GAMES - 6, "%d", judged);
    work_games_free(given);
    work_games_free(made);
}
