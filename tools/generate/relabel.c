#include "relabel.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/plural.h"
#include "relabel_game.h"
#include "relabel_input.h"

/* The games between the inputs and the output at most. */
enum { QUEUE_GAMES = 1024 };

typedef enum {
    QUEUE_WAITING,   /* for a worker */
    QUEUE_UNDER_WAY, /* a worker has it */
    QUEUE_READY      /* to be written, if it has a record */
} queue_state;

typedef struct queue_game {
    queue_state state;
    int positions;   /* that were chosen */
    uint8_t *record; /* of the game before the work, and of the new one after it; or NULL */
    size_t size;     /* its bytes */
} queue_game;

typedef struct run {
    const relabel_plan *plan;
    relabel_counts whole; /* counted before the work */
    relabel_input *input;
    bool input_ended;
    uint64_t done, done_before; /* positions: in the file now; when the run began */

    /* Games `first` to `end` - 1, in their order, each at its number modulo QUEUE_GAMES. */
    uint32_t first, end;
    queue_game queue[QUEUE_GAMES];
} run;

static task_status make_game(const void *context, teacher *t, uint32_t number, const game *given,
                             game *made, failure *why)
{
    const run *r = context;
    return relabel_game(r->plan, t, number, given, made, why) ? TASK_DONE : TASK_FAILED;
}

/* ---- The inputs ---- */

static void show_counting(const relabel_counts *counts, status_line *status)
{
    enum { GAMES_A_LOOK = 64 }; /* the clock is not asked at each game */
    const uint64_t games = counts->games + counts->others;
    if (games % GAMES_A_LOOK == 0 && status_line_is_due(status)) {
        status_line_show(status, -1.0, "reading: %" PRIu64 " games, %" PRIu64 " positions chosen",
                         games, counts->positions);
    }
}

/* Reads all inputs, to find faults before any work, and to know how much work there is. Returns
 * GAME_READ if a signal stops it before GAME_END. */
static game_status count_all(run *r, FILE *out, failure *why)
{
    status_line shown;
    relabel_input *input = relabel_input_new(r->plan, why);
    game_status status = input ? GAME_READ : GAME_BAD;
    status_line_open(&shown, out);
    while (status == GAME_READ && !interrupts_pending()) {
        status = relabel_input_next(input, why);
        show_counting(&input->counts, &shown);
    }
    status_line_clear(&shown);
    if (input) {
        r->whole = input->counts;
    }
    relabel_input_free(input);
    return status;
}

static uint32_t mark_of(const game_work *w, uint32_t teacher_sum)
{
    const run *r = w->context;
    const relabel_plan *p = r->plan;
    char text[256];
    const int length =
        snprintf(text, sizeof text, "%d %ld %ld %ld %ld %ld %" PRIu64 " %" PRIu32 " %" PRIu32,
                 p->visits_only, p->per_game, p->skip_plies, p->pieces_max, p->score_max,
                 p->per_game ? p->seed : 0, r->whole.positions, r->whole.sum, teacher_sum);
    return (uint32_t)crc32(0, (const Bytef *)text, (uInt)length);
}

/* ---- The queue ---- */

static queue_game *queue_at(run *r, uint32_t number)
{
    return &r->queue[number % QUEUE_GAMES];
}

/* Replaces a game's record by a copy of this one. */
static bool keep_record(queue_game *g, const uint8_t *record, size_t size, failure *why)
{
    uint8_t *copy = malloc(size);
    if (!copy) {
        return fail(why, "not enough memory for a game");
    }
    memcpy(copy, record, size);
    free(g->record);
    g->record = copy;
    g->size = size;
    return true;
}

static void pop(run *r)
{
    free(queue_at(r, r->first)->record);
    r->first++;
}

/* Writes the games at the head of the queue that are ready. */
static bool write_ready(run *r, game_log *log, failure *why)
{
    while (r->first != r->end) {
        const queue_game *g = queue_at(r, r->first);
        if (g->state != QUEUE_READY) {
            break;
        }
        if (g->record && !game_log_add(log, r->first, g->record, g->size, why)) {
            return false;
        }
        r->done += (uint64_t)g->positions;
        pop(r);
    }
    return true;
}

/* Whether the inputs are, so far or at their end, those that were counted before the work. */
static bool is_same_input(const run *r, failure *why)
{
    const relabel_counts *whole = &r->whole, *again = &r->input->counts;
    const uint64_t games = again->games + again->others, all = whole->games + whole->others;
    const bool same = r->input_ended ? games == all && again->sum == whole->sum : games <= all;
    return same ||
           fail(why, "the inputs changed meanwhile; %s has judgements of both", r->plan->out);
}

/* Appends the next game of the inputs to the queue. */
static bool read_game(run *r, game_log *log, failure *why)
{
    const relabel_input *input = r->input;
    const game_status status = relabel_input_next(r->input, why);
    r->input_ended = status == GAME_END;
    if (status == GAME_BAD || !is_same_input(r, why)) {
        return false;
    }
    if (r->input_ended) {
        return true;
    }
    const int count = input->choice.count;
    const bool held = count && game_log_has(log, r->end);
    queue_game *g = queue_at(r, r->end);
    *g = (queue_game){.state = QUEUE_READY, .positions = count};
    if (count && !held) {
        g->state = QUEUE_WAITING;
        if (!keep_record(g, input->record, input->size, why)) {
            return false;
        }
    }
    r->end++;
    r->done_before += held ? (uint64_t)count : 0;
    return write_ready(r, log, why);
}

