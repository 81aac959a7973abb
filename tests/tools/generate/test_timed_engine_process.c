/* Tests an engine in a process: it answers, and any fault of it ends in time with a reason. */
#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine_process.h"
#include "game_file.h"
#include "system/clock.h"

static const char question[] =
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\ngo nodes 5\n";

/* The beginning of an engine that answers without reading, and an engine without options. */
#define DEAF_ENGINE "printf 'uciok\\nreadyok\\nreadyok\\n'; "
static const char plain_engine[] = "sed -u 's/^isready$/readyok/;s/^uci$/uciok/'";

static engine_plan plan;
static engine_process *engine;
static failure why;

static void begin(void)
{
    signal(SIGPIPE, SIG_IGN);
    plan = (engine_plan){.hash_mb = 1, .patience_ms = 60000, .chess960 = true};
    why = (failure){""};
}

static void end(void)
{
    engine_stop(engine);
}

TestSuite(engine_process, .init = begin, .fini = end, .timeout = 600);

static bool ask(const char *text, engine_answer *answer)
{
    return engine_send(engine, text, &why) && engine_take(engine, answer, &why);
}

static void start_as(const char *command)
{
    plan.command = command;
    engine = engine_start(&plan, &why);
    cr_assert(engine, "%s", why.text);
    cr_assert(engine_new_game(engine, false, &why), "%s", why.text);
}

/* The engine does not start, for this reason. */
static void refuses(const char *command, const char *reason)
{
    plan.command = command;
    cr_assert_null(engine_start(&plan, &why));
    cr_assert(strstr(why.text, reason), "%s", why.text);
}

/* Positions that differ in the place of the king. */
static void write_question(char text[128], int number)
{
    const int before = number % 8, after = 7 - before;
    char rank[16];
    snprintf(rank, sizeof rank, "%.*sK%.*s", before > 0, &"01234567"[before], after > 0,
             &"01234567"[after]);
    snprintf(text, 128, "position fen 4k3/8/8/8/8/8/%s/8 w - - 0 %d\ngo nodes 5\n", rank,
             number + 1);
}

/* The second engine answers nothing before it has all questions. */
Test(engine_process, questions_sent_ahead_are_answered_in_their_order)
{
    enum { QUESTIONS = 25 };
    engine_answer alone[QUESTIONS], ahead;
    char text[128];
    start_as(FAKE_ENGINE " good");
    for (int i = 0; i < QUESTIONS; i++) {
        write_question(text, i);
        cr_assert(ask(text, &alone[i]), "%s", why.text);
    }
    cr_assert_str_neq(alone[0].best, alone[1].best);
    engine_stop(engine);
    start_as(FAKE_ENGINE " hold 25");
    for (int i = 0; i < QUESTIONS; i++) {
        write_question(text, i);
        cr_assert(engine_send(engine, text, &why), "%s", why.text);
    }
    for (int i = 0; i < QUESTIONS; i++) {
        cr_assert(engine_take(engine, &ahead, &why), "%s", why.text);
        cr_expect_str_eq(ahead.best, alone[i].best, "question %d", i);
        cr_expect_eq(engine_answer_score(&ahead), engine_answer_score(&alone[i]), "question %d", i);
    }
}

/* What an engine writes, with lines that say nothing of the first line of play. */
Test(engine_process, answers_are_read)
{
    static const struct {
        const char *text, *best, *ponder;
        int score;
    } cases[] = {
        {"info score cp -31\\nbestmove a2a3 ponder a7a6", "a2a3", "a7a6", -31},
        {"bestmove a7a8q\\r", "a7a8q", "", GAME_SCORE_NONE},
        {"info score cp x\\nbestmove a2a3", "a2a3", "", GAME_SCORE_NONE},
        {"info score cp 99999\\nbestmove a2a3", "a2a3", "", GAME_SCORE_MAX},
        {"info score cp -99999999999999999999\\nbestmove a2a3", "a2a3", "", -GAME_SCORE_MAX},
        {"info score mate 3\\nbestmove a2a3", "a2a3", "", 31997},
        {"info score mate -2\\nbestmove a2a3", "a2a3", "", -31998},
        {"info score mate 99999\\nbestmove a2a3", "a2a3", "", GAME_SCORE_MATE},
        {"info score mate -99999999999999999999\\nbestmove a2a3", "a2a3", "", -GAME_SCORE_MATE},
        {"info score cp 7 lowerbound\\nbestmove a2a3", "a2a3", "", 7},
        {"\\n\1\377 info score cp 9999\\ninfo\\ninfo string score cp 7777\\n"
         "info depth x score cp\\nbestmove\\ninfo depth 9 multipv 2 score cp 8888 pv e2e4\\n"
         "info score cp 6666 lowerbound\\ninfo depth 1 score cp 12 nodes 1\\n"
         "info depth 2 score cp 5555 upperbound\\nbestmove nonsense ponder a1a9",
         "nonsens", "a1a9", 12}};
    plan.chess960 = false;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[1024];
        engine_answer answer;
        snprintf(command, sizeof command,
                 "LC_ALL=C sed -u 's/^isready$/readyok/;s/^uci$/uciok/;s/^go.*/%s/'",
                 cases[i].text);
        start_as(command);
        cr_assert(ask(question, &answer), "%s", why.text);
        cr_expect_eq(engine_answer_score(&answer), cases[i].score, "%s", cases[i].text);
        cr_expect_str_eq(answer.best, cases[i].best);
        cr_expect_str_eq(answer.ponder, cases[i].ponder);
        engine_stop(engine);
        engine = NULL;
    }
}

