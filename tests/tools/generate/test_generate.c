/* Tests generated games: they are legal, are ended by the rules or by the plan, and are the same
 * for the same seed; and none is lost or made twice if a run is killed. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/repetition.h"
#include "game_walk.h"
#include "generate.h"
#include "generate_start.h"
#include "train_fixture.h"
#include "work_fixture.h"

static generate_plan plan;
static char path[FIXTURE_PATH_MAX];
static const char *book_names[2];
static FILE *out;
static failure why;

static void begin(void)
{
    attacks_init(true);
    fixture_path(path, "generated.games.gz");
    out = tmpfile();
    why = (failure){""};
    plan = (generate_plan){
        .out = path,
        .teacher = {.engine = FAKE_ENGINE " good",
                    .nodes = 50,
                    .hash_mb = 1,
                    .patience_seconds = 60.0},
        .books = book_names,
        .random_plies = 3,
        .start_score_max = 100,
        .chess960_share = 0.3,
        .deviating_share = 0.5,
        .temperature = 1.0,
        .temperature_plies = 10,
        .played_out_share = 0.25,
        .win_score = 1000,
        .win_plies = 6,
        .draw_score = 8,
        .draw_plies = 12,
        .draw_move = 25,
        .plies_max = 60,
        .workers = 2,
        .seed = 1,
        .games = 30,
    };
}

static void end(void)
{
    fclose(out);
    fixture_remove_all();
}

TestSuite(generate, .init = begin, .fini = end, .timeout = 1200);

static work_end work(void)
{
    return generate_run(&plan, out, &why);
}

/* What the games of a file say. */
typedef struct contents {
    int games, chess960, deviating, with_visits, positions;
    int deviations, adjudicated, played_on, won[GAME_RESULTS];
} contents;

static bool over(const position *pos, const line *keys)
{
    return !gen_any(pos) || pos->halfmove_clock >= 100 || pos_insufficient_material(pos) ||
           line_occurrences(keys, pos) >= 2;
}

/* The result of a game that is over. */
static game_result result_by_rules(const position *pos)
{
    const bool mate = !gen_any(pos) && pos_in_check(pos);
    return !mate ? GAME_DRAWN : pos->to_move == WHITE ? GAME_BLACK_WON : GAME_WHITE_WON;
}

/* What the scores of a game say: the last plies in a row that are won for a side or level, and the
 * first ply, from 1, at which these are enough by the plan; 0 if none is. */
typedef struct verdict {
    int white, black, level, decided;
} verdict;

static void hear(verdict *v, const game_walk *walk, int score)
{
    const int for_white = walk->pos.to_move == WHITE ? score : -score;
    const bool late = walk->pos.fullmove_number > plan.draw_move;
    v->white = for_white >= plan.win_score ? v->white + 1 : 0;
    v->black = for_white <= -plan.win_score ? v->black + 1 : 0;
    v->level = late && abs(score) <= plan.draw_score ? v->level + 1 : 0;
    if (!v->decided &&
        (v->white >= plan.win_plies || v->black >= plan.win_plies || v->level >= plan.draw_plies)) {
        v->decided = walk->ply + 1;
    }
}

/* Checks why a game ends behind its last move, and who has won. */
static void check_end(contents *c, const game *g, const position *last, const line *keys,
                      const verdict *v)
{
    const bool by_rules = over(last, keys), by_scores = v->decided == g->ply_count;
    const bool level = by_scores && v->white < plan.win_plies && v->black < plan.win_plies;
    const game_result ahead = v->white ? GAME_WHITE_WON : v->black ? GAME_BLACK_WON : GAME_DRAWN;
    const game_result said = level ? GAME_DRAWN : ahead;
    cr_assert(by_rules || by_scores || g->ply_count == plan.plies_max, "%d plies", g->ply_count);
    /* An adjudicated game ends before its last move is played. */
    cr_assert((by_rules && g->result == result_by_rules(last)) ||
                  ((by_scores || !by_rules) && g->result == said),
              "result %d of %s after %d plies", (int)g->result, g->fen, g->ply_count);
    c->adjudicated += by_scores && !by_rules;
    c->played_on += v->decided && v->decided < g->ply_count;
    c->won[g->result]++;
}

