#include "generate_worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "generate_game.h"
#include "random_numbers.h"

/* A worker gives up after so many failed games in a row. */
enum { FAILURES_MAX = 5 };

typedef struct worker {
    const generate_kit *kit;
    int socket;
    teacher *teacher;
    int failures; /* failed games in a row */
    game game;
    uint8_t *record; /* GAME_RECORD_MAX + 4 bytes */
} worker;

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

static generate_status play(worker *w, uint32_t number, failure *why)
{
    const generate_plan *plan = w->kit->plan;
    if (!w->teacher) {
        engine_status status = teacher_start(&w->teacher, plan, w->kit->nets, w->socket, why);
        if (status != ENGINE_ANSWERED) {
            return status == ENGINE_FAILED ? GENERATE_FAILED : GENERATE_CANCELLED;
        }
    }
    uint64_t seed = random_mix(random_mix((uint64_t)plan->seed + 1) + number);
    return generate_game(plan, w->kit->books, w->teacher, seed, &w->game, why);
}

/* Plays one game and reports it. Returns false when the work is over. */
static bool serve(worker *w, uint32_t number)
{
    failure why;
    size_t size = 0;
    generate_status status = play(w, number, &why);
    if (status == GENERATE_CANCELLED) {
        return false;
    }
    if (status == GENERATE_DONE) {
        size = game_encode(&w->game, w->record, &why);
    }
    if (size) {
        w->failures = 0;
        return report(w, WORKER_GAME, number, w->record, size);
    }
    teacher_stop(w->teacher);
    w->teacher = NULL;
    bool tired = ++w->failures >= FAILURES_MAX || status == GENERATE_NO_START;
    return report(w, tired ? WORKER_GAVE_UP : WORKER_FAILURE, number, why.text, strlen(why.text)) &&
           !tired;
}

void worker_run(const generate_kit *kit, int socket)
{
    worker w = {.kit = kit, .socket = socket, .record = malloc(GAME_RECORD_MAX + 4)};
    static const char poor[] = "not enough memory for a worker";
    uint32_t number;
    while (worker_read(socket, &number, sizeof number)) {
        if (!w.record) {
            report(&w, WORKER_GAVE_UP, number, poor, sizeof poor - 1);
            break;
        }
        if (!serve(&w, number)) {
            break;
        }
    }
    teacher_stop(w.teacher);
    game_free(&w.game);
    free(w.record);
}
