#include "relabel_run.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "chess/plural.h"
#include "game_log.h"
#include "relabel_game.h"
#include "relabel_input.h"
#include "relabel_queue.h"
#include "worker_pool.h"

/* What the inputs hold for a plan. */
typedef struct task_size {
    uint64_t games, positions; /* with chosen positions; chosen positions */
    uint64_t others;           /* games without */
    bool chess960;             /* one of `games` is Chess960 */
    uint32_t sum;              /* over all moves, and all that the output keeps */
} task_size;

typedef struct run {
    const relabel_plan *plan;
    teacher_plan teacher;
    task_size whole, again; /* counted before the work; of the games that were read since */
    relabel_input *input;
    bool input_ended;
    bool stopped; /* by a signal before all was done */
    relabel_queue queue;
    game_log *log;
    status_line line;
    uint64_t done, done_before; /* positions: in the file now; when the run began */
    uint8_t *record;            /* GAME_RECORD_MAX + 4 bytes */
} run;

static task_status make_game(const void *context, teacher *t, uint32_t number, const game *given,
                             game *made, failure *why)
{
    return relabel_game(context, t, number, given, made, why);
}

/* ---- The inputs ---- */

static uint32_t sum_of(uint32_t sum, const game *g, uint8_t *record)
{
    failure ignored;
    const size_t size = game_encode(g, record, &ignored);
    return (uint32_t)crc32_z(sum, record, size);
}

static void count_game(task_size *size, const relabel_input *input, uint8_t *record)
{
    const int count = input->choice.count;
    size->positions += (uint64_t)count;
    *(count ? &size->games : &size->others) += 1;
    size->chess960 |= count > 0 && input->game.flags & GAME_CHESS960;
    size->sum = sum_of(size->sum, &input->game, record);
}

static void show_counting(const run *r, status_line *status)
{
    enum { GAMES_A_LOOK = 64 }; /* the clock is not asked at each game */
    const uint64_t games = r->whole.games + r->whole.others;
    if (games % GAMES_A_LOOK == 0 && status_line_is_due(status)) {
        status_line_show(status, -1.0, "reading: %" PRIu64 " games, %" PRIu64 " positions chosen",
                         games, r->whole.positions);
    }
}

/* Reads all inputs, to find faults before any work, and to know how much work there is. Returns
 * false also if a signal stops it. */
static bool count_all(run *r, FILE *out, failure *why)
{
    status_line shown;
    relabel_input *input = relabel_input_new(r->plan, why);
    game_status status = input ? GAME_READ : GAME_BAD;
    status_line_open(&shown, out);
    while (status == GAME_READ && !interrupts_pending()) {
        status = relabel_input_next(input, why);
        if (status == GAME_READ) {
            count_game(&r->whole, input, r->record);
            show_counting(r, &shown);
        }
    }
    status_line_clear(&shown);
    if (input && input->warning.text[0]) {
        fprintf(out, "warning: %s\n", input->warning.text);
    }
    relabel_input_free(input);
    r->stopped = status == GAME_READ;
    return status == GAME_END;
}

/* The mark of the log. */
static uint32_t mark_of(const relabel_plan *p, const task_size *whole, uint32_t judge)
{
    char text[256];
    const int length =
        snprintf(text, sizeof text, "%d %d %d %d %d %" PRIu32 " %" PRIu64 " %" PRIu32 " %" PRIu32,
                 p->visits_only, p->per_game, p->skip_plies, p->pieces_max, p->score_max,
                 p->per_game ? p->seed : 0, whole->positions, whole->sum, judge);
    return (uint32_t)crc32(0, (const Bytef *)text, (uInt)length);
}

/* ---- The tasks ---- */

/* Writes the games at the head of the queue that are ready. */
static bool write_ready(run *r, failure *why)
{
    relabel_queue *q = &r->queue;
    while (q->first != q->end) {
        const queue_game *g = relabel_queue_at(q, q->first);
        if (g->state != QUEUE_READY && g->state != QUEUE_PASSED) {
            break;
        }
        if (g->state == QUEUE_READY && !game_log_add(r->log, q->first, g->record, g->size, why)) {
            return false;
        }
        r->done += (uint64_t)g->positions;
        relabel_queue_pop(q);
    }
    return true;
}

