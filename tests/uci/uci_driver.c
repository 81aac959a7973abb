/* Plays a scripted session with an engine and fails where the engine departs from the script.
 *
 *   uci_driver ENGINE SCRIPT [NAME=VALUE]...
 *
 * A script has one step per line. Empty lines and lines that begin with # are ignored.
 *   > TEXT             send a line; $NAME stands for its value, \t \r \0 \\ for characters
 *   >repeat N A|B      send A followed by N times B, as one line
 *   < REGEX            read lines until one matches (extended expression, whole line)
 *   = REGEX            the very next line must match
 *   ! REGEX            from here on no line may match; ! alone ends that
 *   within MS          from here on each expectation must be met before the engine has used so much
 *                      CPU time; 0, as at first: however much
 *   quiet MS           nothing may be written for so long
 *   wait MS            do nothing for so long
 *   eof                close the engine's input
 *   exit               the engine must end by itself, with status 0
 * At the end the driver sends quit, unless the engine has ended. Each expectation must also be met
 * within a minute. On a busy machine more time passes, but an engine uses the same CPU time.
 *
 * It also checks the protocol in all lines of the engine: printable UTF-8 without trailing blanks,
 * info lines in one fixed order, at most one bestmove for a go, equal to the first move of the last
 * best PV. */
#include <errno.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/utf8.h"

enum { STEP_MAX = 4096, PATIENCE_MS = 60000, LOOK_MS = 20, CLIENT_LINE_MAX = 1 << 16 };

#define MOVE "[a-h][1-8][a-h][1-8][nbrq]?"

/* The client's end of a session: a child process with two pipes. Times are in milliseconds. */
typedef struct client {
    pid_t pid;
    int to, from; /* -1 once closed */
    size_t held;  /* characters read but not yet given as lines */
    char buffer[CLIENT_LINE_MAX];
} client;

/* CLIENT_OVERLONG: a line does not fit the buffer. */
typedef enum { CLIENT_LINE, CLIENT_TIMEOUT, CLIENT_EOF, CLIENT_OVERLONG } client_outcome;

/* A clock that never goes back. */
static long client_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The CPU time that the program has used; 0 if it is not known. */
static long client_work_ms(const client *c)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(c->pid, &clock) != 0 || clock_gettime(clock, &used) != 0) {
        return 0;
    }
    return used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

/* Starts a program. On failure it prints the reason and ends this process. */
static void client_start(client *c, char *const argv[])
{
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0 || (c->pid = fork()) < 0) {
        perror("cannot start the engine");
        exit(EXIT_FAILURE);
    }
    if (c->pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
        execv(argv[0], argv);
        perror(argv[0]);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    c->to = in[1];
    c->from = out[0];
    c->held = 0;
    signal(SIGPIPE, SIG_IGN);
}

/* Writes to the program's input. False if the program no longer reads. */
static bool client_send(client *c, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = write(c->to, bytes, size);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        }
    }
    return true;
}

static void client_close_input(client *c)
{
    if (c->to >= 0) {
        close(c->to);
        c->to = -1;
    }
}

/* Takes the first whole line out of the buffer. */
static bool take_line(client *c, char line[CLIENT_LINE_MAX])
{
    char *end = memchr(c->buffer, '\n', c->held);
    if (end == NULL) {
        return false;
    }
    size_t length = (size_t)(end - c->buffer);
    memcpy(line, c->buffer, length);
    line[length] = '\0';
    c->held -= length + 1;
    memmove(c->buffer, end + 1, c->held);
    return true;
}

/* Fills in the next line, without its newline, if one comes within so many milliseconds. */
static client_outcome client_receive(client *c, int ms, char line[CLIENT_LINE_MAX])
{
    const long deadline = client_now_ms() + ms;
    while (!take_line(c, line)) {
        long left = deadline - client_now_ms();
        struct pollfd wait = {.fd = c->from, .events = POLLIN};
        if (c->held == sizeof c->buffer) {
            return CLIENT_OVERLONG;
        }
        int ready = poll(&wait, 1, left > 0 ? (int)left : 0);
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        if (ready <= 0) {
            return CLIENT_TIMEOUT;
        }
        ssize_t got = read(c->from, c->buffer + c->held, sizeof c->buffer - c->held);
        if (got <= 0) {
            return CLIENT_EOF;
        }
        c->held += (size_t)got;
    }
    return CLIENT_LINE;
}

