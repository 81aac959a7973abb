#include "train_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "system/clock.h"
#include "train_begin.h"
#include "train_checkpoint.h"
#include "train_idle.h"
#include "train_pass.h"
#include "train_report.h"

enum { WARM_UP_STEPS = 500 };

/* A run looks for idle units so often, in so many of the held-out positions. */
enum { RENEWALS = 16, RENEWAL_POSITIONS = 40000 };

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
    train_set sample; /* of the held-out positions, to find idle units */
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

static const train_set *training_set(const run *r)
{
    return &r->corpus.data.set[GAME_TRAINING];
}

static train_state state_of(const run *r)
{
    const train_plan *plan = r->plan;
    train_state state = {.seed = (uint64_t)plan->seed,
                         .positions = training_set(r)->count,
                         .checksum = r->corpus.data.checksum,
                         .batch = (uint32_t)plan->batch,
                         .epochs = (uint32_t)plan->epochs,
                         .rate = (float)plan->rate,
                         .rate_end = (float)plan->rate_end,
                         .decay = (float)plan->decay,
                         .beta1 = (float)plan->beta1,
                         .smoothing = (float)plan->smoothing,
                         .scale = r->corpus.scale,
                         .readings = r->corpus.readings_checksum,
                         .decided_score = (uint32_t)plan->decided_score,
                         .copies = (uint32_t)plan->copies,
                         .decided_weight = (float)plan->decided_weight,
                         .from = r->from_sum};
    memcpy(state.arch, plan->arch.text, sizeof state.arch);
    return state;
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
    if (!r->checkpoint) {
        return false;
    }
    r->net = train_begin(&plan->arch, (uint64_t)plan->seed, plan->from, &r->from_sum, why);
    if (!r->net || (plan->resume && !resume(r, why)) ||
        !train_report_open(&r->report, plan->log, plan->resume, why) ||
        !train_corpus_read(&r->corpus, plan, plan->arch.kind, r->out, why)) {
        return false;
    }
    const size_t positions = training_set(r)->count;
    r->steps_per_epoch = positions / (size_t)plan->batch;
    r->steps = r->steps_per_epoch * (uint64_t)plan->epochs;
    if (r->steps == 0) {
        return fail(why, "%zu %s fewer than one batch of %ld", positions,
                    plural(positions, "position is", "positions are"), plan->batch);
    }
    if (plan->resume && !is_resumable(r, why)) {
        return false;
    }
    r->state = plan->resume ? r->state : state_of(r);
    const train_settings settings = train_settings_integer(r->state.smoothing);
    r->pass = train_pass_new(r->net, train_kernels_best(), r->corpus.pool, &settings, why);
    return r->pass &&
           (train_set_sample(&r->sample, &r->corpus.data.set[GAME_HELD_OUT], RENEWAL_POSITIONS) ||
            fail(why, "not enough memory to find idle units"));
}

static void tear_down(run *r)
{
    train_report_close(&r->report);
    train_pass_free(r->pass);
    train_net_free(r->net);
    free(r->sample.records);
    train_corpus_free(&r->corpus);
    whole_file_close(r->checkpoint);
}

