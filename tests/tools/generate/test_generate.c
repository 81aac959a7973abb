/* Tests generated games: they are legal, are ended by the rules or by the plan, and are the same
 * for the same seed; and none is lost or made twice if a run is killed. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/random_numbers.h"
#include "files/growing_file.h"
#include "game_walk.h"
#include "generate_run.h"
#include "generate_start.h"
#include "train_fixture.h"

static generate_plan plan;
static char path[FIXTURE_PATH_MAX];
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

static void run(void)
{
    cr_assert_eq(generate_run(&plan, out, &why), WORK_DONE, "%s", why.text);
}

static bool printed(const char *text)
{
    static char all[1 << 16];
    rewind(out);
    all[fread(all, 1, sizeof all - 1, out)] = 0;
    return strstr(all, text);
}

/* All games of a file, each as a sum over its record, sorted; the file must be sound and legal. */
typedef struct contents {
    int games, chess960, deviating, with_visits, positions;
    int deviations, adjudicated, played_on, won[GAME_RESULTS];
    uint32_t sum[512];
} contents;

static int compare_sums(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

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
        unsigned shares = 0;
        for (int i = 0; i < ply->visit_count; i++) {
            shares += g->visits[ply->visit_first + (unsigned)i].share;
        }
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

/* Reads the file to `end`: GAME_END, or GAME_CUT if it may also be cut off. */
static contents read_to(game_status end)
{
    static uint8_t record[GAME_RECORD_MAX + 4];
    contents c = {0};
    game g = {0};
    game_reader *r = game_reader_open(path, &why);
    cr_assert_not_null(r, "%s", why.text);
    game_status status;
    while ((status = game_reader_next(r, &g, &why)) == GAME_READ) {
        cr_assert_lt(c.games, 512);
        size_t size = game_encode(&g, record, &why);
        c.sum[c.games] = (uint32_t)crc32(0, record, (uInt)size);
        check_game(&c, &g);
    }
    cr_assert(status == GAME_END || status == end, "%s", why.text);
    game_reader_close(r);
    game_free(&g);
    qsort(c.sum, (size_t)c.games, sizeof c.sum[0], compare_sums);
    return c;
}

static contents read_file(void)
{
    return read_to(GAME_END);
}

static void same_contents(const contents *a, const contents *b)
{
    cr_assert_eq(a->games, b->games, "%d and %d", a->games, b->games);
    cr_assert_arr_eq(a->sum, b->sum, (size_t)a->games * sizeof a->sum[0]);
}

Test(generate, arrangements_of_chess960_are_those_of_the_rules)
{
    position pos;
    char text[FEN_TEXT_MAX], seen[960][9];
    for (int i = 0; i < 960; i++) {
        start_chess960(&pos, i, i);
        cr_assert_eq(bb_count(pos_pieces(&pos, WHITE, BISHOP) & BB_LIGHT), 1);
        bitboard rooks = pos_pieces(&pos, WHITE, ROOK), king = pos_pieces(&pos, WHITE, KING);
        cr_assert(bb_first(rooks) < bb_first(king) && (rooks & ~(king - 1)));
        cr_assert_eq(pos.castling, 15);
        cr_assert_eq(gen_count(&pos) >= 18, true);
        fen_write(&pos, true, text);
        snprintf(seen[i], sizeof seen[i], "%.8s", text);
        for (int k = 0; k < i; k++) {
            cr_assert_str_neq(seen[i], seen[k]);
        }
    }
    cr_assert_str_eq(seen[518], "rnbqkbnr");
    cr_assert_str_eq(seen[0], "bbqnnrkr");
    cr_assert_str_eq(seen[959], "rkrnnqbb");
    start_chess960(&pos, 0, 518);
    fen_write(&pos, true, text);
    cr_assert_str_eq(text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFha - 0 1");
}

/* In half of the games both sides have the same arrangement, and by chance in one of 1,920 more. */
Test(generate, half_of_the_starts_of_chess960_have_two_arrangements)
{
    enum { STARTS = 2000 };
    char text[FEN_TEXT_MAX];
    uint64_t random = 5;
    int alike = 0;
    plan.random_plies = 0;
    for (int i = 0; i < STARTS; i++) {
        position pos;
        cr_assert(start_draw(&pos, NULL, START_CHESS960, &plan, &random));
        fen_write(&pos, true, text);
        const char *white = strstr(text, "/PPPPPPPP/") + strlen("/PPPPPPPP/");
        alike += strncasecmp(text, white, 8) == 0;
    }
    cr_assert(alike > STARTS * 45 / 100 && alike < STARTS * 55 / 100, "%d", alike);
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "wb");
    fputs(text, file);
    fclose(file);
}

static void write_book(const char *text)
{
    write_file(path, text);
}

static const char *book_names[2];

/* Adds a book of this name in the fixture's folder to the plan. */
static void add_book(char book[FIXTURE_PATH_MAX], const char *name, const char *text)
{
    fixture_path(book, name);
    write_file(book, text);
    book_names[plan.book_count++] = book;
    plan.books = book_names;
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
    start_books *books = start_books_load(plan.books, plan.book_count, NULL, &why);
    cr_assert_not_null(books, "%s", why.text);
    plan.chess960_share = 0.0;
    plan.random_plies = 0;
    for (int i = 0; i < STARTS; i++) {
        position pos;
        const int source = start_draw_source(books, &plan, &random);
        cr_assert(start_draw(&pos, books, source, &plan, &random));
        cr_assert_eq(source == 1, pos.fullmove_number > 1);
        from_many += source == 1;
    }
    cr_assert(from_many > STARTS * 45 / 100 && from_many < STARTS * 55 / 100, "%d", from_many);
    start_books_free(books);
}

Test(generate, books_are_read_and_their_faults_told_by_line)
{
    const char *name = path;
    const char *const two[] = {path, path};
    position pos;
    uint64_t random = 3;
    write_book("# a book\r\n\r\n8/8/8/8/8/4k3/4p3/4K3 w - - hmvc 0; id \"one\";\r\n"
               "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40");
    start_books *books = start_books_load(two, 2, NULL, &why);
    cr_assert_not_null(books, "%s", why.text);
    cr_assert_eq(start_books_positions(books), 4);
    plan.chess960_share = 0.0;
    plan.random_plies = 0;
    bool forty = false, one = false;
    for (int i = 0; i < 50; i++) {
        int source = start_draw_source(books, &plan, &random);
        cr_assert(source == 0 || source == 1);
        cr_assert(start_draw(&pos, books, source, &plan, &random));
        forty |= pos.fullmove_number == 40 && pos.halfmove_clock == 3;
        one |= pos.fullmove_number == 1;
    }
    cr_assert(forty && one);
    start_books_free(books);

    write_book("4k3/8/8/8/8/8/4P3/4K3 w - - 3 40\n4k3/8/8/8/8/8/4P3 w - -\n");
    cr_assert_null(start_books_load(&name, 1, NULL, &why));
    cr_assert(strstr(why.text, path) && strstr(why.text, "line 2: "), "%s", why.text);
    write_book("\n# nothing\n");
    cr_assert_null(start_books_load(&name, 1, NULL, &why));
    cr_assert(strstr(why.text, "no position"), "%s", why.text);
    unlink(path);
    cr_assert_null(start_books_load(&name, 1, NULL, &why));
    cr_assert(strstr(why.text, "No such file"), "%s", why.text);
}

Test(generate, games_are_legal_and_as_the_plan_says)
{
    run();
    contents c = read_file();
    cr_assert_eq(c.games, 30);
    cr_assert_eq(c.with_visits, 0);
    cr_assert(c.chess960 > 2 && c.chess960 < 20, "%d", c.chess960);
    cr_assert(c.deviating > 1 && c.deviating < 20, "%d", c.deviating);
    cr_assert(printed("holds 30 games"));
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
    run();
    contents c = read_file();
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
    char book[FIXTURE_PATH_MAX], text[ENDS * FEN_TEXT_MAX] = "";
    int seen[ENDS] = {0};
    for (int i = 0; i < ENDS; i++) {
        strcat(strcat(text, ends[i].fen), "\n");
    }
    add_book(book, "ends.epd", text);
    plan.chess960_share = 0.0;
    plan.random_plies = 0;
    plan.start_score_max = 200;
    run();
    game g = {0};
    game_reader *r = game_reader_open(path, &why);
    while (game_reader_next(r, &g, &why) == GAME_READ) {
        int i = 0;
        while (i < ENDS - 1 && strcmp(g.fen, ends[i].fen) != 0) {
            i++;
        }
        cr_expect_str_eq(g.fen, ends[i].fen);
        cr_expect(g.ply_count == 1 && g.result == ends[i].result, "%s: %d plies, result %d", g.fen,
                  g.ply_count, (int)g.result);
        seen[i]++;
    }
    game_reader_close(r);
    game_free(&g);
    for (int i = 0; i < ENDS; i++) {
        cr_expect_gt(seen[i], 0, "%s", ends[i].fen);
    }
}

/* 4% of the moves in 30% of the games, and 1% in the others: 1.9%, less the deviations that choose
 * the best move after all. */
Test(generate, games_deviate_as_often_as_the_help_says)
{
    plan.deviating_share = 1.0;
    plan.games = 100;
    run();
    contents c = read_file();
    const double share = (double)c.deviations / c.positions;
    cr_assert(share > 0.013 && share < 0.025, "%d of %d", c.deviations, c.positions);
}

Test(generate, any_number_of_workers_makes_the_same_games)
{
    plan.workers = 1;
    run();
    contents alone = read_file();
    unlink(path);
    plan.workers = 5;
    run();
    contents together = read_file();
    same_contents(&alone, &together);
    for (int i = 1; i < alone.games; i++) {
        cr_assert_neq(alone.sum[i], alone.sum[i - 1]);
    }
    unlink(path);
    plan.seed = 2;
    run();
    contents other = read_file();
    cr_assert_arr_neq(alone.sum, other.sum, sizeof alone.sum);
}

/* Lets another process generate and sends it a signal once the file has grown to `bytes`. */
static int interrupted_run(off_t bytes, int with)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    struct stat file = {.st_size = 0};
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        _exit((int)generate_run(&plan, out, &why));
    }
    while (file.st_size < bytes && waitpid(pid, &status, WNOHANG) == 0) {
        nanosleep(&pause, NULL);
        file.st_size = stat(path, &file) == 0 ? file.st_size : 0;
    }
    kill(pid, with);
    waitpid(pid, &status, 0);
    return status;
}