/* Replays a game: legal, not over before its end, and its end allowed. */
static void check_game(contents *c, const game *g)
{
    game_walk walk;
    line keys;
    verdict said = {0};
    int deviations = 0;
    cr_assert(game_walk_start(&walk, g, &why), "%s", why.text);
    cr_assert_eq(fen_is_chess960(&walk.pos), (g->flags & GAME_CHESS960) != 0);
    position now = walk.pos;
    line_start(&keys, &now);
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        const game_ply *ply = &g->plies[walk.ply];
        cr_assert(game_walk_check(&walk, g, &why), "%s", why.text);
        cr_assert_not(over(&walk.pos, &keys));
        deviations += ply->deviates;
        const unsigned shares = work_shares(g, ply);
        cr_assert(!plan.teacher.engine == (shares > 65000 && shares < 66000), "%u", shares);
        hear(&said, &walk, ply->score);
        line_play(&keys, &now, walk.played);
    }
    check_end(c, g, &now, &keys, &said);
    c->games++;
    c->positions += g->ply_count;
    c->deviations += deviations;
    c->deviating += deviations > 0;
    c->chess960 += (g->flags & GAME_CHESS960) != 0;
    c->with_visits += (g->flags & GAME_VISITS) != 0;
}

static contents check_games(const work_games *all)
{
    contents c = {0};
    for (int i = 0; i < all->count; i++) {
        check_game(&c, &all->game[i]);
    }
    return c;
}

/* Runs the plan to its goal. */
static work_games *run(void)
{
    cr_assert_eq(work(), WORK_DONE, "%s", why.text);
    work_games *all = work_games_read(path, false);
    work_games_sort(all);
    return all;
}

/* A run makes these games. */
static void expect_run(const work_games *wanted)
{
    work_games *all = run();
    work_games_expect_same(wanted, all, false);
    work_games_free(all);
}

/* Runs the plan, and says what the games are. */
static contents run_and_check(void)
{
    work_games *all = run();
    const contents c = check_games(all);
    work_games_free(all);
    return c;
}

static void expect_arrangement(const position *pos, colour side)
{
    const bitboard rooks = pos_pieces(pos, side, ROOK), king = pos_pieces(pos, side, KING);
    cr_expect_eq(bb_count(pos_pieces(pos, side, BISHOP) & BB_LIGHT), 1);
    cr_expect(bb_first(rooks) < bb_first(king) && (rooks & ~(king - 1)));
}

/* Nearly all of the 960 arrangements occur. In half of the games both sides have the same one, and
 * by chance in one of 1,920 more. */
Test(generate, starts_of_chess960_are_those_of_the_rules)
{
    enum { STARTS = 3000, ARRANGEMENTS = 960 };
    static char seen[ARRANGEMENTS][9];
    uint64_t random = 5;
    int alike = 0, different = 0;
    plan.random_plies = 0;
    for (int i = 0; i < STARTS; i++) {
        position pos;
        char text[FEN_TEXT_MAX], white[9];
        int k = 0;
        cr_assert(start_draw(&pos, NULL, START_CHESS960, &plan, &random));
        expect_arrangement(&pos, WHITE);
        expect_arrangement(&pos, BLACK);
        cr_expect_eq(pos.castling, 15);
        fen_write(&pos, true, text);
        snprintf(white, sizeof white, "%.8s", strstr(text, "/PPPPPPPP/") + strlen("/PPPPPPPP/"));
        alike += strncasecmp(text, white, 8) == 0;
        while (k < different && strcmp(seen[k], white) != 0) {
            k++;
        }
        if (k == different) {
            cr_assert_lt(different, ARRANGEMENTS);
            strcpy(seen[different++], white);
        }
    }
    cr_expect(alike > STARTS * 45 / 100 && alike < STARTS * 55 / 100, "%d", alike);
    cr_expect_gt(different, 880);
}

/* Adds a book of this name in the fixture's folder to the plan. */
static void add_book(char book_path[FIXTURE_PATH_MAX], const char *name, const char *text)
{
    fixture_path(book_path, name);
    FILE *file = fopen(book_path, "wb");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
    book_names[plan.book_count++] = book_path;
    plan.chess960_share = 0.0;
    plan.random_plies = 0;
}