/* Of each line of play the last exact score counts, with the move of its text. */
Test(engine_process, further_lines_are_read)
{
    static const struct {
        const char *first;
        int score;
    } wanted[] = {{"d2d4", 30}, {"a2a3", -5}, {"", GAME_SCORE_NONE}, {"", 31999}};
    engine_answer answer;
    plan.chess960 = false;
    start_as("LC_ALL=C sed -u 's/^isready$/readyok/;s/^uci$/uciok/;s/^go.*/"
             "info multipv 2 score cp 20 pv b2b4\\ninfo multipv 1 score cp 30 pv d2d4 d7d5\\n"
             "info multipv 2 score cp -5 pv a2a3\\ninfo multipv 2 score cp 9 upperbound pv h2h3\\n"
             "info multipv 4 score mate 1\\ninfo multipv 0 score cp 1\\n"
             "info multipv 65 score cp 1 pv c2c4\\nbestmove d2d4/'");
    cr_assert(ask(question, &answer), "%s", why.text);
    cr_assert_eq(answer.line_count, 4);
    for (int i = 0; i < 4; i++) {
        cr_expect_str_eq(answer.lines[i].first, wanted[i].first);
        cr_expect_eq(answer.lines[i].score, wanted[i].score);
    }
}

/* The patience is that for the answer: a busy machine may take longer to start an engine. */
Test(engine_process, failures_are_told)
{
    static const struct {
        const char *command, *reason;
        int patience_ms;
    } cases[] = {{FAKE_ENGINE " die 1", "Fake 1: it ended with status 3", 60000},
                 {DEAF_ENGINE "head -c 200000 /dev/zero | tr '\\0' x; cat",
                  "it sent a line of more than 65536 bytes", 60000},
                 {FAKE_ENGINE " hang 1", "Fake 1: no answer within 0.7 seconds", 700}};
    plan.chess960 = false;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        engine_answer answer;
        plan.patience_ms = 60000;
        start_as(cases[i].command);
        plan.patience_ms = cases[i].patience_ms;
        const double before = system_seconds();
        cr_assert_not(ask(question, &answer));
        cr_expect(strstr(why.text, cases[i].reason), "%s", why.text);
        cr_expect(plan.patience_ms > 700 || system_seconds() - before > 0.6);
        engine_stop(engine);
        engine = NULL;
    }
}

/* What is written to it stays in the pipe, which is soon full. */
Test(engine_process, one_that_does_not_read_ends_after_the_patience)
{
    enum { LONG = 1 << 16 };
    static char text[LONG + 1];
    engine_answer answer;
    bool good = true;
    memset(text, '\n', LONG);
    plan.chess960 = false;
    start_as(DEAF_ENGINE "exec yes 'bestmove a2a3'");
    plan.patience_ms = 500;
    for (int i = 0; i < 2 && good; i++) {
        good = ask(text, &answer);
    }
    cr_assert_not(good);
    cr_assert(strstr(why.text, "no answer within 0.5 seconds"), "%s", why.text);
}

Test(engine_process, what_cannot_start_is_told)
{
    refuses("/nowhere/engine 2>/dev/null", "status 127 (is there such a program?)");
    refuses("true", "ended with status 0");
    refuses(plain_engine, "no option UCI_Chess960");
    plan.patience_ms = 300;
    refuses("cat >/dev/null", "no answer within 0.3 seconds");
    refuses("exec yes", "no answer within 0.3 seconds");
}

Test(engine_process, settings_are_refused_by_name)
{
    static const char *const settings[] = {"move overhead=3", "Contempt=5"};
    static const char *const values[] = {"Move Overhead=3", "Move Overhead=12"};
    plan.settings = settings;
    plan.setting_count = 2;
    refuses(FAKE_ENGINE " good", "no option \"Contempt\"");
    plan.settings = values;
    refuses(FAKE_ENGINE " good", "engine Fake 1: it refuses Move Overhead=12: ERROR: Move Overhead "
                                 "is at most 9");
    plan.settings = settings;
    plan.setting_count = 1;
    start_as(FAKE_ENGINE " good");
}

/* The shell keeps the end of the pipe open as long as it lives, and reads no input. */
Test(engine_process, it_ends_with_a_process_that_is_killed)
{
    enum { END = 9, WAIT_MS = 60000 };
    int ends[2];
    char byte;
    cr_assert_eq(pipe(ends), 0);
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], END);
        close(ends[1]);
        plan.command = "printf x >&9; exec sleep 300";
        engine_start(&plan, &why);
        _exit(EXIT_SUCCESS);
    }
    close(ends[1]);
    cr_assert_eq(read(ends[0], &byte, 1), 1, "the engine was not started");
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    struct pollfd wait = {.fd = ends[0], .events = POLLIN};
    cr_assert_eq(poll(&wait, 1, WAIT_MS), 1, "it goes on");
    cr_expect_eq(read(ends[0], &byte, 1), 0);
    close(ends[0]);
}

Test(engine_process, chess960_needs_its_option)
{
    plan.chess960 = false;
    start_as(plain_engine);
    cr_assert_not(engine_new_game(engine, true, &why));
    cr_assert(strstr(why.text, "UCI_Chess960"), "%s", why.text);
}

Test(engine_process, a_wait_can_be_stopped)
{
    engine_answer answer;
    atomic_bool stop = false;
    plan.stop = &stop;
    start_as(FAKE_ENGINE " hang 1");
    const double before = system_seconds();
    cr_assert(engine_send(engine, question, &why));
    stop = true;
    cr_assert_not(engine_take(engine, &answer, &why));
    cr_assert(strstr(why.text, "the work ends"), "%s", why.text);
    cr_expect_lt(system_seconds() - before, 30.0);
}
