#include "worker_task.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A worker gives up after so many failed tasks in a row. */
enum { FAILURES_MAX = 5 };

typedef struct worker {
    const worker_kit *kit;
    int socket;
    teacher *teacher;
    int failures; /* failed tasks in a row */
    game given, made;
    uint8_t *record; /* GAME_RECORD_MAX + 4 bytes */
} worker;

task_status task_status_of(engine_status answer)
{
    return answer == ENGINE_ANSWERED ? TASK_DONE
           : answer == ENGINE_FAILED ? TASK_FAILED
                                     : TASK_CANCELLED;
}

bool worker_read(int socket, void *to, size_t size)
{
    for (uint8_t *at = to; size > 0;) {
        ssize_t got = read(socket, at, size);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return false;
        }
        at += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

bool worker_write(int socket, const void *bytes, size_t size)
{
    for (const uint8_t *at = bytes; size > 0;) {
        ssize_t sent = write(socket, at, size);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        at += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

static bool report(const worker *w, worker_event event, uint32_t number, const void *bytes,
                   size_t size)
{
    worker_report head = {(uint32_t)event, number, (uint32_t)size};
    return worker_write(w->socket, &head, sizeof head) && worker_write(w->socket, bytes, size);
}

/* Decodes the given game from w->record and makes the task's game. */
static task_status make(worker *w, const worker_order *order, failure *why)
{
    const worker_kit *kit = w->kit;
    w->given.ply_count = 0;
    if (order->size && !game_decode(w->record, order->size, &w->given, why)) {
        return TASK_HOPELESS;
    }
    if (!w->teacher) {
        engine_status answer = teacher_start(&w->teacher, kit->teacher, w->socket, why);
        if (answer != ENGINE_ANSWERED) {
            return task_status_of(answer);
        }
    }
    return kit->make(kit->context, w->teacher, order->number, &w->given, &w->made, why);
}

/* Does one task and reports on it. Returns false when the work is over. */
static bool serve(worker *w, const worker_order *order)
{
    failure why;
    size_t size = 0;
    task_status status = make(w, order, &why);
    if (status == TASK_CANCELLED) {
        return false;
    }
    if (status == TASK_DONE) {
        size = game_encode(&w->made, w->record, &why);
    }
    if (size) {
        w->failures = 0;
        return report(w, WORKER_GAME, order->number, w->record, size);
    }
    teacher_stop(w->teacher);
    w->teacher = NULL;
    bool tired = ++w->failures >= FAILURES_MAX || status == TASK_HOPELESS;
    return report(w, tired ? WORKER_GAVE_UP : WORKER_FAILURE, order->number, why.text,
                  strlen(why.text)) &&
           !tired;
}

void worker_run(const worker_kit *kit, int socket)
{
    worker w = {.kit = kit, .socket = socket, .record = malloc(GAME_RECORD_MAX + 4)};
    static const char poor[] = "not enough memory for a worker";
    worker_order order;
    while (worker_read(socket, &order, sizeof order)) {
        if (!w.record) {
            report(&w, WORKER_GAVE_UP, order.number, poor, sizeof poor - 1);
            break;
        }
        if (order.size > GAME_RECORD_MAX + 4 || !worker_read(socket, w.record, order.size) ||
            !serve(&w, &order)) {
            break;
        }
    }
    teacher_stop(w.teacher);
    game_free(&w.given);
    game_free(&w.made);
    free(w.record);
}