/* Waits for the end of the program, and reads its output meanwhile, so that no full pipe holds it
 * up. Returns its wait status; or kills it and returns -1 if it has not ended in time. */
static int client_wait(client *c, int ms)
{
    const long deadline = client_now_ms() + ms;
    const struct timespec pause = {.tv_nsec = 2000000};
    char line[CLIENT_LINE_MAX];
    int status;
    while (waitpid(c->pid, &status, WNOHANG) == 0) {
        while (client_receive(c, 0, line) == CLIENT_LINE) {
        }
        if (client_now_ms() > deadline) {
            kill(c->pid, SIGKILL);
            waitpid(c->pid, &status, 0);
            return -1;
        }
        nanosleep(&pause, NULL);
    }
    return status;
}

typedef struct driver {
    client engine;
    const char *script;
    int number;       /* of the script's line */
    char **variables; /* NAME=VALUE */
    int variable_count;
    long within_ms; /* of the engine's CPU time; 0: no limit */
    bool banning, ended;
    regex_t ban, info, bestmove;
    int gos, bestmoves;
    char pv_first[8]; /* of the last PV since the last go; "" if none */
    char last[CLIENT_LINE_MAX];
} driver;

static void stop_with(const driver *d, const char *what, const char *detail)
{
    fprintf(stderr, "%s:%d: %s%s%s\n", d->script, d->number, what, detail[0] ? ": " : "", detail);
    fprintf(stderr, "  last line: %s\n", d->last);
    exit(EXIT_FAILURE);
}

static void compile(const driver *d, regex_t *regex, const char *pattern)
{
    char whole[STEP_MAX + 8];
    snprintf(whole, sizeof whole, "^(%s)$", pattern);
    if (regcomp(regex, whole, REG_EXTENDED) != 0) {
        stop_with(d, "bad expression", pattern);
    }
}

static bool matches(const regex_t *regex, const char *text)
{
    return regexec(regex, text, 0, NULL, 0) == 0;
}

static void check_bestmove(driver *d, const char *line)
{
    char first[8] = "";
    sscanf(line, "bestmove %7s", first);
    if (!matches(&d->bestmove, line)) {
        stop_with(d, "malformed bestmove", line);
    }
    if (++d->bestmoves > d->gos) {
        stop_with(d, "a bestmove that nobody asked for", line);
    }
    if (d->pv_first[0] != '\0' && strcmp(first, d->pv_first) != 0) {
        stop_with(d, "bestmove differs from the last PV", d->pv_first);
    }
    d->pv_first[0] = '\0';
}

/* What the protocol asks of every line, whatever the script. */
static void check_line(driver *d, const char *line)
{
    const size_t length = strlen(line);
    char printable[CLIENT_LINE_MAX];
    strcpy(printable, line);
    utf8_make_printable(printable, "");
    if (strcmp(line, printable) != 0) {
        stop_with(d, "a control character, or not UTF-8", line);
    }
    if (length > 0 && line[length - 1] == ' ') {
        stop_with(d, "a blank at the end", line);
    }
    if (strncmp(line, "info ", 5) == 0 && strncmp(line, "info string ", 12) != 0) {
        if (!matches(&d->info, line)) {
            stop_with(d, "malformed info", line);
        }
        const char *pv = strstr(line, " pv "), *number = strstr(line, " multipv ");
        if (pv != NULL && (number == NULL || strncmp(number, " multipv 1 ", 11) == 0)) {
            sscanf(pv, " pv %7s", d->pv_first);
        }
    } else if (strncmp(line, "bestmove", 8) == 0) {
        check_bestmove(d, line);
    }
    if (d->banning && matches(&d->ban, line)) {
        stop_with(d, "a line that was banned", line);
    }
}

