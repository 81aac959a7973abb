#include "generate_run.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "chess/plural.h"
#include "chess/random_numbers.h"
#include "game_log.h"
#include "generate_game.h"
#include "generate_report.h"
#include "worker_pool.h"

typedef struct run {
    const generate_plan *plan;
    teacher_plan teacher;
    teacher_parts parts;
    start_books *books;
    worker_kit kit;
    worker_pool *pool;
    game_log *log;
    generate_report report;
    uint64_t next; /* next number to check for a game that the file does not have */
    uint64_t lost; /* failed games */
    bool stopped;  /* by a signal before the goal */
} run;

static task_status make_game(const void *context, teacher *t, uint32_t number, const game *given,
                             game *made, failure *why)
{
    const run *r = context;
    (void)given;
    return generate_game(r->plan, r->books, t, random_state(r->plan->seed, number), made, why);
}

static bool reached(const run *r)
{
    const generate_plan *plan = r->plan;
    game_log_counts now = game_log_count(r->log);
    return (plan->games && now.games >= plan->games) ||
           (plan->positions && now.positions >= plan->positions) ||
           (plan->minutes > 0.0 && status_line_elapsed(&r->report.line) >= 60.0 * plan->minutes);
}

/* Gives the number of the next game, as long as the plan needs more than those under way. */
static bool give(void *context, pool_task *task, failure *why)
{
    run *r = context;
    const generate_plan *plan = r->plan;
    const uint64_t expected = game_log_count(r->log).games + (uint64_t)worker_pool_busy(r->pool);
    (void)why;
    if (plan->games && expected >= plan->games) {
        return true;
    }
    while (r->next <= UINT32_MAX && game_log_has(r->log, (uint32_t)r->next)) {
        r->next++;
    }
    if (r->next <= UINT32_MAX) {
        *task = (pool_task){.any = true, .number = (uint32_t)r->next++};
    }
    return true;
}

static bool take(void *context, uint32_t number, const uint8_t *record, size_t size, failure *why)
{
    run *r = context;
    return game_log_add(r->log, number, record, size, why);
}

static bool lose(void *context, uint32_t number, pool_loss loss, const char *reason, failure *why)
{
    run *r = context;
    (void)number;
    (void)loss;
    (void)reason;
    (void)why;
    r->lost++;
    return true;
}

static bool has_goal(const generate_plan *plan)
{
    return plan->games || plan->positions || plan->minutes > 0.0;
}

static bool work(run *r, failure *why)
{
    while (!reached(r) && !r->stopped) {
        if (!worker_pool_turn(r->pool, why)) {
            return false;
        }
        generate_report_show(&r->report, game_log_count(r->log));
        r->stopped = interrupts_pending() && !reached(r);
    }
    return true;
}

static void print_outcome(const run *r, FILE *out)
{
    const game_log_counts now = game_log_count(r->log);
    const uint64_t fresh = now.games - r->report.before.games;
    fprintf(out,
            "%s%s holds %" PRIu64 " %s, %" PRIu64 " drawn, with %" PRIu64 " %s; %" PRIu64
            " %s of this run, %" PRIu64 " %s lost\n",
            r->stopped ? "stopped; " : "", r->plan->out, now.games,
            plural(now.games, "game", "games"), now.draws, now.positions,
            plural(now.positions, "position", "positions"), fresh,
            plural(fresh, "game is", "games are"), r->lost, plural(r->lost, "was", "were"));
    fflush(out);
}

/* Prints what the run will do. */
static void print_plan(const run *r, const char *name, game_log_counts before, FILE *out)
{
    const generate_plan *plan = r->plan;
    fprintf(out, "%s: %s, %" PRIu64 " %s a move, %d %s; the file holds %" PRIu64 " %s\n", plan->out,
            name, plan->teacher.nodes, plural(plan->teacher.nodes, "node", "nodes"),
            plan->processes, plural((uint64_t)plan->processes, "process", "processes"),
            before.games, plural(before.games, "game", "games"));
    if (plan->book_count) {
        const uint64_t positions = start_books_positions(r->books);
        fprintf(out, "starts: %" PRIu64 " %s of %d %s\n", positions,
                plural(positions, "position", "positions"), plan->book_count,
                plural((uint64_t)plan->book_count, "book", "books"));
    }
}

/* The mark of the log. The goals of a run do not change its games. */
static uint32_t mark_of(const run *r, const char *name)
{
    const generate_plan *p = r->plan;
    char numbers[512];
    snprintf(numbers, sizeof numbers,
             "%" PRIu32 " %" PRIu32 " %d %.6f %d %.6f %.6f %d %.6f %d %d %d %d %d %d %d %" PRIu32,
             p->seed, teacher_checksum(&r->parts, name), p->random_plies, p->chess960_share,
             p->start_score_max, p->deviating_share, p->temperature, p->temperature_plies,
             p->played_out_share, p->win_score, p->win_plies, p->draw_score, p->draw_plies,
             p->draw_move, p->plies_max, p->book_count, start_books_checksum(r->books));
    return (uint32_t)crc32_z(0, (const Bytef *)numbers, strlen(numbers));
}

static bool run_with_log(run *r, const char *name, FILE *out, failure *why)
{
    failure reason;
    r->log = game_log_open(r->plan->out, mark_of(r, name), why);
    if (!r->log) {
        return false;
    }
    const game_log_counts before = game_log_count(r->log);
    print_plan(r, name, before, out);
    generate_report_open(&r->report, out, r->plan, before);
    bool good = work(r, why);
    generate_report_close(&r->report);
    print_outcome(r, out);
    if (!game_log_close(r->log, &reason) && good) {
        good = fail(why, "%s", reason.text);
    }
    return good;
}

/* The workers are started first, since they would keep the lock of the log after a kill. */
static bool run_with_workers(run *r, FILE *out, failure *why)
{
    const pool_owner owner = {.context = r, .give = give, .take = take, .lose = lose};
    failure name;
    if (!teacher_try(&r->parts, &name, why)) {
        return false;
    }
    interrupts_block();
    r->pool = worker_pool_open(&r->kit, r->plan->processes, &owner, &r->report.line, why);
    const bool good = r->pool && run_with_log(r, name.text, out, why);
    worker_pool_close(r->pool);
    return good;
}

work_end generate_run(const generate_plan *plan, FILE *out, failure *why)
{
    run r = {.plan = plan, .teacher = plan->teacher};
    signal(SIGPIPE, SIG_IGN);
    r.teacher.chess960 = plan->chess960_share > 0.0;
    r.books = start_books_load(plan->books, plan->book_count, plan->folder, why);
    bool good = r.books && teacher_parts_open(&r.parts, &r.teacher, why);
    r.kit = (worker_kit){.teacher = &r.parts, .make = make_game, .context = &r};
    good = good && run_with_workers(&r, out, why);
    teacher_parts_close(&r.parts);
    start_books_free(r.books);
    return !good ? WORK_FAILED : r.stopped && has_goal(plan) ? WORK_STOPPED : WORK_DONE;
}
