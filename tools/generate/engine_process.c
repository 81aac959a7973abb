#include "engine_process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "child_process.h"
#include "game_record.h"
#include "system/clock.h"

enum { LINE_BYTES_MAX = 1 << 16, FAREWELL_MS = 300, REFUSAL_MAX = 160 };

/* See let_it_think(). */
static const double thinking_share = 0.6, rest_seconds_max = 0.05, usual_gain = 0.05;

struct engine_process {
    const engine_plan *plan;
    child_process child;
    char name[ENGINE_NAME_MAX];
    bool chess960;             /* as the engine was set last */
    bool has_hash;             /* it has such options */
    bool has_chess960;         /* ... */
    bool has_lines;            /* ... */
    int unanswered;            /* questions */
    double usual_seconds;      /* what a question takes of late */
    uint64_t settings_seen;    /* bit i: it has the option of plan->settings[i] */
    char refusal[REFUSAL_MAX]; /* see take_refusal() */
    int begin, end;            /* what of `buffer` has been read and not yet looked at */
    char buffer[LINE_BYTES_MAX];
};

const char *engine_name(const engine_process *e)
{
    return e->name;
}

static bool failed(const engine_process *e, failure *why, const char *what)
{
    return fail(why, "engine %s: %s", e->name, what);
}

/* Fails with the way in which the process ended; waits a moment for its end. */
static bool ended(engine_process *e, failure *why)
{
    int status = 0;
    if (!child_wait(&e->child, FAREWELL_MS, &status)) {
        return failed(e, why, "it closed its output");
    }
    if (WIFSIGNALED(status)) {
        return fail(why, "engine %s: it was killed by signal %d", e->name, WTERMSIG(status));
    }
    return fail(why, "engine %s: it ended with status %d%s", e->name, WEXITSTATUS(status),
                WEXITSTATUS(status) == CHILD_NOT_RUN ? " (is there such a program?)" : "");
}

/* The next complete line of the buffer without its newline, or NULL. */
static char *take_line(engine_process *e)
{
    char *line = e->buffer + e->begin;
    char *newline = memchr(line, '\n', (size_t)(e->end - e->begin));
    if (!newline) {
        return NULL;
    }
    *newline = 0;
    if (newline > line && newline[-1] == '\r') {
        newline[-1] = 0;
    }
    e->begin = (int)(newline + 1 - e->buffer);
    return line;
}

/* Waits until a pipe can be read or written, or its other end hangs up. After the deadline it
 * fails, even if the pipe is ready: an engine may write without an end. */
static bool await(const engine_process *e, int fd, short events, double deadline, failure *why)
{
    enum { LOOK_MS = 100 }; /* between looks at `stop` */
    for (;;) {
        struct pollfd wait = {.fd = fd, .events = events};
        const double left = 1000.0 * (deadline - system_seconds());
        if (e->plan->stop && atomic_load(e->plan->stop)) {
            return failed(e, why, "the work ends");
        }
        if (left < 0.0) {
            return fail(why, "engine %s: no answer within %.1f seconds", e->name,
                        (double)e->plan->patience_ms / 1000.0);
        }
        const int ready = poll(&wait, 1, left < LOOK_MS ? (int)left + 1 : LOOK_MS);
        if (ready > 0 || (ready < 0 && errno != EINTR)) {
            return true;
        }
    }
}

/* Waits for more bytes and reads them. */
static bool read_more(engine_process *e, double deadline, failure *why)
{
    memmove(e->buffer, e->buffer + e->begin, (size_t)(e->end - e->begin));
    e->end -= e->begin;
    e->begin = 0;
    if (e->end == LINE_BYTES_MAX) {
        return failed(e, why, "it sent a line of more than 65536 bytes");
    }
    while (await(e, e->child.from, POLLIN, deadline, why)) {
        ssize_t got = read(e->child.from, e->buffer + e->end, (size_t)(LINE_BYTES_MAX - e->end));
        if (got > 0) {
            e->end += (int)got;
            return true;
        }
        if (got == 0 || errno != EINTR) {
            return ended(e, why);
        }
    }
    return false;
}

/* The next line, or NULL on failure. */
static char *next_line(engine_process *e, double deadline, failure *why)
{
    char *line;
    while (!(line = take_line(e)) && read_more(e, deadline, why)) {
    }
    return line;
}

static double deadline_of(const engine_process *e)
{
    return system_seconds() + e->plan->patience_ms / 1000.0;
}

/* If an engine does not read, the pipe fills up. So writing must wait too. */
static bool send_text(engine_process *e, const char *text, double deadline, failure *why)
{
    for (size_t left = strlen(text); left > 0;) {
        ssize_t sent = write(e->child.to, text, left);
        if (sent > 0) {
            text += sent;
            left -= (size_t)sent;
        } else if (errno == EAGAIN) {
            if (!await(e, e->child.to, POLLOUT, deadline, why)) {
                return false;
            }
        } else if (errno != EINTR) {
            return ended(e, why);
        }
    }
    return true;
}