/* The second book has three times as many positions. */
Test(generate, each_book_is_drawn_equally_often)
{
    enum { STARTS = 1000 };
    char few[FIXTURE_PATH_MAX], many[FIXTURE_PATH_MAX];
    uint64_t random = 7;
    int from_many = 0;
    add_book(few, "few.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
    add_book(many, "many.epd",
             "4k3/8/8/8/8/8/4P3/4K3 w - - 0 2\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 3\n"
             "4k3/8/8/8/8/8/4P3/4K3 w - - 0 4\n");
    start_books books;
    cr_assert(start_books_load(&books, &plan, &why), "%s", why.text);
    cr_assert_eq(books.positions, 4);
    for (int i = 0; i < STARTS; i++) {
        position pos;
        const int source = start_draw_source(&books, &plan, &random);
        cr_assert(start_draw(&pos, &books, source, &plan, &random));
        cr_assert_eq(source == 1, pos.fullmove_number > 1);
        from_many += source == 1;
    }
    cr_assert(from_many > STARTS * 45 / 100 && from_many < STARTS * 55 / 100, "%d", from_many);
    start_books_free(&books);
    plan.book_count = 0;
    add_book(few, "few.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40\n4k3/8/8/8/8/8/4P3 w - -\n");
    cr_assert_not(start_books_load(&books, &plan, &why));
    cr_assert(strstr(why.text, few) && strstr(why.text, "line 2: "), "%s", why.text);
}

Test(generate, games_are_legal_and_as_the_plan_says)
{
    const contents c = run_and_check();
    cr_assert_eq(c.games, 30);
    cr_assert_eq(c.with_visits, 0);
    cr_assert(c.chess960 > 2 && c.chess960 < 20, "%d", c.chess960);
    cr_assert(c.deviating > 1 && c.deviating < 20, "%d", c.deviating);
    cr_assert(work_printed(out, "holds 30 games"));
}

/* Scores are random numbers up to 128, so a side often has a winning score, but seldom for long.
 * check_end() compares each result with them. */
Test(generate, games_are_adjudicated_as_the_plan_says)
{
    plan.win_score = 60;
    plan.win_plies = 3;
    plan.draw_score = 30;
    plan.draw_plies = 2;
    plan.draw_move = 8;
    plan.games = 60;
    const contents c = run_and_check();
    cr_assert(c.adjudicated > 30 && c.adjudicated < 60, "%d", c.adjudicated);
    cr_assert(c.played_on > 6 && c.played_on < 25, "%d", c.played_on);
    for (int i = 0; i < GAME_RESULTS; i++) {
        cr_assert_gt(c.won[i], 3, "result %d: %d", i, c.won[i]);
    }
}

/* Any move of these positions ends the game. */
Test(generate, games_that_the_rules_end_have_their_result)
{
    static const struct {
        const char *fen;
        game_result result;
    } ends[] = {{"3q2k1/5ppp/8/7P/6BK/6PP/8/3R4 w - - 0 1", GAME_WHITE_WON}, /* Rxd8 mates */
                {"3r4/8/6pp/6bk/7p/8/5PPP/3Q2K1 b - - 0 1", GAME_BLACK_WON}, /* Rxd1 mates */
                {"k7/P2P4/1qK5/3P4/8/8/8/8 w - - 0 1", GAME_DRAWN},          /* Kxb6: stalemate */
                {"k7/8/8/8/8/8/1q6/K7 w - - 0 1", GAME_DRAWN},               /* Kxb2: two kings */
                {"4k3/8/8/8/8/8/8/R3K3 w - - 99 80", GAME_DRAWN}};           /* the hundredth ply */
    enum { ENDS = sizeof ends / sizeof *ends };
    char book_path[FIXTURE_PATH_MAX], text[ENDS * FEN_TEXT_MAX] = "";
    int seen[ENDS] = {0};
    for (int i = 0; i < ENDS; i++) {
        strcat(strcat(text, ends[i].fen), "\n");
    }
    add_book(book_path, "ends.epd", text);
    plan.start_score_max = 200;
    work_games *all = run();
    for (int k = 0; k < all->count; k++) {
        const game *g = &all->game[k];
        int i = 0;
        while (i < ENDS - 1 && strcmp(g->fen, ends[i].fen) != 0) {
            i++;
        }
        cr_expect_str_eq(g->fen, ends[i].fen);
        cr_expect(g->ply_count == 1 && g->result == ends[i].result, "%s: %d plies, result %d",
                  g->fen, g->ply_count, (int)g->result);
        seen[i]++;
    }
    for (int i = 0; i < ENDS; i++) {
        cr_expect_gt(seen[i], 0, "%s", ends[i].fen);
    }
    work_games_free(all);
}

/* 4% of the moves in 30% of the games, and 1% in the others: 1.9%, less the deviations that choose
 * the best move after all. */
Test(generate, games_deviate_as_often_as_the_help_says)
{
    plan.deviating_share = 1.0;
    plan.games = 100;
    const contents c = run_and_check();
    const double share = (double)c.deviations / c.positions;
    cr_assert(share > 0.013 && share < 0.025, "%d of %d", c.deviations, c.positions);
}

Test(generate, any_number_of_workers_makes_the_same_games)
{
    for (int own = 0; own < 2; own++) {
        if (own) {
            plan.teacher.engine = NULL;
            plan.teacher.nodes = plan.plies_max = 30;
            plan.games = 3;
        }
        plan.workers = 1;
        work_games *alone = run();
        unlink(path);
        plan.workers = 5;
        expect_run(alone);
        const contents c = check_games(alone);
        cr_assert_eq(c.with_visits, own ? 3 : 0);
        cr_assert_gt(c.deviating, 0);
        unlink(path);
        plan.seed++;
        work_games *other = run();
        cr_assert_neq(strcmp(alone->game[0].fen, other->game[0].fen), 0);
        unlink(path);
        work_games_free(alone);
        work_games_free(other);
    }
}

Test(generate, a_killed_run_goes_on_with_the_games_that_are_missing)
{
    plan.games = 60;
    plan.workers = 3;
    work_games *whole = run();
    unlink(path);
    /* On a busy machine a run may have ended before its kill: then it does not count. */
    int status = work_interrupted(work, path, 500, SIGKILL);
    for (int i = 0; i < 100 && !WIFSIGNALED(status); i++) {
        unlink(path);
        status = work_interrupted(work, path, 500, SIGKILL);
    }
    cr_assert(WIFSIGNALED(status), "no run was killed");
    for (off_t bytes = 500; bytes < 9000; bytes += 3000) {
        work_interrupted(work, path, bytes, SIGKILL);
        work_games_free(work_games_read(path, true)); /* a kill may cut a write in two */
    }
    expect_run(whole);
    expect_run(whole); /* which has nothing to do */
    work_games_free(whole);
}

Test(generate, a_signal_ends_a_run_in_order)
{
    plan.games = 100000;
    int status = work_interrupted(work, path, 2000, SIGTERM);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == WORK_STOPPED);
    cr_assert(work_printed(out, "stopped; "));
    work_games *all = work_games_read(path, false);
    cr_assert_gt(check_games(all).games, 0);
    work_games_free(all);
    /* Without a goal a signal is the usual end. A long search of Morpho ends too. */
    plan.games = 0;
    plan.teacher.engine = NULL;
    plan.teacher.nodes = 1000000000000;
    unlink(path);
    status = work_interrupted(work, path, 1, SIGTERM);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == WORK_DONE);
}

