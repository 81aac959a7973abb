/* Relabelled games: the chosen positions have the judge's opinion, all else stays as it was, and
 * the output has the order of the input whatever happens on the way. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "game_judgement.h"
#include "game_walk.h"
#include "relabel_choice.h"
#include "relabel_run.h"
#include "train_fixture.h"

enum { GAMES = 40, GAMES_MAX = 64 };

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
                                      .patience_seconds = 60.0,
                                      .root_temperature = 1.0},
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

static void run(void)
{
    cr_assert_eq(relabel_run(&plan, out, &why), WORK_DONE, "%s", why.text);
}

static bool printed(const char *text)
{
    static char all[1 << 16];
    rewind(out);
    all[fread(all, 1, sizeof all - 1, out)] = 0;
    return strstr(all, text);
}

/* All games of a file. */
typedef struct games {
    int count;
    game game[GAMES_MAX];
} games;

static games read_games(const char *path)
{
    games all = {0};
    game_reader *r = game_reader_open(path, &why);
    cr_assert_not_null(r, "%s", why.text);
    game_status status;
    while ((status = game_reader_next(r, &all.game[all.count], &why)) == GAME_READ) {
        all.count++;
        cr_assert_lt(all.count, GAMES_MAX);
    }
    cr_assert_eq(status, GAME_END, "%s", why.text);
    game_free(&all.game[all.count]);
    game_reader_close(r);
    return all;
}

static void free_games(games *all)
{
    for (int i = 0; i < all->count; i++) {
        game_free(&all->game[i]);
    }
}

/* All games of `a` are the first ones of `b`. */
static void expect_beginning(const games *a, const games *b)
{
    static uint8_t record[GAME_RECORD_MAX + 4], other[GAME_RECORD_MAX + 4];
    cr_assert_leq(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        const size_t size = game_encode(&a->game[i], record, &why);
        cr_assert_eq(game_encode(&b->game[i], other, &why), size);
        cr_assert_arr_eq(record, other, size, "game %d", i);
    }
}