Test(generate, a_killed_run_goes_on_with_the_games_that_are_missing)
{
    plan.games = 60;
    plan.workers = 3;
    run();
    contents whole = read_file();
    unlink(path);
    /* On a busy machine a run may have ended before its kill: then it does not count. */
    int status = interrupted_run(500, SIGKILL);
    for (int i = 0; i < 100 && !WIFSIGNALED(status); i++) {
        unlink(path);
        status = interrupted_run(500, SIGKILL);
    }
    cr_assert(WIFSIGNALED(status), "no run was killed");
    /* A kill may also cut a write in two. */
    read_to(GAME_CUT);
    for (off_t bytes = 3500; bytes < 9000; bytes += 3000) {
        interrupted_run(bytes, SIGKILL);
        read_to(GAME_CUT);
    }
    run();
    contents resumed = read_file();
    same_contents(&whole, &resumed);
    run(); /* which has nothing to do */
    resumed = read_file();
    same_contents(&whole, &resumed);
}

/* A search of the last moves may go on for a while; nobody waits for it. */
Test(generate, a_killed_run_can_be_continued_at_once)
{
    plan.teacher.engine = NULL;
    plan.teacher.nodes = 50000;
    plan.plies_max = 2;
    const int status = interrupted_run(60, SIGKILL);
    cr_assert(WIFSIGNALED(status), "the run ended before its kill");
    const int fd = growing_file_open(path, &why);
    cr_expect(fd >= 0, "%s", why.text);
    close(fd);
}