/* The number of the first game that waits for a worker; r->end if none does. */
static uint32_t find_waiting(run *r)
{
    uint32_t number = r->first;
    while (number != r->end && queue_at(r, number)->state != QUEUE_WAITING) {
        number++;
    }
    return number;
}

/* ---- The work ---- */

static bool give(game_work *w, game_task *task, bool *any, failure *why)
{
    run *r = w->context;
    uint32_t number = find_waiting(r);
    /* A run that continues first passes all games that it has judged. */
    while (number == r->end && !r->input_ended && r->end - r->first < QUEUE_GAMES &&
           !interrupts_pending()) {
        if (!read_game(r, w->log, why)) {
            return false;
        }
        number = find_waiting(r);
    }
    *any = number != r->end;
    if (*any) {
        queue_game *g = queue_at(r, number);
        g->state = QUEUE_UNDER_WAY;
        *task = (game_task){number, g->record, g->size};
    }
    return true;
}

static bool take(game_work *w, uint32_t number, const uint8_t *record, size_t size, failure *why)
{
    run *r = w->context;
    queue_game *g = queue_at(r, number);
    g->state = QUEUE_READY;
    return keep_record(g, record, size, why) && write_ready(r, w->log, why);
}

/* No game may be missing, so a task that failed is given again. */
static bool lose(game_work *w, uint32_t number, bool gave_up, const char *reason, failure *why)
{
    queue_at(w->context, number)->state = QUEUE_WAITING;
    return !gave_up || fail(why, "a worker gave up: %s", reason);
}

static bool is_done(const game_work *w)
{
    const run *r = w->context;
    return r->input_ended && r->first == r->end;
}

static void show(game_work *w)
{
    const run *r = w->context;
    const double rate = (double)(r->done - r->done_before) / status_line_elapsed(&w->line);
    const double left = rate > 0.0 ? (double)(r->whole.positions - r->done) / rate : -1.0;
    status_line_show(&w->line, left, "%" PRIu64 " of %" PRIu64 " %s, %.1f positions/s", r->done,
                     r->whole.positions, plural(r->whole.positions, "position", "positions"), rate);
}

static void print_plan(const game_work *w, const char *name)
{
    const run *r = w->context;
    const relabel_counts *all = &r->whole;
    const long nodes = r->plan->teacher.nodes;
    fprintf(w->out, "%s: %s, ", w->path, name);
    if (!r->plan->teacher.nnue) {
        fprintf(w->out, "%ld %s a position, ", nodes, plural((uint64_t)nodes, "node", "nodes"));
    }
    fprintf(w->out, "%d %s at once\n", w->workers, plural((uint64_t)w->workers, "game", "games"));
    fprintf(w->out,
            "%" PRIu64 " %s of %" PRIu64 " %s to judge; %" PRIu64
            " %s no suitable position; the file holds %" PRIu64 " %s\n",
            all->positions, plural(all->positions, "position", "positions"), all->games,
            plural(all->games, "game", "games"), all->others,
            plural(all->others, "game has", "games have"), w->before.games,
            plural(w->before.games, "game", "games"));
}

static void print_outcome(const game_work *w)
{
    const run *r = w->context;
    const uint64_t games = game_log_count(w->log).games;
    fprintf(w->out, "%s%s holds %" PRIu64 " %s; %" PRIu64 " of %" PRIu64 " %s judged\n",
            w->stopped ? "stopped; " : "", w->path, games, plural(games, "game", "games"), r->done,
            r->whole.positions, plural(r->whole.positions, "position is", "positions are"));
}

/* Judges the inputs, which were counted. */
static work_end judge_all(run *r, FILE *out, failure *why)
{
    static const game_work_rules rules = {.make = make_game,
                                          .give = give,
                                          .take = take,
                                          .lose = lose,
                                          .is_done = is_done,
                                          .mark = mark_of,
                                          .print_plan = print_plan,
                                          .show = show,
                                          .print_outcome = print_outcome};
    teacher_plan judge = r->plan->teacher;
    judge.judges = true;
    judge.chess960 = r->whole.chess960;
    game_work work = {.rules = &rules,
                      .context = r,
                      .teacher = &judge,
                      .path = r->plan->out,
                      .workers = r->plan->workers,
                      .out = out};
    if (r->whole.positions == 0) {
        fail(why, "no position is suitable; nothing is written");
        return WORK_FAILED;
    }
    r->input = relabel_input_new(r->plan, why);
    return r->input ? game_work_run(&work, why) : WORK_FAILED;
}

work_end relabel_run(const relabel_plan *plan, FILE *out, failure *why)
{
    run *r = calloc(1, sizeof *r);
    if (!r) {
        fail(why, "not enough memory");
        return WORK_FAILED;
    }
    r->plan = plan;
    interrupts_block();
    const game_status counted = count_all(r, out, why);
    work_end end = WORK_FAILED;
    if (counted == GAME_READ) {
        fprintf(out, "stopped before the inputs were read\n");
        end = WORK_STOPPED;
    } else if (counted == GAME_END) {
        end = judge_all(r, out, why);
    }
    while (r->first != r->end) {
        pop(r);
    }
    relabel_input_free(r->input);
    free(r);
    return end;
}