/* Sends text and reads lines, each given to `take` (may be NULL), until one begins with `last`. */
static bool converse(engine_process *e, const char *text, const char *last,
                     void (*take)(engine_process *, const char *), failure *why)
{
    const double deadline = deadline_of(e);
    char *line = send_text(e, text, deadline, why) ? next_line(e, deadline, why) : NULL;
    while (line && strncmp(line, last, strlen(last)) != 0) {
        if (take) {
            take(e, line);
        }
        line = next_line(e, deadline, why);
    }
    return line;
}

/* True if a line "option name NAME type ..." declares the option of a setting NAME=VALUE. The case
 * of the name does not matter. */
static bool declares(const char *line, const char *setting)
{
    static const char opening[] = "option name ", closing[] = " type ";
    const size_t before = sizeof opening - 1, length = strcspn(setting, "=");
    return strncmp(line, opening, before) == 0 &&
           strncasecmp(line + before, setting, length) == 0 &&
           strncmp(line + before + length, closing, sizeof closing - 1) == 0;
}

static void take_introduction(engine_process *e, const char *line)
{
    static const char name[] = "id name ";
    if (strncmp(line, name, sizeof name - 1) == 0) {
        snprintf(e->name, sizeof e->name, "%.*s", ENGINE_NAME_MAX - 1, line + sizeof name - 1);
    }
    e->has_hash |= declares(line, "Hash=");
    e->has_lines |= declares(line, "MultiPV=");
    e->has_chess960 |= declares(line, "UCI_Chess960=");
    for (int i = 0; i < e->plan->setting_count; i++) {
        if (declares(line, e->plan->settings[i])) {
            e->settings_seen |= UINT64_C(1) << i;
        }
    }
}

/* Keeps the first error that the engine reports. Morpho and some other engines answer a wrong value
 * in this way; without this it would go unnoticed, and the engine would play as before. */
static void take_refusal(engine_process *e, const char *line)
{
    static const char opening[] = "info string ";
    if (!e->refusal[0] && strncmp(line, "info string ERROR", 17) == 0) {
        snprintf(e->refusal, sizeof e->refusal, "%.*s", REFUSAL_MAX - 1, line + sizeof opening - 1);
    }
}

/* Sends a setting NAME=VALUE. */
static bool send_setting(engine_process *e, const char *setting, failure *why)
{
    char text[512];
    const int length = (int)strcspn(setting, "=");
    const int size = snprintf(text, sizeof text, "setoption name %.*s value %s\nisready\n", length,
                              setting, setting + length + (setting[length] == '='));
    if (size >= (int)sizeof text) {
        return failed(e, why, "an option's value is too long");
    }
    e->refusal[0] = 0;
    return converse(e, text, "readyok", take_refusal, why) &&
           (!e->refusal[0] ||
            fail(why, "engine %s: it refuses %s: %s", e->name, setting, e->refusal));
}

static bool send_settings(engine_process *e, failure *why)
{
    const engine_plan *plan = e->plan;
    char hash[32], lines[32];
    if (plan->chess960 && !e->has_chess960) {
        return failed(e, why, "it has no option UCI_Chess960");
    }
    if (plan->lines > 1 && !e->has_lines) {
        return failed(e, why, "it has no option MultiPV");
    }
    snprintf(hash, sizeof hash, "Hash=%d", plan->hash_mb);
    snprintf(lines, sizeof lines, "MultiPV=%d", plan->lines);
    if ((e->has_hash && !send_setting(e, hash, why)) ||
        (plan->lines > 1 && !send_setting(e, lines, why))) {
        return false;
    }
    for (int i = 0; i < plan->setting_count; i++) {
        const char *setting = plan->settings[i];
        if (!(e->settings_seen >> i & 1)) {
            return fail(why, "engine %s: it has no option \"%.*s\"", e->name,
                        (int)strcspn(setting, "="), setting);
        }
        if (!send_setting(e, setting, why)) {
            return false;
        }
    }
    return converse(e, "isready\n", "readyok", NULL, why);
}

static bool launch(engine_process *e, failure *why)
{
    failure reason;
    if (!child_start(&e->child, e->plan->command, &reason)) {
        return fail(why, "engine %s: %s", e->name, reason.text);
    }
    fcntl(e->child.to, F_SETFL, O_NONBLOCK);
    return true;
}

engine_process *engine_start(const engine_plan *plan, failure *why)
{
    engine_process *e = calloc(1, sizeof *e);
    if (!e) {
        fail(why, "engine %s: not enough memory", plan->command);
        return NULL;
    }
    e->plan = plan;
    snprintf(e->name, sizeof e->name, "%s", plan->command);
    if (launch(e, why) && converse(e, "uci\n", "uciok", take_introduction, why) &&
        send_settings(e, why)) {
        return e;
    }
    engine_stop(e);
    return NULL;
}

void engine_stop(engine_process *e)
{
    if (!e) {
        return;
    }
    if (e->child.pid > 0) {
        static const char quit[] = "quit\n";
        int status;
        /* The end of its input ends one that does not read. */
        ssize_t sent = write(e->child.to, quit, sizeof quit - 1);
        (void)sent;
        child_close_input(&e->child);
        child_wait(&e->child, FAREWELL_MS, &status);
    }
    child_end(&e->child);
    free(e);
}