Test(generate, engines_that_fail_are_named_restarted_and_given_up)
{
    plan.teacher.engine = FAKE_ENGINE " die 150";
    plan.workers = 1;
    plan.games = 8;
    cr_assert_eq(run_and_check().games, 8);
    cr_assert(work_printed(out, "failed: engine Fake 1: it ended with status 3"));

    unlink(path);
    plan.teacher.engine = FAKE_ENGINE " illegal 1";
    cr_assert_eq(work(), WORK_FAILED);
    cr_assert(strstr(why.text, "no worker is left"), "%s", why.text);
    cr_assert(work_printed(out, "it answers \"e2e5\", which is not a legal move, in "));
    cr_assert(work_printed(out, "worker 1 gives up"));
}

Test(generate, positions_are_a_goal_too)
{
    plan.games = 0;
    plan.positions = 500;
    const contents c = run_and_check();
    cr_assert(c.positions >= 500 && c.positions < 500 + 3 * plan.plies_max, "%d", c.positions);
}

Test(generate, unsuitable_starts_are_dropped)
{
    char book_path[FIXTURE_PATH_MAX];
    plan.start_score_max = 3;
    plan.games = 10;
    work_games *all = run();
    cr_assert_eq(all->count, 10);
    for (int i = 0; i < all->count; i++) {
        cr_assert_leq(abs(all->game[i].plies[0].score), 3);
    }
    work_games_free(all);
    unlink(path);
    add_book(book_path, "mates.epd", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n");
    cr_assert_eq(work(), WORK_FAILED);
    cr_assert(work_printed(out, "worker 1 gives up: none of 2000 starts from "));
    cr_assert(work_printed(out, "mates.epd has a score within 3 centipawns"));
}