/* Reads the next line, if one comes in time, into d->last. */
static client_outcome next_line(driver *d, int ms)
{
    const client_outcome outcome = client_receive(&d->engine, ms, d->last);
    if (outcome == CLIENT_OVERLONG) {
        stop_with(d, "a line without end", "");
    }
    if (outcome == CLIENT_LINE) {
        check_line(d, d->last);
    }
    return outcome;
}

/* When an expectation has failed. */
typedef struct deadline {
    long clock_ms, work_ms;
} deadline;

static deadline deadline_of(const driver *d)
{
    return (deadline){client_now_ms() + PATIENCE_MS, client_work_ms(&d->engine) + d->within_ms};
}

static bool is_over(const driver *d, const deadline *end)
{
    return client_now_ms() > end->clock_ms ||
           (d->within_ms && client_work_ms(&d->engine) > end->work_ms);
}

static const char *variable(const driver *d, const char *name, size_t length)
{
    for (int i = 0; i < d->variable_count; i++) {
        if (strncmp(d->variables[i], name, length) == 0 && d->variables[i][length] == '=') {
            return d->variables[i] + length + 1;
        }
    }
    stop_with(d, "no value for variable", name);
    return "";
}

/* Copies text with variables and escapes put in; returns the length, NULs included. */
static size_t expand(const driver *d, const char *text, char *out, size_t size)
{
    static const char names[] = "trn0\\", values[] = "\t\r\n\0\\";
    size_t used = 0;
    while (*text != '\0' && used + 1 < size) {
        const char *escape = *text == '\\' ? strchr(names, text[1]) : NULL;
        if (escape != NULL && text[1] != '\0') {
            out[used++] = values[escape - names];
            text += 2;
        } else if (*text == '$') {
            size_t length = strspn(text + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
            const char *value = variable(d, text + 1, length);
            used += (size_t)snprintf(out + used, size - used, "%s", value);
            text += 1 + length;
        } else {
            out[used++] = *text++;
        }
    }
    return used;
}

static void send(driver *d, const char *bytes, size_t size)
{
    if (strncmp(bytes, "go", 2) == 0) {
        d->gos++;
        d->pv_first[0] = '\0';
    }
    if (!client_send(&d->engine, bytes, size)) {
        stop_with(d, "the engine no longer reads", "");
    }
}

static void step_send(driver *d, const char *text)
{
    static char bytes[STEP_MAX * 2];
    size_t used = expand(d, text, bytes, sizeof bytes - 1);
    bytes[used++] = '\n';
    send(d, bytes, used);
}

static void step_repeat(driver *d, const char *text)
{
    char *after;
    long count = strtol(text, &after, 10);
    const char *bar = strchr(after, '|');
    if (bar == NULL || count < 0) {
        stop_with(d, ">repeat needs N A|B", text);
        return;
    }
    after += *after == ' ';
    size_t head = (size_t)(bar - after), tail = strlen(bar + 1), used = head;
    char *bytes = malloc(head + (size_t)count * tail + 1);
    if (bytes == NULL) {
        stop_with(d, "out of memory", "");
        return;
    }
    memcpy(bytes, after, head);
    for (long i = 0; i < count; i++, used += tail) {
        memcpy(bytes + used, bar + 1, tail);
    }
    bytes[used++] = '\n';
    send(d, bytes, used);
    free(bytes);
}

static void step_expect(driver *d, const char *pattern, bool at_once)
{
    regex_t regex;
    compile(d, &regex, pattern);
    const deadline end = deadline_of(d);
    bool found = false;
    while (!found) {
        const client_outcome outcome = next_line(d, LOOK_MS);
        found = outcome == CLIENT_LINE && matches(&regex, d->last);
        if (outcome == CLIENT_LINE && !found && at_once) {
            stop_with(d, "expected now", pattern);
        }
        if (outcome == CLIENT_EOF || (!found && is_over(d, &end))) {
            stop_with(d, "expected in vain", pattern);
        }
    }
    regfree(&regex);
}

static void step_ban(driver *d, const char *pattern)
{
    if (d->banning) {
        regfree(&d->ban);
    }
    d->banning = pattern[0] != '\0';
    if (d->banning) {
        compile(d, &d->ban, pattern);
    }
}

static void step_exit(driver *d)
{
    const deadline end = deadline_of(d);
    while (next_line(d, LOOK_MS) != CLIENT_EOF) {
        if (is_over(d, &end)) {
            stop_with(d, "the engine does not end", "");
        }
    }
    int status = client_wait(&d->engine, PATIENCE_MS);
    if (status == -1) {
        stop_with(d, "the engine does not end", "");
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        stop_with(d, "the engine ended badly", WIFSIGNALED(status) ? "by a signal" : "by status");
    }
    d->ended = true;
}

static void wait_ms(int ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&pause, NULL);
}