/* Counts a game that was read again, or the end of the inputs. Returns false and fills `why` if the
 * inputs are not those that were counted before the work. */
static bool count_again(run *r, game_status status, failure *why)
{
    const task_size *whole = &r->whole, *again = &r->again;
    if (status == GAME_READ) {
        count_game(&r->again, r->input, r->record);
    }
    const uint64_t games = again->games + again->others, all = whole->games + whole->others;
    const bool same = status == GAME_READ ? games <= all : games == all && again->sum == whole->sum;
    return same ||
           fail(why, "the inputs changed meanwhile; %s has judgements of both", r->plan->out);
}

/* Appends the next game of the inputs to the queue. */
static bool read_game(run *r, failure *why)
{
    relabel_queue *q = &r->queue;
    const relabel_input *input = r->input;
    const game_status status = relabel_input_next(r->input, why);
    r->input_ended = status != GAME_READ;
    if (status == GAME_BAD || !count_again(r, status, why)) {
        return false;
    }
    if (r->input_ended) {
        return true;
    }
    const int count = input->choice.count;
    const bool held = count && game_log_has(r->log, q->end);
    const bool needed = count && !held;
    const size_t size = needed ? game_encode(&input->game, r->record, why) : 0;
    queue_game *g = relabel_queue_push(q, needed ? QUEUE_WAITING : QUEUE_PASSED,
                                       needed ? r->record : NULL, size);
    if (!g) {
        return fail(why, "not enough memory for a game");
    }
    g->positions = count;
    r->done_before += held ? (uint64_t)count : 0;
    return write_ready(r, why);
}

static bool give(void *context, pool_task *task, failure *why)
{
    run *r = context;
    relabel_queue *q = &r->queue;
    uint32_t number = relabel_queue_waiting(q);
    /* A run that continues first passes all games that it has judged. */
    while (number == q->end && !r->input_ended && !relabel_queue_is_full(q) &&
           !interrupts_pending()) {
        if (!read_game(r, why)) {
            return false;
        }
        number = relabel_queue_waiting(q);
    }
    if (number != q->end) {
        queue_game *g = relabel_queue_at(q, number);
        g->state = QUEUE_UNDER_WAY;
        *task = (pool_task){true, number, g->record, g->size};
    }
    return true;
}

static bool take(void *context, uint32_t number, const uint8_t *record, size_t size, failure *why)
{
    run *r = context;
    queue_game *g = relabel_queue_at(&r->queue, number);
    if (!relabel_queue_replace(g, record, size)) {
        return fail(why, "not enough memory for a game");
    }
    g->state = QUEUE_READY;
    return write_ready(r, why);
}

/* No game may be missing, so that a task that was lost is given again. */
static bool lose(void *context, uint32_t number, pool_loss loss, const char *reason, failure *why)
{
    run *r = context;
    relabel_queue_at(&r->queue, number)->state = QUEUE_WAITING;
    return loss == POOL_LOST || fail(why, "a worker gave up: %s", reason);
}

/* ---- The run ---- */

static void show(run *r)
{
    if (!status_line_is_due(&r->line)) {
        return;
    }
    const double fresh = (double)(r->done - r->done_before);
    const double elapsed = status_line_elapsed(&r->line);
    const double rate = fresh / elapsed;
    const double left = rate > 0.0 ? (double)(r->whole.positions - r->done) / rate : -1.0;
    status_line_show(&r->line, left, "%" PRIu64 " of %" PRIu64 " %s, %.1f positions/s", r->done,
                     r->whole.positions, plural(r->whole.positions, "position", "positions"), rate);
}

static bool is_done(const run *r)
{
    return r->input_ended && r->queue.first == r->queue.end;
}

static bool work(run *r, worker_pool *pool, failure *why)
{
    while (!r->stopped && !is_done(r)) {
        if (!worker_pool_turn(pool, why)) {
            return false;
        }
        show(r);
        r->stopped = interrupts_pending() && !is_done(r);
    }
    return true;
}

