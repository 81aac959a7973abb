#include "train_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "files/seconds.h"
#include "train_checkpoint.h"
#include "train_evaluate.h"
#include "train_import.h"
#include "train_pass.h"
#include "train_plot.h"
#include "train_report.h"
#include "train_widen.h"

enum { WARM_UP_STEPS = 500 };

/* The state of a run. */
typedef struct run {
    const train_plan *plan;
    FILE *out;
    whole_file *checkpoint; /* locked for the whole run */
    train_corpus corpus;
    train_state state; /* that of the checkpoint, if it is resumed */
    uint32_t from_sum; /* of the net to begin from; 0: none */
    train_net *net;
    train_pass *pass;
    train_report report;
    uint64_t steps_per_epoch, steps;
} run;

float train_rate_at(uint64_t step, uint64_t steps, float peak, float end)
{
    const double pi = 3.14159265358979323846, least = (double)end;
    uint64_t warm = steps / 10 < WARM_UP_STEPS ? steps / 10 : WARM_UP_STEPS;
    if (step <= warm) {
        return peak * (float)step / (float)warm;
    }
    double done = (double)(step - warm) / (double)(steps - warm);
    return peak * (float)(least + (1.0 - least) * 0.5 * (1.0 + cos(pi * done)));
}

float train_decay_of(float epochs, uint64_t steps_per_epoch, float rate)
{
    const uint64_t steps =
        steps_per_epoch > DECAY_STEPS_LEAST ? steps_per_epoch : DECAY_STEPS_LEAST;
    const float time = fmaxf(epochs * (float)steps, 1.0f);
    return epochs > 0.0f ? 1.0f / (rate * time) : 0.0f;
}

static train_state state_of(const run *r)
{
    const train_plan *plan = r->plan;
    train_state state = {.seed = plan->seed};
    memcpy(state.arch, plan->arch.text, sizeof state.arch);
    state.positions = r->corpus.data.set[GAME_TRAINING].count;
    state.checksum = r->corpus.data.checksum;
    state.batch = plan->batch;
    state.epochs = plan->epochs;
    state.rate = plan->rate;
    state.rate_end = plan->rate_end;
    state.decay = plan->decay;
    state.beta1 = plan->beta1;
    state.smoothing = plan->smoothing;
    state.visit_share = plan->visit_share;
    state.decided_score = (uint32_t)plan->decided_score;
    state.decided_weight = plan->decided_weight;
    state.copies = (uint32_t)plan->copies;
    state.scale = r->corpus.scale;
    state.from = r->from_sum;
    state.files = (uint32_t)plan->data_count;
    state.readings = r->corpus.readings_checksum;
    return state;
}

/* Reads the net that a run begins from, and its state, which is empty if it is of a net file. */
static train_net *read_from(const train_plan *plan, train_state *state, failure *why)
{
    *state = (train_state){.step = 0};
    return train_import_knows(plan->from) ? train_import(plan->from, plan->arch.kind, why)
                                          : train_checkpoint_read(plan->from, state, why);
}

/* Makes the net of a new run, with the weights of another one if the plan names it. It is made
 * before the data are read, so that a fault is reported at once. */
static bool begin_net(run *r, failure *why)
{
    const train_plan *plan = r->plan;
    train_state state;
    failure reason;
    train_net *from = plan->from ? read_from(plan, &state, why) : NULL;
    if (plan->from && !from) {
        return false;
    }
    r->net = train_net_new(&plan->arch, plan->seed, why);
    bool good = r->net != NULL;
    if (good && from) {
        r->from_sum = train_checkpoint_sum(&state, from);
        good = train_widen(r->net, from, &reason) || fail(why, "%s: %s", plan->from, reason.text);
    }
    train_net_free(from);
    return good;
}

/* Replaces the net of a new run by that of the checkpoint. */
static bool resume(run *r, failure *why)
{
    train_net_free(r->net);
    r->net = train_checkpoint_read(r->plan->out, &r->state, why);
    return r->net != NULL;
}

/* Whether the checkpoint belongs to this plan and its data. */
static bool is_resumable(const run *r, failure *why)
{
    const train_state *saved = &r->state;
    train_state wanted = state_of(r);
    wanted.step = saved->step;
    wanted.from = r->plan->from ? wanted.from : saved->from;
    const char *differs =
        strcmp(saved->arch, wanted.arch) != 0 ? "another architecture"
        : saved->checksum != wanted.checksum || saved->positions != wanted.positions ? "other data"
        : memcmp(saved, &wanted, sizeof wanted) != 0
            ? "other settings (seed, batch, epochs, optimiser, targets, --from)"
            : NULL;
    return !differs ||
           fail(why, "%s: cannot be resumed: it was made with %s", r->plan->out, differs);
}