/* The text after a step's name, or NULL if the step is another. */
static const char *step_text(const char *step, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(step, name, length) != 0 || (step[length] != ' ' && step[length] != '\0')) {
        return NULL;
    }
    return step + length + (step[length] == ' ');
}

static void run_step(driver *d, const char *step)
{
    const char *text;
    if (step[0] == '\0' || step[0] == '#') {
        return;
    }
    if ((text = step_text(step, ">")) != NULL) {
        step_send(d, text);
    } else if ((text = step_text(step, ">repeat")) != NULL) {
        step_repeat(d, text);
    } else if ((text = step_text(step, "<")) != NULL) {
        step_expect(d, text, false);
    } else if ((text = step_text(step, "=")) != NULL) {
        step_expect(d, text, true);
    } else if ((text = step_text(step, "!")) != NULL) {
        step_ban(d, text);
    } else if ((text = step_text(step, "within")) != NULL) {
        d->within_ms = atoi(text);
    } else if ((text = step_text(step, "wait")) != NULL) {
        wait_ms(atoi(text));
    } else if ((text = step_text(step, "quiet")) != NULL) {
        if (next_line(d, atoi(text)) == CLIENT_LINE) {
            stop_with(d, "not quiet", d->last);
        }
    } else if (step_text(step, "eof") != NULL) {
        client_close_input(&d->engine);
    } else if (step_text(step, "exit") != NULL) {
        step_exit(d);
    } else {
        stop_with(d, "unknown step", step);
    }
}

static void run_script(driver *d)
{
    char step[STEP_MAX];
    FILE *file = fopen(d->script, "r");
    if (file == NULL) {
        stop_with(d, "cannot be opened", "");
        return;
    }
    while (fgets(step, sizeof step, file) != NULL) {
        step[strcspn(step, "\n")] = '\0';
        d->number++;
        run_step(d, step);
    }
    fclose(file);
    if (!d->ended) {
        step_send(d, "quit");
        step_exit(d);
    }
}

int main(int argc, char **argv)
{
    static driver d;
    if (argc < 3) {
        fprintf(stderr, "usage: uci_driver ENGINE SCRIPT [NAME=VALUE]...\n");
        return EXIT_FAILURE;
    }
    d.script = argv[2];
    d.variables = argv + 3;
    d.variable_count = argc - 3;
    compile(
        &d, &d.info,
        "info depth [0-9]+ score (cp|mate) 0|"
        "info depth [0-9]+ seldepth [0-9]+( multipv [0-9]+)? nodes [0-9]+ nps [0-9]+ time [0-9]+ "
        "score (cp|mate) -?[0-9]+( wdl [0-9]+ [0-9]+ [0-9]+)? hashfull [0-9]+ tbhits [0-9]+ "
        "pv( " MOVE ")+");
    compile(&d, &d.bestmove, "bestmove (\\(none\\)|" MOVE "( ponder " MOVE ")?)");
    char *const engine[] = {argv[1], NULL};
    client_start(&d.engine, engine);
    run_script(&d);
    return EXIT_SUCCESS;
}