bool engine_new_game(engine_process *e, bool chess960, failure *why)
{
    if (chess960 && !e->has_chess960) {
        return failed(e, why, "a game is Chess960, but it has no option UCI_Chess960");
    }
    if (chess960 != e->chess960 &&
        !send_setting(e, chess960 ? "UCI_Chess960=true" : "UCI_Chess960=false", why)) {
        return false;
    }
    e->chess960 = chess960;
    return converse(e, "ucinewgame\nisready\n", "readyok", NULL, why);
}

/* Copies a word of a line, cut where it is too long for a move, and returns what follows it. */
static const char *copy_word(char word[ENGINE_MOVE_MAX], const char *line)
{
    const size_t length = strcspn(line, " \t\r\n");
    snprintf(word, ENGINE_MOVE_MAX, "%.*s", (int)length, line);
    return line + length;
}

/* Reads the number after a word of the line. Returns false if there is none. */
static bool number_after(const char *line, const char *word, long *value)
{
    const char *at = strstr(line, word);
    if (!at) {
        return false;
    }
    char *end;
    at += strlen(word);
    *value = strtol(at, &end, 10);
    return end != at;
}

/* Reads an info line about a line of play. Returns its number, from 0 on, or -1 if it has no score
 * or too great a number. */
static int read_line(const char *text, engine_line *line)
{
    static const char pv[] = " pv ";
    long value = 0, multipv = 1;
    if (strncmp(text, "info ", 5) != 0 || strncmp(text, "info string", 11) == 0) {
        return -1;
    }
    if (number_after(text, " multipv ", &multipv) && (multipv < 1 || multipv > ENGINE_LINES_MAX)) {
        return -1;
    }
    if (number_after(text, " score mate ", &value)) {
        const int size = game_mate_score(value < -LONG_MAX ? LONG_MAX : labs(value));
        line->score = value > 0 ? size : -size;
    } else if (number_after(text, " score cp ", &value)) {
        line->score = (int)(value > GAME_SCORE_MAX    ? GAME_SCORE_MAX
                            : value < -GAME_SCORE_MAX ? -GAME_SCORE_MAX
                                                      : value);
    } else {
        return -1;
    }
    const char *first = strstr(text, pv);
    copy_word(line->first, first ? first + sizeof pv - 1 : "");
    line->exact = !strstr(text, " lowerbound") && !strstr(text, " upperbound");
    return (int)multipv - 1;
}

/* Keeps what an info line says, if that is better than what is known. */
static void keep_line(engine_answer *answer, const char *text)
{
    engine_line line;
    const int number = read_line(text, &line);
    if (number < 0) {
        return;
    }
    while (answer->line_count <= number) {
        answer->lines[answer->line_count++] = (engine_line){.score = GAME_SCORE_NONE};
    }
    if (line.exact || !answer->lines[number].exact) {
        answer->lines[number] = line;
    }
}

int engine_answer_score(const engine_answer *answer)
{
    return answer->line_count ? answer->lines[0].score : GAME_SCORE_NONE;
}

/* Sleeps for most of the usual time of the answers, so as not to wake up for each line before them.
 * On a busy core that gives 7 to 10% more positions a second with one question, and the engine has
 * work left with several. */
static void let_it_think(const engine_process *e)
{
    double rest = thinking_share * e->usual_seconds * e->unanswered;
    rest = rest < rest_seconds_max ? rest : rest_seconds_max;
    const struct timespec pause = {.tv_nsec = (long)(1e9 * rest)};
    nanosleep(&pause, NULL);
}

/* Reads "MOVE" or "MOVE ponder MOVE". */
static void read_moves(engine_answer *answer, const char *line)
{
    static const char ponder[] = " ponder ";
    line = copy_word(answer->best, line);
    if (strncmp(line, ponder, sizeof ponder - 1) == 0) {
        copy_word(answer->ponder, line + sizeof ponder - 1);
    }
}

bool engine_send(engine_process *e, const char *question, failure *why)
{
    e->unanswered++;
    return send_text(e, question, deadline_of(e), why);
}

bool engine_take(engine_process *e, engine_answer *answer, failure *why)
{
    static const char last[] = "bestmove ";
    const double began = system_seconds(), deadline = deadline_of(e);
    bool rested = false;
    answer->best[0] = answer->ponder[0] = 0;
    answer->line_count = 0;
    for (;;) {
        char *line = take_line(e);
        if (!line && !rested) {
            let_it_think(e);
            rested = true;
        }
        if (!line && !(line = next_line(e, deadline, why))) {
            return false;
        }
        if (strncmp(line, last, sizeof last - 1) == 0) {
            read_moves(answer, line + sizeof last - 1);
            e->unanswered--;
            e->usual_seconds += usual_gain * (system_seconds() - began - e->usual_seconds);
            return true;
        }
        keep_line(answer, line);
    }
}
