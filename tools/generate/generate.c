#include "generate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/plural.h"
#include "base/random_numbers.h"
#include "generate_game.h"

typedef struct run {
    const generate_plan *plan;
    start_books books;
    uint64_t next; /* next number to check for a game that the file does not have */
} run;

static task_status make_game(const void *context, teacher *t, uint32_t number, const game *given,
                             game *made, failure *why)
{
    const run *r = context;
    (void)given;
    return generate_game(r->plan, &r->books, t, random_state((uint32_t)r->plan->seed, number), made,
                         why);
}

static bool is_done(const game_work *w)
{
    const generate_plan *plan = ((const run *)w->context)->plan;
    const game_log_counts now = game_log_count(w->log);
    return (plan->games && now.games >= (uint64_t)plan->games) ||
           (plan->positions && now.positions >= (uint64_t)plan->positions) ||
           (plan->minutes > 0.0 && status_line_elapsed(&w->line) >= 60.0 * plan->minutes);
}

/* Gives the number of the next game, as long as the plan needs more than those under way. */
static bool give(game_work *w, game_task *task, bool *any, failure *why)
{
    run *r = w->context;
    const uint64_t expected = game_log_count(w->log).games + (uint64_t)w->busy;
    (void)why;
    if (r->plan->games && expected >= (uint64_t)r->plan->games) {
        return true;
    }
    while (r->next <= UINT32_MAX && game_log_has(w->log, (uint32_t)r->next)) {
        r->next++;
    }
    *any = r->next <= UINT32_MAX;
    if (*any) {
        task->number = (uint32_t)r->next++;
    }
    return true;
}

/* Lowers the seconds that are left (below 0: unknown) to those until a count reaches its goal (0:
 * none) at the rate of this run. */
static void wait_for(double *left, long goal, uint64_t now, uint64_t before, double elapsed)
{
    const double fresh = (double)(now - before);
    if ((uint64_t)goal > now && fresh > 0.0) {
        const double wait = (double)((uint64_t)goal - now) / fresh * elapsed;
        *left = *left < 0.0 || wait < *left ? wait : *left;
    }
}

static void show(game_work *w)
{
    const generate_plan *plan = ((const run *)w->context)->plan;
    const game_log_counts now = game_log_count(w->log);
    const double elapsed = status_line_elapsed(&w->line);
    double left = plan->minutes > 0.0 ? 60.0 * plan->minutes - elapsed : -1.0;
    wait_for(&left, plan->games, now.games, w->before.games, elapsed);
    wait_for(&left, plan->positions, now.positions, w->before.positions, elapsed);
    status_line_show(&w->line, left,
                     "%" PRIu64 " %s, %" PRIu64 " %s, %.0f positions/s, %.1f%% drawn", now.games,
                     plural(now.games, "game", "games"), now.positions,
                     plural(now.positions, "position", "positions"),
                     (double)(now.positions - w->before.positions) / elapsed,
                     now.games ? 100.0 * (double)now.draws / (double)now.games : 0.0);
}

static void print_outcome(const game_work *w)
{
    const game_log_counts now = game_log_count(w->log);
    const uint64_t fresh = now.games - w->before.games;
    fprintf(w->out,
            "%s%s holds %" PRIu64 " %s, %" PRIu64 " drawn, with %" PRIu64 " %s; %" PRIu64
            " %s of this run, %" PRIu64 " %s lost\n",
            w->stopped ? "stopped; " : "", w->path, now.games, plural(now.games, "game", "games"),
            now.draws, now.positions, plural(now.positions, "position", "positions"), fresh,
            plural(fresh, "game is", "games are"), w->failures, plural(w->failures, "was", "were"));
}

static void print_plan(const game_work *w, const char *name)
{
    const run *r = w->context;
    const generate_plan *plan = r->plan;
    const long nodes = plan->teacher.nodes;
    fprintf(w->out, "%s: %s, %ld %s a move, %d %s at once; the file holds %" PRIu64 " %s\n",
            w->path, name, nodes, plural((uint64_t)nodes, "node", "nodes"), w->workers,
            plural((uint64_t)w->workers, "game", "games"), w->before.games,
            plural(w->before.games, "game", "games"));
    if (plan->book_count) {
        const uint64_t positions = r->books.positions;
        fprintf(w->out, "starts: %" PRIu64 " %s of %d %s\n", positions,
                plural(positions, "position", "positions"), plan->book_count,
                plural((uint64_t)plan->book_count, "book", "books"));
    }
}

/* The goals of a run do not change its games. */
static uint32_t mark_of(const game_work *w, uint32_t teacher_sum)
{
    const run *r = w->context;
    const generate_plan *p = r->plan;
    char numbers[512];
    snprintf(numbers, sizeof numbers,
             "%ld %" PRIu32 " %ld %.6f %ld %.6f %.6f %ld %.6f %ld %ld %ld %ld %ld %ld %d %" PRIu32,
             p->seed, teacher_sum, p->random_plies, p->chess960_share, p->start_score_max,
             p->deviating_share, p->temperature, p->temperature_plies, p->played_out_share,
             p->win_score, p->win_plies, p->draw_score, p->draw_plies, p->draw_move, p->plies_max,
             p->book_count, r->books.sum);
    return (uint32_t)crc32_z(0, (const Bytef *)numbers, strlen(numbers));
}

work_end generate_run(const generate_plan *plan, FILE *out, failure *why)
{
    static const game_work_rules rules = {.make = make_game,
                                          .give = give,
                                          .is_done = is_done,
                                          .mark = mark_of,
                                          .print_plan = print_plan,
                                          .show = show,
                                          .print_outcome = print_outcome};
    run r = {.plan = plan};
    teacher_plan player = plan->teacher;
    player.chess960 = plan->chess960_share > 0.0;
    game_work work = {.rules = &rules,
                      .context = &r,
                      .teacher = &player,
                      .path = plan->out,
                      .workers = plan->workers,
                      .out = out};
    const bool has_goal = plan->games || plan->positions || plan->minutes > 0.0;
    if (!start_books_load(&r.books, plan, why)) {
        return WORK_FAILED;
    }
    const work_end end = game_work_run(&work, why);
    start_books_free(&r.books);
    return end == WORK_STOPPED && !has_goal ? WORK_DONE : end;
}
