/* Tests the order of answers where only the inbox sees it; ready.uci has what a client sees. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "uci/inbox.h"

/* The client's ends of both pipes, and the engine's. */
static int to_inbox;
static FILE *answers, *from_inbox;
static writer out;
static inbox *box;

static const search_limits timed = {.time_ms_soft = 100, .time_ms_hard = 100};
static const search_limits infinite = {.infinite = true};

static void say_hello(const command_context *context, const char *arguments)
{
    writer_line(context->out, "%s:%s", context->name, arguments);
}

static const extra_command extras[] = {
    {"bench", false, NULL}, {"hello", true, say_hello}, {.name = NULL}};

static void open_inbox(const char *prompt, inbox_hint *hint)
{
    int in[2], back[2];
    failure why;
    cr_assert(pipe(in) == 0 && pipe(back) == 0);
    to_inbox = in[1];
    answers = fdopen(back[0], "r");
    from_inbox = fdopen(back[1], "w");
    cr_assert(answers != NULL && from_inbox != NULL);
    writer_init(&out, from_inbox);
    const inbox_input input = {.lines = line_reader_new(in[0]),
                               .pace = INBOX_LIVE,
                               .extras = extras,
                               .prompt = prompt,
                               .hint = hint};
    box = inbox_open(&input, &out, &why);
    cr_assert_not_null(box, "%s", why.text);
}

static void set_up(void)
{
    open_inbox(NULL, NULL);
}

static void say_hint(const char *word, char text[INBOX_HINT_MAX])
{
    snprintf(text, INBOX_HINT_MAX, "no %s", word);
}

static void set_up_prompt(void)
{
    open_inbox("? ", say_hint);
}

static void tear_down(void)
{
    close(to_inbox);
    inbox_close(box);
    writer_destroy(&out);
    fclose(from_inbox);
    fclose(answers);
}

TestSuite(inbox, .init = set_up, .fini = tear_down, .timeout = 600);

static void send(const char *lines)
{
    cr_assert_eq(write(to_inbox, lines, strlen(lines)), (ssize_t)strlen(lines));
}

/* How many readyok have come by the time that all lines sent so far have been read, since the last
 * call: what the reading thread refuses, it refuses at once. */
static int count_answers(void)
{
    char answer[256];
    int count = 0;
    send("xyzzy\n");
    while (fgets(answer, sizeof answer, answers) != NULL && strcmp(answer, "readyok\n") == 0) {
        count++;
    }
    cr_assert_str_eq(answer, "info string ERROR: unknown command \"xyzzy\"\n");
    return count;
}

/* The next message, which is that command. */
static message *take(command_id id)
{
    message *m = inbox_take(box);
    cr_assert_not_null(m);
    cr_assert_eq(m->command, id, "%d instead of %d", (int)m->command, (int)id);
    return m;
}

static void take_and_do(command_id id)
{
    inbox_done(box, take(id));
}

static message *take_and_begin(const search_limits *limits)
{
    message *go = take(COMMAND_GO);
    inbox_go_begins(box, NULL, limits);
    return go;
}

static void end(message *go)
{
    inbox_go_ends(box);
    inbox_done(box, go);
}

Test(inbox, commands_of_the_program_are_queued_or_done_at_once)
{
    char answer[256];
    send("go infinite\n");
    message *go = take_and_begin(&infinite);
    send("joho bench 3\nhello all\n");
    cr_assert_not_null(fgets(answer, sizeof answer, answers));
    cr_expect_str_eq(answer, "info string ERROR: unknown command \"joho\"\n");
    cr_assert_not_null(fgets(answer, sizeof answer, answers));
    cr_expect_str_eq(answer, "hello: all\n");
    end(go);
    message *m = take(COMMAND_EXTRA);
    cr_expect_eq(m->extra, &extras[0]);
    cr_expect_str_eq(m->arguments, " 3");
    inbox_done(box, m);
}

Test(inbox, nothing_is_answered_while_bestmove_is_written)
{
    send("go\n");
    message *go = take_and_begin(&timed);
    inbox_go_ends(box);
    send("ucinewgame\nisready\n");
    cr_expect_eq(count_answers(), 0);
    inbox_done(box, go);
    take_and_do(COMMAND_UCINEWGAME);
    take_and_do(COMMAND_ISREADY);
}

Test(inbox, a_go_that_waits_its_turn_answers_when_it_begins)
{
    send("setoption\ngo infinite\nisready\n");
    message *option = take(COMMAND_SETOPTION);
    cr_expect_eq(count_answers(), 0);
    inbox_done(box, option);
    message *go = take(COMMAND_GO);
    cr_expect_eq(count_answers(), 0, "the search is still being made");
    inbox_go_begins(box, NULL, &infinite);
    cr_expect_eq(count_answers(), 1);
    end(go);
}