static void expect_same(const games *a, const games *b)
{
    cr_assert_eq(a->count, b->count);
    expect_beginning(a, b);
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
        game_walk_branch(walk, g, &branch);
        const uint64_t replies = (uint64_t)branch.legal_count;
        cr_expect_eq(branch.reply, replies ? branch.legal[branch.pos.key % replies] : MOVE_NONE);
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
        const bool chosen = choice->mark[walk.ply] != CHOICE_NOT;
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

static void expect_all_judged(void)
{
    static relabel_choice choice;
    games given = read_games(in_path), made = read_games(out_path);
    int at = 0, judged = 0;
    for (int i = 0; i < given.count; i++) {
        cr_assert(relabel_choose(&plan, (uint32_t)i, &given.game[i], &choice, &why));
        if (choice.count) {
            cr_assert_lt(at, made.count);
            judged += expect_judged(&given.game[i], &made.game[at++], &choice);
        }
    }
    cr_assert(at == made.count && judged > 0);
    free_games(&given);
    free_games(&made);
}

Test(relabel, every_position_has_the_judges_opinion)
{
    run();
    expect_all_judged();
    cr_expect(printed(" judged"));
}

Test(relabel, chosen_positions_have_the_judges_opinion)
{
    plan.per_game = 4;
    plan.skip_plies = 10;
    plan.pieces_max = 31;
    plan.score_max = 700;
    run();
    expect_all_judged();
}

Test(relabel, positions_are_chosen_as_the_plan_says)
{
    static relabel_choice choice;
    games given = read_games(in_path);
    long drawn[64] = {0};
    plan.per_game = 5;
    plan.skip_plies = 8;
    plan.score_max = 900;
    for (uint32_t number = 0; number < 400; number++) {
        const game *g = &given.game[number % GAMES];
        int chosen = 0, spoilers = 0;
        cr_assert(relabel_choose(&plan, number, g, &choice, &why));
        for (int i = 0; i < g->ply_count; i++) {
            const int mark = choice.mark[i];
            chosen += mark == CHOICE_JUDGED;
            spoilers += mark == CHOICE_SPOILER;
            cr_assert(mark != CHOICE_JUDGED || (i >= 8 && abs(g->plies[i].score) <= 900));
            cr_assert(mark != CHOICE_SPOILER || game_ply_is_random(g, &g->plies[i]));
            if (mark == CHOICE_JUDGED) {
                const int next = game_next_random(g, i);
                cr_assert(next == g->ply_count || choice.mark[next] != CHOICE_NOT);
                drawn[i] += i < 64;
            }
        }
        cr_assert(chosen <= 5 && choice.count == chosen + spoilers);
        cr_assert(chosen == 5 || g->ply_count < 30);
    }
    for (int i = 8; i < 55; i++) {
        cr_expect(drawn[i] > 10 && drawn[i] < 90, "ply %d was drawn %ld times", i, drawn[i]);
    }
    free_games(&given);
}

Test(relabel, the_seed_and_the_number_decide_the_draw)
{
    static relabel_choice a, b;
    games given = read_games(in_path);
    const game *g = &given.game[0];
    const size_t size = (size_t)g->ply_count;
    plan.per_game = 5;
    cr_assert(relabel_choose(&plan, 3, g, &a, &why) && relabel_choose(&plan, 3, g, &b, &why));
    cr_expect_arr_eq(a.mark, b.mark, size);
    cr_assert(relabel_choose(&plan, 4, g, &b, &why));
    cr_expect_arr_neq(a.mark, b.mark, size);
    plan.seed = 2;
    cr_assert(relabel_choose(&plan, 3, g, &b, &why));
    cr_expect_arr_neq(a.mark, b.mark, size);
    free_games(&given);
}

/* Writes the input again without scores, and without random moves unless `random`. */
static void drop_scores(bool random)
{
    games given = read_games(in_path);
    game_writer *writer = fixture_writer(in_path);
    for (int i = 0; i < given.count; i++) {
        for (int k = 0; k < given.game[i].ply_count; k++) {
            game_ply *ply = &given.game[i].plies[k];
            ply->score = GAME_SCORE_NONE;
            ply->deviates = ply->deviates && random;
            ply->best = ply->deviates ? ply->best : ply->played;
        }
        cr_assert(game_writer_add(writer, &given.game[i], &why));
    }
    cr_assert(game_writer_close(writer, &why));
    free_games(&given);
}

/* The score of a position that has none is the judge's. */
Test(relabel, a_judged_score_may_leave_a_position_out)
{
    drop_scores(false);
    plan.score_max = 60;
    run();
    games made = read_games(out_path);
    int within = 0, beyond = 0;
    for (int i = 0; i < made.count; i++) {
        for (int k = 0; k < made.game[i].ply_count; k++) {
            const int score = made.game[i].plies[k].score;
            beyond += score == GAME_SCORE_NONE;
            within += score != GAME_SCORE_NONE;
            cr_assert(score == GAME_SCORE_NONE || abs(score) <= 60);
        }
    }
    cr_expect(within > 500 && beyond > 500, "%d within, %d beyond", within, beyond);
    free_games(&made);
}

Test(relabel, a_judged_score_leaves_no_random_move_out)
{
    drop_scores(true);
    plan.score_max = 60;
    run();
    games given = read_games(in_path), made = read_games(out_path);
    int beyond = 0;
    cr_assert_eq(given.count, made.count);
    for (int i = 0; i < made.count; i++) {
        for (int k = 0; k < made.game[i].ply_count; k++) {
            const game_ply *a = &given.game[i].plies[k], *b = &made.game[i].plies[k];
            const bool random = game_ply_is_random(&given.game[i], a);
            cr_assert_eq(random, game_ply_is_random(&made.game[i], b), "game %d, ply %d", i, k);
            cr_assert(!random || b->score != GAME_SCORE_NONE);
            beyond += random && abs(b->score) > 60;
        }
    }
    cr_expect(beyond > 50, "%d", beyond);
    free_games(&given);
    free_games(&made);
}

Test(relabel, any_number_of_workers_writes_the_same_file)
{
    plan.workers = 1;
    run();
    games alone = read_games(out_path);
    unlink(out_path);
    plan.workers = 6;
    run();
    games together = read_games(out_path);
    expect_same(&alone, &together);
    free_games(&alone);
    free_games(&together);
}

Test(relabel, any_number_of_questions_ahead_writes_the_same_file)
{
    static const int ahead[] = {1, 5, TEACHER_AHEAD_MAX};
    plan.per_game = 30;
    plan.score_max = 700;
    run();
    games one = read_games(out_path);
    for (size_t i = 0; i < sizeof ahead / sizeof *ahead; i++) {
        unlink(out_path);
        plan.teacher.ahead = ahead[i];
        plan.workers = 1 + (int)i;
        run();
        expect_all_judged();
        games several = read_games(out_path);
        expect_same(&one, &several);
        free_games(&several);
    }
    run(); /* which has nothing to do */
    free_games(&one);
}

/* Lets another process relabel and sends it a signal once the file has grown to `bytes`. */
static int interrupted_run(off_t bytes, int with)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    struct stat file = {.st_size = 0};
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        _exit((int)relabel_run(&plan, out, &why));
    }
    while (file.st_size < bytes && waitpid(pid, &status, WNOHANG) == 0) {
        nanosleep(&pause, NULL);
        file.st_size = stat(out_path, &file) == 0 ? file.st_size : 0;
    }
    kill(pid, with);
    waitpid(pid, &status, 0);
    return status;
}