Test(generate, a_signal_ends_a_run_in_order)
{
    plan.games = 100000;
    int status = interrupted_run(2000, SIGTERM);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == WORK_STOPPED);
    cr_assert(printed("stopped; "));
    contents c = read_file();
    cr_assert_gt(c.games, 0);
    /* Without a goal a signal is the usual end. */
    plan.games = 0;
    unlink(path);
    status = interrupted_run(2000, SIGTERM);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == WORK_DONE);
}

Test(generate, the_own_search_plays_itself_and_records_its_visits)
{
    plan.teacher.engine = NULL;
    plan.games = 3;
    plan.teacher.nodes = 30;
    plan.plies_max = 30;
    run();
    contents first = read_file();
    cr_assert_eq(first.with_visits, 3);
    cr_assert_gt(first.deviating, 0);
    unlink(path);
    plan.workers = 1;
    run();
    contents again = read_file();
    same_contents(&first, &again);
}

Test(generate, engines_that_fail_are_named_restarted_and_given_up)
{
    plan.teacher.engine = FAKE_ENGINE " die 150";
    plan.workers = 1;
    plan.games = 8;
    run();
    cr_assert(printed("failed: engine Fake 1: it ended with status 3"));
    contents c = read_file();
    cr_assert_eq(c.games, 8);

    unlink(path);
    plan.teacher.engine = FAKE_ENGINE " illegal 1";
    cr_assert_eq(generate_run(&plan, out, &why), WORK_FAILED);
    cr_assert(strstr(why.text, "no worker is left"), "%s", why.text);
    cr_assert(printed("it answers \"e2e5\", which is not a legal move, in "));
    cr_assert(printed("worker 1 gives up"));
    cr_assert_eq(read_file().games, 0);
}