static void print_plan(const run *r, const char *name, FILE *out)
{
    const relabel_plan *p = r->plan;
    const task_size *w = &r->whole;
    fprintf(out, "%s: %s, %" PRIu64 " %s a position, %d %s\n", p->out, name, p->teacher.nodes,
            plural(p->teacher.nodes, "node", "nodes"), p->processes,
            plural((uint64_t)p->processes, "process", "processes"));
    fprintf(out,
            "%" PRIu64 " %s of %" PRIu64 " %s to judge; %" PRIu64
            " %s no suitable position; the file holds %" PRIu64 " %s\n",
            w->positions, plural(w->positions, "position", "positions"), w->games,
            plural(w->games, "game", "games"), w->others,
            plural(w->others, "game has", "games have"), game_log_count(r->log).games,
            plural(game_log_count(r->log).games, "game", "games"));
    fflush(out);
}

static void print_outcome(const run *r, FILE *out)
{
    const game_log_counts now = game_log_count(r->log);
    fprintf(out, "%s%s holds %" PRIu64 " %s; %" PRIu64 " of %" PRIu64 " %s judged\n",
            r->stopped ? "stopped; " : "", r->plan->out, now.games,
            plural(now.games, "game", "games"), r->done, r->whole.positions,
            plural(r->whole.positions, "position is", "positions are"));
    fflush(out);
}

static bool run_with_log(run *r, const teacher_parts *judges, const char *name, worker_pool *pool,
                         FILE *out, failure *why)
{
    const uint32_t mark = mark_of(r->plan, &r->whole, teacher_checksum(judges, name));
    failure reason;
    r->log = game_log_open(r->plan->out, mark, why);
    if (!r->log) {
        return false;
    }
    print_plan(r, name, out);
    status_line_open(&r->line, out);
    bool good = work(r, pool, why);
    status_line_clear(&r->line);
    print_outcome(r, out);
    if (!game_log_close(r->log, &reason) && good) {
        good = fail(why, "%s", reason.text);
    }
    return good;
}

/* The workers are started first, since they would keep the lock of the log after a kill. */
static bool run_with_workers(run *r, const teacher_parts *judges, FILE *out, failure *why)
{
    const worker_kit kit = {judges, make_game, r->plan};
    const pool_owner owner = {.context = r, .give = give, .take = take, .lose = lose};
    failure name;
    if (!teacher_try(judges, &name, why)) {
        return false;
    }
    worker_pool *pool = worker_pool_open(&kit, r->plan->processes, &owner, &r->line, why);
    const bool good = pool && run_with_log(r, judges, name.text, pool, out, why);
    worker_pool_close(pool);
    return good;
}

/* Checks the inputs, then the judge, and only then touches the output. */
static bool run_all(run *r, FILE *out, failure *why)
{
    teacher_parts parts = {.plan = NULL};
    interrupts_block();
    if (!count_all(r, out, why)) {
        if (r->stopped) {
            fprintf(out, "stopped before the inputs were read\n");
        }
        return r->stopped;
    }
    if (r->whole.positions == 0) {
        return fail(why, "no position is suitable; nothing is written");
    }
    r->teacher.chess960 = r->whole.chess960;
    r->input = relabel_input_new(r->plan, why);
    const bool good = r->input && teacher_parts_open(&parts, &r->teacher, why) &&
                      run_with_workers(r, &parts, out, why);
    teacher_parts_close(&parts);
    return good;
}

work_end relabel_run(const relabel_plan *plan, FILE *out, failure *why)
{
    run *r = calloc(1, sizeof *r);
    uint8_t *record = r ? malloc(GAME_RECORD_MAX + 4) : NULL;
    if (!record) {
        free(r);
        fail(why, "not enough memory");
        return WORK_FAILED;
    }
    signal(SIGPIPE, SIG_IGN);
    r->plan = plan;
    r->teacher = plan->teacher;
    r->teacher.every_move = true;
    r->record = record;
    const bool good = run_all(r, out, why);
    const work_end end = !good ? WORK_FAILED : r->stopped ? WORK_STOPPED : WORK_DONE;
    relabel_queue_clear(&r->queue);
    relabel_input_free(r->input);
    free(record);
    free(r);
    return end;
}
