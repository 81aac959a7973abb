#include "generate_run.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "chess/plural.h"
#include "game_log.h"
#include "generate_report.h"
#include "generate_worker.h"
#include "interrupts.h"
#include "seconds.h"
#include "teacher.h"
#include "weights/default_net.h"

/* Time between checks of signals and clocks, and the time that workers get to end. */
enum { LOOK_MS = 200, FAREWELL_MS = 3000 };

typedef struct hand {
    pid_t pid;
    int socket; /* -1 after the worker has ended */
    bool busy;
} hand;

typedef struct run {
    generate_kit kit;
    game_log *log;
    generate_report report;
    int hands;
    hand hand[GENERATE_PROCESSES_MAX];
    uint64_t next;   /* next number to check for a game that the file does not have */
    uint64_t lost;   /* failed games */
    uint8_t *record; /* the report of a worker: GAME_RECORD_MAX + 4 bytes and a NUL */
} run;

static void say(run *r, int worker, const char *what, const char *why)
{
    failure sentence;
    fail(&sentence, "worker %d %s%s", worker + 1, what, why);
    generate_report_say(&r->report, sentence.text);
}

/* Starts the teacher once in this process, so that an error in it is reported once. */
static bool try_teacher(const run *r, failure *name, failure *why)
{
    teacher *t;
    if (teacher_start(&t, r->kit.plan, r->kit.nets, -1, why) != ENGINE_ANSWERED) {
        return false;
    }
    fail(name, "%s", teacher_name(t));
    teacher_stop(t);
    return true;
}

static bool start_worker(run *r, failure *why)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return fail(why, "no socket for a worker: %s", strerror(errno));
    }
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        /* A worker must not keep copies of our sockets: other workers would not see them closed. */
        for (int i = 0; i < r->hands; i++) {
            close(r->hand[i].socket);
        }
        close(ends[0]);
        worker_run(&r->kit, ends[1]);
        _exit(EXIT_SUCCESS);
    }
    int reason = errno;
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return fail(why, "no process for a worker: %s", strerror(reason));
    }
    r->hand[r->hands++] = (hand){.pid = pid, .socket = ends[0]};
    return true;
}

/* Closes a worker's socket. The worker then ends its engine and itself. */
static void dismiss(hand *h)
{
    if (h->socket >= 0) {
        close(h->socket);
        h->socket = -1;
    }
}

static void end_workers(run *r)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    double deadline = seconds_now() + FAREWELL_MS / 1000.0;
    for (int i = 0; i < r->hands; i++) {
        dismiss(&r->hand[i]);
    }
    for (int i = 0; i < r->hands; i++) {
        while (waitpid(r->hand[i].pid, NULL, WNOHANG) == 0) {
            if (seconds_now() > deadline) {
                kill(r->hand[i].pid, SIGKILL);
                waitpid(r->hand[i].pid, NULL, 0);
                break;
            }
            nanosleep(&pause, NULL);
        }
    }
}

static bool reached(const run *r)
{
    const generate_plan *plan = r->kit.plan;
    game_log_counts now = game_log_count(r->log);
    return (plan->games && now.games >= plan->games) ||
           (plan->positions && now.positions >= plan->positions) ||
           (plan->minutes > 0.0 && status_line_elapsed(&r->report.line) >= 60.0 * plan->minutes);
}

/* Gives games to idle workers, as many as the plan needs. */
static void give_work(run *r)
{
    const generate_plan *plan = r->kit.plan;
    uint64_t under_way = 0, held = game_log_count(r->log).games;
    for (int i = 0; i < r->hands; i++) {
        under_way += r->hand[i].busy;
    }
    for (int i = 0; i < r->hands; i++) {
        hand *h = &r->hand[i];
        if (h->busy || h->socket < 0 || (plan->games && held + under_way >= plan->games)) {
            continue;
        }
        while (r->next <= UINT32_MAX && game_log_has(r->log, plan->seed, (uint32_t)r->next)) {
            r->next++;
        }
        if (r->next <= UINT32_MAX) {
            uint32_t number = (uint32_t)r->next++;
            /* If the worker has died, its socket will report it. */
            h->busy = worker_write(h->socket, &number, sizeof number);
            under_way++;
        }
    }
}

/* Reads one report. Returns false and fills `why` only if the file cannot be written. */
static bool take_report(run *r, int index, failure *why)
{
    hand *h = &r->hand[index];
    worker_report head;
    bool whole = worker_read(h->socket, &head, sizeof head) && head.size <= GAME_RECORD_MAX + 4 &&
                 worker_read(h->socket, r->record, head.size);
    bool lost = h->busy && !(whole && head.event == WORKER_GAME);
    r->lost += lost;
    h->busy = false;
    if (!whole) {
        dismiss(h);
        say(r, index, "ended unexpectedly", "");
        return true;
    }
    if (head.event == WORKER_GAME) {
        return game_log_add(r->log, r->kit.plan->seed, head.number, r->record, head.size, why);
    }
    r->record[head.size] = 0;
    if (head.event == WORKER_GAVE_UP) {
        dismiss(h);
        say(r, index, "gives up: ", (const char *)r->record);
    } else {
        say(r, index, "lost a game: ", (const char *)r->record);
    }
    return true;
}