/* One batch and one step of the optimiser. */
static void do_step(run *r, const train_shuffle *shuffle)
{
    train_state *s = &r->state;
    train_figures sum = {0};
    train_source source = {training_set(r), shuffle, s->step % r->steps_per_epoch * s->batch,
                           &r->corpus.recipe};
    for (uint32_t done = 0; done < s->batch;) {
        uint32_t count = s->batch - done < CHUNK_POSITIONS ? s->batch - done : CHUNK_POSITIONS;
        train_figures part = train_pass_source(r->pass, &source, count, 1.0f / (float)s->batch);
        train_figures_add(&sum, &part);
        source.first += count;
        done += count;
    }
    s->step++;
    const train_step step = {.number = (long)s->step,
                             .rate = train_rate_at(s->step, r->steps, s->rate, s->rate_end),
                             .decay = train_decay_of(s->decay, r->steps_per_epoch, s->rate),
                             .beta1 = s->beta1};
    train_net_step(r->net, r->pass->kernels, r->corpus.pool, &step);
    train_report_step(&r->report, s->step, step.rate, &sum);
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

static void print_end(run *r, bool stopped)
{
    status_line_clear(&r->report.line);
    if (stopped) {
        fprintf(r->out, "stopped at step %llu of %llu; %s can be resumed\n",
                (unsigned long long)r->state.step, (unsigned long long)r->steps, r->plan->out);
    } else {
        fprintf(r->out, "finished: %s after %llu %s in %.1f minutes\n", r->plan->out,
                (unsigned long long)r->steps, plural(r->steps, "step", "steps"),
                status_line_elapsed(&r->report.line) / 60.0);
    }
}

/* After an epoch: the figures of the held-out positions. */
static bool end_epoch(run *r, failure *why)
{
    train_figures figures;
    const train_set *set = &r->corpus.data.set[GAME_HELD_OUT];
    train_idle *idle = train_idle_find(r->pass, set, &r->corpus.recipe, &figures, why);
    if (idle) {
        train_report_held_out(&r->report, r->state.step, &figures, idle);
    }
    train_idle_free(idle);
    return idle;
}

/* Some times in a run, before the first step too, units that are idle begin anew; not near the end,
 * where they could not learn enough. */
static bool is_renewal_due(const run *r)
{
    const uint64_t between = r->steps > RENEWALS ? r->steps / RENEWALS : 1;
    return r->state.step % between == 0 && r->state.step <= r->steps / 4 * 3;
}

static bool renew(run *r, failure *why)
{
    train_figures ignored;
    train_idle *idle = train_idle_find(r->pass, &r->sample, &r->corpus.recipe, &ignored, why);
    if (idle) {
        train_report_renewed(&r->report, r->state.step, idle);
        train_idle_renew(idle, r->net, r->state.seed + r->state.step);
    }
    train_idle_free(idle);
    return idle;
}

/* What comes before a step and after it. */
static bool step_once(run *r, const train_shuffle *shuffle, failure *why)
{
    if (is_renewal_due(r) && !renew(r, why)) {
        return false;
    }
    do_step(r, shuffle);
    return r->state.step % r->steps_per_epoch != 0 || end_epoch(r, why);
}

/* Trains to the end, or until a reason to stop. */
static work_end train(run *r, failure *why)
{
    train_shuffle shuffle;
    double saved = system_seconds();
    bool ordered = false, interrupted = false, stopping = false;
    /* A place that cannot be written is reported now, not after hours. */
    if (!r->plan->resume && !save(r, why)) {
        return WORK_FAILED;
    }
    while (r->state.step < r->steps && !stopping) {
        if (!ordered || r->state.step % r->steps_per_epoch == 0) {
            shuffle = train_shuffle_of(training_set(r)->count, r->state.seed,
                                       r->state.step / r->steps_per_epoch);
            ordered = true;
        }
        if (!step_once(r, &shuffle, why)) {
            return WORK_FAILED;
        }
        interrupted = interrupts_pending();
        stopping = r->state.step < r->steps && (interrupted || is_time_up(r));
        if (system_seconds() - saved >= 60.0 * r->plan->save_minutes) {
            saved = system_seconds();
            if (!save(r, why)) {
                return WORK_FAILED;
            }
        }
    }
    if (!save(r, why)) {
        return WORK_FAILED;
    }
    print_end(r, stopping);
    return stopping && interrupted ? WORK_STOPPED : WORK_DONE;
}

work_end train_run(const train_plan *plan, FILE *out, failure *why)
{
    run r = {.plan = plan,
             .out = out,
             .report = {.out = out, .kind = plan->arch.kind, .batch = (uint64_t)plan->batch}};
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