/* A client that waits for readyok before it sends the stop. */
Test(inbox, an_endless_go_keeps_nobody_waiting)
{
    send("go infinite\nposition\nisready\nsetoption\n");
    cr_expect_eq(count_answers(), 0);
    message *go = take_and_begin(&infinite);
    cr_expect_eq(count_answers(), 1);
    send("isready\nposition\nisready\n");
    cr_expect_eq(count_answers(), 2);
    send("stop\nucinewgame\nisready\n");
    cr_expect_eq(count_answers(), 0, "once stopped it will end");
    end(go);
    take_and_do(COMMAND_POSITION);
    take_and_do(COMMAND_SETOPTION);
    take_and_do(COMMAND_POSITION);
    take_and_do(COMMAND_UCINEWGAME);
    take_and_do(COMMAND_ISREADY);
}

Test(inbox, a_line_without_room_loses_its_arguments)
{
    enum { LINES = 63, LENGTH = LINE_READER_MAX - 1 };
    static char long_line[LENGTH + 2];
    memset(long_line, 'x', LENGTH);
    memcpy(long_line, "setoption ", strlen("setoption "));
    long_line[LENGTH] = '\n';
    send("go infinite\n");
    message *go = take_and_begin(&infinite);
    for (int i = 0; i < LINES; i++) {
        send(long_line);
    }
    memcpy(long_line, "position  ", strlen("position  "));
    send(long_line);
    char answer[256];
    cr_assert_not_null(fgets(answer, sizeof answer, answers));
    cr_expect_not_null(strstr(answer, "is dropped"), "%s", answer);
    end(go);
    for (int i = 0; i < LINES - 1; i++) {
        take_and_do(COMMAND_SETOPTION);
    }
    message *m = take(COMMAND_SETOPTION);
    cr_expect_not(m->lost);
    inbox_done(box, m);
    m = take(COMMAND_POSITION);
    cr_expect(m->lost);
    cr_expect_str_eq(m->arguments, "");
    inbox_done(box, m);
}

Test(inbox, the_queue_goes_on_after_an_answer_was_taken_from_its_end)
{
    send("go infinite\nposition\nisready\n");
    message *go = take_and_begin(&infinite);
    send("setoption\nisready\n");
    cr_expect_eq(count_answers(), 2);
    send("ucinewgame\n");
    end(go);
    take_and_do(COMMAND_POSITION);
    take_and_do(COMMAND_SETOPTION);
    take_and_do(COMMAND_UCINEWGAME);
}

/* ---- A person at a prompt ---- */

static void expect_output(const char *wanted)
{
    char got[256] = "";
    cr_assert_lt(strlen(wanted), sizeof got);
    cr_assert_eq(fread(got, 1, strlen(wanted), answers), strlen(wanted));
    cr_assert_str_eq(got, wanted);
}

Test(inbox, a_prompt_comes_once_for_each_line_and_when_its_work_is_done, .init = set_up_prompt)
{
    expect_output("? ");
    send("position\n");
    message *m = take(COMMAND_POSITION);
    writer_line(&out, "done");
    inbox_done(box, m);
    expect_output("done\n? ");
    send("hello all\n");
    expect_output("hello: all\n? ");
    send("\n");
    expect_output("? ");
    send("go\nhello\n");
    message *go = take_and_begin(&timed);
    expect_output("hello:\n");
    writer_line(&out, "bestmove");
    end(go);
    expect_output("bestmove\n? ");
    send("xyzzy\n");
    expect_output("info string ERROR: unknown command \"xyzzy\"; no xyzzy\n? ");
}

Test(inbox, exit_ends_it_without_a_prompt, .init = set_up_prompt)
{
    send("hello\nexit\n");
    cr_expect_null(inbox_take(box));
    expect_output("? hello:\n? ");
    writer_line(&out, "end");
    expect_output("end\n");
}

Test(inbox, the_end_of_the_input_ends_the_line_of_the_prompt, .init = set_up_prompt)
{
    expect_output("? ");
    close(to_inbox);
    cr_expect_null(inbox_take(box));
    expect_output("\n");
    to_inbox = -1;
}

Test(inbox, the_nearest_command_is_known)
{
    cr_expect_str_eq(command_nearest("postion", extras), "position");
    cr_expect_str_eq(command_nearest("bnech", extras), "bench");
    cr_expect_null(command_nearest("analyse", extras));
    cr_expect_null(command_nearest("?", NULL));
}