Test(relabel, a_signal_ends_a_run_in_order)
{
    int status = interrupted_run(1, SIGTERM);
    /* On a busy machine a run may have ended before its signal. */
    for (int i = 0; i < 100 && WEXITSTATUS(status) == WORK_DONE; i++) {
        unlink(out_path);
        status = interrupted_run(1, SIGTERM);
    }
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == WORK_STOPPED, "%d", status);
    cr_assert(printed("stopped"));
}

Test(relabel, a_killed_run_goes_on_where_it_was)
{
    plan.per_game = 20;
    run();
    games whole = read_games(out_path);
    unlink(out_path);
    for (off_t bytes = 300; bytes < 5000; bytes += 2000) {
        interrupted_run(bytes, SIGKILL);
        games part = read_games(out_path);
        expect_beginning(&part, &whole);
        free_games(&part);
    }
    run();
    games resumed = read_games(out_path);
    expect_same(&whole, &resumed);
    run(); /* which has nothing to do */
    free_games(&resumed);
    resumed = read_games(out_path);
    expect_same(&whole, &resumed);
    free_games(&whole);
    free_games(&resumed);
}

Test(relabel, a_file_is_not_continued_with_another_plan_or_input)
{
    run();
    plan.teacher.nodes++;
    cr_expect_eq(relabel_run(&plan, out, &why), WORK_FAILED);
    cr_expect(strstr(why.text, "games of another command, teacher or input"), "%s", why.text);
    plan.teacher.nodes--;
    fixture_write_games(in_path, GAMES, 8);
    cr_expect_eq(relabel_run(&plan, out, &why), WORK_FAILED);
    cr_expect(strstr(why.text, "games of another command, teacher or input"), "%s", why.text);
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
    cr_expect_eq(relabel_run(&plan, out, &why), WORK_FAILED);
    cr_expect(strstr(why.text, "the inputs changed meanwhile"), "%s", why.text);
    games made = read_games(out_path);
    cr_expect_leq(made.count, GAMES);
    free_games(&made);
}

/* Without a draw the seed decides nothing. */
Test(relabel, the_seed_of_no_draw_is_no_other_plan)
{
    run();
    plan.seed++;
    run();
}

Test(relabel, engines_that_fail_are_started_again)
{
    run();
    games whole = read_games(out_path);
    unlink(out_path);
    plan.teacher.engine = FAKE_ENGINE " die 150";
    for (plan.teacher.ahead = 0; plan.teacher.ahead <= 8; plan.teacher.ahead += 8) {
        run();
        games made = read_games(out_path);
        expect_same(&whole, &made);
        cr_expect(printed("failed: engine Fake 1: it ended with status 3"));
        free_games(&made);
        unlink(out_path);
        rewind(out);
        cr_assert_eq(ftruncate(fileno(out), 0), 0);
    }
    free_games(&whole);
}

Test(relabel, a_judge_that_loses_the_order_is_told)
{
    plan.teacher.engine = FAKE_ENGINE " latest";
    plan.per_game = 4;
    run();
    unlink(out_path);
    plan.teacher.ahead = 3;
    cr_expect_eq(relabel_run(&plan, out, &why), WORK_FAILED);
    cr_expect(strstr(why.text, "does it keep the order of questions that are sent ahead?"), "%s",
              why.text);
}