Test(generate, a_game_is_played_again_when_an_engine_hangs)
{
    plan.teacher.engine = FAKE_ENGINE " hang 200";
    plan.workers = 1;
    plan.teacher.patience_seconds = 3.0;
    plan.games = 6;
    run();
    cr_assert(printed("no answer within 3.0 seconds"));
    cr_assert_eq(read_file().games, 6);
}

Test(generate, positions_are_a_goal_too)
{
    plan.games = 0;
    plan.positions = 500;
    run();
    contents c = read_file();
    cr_assert_geq(c.positions, 500);
    cr_assert_lt(c.positions, 500 + 3 * plan.plies_max);
}

/* All scores are level, so each game ends at the first position after move draw_move. */
Test(generate, a_game_is_drawn_after_the_draw_move)
{
    plan.random_plies = 0;
    plan.start_score_max = plan.draw_score = 500;
    plan.chess960_share = plan.played_out_share = 0.0;
    plan.draw_plies = 1;
    plan.draw_move = 5;
    plan.games = 4;
    run();
    game g = {0};
    game_reader *r = game_reader_open(path, &why);
    while (game_reader_next(r, &g, &why) == GAME_READ) {
        cr_expect(g.ply_count == 2 * 5 + 1 && g.result == GAME_DRAWN, "%d plies", g.ply_count);
    }
    cr_assert_eq(game_reader_count(r), 4);
    game_reader_close(r);
    game_free(&g);
}

/* All scores are level, though each is winning for a side too. */
Test(generate, a_level_game_is_drawn_whatever_counts_as_winning)
{
    plan.start_score_max = plan.draw_score = 500;
    plan.win_score = 1;
    plan.win_plies = 50;
    plan.played_out_share = 0.0;
    plan.draw_plies = 2;
    plan.draw_move = 0;
    plan.games = 4;
    run();
    const contents c = read_file();
    cr_expect_eq(c.won[GAME_DRAWN], 4);
}

Test(generate, a_book_without_a_suitable_start_is_named)
{
    char book[FIXTURE_PATH_MAX];
    add_book(book, "mates.epd", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n");
    plan.chess960_share = 0.0;
    cr_assert_eq(generate_run(&plan, out, &why), WORK_FAILED);
    cr_assert(printed("worker 1 gives up: none of 2000 starts from "));
    cr_assert(printed("mates.epd has a score within 100 centipawns"));
    cr_assert_eq(read_file().games, 0);
}

Test(generate, unsuitable_starts_are_dropped)
{
    plan.start_score_max = 3;
    plan.games = 10;
    run();
    game g = {0};
    game_reader *r = game_reader_open(path, &why);
    while (game_reader_next(r, &g, &why) == GAME_READ) {
        cr_assert_leq(abs(g.plies[0].score), 3);
    }
    cr_assert_eq(game_reader_count(r), 10);
    game_reader_close(r);
    game_free(&g);
}
