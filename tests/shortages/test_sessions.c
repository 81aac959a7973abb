/* Shortages while the program reads its file of options, serves a client, and annotates games. */
#include <stdlib.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "empty_folder.h"
#include "random_net.h"
#include "shortage.h"
#include "uci/config_file.h"
#include "uci/session.h"
#include "verbs.h"

static FILE *answers; /* of a session */

static void begin(void)
{
    failure why;
    attacks_init(true);
    empty_folder_enter();
    cr_assert(random_net_write("net.nn", &random_net_small, &why), "%s", why.text);
    answers = tmpfile();
    cr_assert(answers);
}

static void end(void)
{
    fclose(answers);
    empty_folder_leave();
}

TestSuite(shortages_of_sessions, .init = begin, .fini = end, .timeout = 600);

/* An engine with a small net, which is not loaded yet. */
static void begin_engine(engine *e)
{
    engine_init(e);
    e->settings.hash_mb = 1;
    strcpy(e->settings.weights_file, "net.nn");
}

static void count_problem(void *user, const char *problem)
{
    (void)problem;
    ++*(int *)user;
}

static bool read_options(failure *why)
{
    static engine e; /* large */
    int problems = 0;
    engine_init(&e);
    const bool done = config_read("a.conf", &e, count_problem, &problems, why);
    const bool whole = problems == 1 && e.settings.hash_mb == 9 && e.settings.threads == 3;
    engine_free(&e);
    cr_expect(!done || whole, "%d problems, Hash %d", problems, e.settings.hash_mb);
    return done;
}

Test(shortages_of_sessions, options_are_read_to_the_end_or_an_error_is_told)
{
    file_put("a.conf", "# mine\nHash = 9\nNonsense = 1\n\nThreads = 3\n");
    shortage_try(FAULTY_FILES, read_options, NULL);
}

static bool converse(failure *why)
{
    static engine e; /* large */
    static char *const lines[] = {"uci",
                                  "setoption name Threads value 2",
                                  "isready",
                                  "position startpos moves e2e4",
                                  "go nodes 60",
                                  "setoption name Search value negamax",
                                  "setoption name Hash value 2",
                                  "go nodes 60",
                                  "eval nodes 5",
                                  "ucinewgame",
                                  "go nodes 60",
                                  NULL};
    writer out;
    rewind(answers);
    begin_engine(&e);
    writer_init(&out, answers);
    const inbox_input input = {
        .lines = line_reader_of(lines), .pace = INBOX_IN_TURN, .extras = shell_commands};
    const bool done = session_run(&input, &e, &out, why);
    writer_destroy(&out);
    engine_free(&e);
    return done;
}

/* A session that began has answered each go, also one whose line could not be kept. */
static void expect_best_moves(bool done)
{
    char said[WRITER_LINE_MAX];
    int found = 0;
    const long size = ftell(answers);
    rewind(answers);
    while (ftell(answers) < size && fgets(said, sizeof said, answers)) {
        found += strncmp(said, "bestmove ", 9) == 0;
    }
    cr_expect_eq(found, done ? 3 : 0, "%d best moves", found);
}

Test(shortages_of_sessions, each_go_is_answered)
{
    shortage_try_each(SHORT_OF_MEMORY, converse, expect_best_moves);
}

static bool annotate(failure *why)
{
    static engine e; /* large */
    char games[] = "games.pgn", nodes[] = "nodes", count[] = "20", to[] = "--out",
         out[] = "out.pgn";
    char *words[] = {games, nodes, count, to, out, NULL};
    begin_engine(&e);
    verb_call call = {.verb = "annotate", .words = words, .engine = &e};
    const bool done = annotate_run(&call, why);
    engine_free(&e);
    return done;
}

static char whole[4096]; /* what is written without a shortage */

static void read_output(char text[sizeof whole])
{
    FILE *file = fopen("out.pgn", "rb");
    const size_t size = file ? fread(text, 1, sizeof whole - 1, file) : 0;
    text[size] = '\0';
    if (file) {
        fclose(file);
    }
}

/* The next call completes what a shortage has left. */
static void expect_the_rest(bool done)
{
    char text[sizeof whole];
    failure why = {""};
    read_output(text);
    cr_expect(!done || strcmp(text, whole) == 0, "%s", text);
    cr_expect(annotate(&why), "%s", why.text);
    read_output(text);
    cr_expect_str_eq(text, whole);
    unlink("out.pgn");
}

Test(shortages_of_sessions, games_are_annotated)
{
    failure why;
    file_put("games.pgn", "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"B\"]\n\n1. e4 *\n");
    cr_assert(annotate(&why), "%s", why.text);
    read_output(whole);
    cr_assert(strstr(whole, "Qh4#") && strstr(whole, "1. e4"), "%s", whole);
    unlink("out.pgn");
    shortage_try(SHORT_OF_MEMORY, annotate, expect_the_rest);
    shortage_try(FAULTY_FILES, annotate, expect_the_rest);
}