Test(relabel, a_judge_that_cannot_judge_ends_the_run)
{
    plan.teacher.engine = FAKE_ENGINE " illegal 1";
    cr_expect_eq(relabel_run(&plan, out, &why), WORK_FAILED);
    cr_expect(strstr(why.text, "a worker gave up: engine Fake 1: it answers \"e2e5\""), "%s",
              why.text);
    unlink(out_path);
    plan.teacher.engine = FAKE_ENGINE " scoreless";
    cr_expect_eq(relabel_run(&plan, out, &why), WORK_FAILED);
    cr_expect(strstr(why.text, "its answer has no score"), "%s", why.text);
}

Test(relabel, faults_of_inputs_are_found_before_any_work)
{
    game g = {.result = GAME_DRAWN, .fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"};
    game_add_ply(&g)->best = 12 | 44 << 6;
    games given = read_games(in_path);
    game_writer *writer = fixture_writer(in_path);
    cr_assert(game_writer_add(writer, &given.game[0], &why));
    cr_assert(game_writer_add(writer, &g, &why) && game_writer_close(writer, &why));
    cr_expect_eq(relabel_run(&plan, out, &why), WORK_FAILED);
    cr_expect(strstr(why.text, "in.games.gz: game 2: ply 1: the move e2e6 is not legal"), "%s",
              why.text);
    cr_expect(access(out_path, F_OK) != 0);
    free_games(&given);
    game_free(&g);
}

static void relabel_by_own_search(void)
{
    plan.teacher.engine = NULL;
    plan.per_game = 3;
    run();
}

static unsigned shares_of(const game *g, const game_ply *ply)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < ply->visit_count; i++) {
        sum += g->visits[ply->visit_first + i].share;
    }
    return sum;
}

Test(relabel, the_own_search_judges_alike_with_any_number_of_workers)
{
    relabel_by_own_search();
    games many = read_games(out_path);
    unlink(out_path);
    plan.workers = 1;
    run();
    games one = read_games(out_path);
    expect_same(&many, &one);
    for (int i = 0; i < one.count; i++) {
        const game *g = &one.game[i];
        cr_assert(g->flags == (GAME_VISITS | GAME_RELABELLED | GAME_REPLIES));
        for (int k = 0; k < g->ply_count; k++) {
            const game_ply *ply = &g->plies[k];
            const unsigned sum = shares_of(g, ply);
            cr_assert_eq(ply->score != GAME_SCORE_NONE, ply->visit_count > 0);
            cr_assert(sum == 0 || (sum > 65400 && sum < 65700), "%u", sum);
        }
    }
    free_games(&one);
    free_games(&many);
}

Test(relabel, visits_alone_leave_scores_and_best_moves)
{
    plan.visits_only = true;
    relabel_by_own_search();
    games given = read_games(in_path), made = read_games(out_path);
    int judged = 0;
    cr_assert_eq(given.count, made.count);
    for (int i = 0; i < made.count; i++) {
        for (int k = 0; k < made.game[i].ply_count; k++) {
            const game_ply *a = &given.game[i].plies[k], *b = &made.game[i].plies[k];
            cr_assert_eq(a->played, b->played);
            if (b->visit_count) {
                judged++;
                cr_assert(a->best == b->best && a->score == b->score);
                cr_assert_eq(a->deviates, b->random);
            }
        }
    }
    cr_expect(judged >= 3 * GAMES - 6, "%d", judged);
    free_games(&given);
    free_games(&made);
}

Test(relabel, an_engine_leaves_visit_shares)
{
    relabel_by_own_search();
    cr_assert(rename(out_path, in_path) == 0);
    games shares = read_games(in_path);
    plan.per_game = 0;
    plan.teacher.engine = FAKE_ENGINE " good";
    run();
    games made = read_games(out_path);
    cr_assert_eq(made.count, shares.count);
    for (int i = 0; i < made.count; i++) {
        cr_assert_eq(made.game[i].visit_count, shares.game[i].visit_count);
        cr_assert_arr_eq(made.game[i].visits, shares.game[i].visits,
                         made.game[i].visit_count * sizeof(game_visit));
    }
    expect_all_judged();
    free_games(&shares);
    free_games(&made);
}
