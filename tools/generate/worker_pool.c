#include "worker_pool.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "files/seconds.h"

/* The longest wait for reports, and the time that workers get to end. */
enum { LOOK_MS = 200, FAREWELL_MS = 3000 };

typedef struct hand {
    pid_t pid;
    int socket; /* -1 after the worker has ended */
    bool busy;
    uint32_t number; /* of its task */
} hand;

struct worker_pool {
    const worker_kit *kit;
    const pool_owner *owner;
    const status_line *status;
    int hands;
    hand hand[WORKERS_MAX];
    uint8_t *record; /* the report of a worker: GAME_RECORD_MAX + 4 bytes and a NUL */
};

static void say(const worker_pool *p, int worker, const char *what, const char *why)
{
    status_line_clear(p->status);
    fprintf(p->status->out, "worker %d %s%s\n", worker + 1, what, why);
    fflush(p->status->out);
}

static bool start_worker(worker_pool *p, failure *why)
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
        for (int i = 0; i < p->hands; i++) {
            close(p->hand[i].socket);
        }
        close(ends[0]);
        worker_run(p->kit, ends[1]);
        _exit(EXIT_SUCCESS);
    }
    int reason = errno;
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return fail(why, "no process for a worker: %s", strerror(reason));
    }
    p->hand[p->hands++] = (hand){.pid = pid, .socket = ends[0]};
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

static void end_workers(worker_pool *p)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    double deadline = seconds_now() + FAREWELL_MS / 1000.0;
    for (int i = 0; i < p->hands; i++) {
        dismiss(&p->hand[i]);
    }
    for (int i = 0; i < p->hands; i++) {
        while (waitpid(p->hand[i].pid, NULL, WNOHANG) == 0) {
            if (seconds_now() > deadline) {
                kill(p->hand[i].pid, SIGKILL);
                waitpid(p->hand[i].pid, NULL, 0);
                break;
            }
            nanosleep(&pause, NULL);
        }
    }
}

worker_pool *worker_pool_open(const worker_kit *kit, int count, const pool_owner *owner,
                              const status_line *status, failure *why)
{
    assert(count > 0 && count <= WORKERS_MAX);
    worker_pool *p = calloc(1, sizeof *p);
    uint8_t *record = p ? malloc(GAME_RECORD_MAX + 5) : NULL;
    if (!record) {
        free(p);
        fail(why, "not enough memory for workers");
        return NULL;
    }
    p->kit = kit;
    p->owner = owner;
    p->status = status;
    p->record = record;
    for (int i = 0; i < count; i++) {
        if (!start_worker(p, why)) {
            worker_pool_close(p);
            return NULL;
        }
    }
    return p;
}

void worker_pool_close(worker_pool *p)
{
    if (p) {
        end_workers(p);
        free(p->record);
        free(p);
    }
}

int worker_pool_busy(const worker_pool *p)
{
    int busy = 0;
    for (int i = 0; i < p->hands; i++) {
        busy += p->hand[i].busy;
    }
    return busy;
}

/* If a worker has died, its socket will report it, and its task is lost. */
static bool give_tasks(worker_pool *p, failure *why)
{
    for (int i = 0; i < p->hands; i++) {
        hand *h = &p->hand[i];
        pool_task task = {.any = false};
        if (h->busy || h->socket < 0) {
            continue;
        }
        if (!p->owner->give(p->owner->context, &task, why)) {
            return false;
        }
        if (!task.any) {
            return true;
        }
        const worker_order order = {task.number, (uint32_t)task.size};
        h->busy = true;
        h->number = task.number;
        if (worker_write(h->socket, &order, sizeof order)) {
            worker_write(h->socket, task.record, task.size);
        }
    }
    return true;
}

static bool lose(worker_pool *p, bool busy, uint32_t number, pool_loss loss, const char *reason,
                 failure *why)
{
    return !busy || p->owner->lose(p->owner->context, number, loss, reason, why);
}

static bool take_report(worker_pool *p, int index, failure *why)
{
    hand *h = &p->hand[index];
    worker_report head;
    const bool whole = worker_read(h->socket, &head, sizeof head) &&
                       head.size <= GAME_RECORD_MAX + 4 &&
                       worker_read(h->socket, p->record, head.size);
    const bool busy = h->busy;
    h->busy = false;
    if (!whole) {
        dismiss(h);
        say(p, index, "ended unexpectedly", "");
        return lose(p, busy, h->number, POOL_LOST, "a worker ended unexpectedly", why);
    }
    if (head.event == WORKER_GAME) {
        return p->owner->take(p->owner->context, head.number, p->record, head.size, why);
    }
    const char *reason = (const char *)p->record;
    p->record[head.size] = 0;
    if (head.event == WORKER_GAVE_UP) {
        dismiss(h);
        say(p, index, "gives up: ", reason);
        return lose(p, busy, h->number, POOL_GAVE_UP, reason, why);
    }
    say(p, index, "failed: ", reason);
    return lose(p, busy, h->number, POOL_LOST, reason, why);
}

/* Waits a moment at most for reports, and reads them. */
static bool take_reports(worker_pool *p, failure *why)
{
    struct pollfd wait[WORKERS_MAX];
    bool anyone = false;
    for (int i = 0; i < p->hands; i++) {
        wait[i] = (struct pollfd){.fd = p->hand[i].socket, .events = POLLIN};
        anyone |= p->hand[i].socket >= 0;
    }
    if (!anyone) {
        return fail(why, "no worker is left");
    }
    if (poll(wait, (nfds_t)p->hands, LOOK_MS) > 0) {
        for (int i = 0; i < p->hands; i++) {
            if (wait[i].fd >= 0 && wait[i].revents && !take_report(p, i, why)) {
                return false;
            }
        }
    }
    return true;
}

bool worker_pool_turn(worker_pool *p, failure *why)
{
    return give_tasks(p, why) && take_reports(p, why);
}