/* Waits a moment at most for reports, and reads them. */
static bool take_reports(run *r, bool *anyone, failure *why)
{
    struct pollfd wait[GENERATE_PROCESSES_MAX];
    *anyone = false;
    for (int i = 0; i < r->hands; i++) {
        wait[i] = (struct pollfd){.fd = r->hand[i].socket, .events = POLLIN};
        *anyone |= r->hand[i].socket >= 0;
    }
    if (*anyone && poll(wait, (nfds_t)r->hands, LOOK_MS) > 0) {
        for (int i = 0; i < r->hands; i++) {
            if (wait[i].fd >= 0 && wait[i].revents && !take_report(r, i, why)) {
                return false;
            }
        }
    }
    return true;
}

static bool work(run *r, bool *stopped, failure *why)
{
    bool anyone = true;
    while (!reached(r) && !*stopped) {
        give_work(r);
        if (!take_reports(r, &anyone, why)) {
            return false;
        }
        if (!anyone) {
            return fail(why, "no worker is left");
        }
        generate_report_show(&r->report, game_log_count(r->log));
        *stopped = interrupts_pending();
    }
    return true;
}

static void print_outcome(const run *r, bool stopped, FILE *out)
{
    const game_log_counts now = game_log_count(r->log);
    const uint64_t fresh = now.games - r->report.before.games;
    fprintf(out,
            "%s%s holds %" PRIu64 " %s, %" PRIu64 " drawn, with %" PRIu64 " %s; %" PRIu64
            " %s of this run, %" PRIu64 " %s lost\n",
            stopped ? "stopped; " : "", r->kit.plan->out, now.games,
            plural(now.games, "game", "games"), now.draws, now.positions,
            plural(now.positions, "position", "positions"), fresh,
            plural(fresh, "game is", "games are"), r->lost, plural(r->lost, "was", "were"));
    fflush(out);
}

/* Prints what the run will do. */
static void print_plan(const run *r, const char *name, game_log_counts before, FILE *out)
{
    const generate_plan *plan = r->kit.plan;
    fprintf(out, "%s: %s, %" PRIu64 " %s a move, %d %s; the file holds %" PRIu64 " %s\n", plan->out,
            name, plan->nodes, plural(plan->nodes, "node", "nodes"), plan->processes,
            plural((uint64_t)plan->processes, "process", "processes"), before.games,
            plural(before.games, "game", "games"));
    if (plan->book_count) {
        const uint64_t positions = start_books_positions(r->kit.books);
        fprintf(out, "starts: %" PRIu64 " %s of %d %s\n", positions,
                plural(positions, "position", "positions"), plan->book_count,
                plural((uint64_t)plan->book_count, "book", "books"));
    }
}

static bool run_with_log(run *r, FILE *out, failure *why)
{
    const generate_plan *plan = r->kit.plan;
    failure name, reason;
    bool stopped = false, good = try_teacher(r, &name, why);
    r->log = good ? game_log_open(plan->out, why) : NULL;
    if (!r->log) {
        return false;
    }
    game_log_counts before = game_log_count(r->log);
    print_plan(r, name.text, before, out);
    generate_report_open(&r->report, out, plan, before);
    interrupts_block();
    for (int i = 0; i < plan->processes && good; i++) {
        good = start_worker(r, why);
    }
    good = good && work(r, &stopped, why);
    end_workers(r);
    generate_report_close(&r->report);
    print_outcome(r, stopped, out);
    if (!game_log_close(r->log, &reason) && good) {
        good = fail(why, "%s", reason.text);
    }
    return good;
}

bool generate_run(const generate_plan *plan, FILE *out, failure *why)
{
    nets *own = NULL;
    run *r = calloc(1, sizeof *r);
    if (r) {
        r->record = malloc(GAME_RECORD_MAX + 5);
    }
    if (!r || !r->record) {
        free(r);
        return fail(why, "not enough memory");
    }
    signal(SIGPIPE, SIG_IGN);
    start_books *books = start_books_load(plan->books, plan->book_count, plan->folder, why);
    if (books && !plan->engine) {
        own = plan->net ? nets_load(plan->net, why)
                        : nets_load_bytes(default_net, default_net_size, "the built-in net", why);
    }
    r->kit = (generate_kit){.plan = plan, .books = books, .nets = own};
    bool good = books && (own || plan->engine) && run_with_log(r, out, why);
    nets_free(own);
    start_books_free(books);
    free(r->record);
    free(r);
    return good;
}