/* Reads the data last, since that takes longest. */
static bool set_up(run *r, failure *why)
{
    const train_plan *plan = r->plan;
    r->checkpoint = whole_file_open(plan->out, why);
    if (!r->checkpoint || !begin_net(r, why) || (plan->resume && !resume(r, why)) ||
        !train_report_open(&r->report, plan->log, plan->resume, why) ||
        (plan->plot && !whole_file_check(plan->plot, why)) ||
        !train_corpus_read(&r->corpus, plan, plan->arch.kind, r->out, why)) {
        return false;
    }
    r->steps_per_epoch = r->corpus.data.set[GAME_TRAINING].count / plan->batch;
    r->steps = r->steps_per_epoch * plan->epochs;
    if (r->steps == 0) {
        return fail(why, "%zu %s fewer than one batch of %lu",
                    r->corpus.data.set[GAME_TRAINING].count,
                    plural(r->corpus.data.set[GAME_TRAINING].count, "position is", "positions are"),
                    (unsigned long)plan->batch);
    }
    if (plan->resume && !is_resumable(r, why)) {
        return false;
    }
    r->state = plan->resume ? r->state : state_of(r);
    const train_settings settings = train_settings_integer(plan->smoothing);
    r->pass = train_pass_new(r->net, train_kernels_best(), r->corpus.pool, &settings, why);
    return r->pass != NULL;
}

static void tear_down(run *r)
{
    train_report_close(&r->report);
    train_pass_free(r->pass);
    train_net_free(r->net);
    train_corpus_free(&r->corpus);
    whole_file_close(r->checkpoint);
}

/* One batch and one step of the optimiser. */
static void do_step(run *r, const train_order *order)
{
    uint32_t batch = r->plan->batch;
    train_figures sum = {0};
    train_source source = {&r->corpus.data.set[GAME_TRAINING], order,
                           r->state.step % r->steps_per_epoch * batch, &r->corpus.recipe};
    for (uint32_t done = 0; done < batch;) {
        uint32_t count = batch - done < CHUNK_POSITIONS ? batch - done : CHUNK_POSITIONS;
        train_figures part = train_pass_source(r->pass, &source, count, 1.0f / (float)batch);
        train_figures_add(&sum, &part);
        source.first += count;
        done += count;
    }
    r->state.step++;
    const train_plan *plan = r->plan;
    float rate = train_rate_at(r->state.step, r->steps, plan->rate, plan->rate_end);
    const train_step step = {.number = (long)r->state.step,
                             .rate = rate,
                             .decay = train_decay_of(plan->decay, r->steps_per_epoch, plan->rate),
                             .beta1 = plan->beta1};
    train_net_step(r->net, r->pass->kernels, r->corpus.pool, &step);
    train_report_step(&r->report, r->state.step, rate, &sum);
}

static bool is_time_up(const run *r)
{
    const double minutes = status_line_elapsed(&r->report.line) / 60.0;
    return r->plan->minutes > 0.0 && minutes >= r->plan->minutes;
}

static bool save(run *r, failure *why)
{
    return train_checkpoint_write(r->checkpoint, &r->state, r->net, why);
}

/* If the picture cannot be drawn, the run goes on. */
static void redraw(const run *r)
{
    failure reason;
    if (r->plan->plot && !train_plot_logs(r->plan->plot, &r->plan->log, 1, &reason)) {
        fprintf(r->out, "warning: %s\n", reason.text);
    }
}

static work_end train(run *r, failure *why)
{
    double saved = seconds_now();
    train_order order = {0};
    bool ordered = false;
    /* A place that cannot be written is reported now, not after hours. */
    if (!r->plan->resume && !save(r, why)) {
        return WORK_FAILED;
    }
    while (r->state.step < r->steps) {
        if (!ordered || r->state.step % r->steps_per_epoch == 0) {
            uint64_t epoch = r->state.step / r->steps_per_epoch;
            order = train_order_of(r->corpus.data.set[GAME_TRAINING].count, r->plan->seed, epoch);
            ordered = true;
        }
        do_step(r, &order);
        if (r->state.step % r->steps_per_epoch == 0) {
            train_figures figures =
                train_evaluate_set(r->pass, &r->corpus.data.set[GAME_HELD_OUT], &r->corpus.recipe);
            train_report_held_out(&r->report, r->state.step, &figures);
            redraw(r);
        }
        const bool interrupted = interrupts_pending();
        const bool stopping = r->state.step < r->steps && (interrupted || is_time_up(r));
        if (stopping || seconds_now() - saved >= 60.0 * r->plan->save_minutes) {
            saved = seconds_now();
            if (!save(r, why)) {
                return WORK_FAILED;
            }
        }
        if (stopping) {
            train_report_break(&r->report);
            fprintf(r->out, "stopped at step %llu of %llu; %s can be resumed\n",
                    (unsigned long long)r->state.step, (unsigned long long)r->steps, r->plan->out);
            return interrupted ? WORK_STOPPED : WORK_DONE;
        }
    }
    if (!save(r, why)) {
        return WORK_FAILED;
    }
    train_report_break(&r->report);
    fprintf(r->out, "finished: %s after %llu %s in %.1f minutes\n", r->plan->out,
            (unsigned long long)r->steps, plural(r->steps, "step", "steps"),
            status_line_elapsed(&r->report.line) / 60.0);
    return WORK_DONE;
}

work_end train_run(const train_plan *plan, FILE *out, failure *why)
{
    run r = {.plan = plan,
             .out = out,
             .report = {.out = out, .kind = plan->arch.kind, .batch = plan->batch}};
    work_end end = WORK_FAILED;
    interrupts_block(); /* before threads start, which inherit the mask */
    if (set_up(&r, why)) {
        r.report.steps = r.steps;
        r.report.steps_per_epoch = r.steps_per_epoch;
        r.report.first = r.state.step;
        end = train_report_begin(&r.report, why) ? train(&r, why) : WORK_FAILED;
    }
    tear_down(&r);
    return end;
}
