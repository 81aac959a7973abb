#include "train_export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "nn/net.h"
#include "nn/value_net.h"
#include "train_begin.h"
#include "train_checkpoint.h"
#include "train_idle.h"
#include "train_rounding.h"

enum { TENSORS_MAX = 32, I8_MAX = 127 };

/* The tensors of the net file that is being made. */
typedef struct export_job {
    tensor tensors[TENSORS_MAX];
    void *integers[TENSORS_MAX]; /* the data of a rounded tensor, to be freed; else NULL */
    int count;
} export_job;

static void add(export_job *job, const train_net *net, const char *name, const tensor *t)
{
    tensor *to = &job->tensors[job->count++];
    *to = *t;
    snprintf(to->name, sizeof to->name, "%s.%s", architecture_kind_name(net->arch.kind), name);
}

/* The weight at a place of a part's tensor. */
static float weight_at(const train_net *net, train_part part, uint32_t row, uint32_t column)
{
    const train_span *span = &net->part[part];
    return part == PART_INPUT  ? *train_input_weight(net, row, column)
           : part == PART_BIAS ? *train_input_bias(net, column)
                               : net->w[span->offset + (size_t)row * span->columns + column];
}

/* How weights become integers: w * units / scale, rounded to nearest, and clamped to +-most. */
typedef struct rounding {
    tensor_type type;
    float units, scale;
    int most;
} rounding;

/* Marks the inputs that a piece on a board can activate. There are no pawns on the first rank and
 * on the last, and the own king decides the view, so there is one square for it in each view. All
 * nets number pieces and squares alike. */
static void mark_inputs(const architecture *arch, bool marked[FEATURE_ROWS])
{
    const uint32_t next = arch->places ? arch->inputs : FEATURE_ROWS_PLAIN; /* of its states */
    for (square king = 0; king < 64; king++) {
        position pos = {0};
        pos.kind[KING] = pos.side[WHITE] = bb_of(king);
        const unsigned view = value_view(&pos, WHITE, arch->places);
        for (int i = 0; i < 2 * 6 * 64; i++) {
            const square s = (square)(i % 64);
            const piece_type type = (piece_type)(i / 64 % 6);
            const colour side = (colour)(i / (6 * 64));
            const bool possible = type == PAWN   ? square_rank(s) % 7 != 0
                                  : type == KING ? side == BLACK || s == king
                                                 : true;
            for (uint32_t row = value_row(piece_of(side, type), s, WHITE, view);
                 possible && row < arch->inputs; row += next) {
                marked[row] = true;
            }
        }
    }
}

/* A part as integers, with zeroes for inputs that are never active. The caller frees them by
 * free(). Returns NULL if memory is short. */
static int16_t *integers_of(const train_net *net, train_part part, rounding r)
{
    const train_span *span = &net->part[part];
    int16_t *integers = train_alloc(span->count * sizeof *integers);
    bool marked[FEATURE_ROWS] = {false};
    mark_inputs(&net->arch, marked);
    for (size_t i = 0; integers && i < span->count; i++) {
        const uint32_t row = (uint32_t)(i / span->columns), column = (uint32_t)(i % span->columns);
        const bool used = part != PART_INPUT || marked[row];
        const float weight = used ? weight_at(net, part, row, column) : 0.0f;
        const float nearest = rintf(weight * r.units / r.scale);
        integers[i] = (int16_t)fminf(fmaxf(nearest, (float)-r.most), (float)r.most);
    }
    return integers;
}

/* Adds a part as integers, which the job frees. Bytes are packed in place. */
static void add_integers(export_job *job, const train_net *net, train_part part, rounding r,
                         int16_t *integers)
{
    const train_span *span = &net->part[part];
    int8_t *bytes = (int8_t *)integers;
    for (size_t i = 0; r.type == TENSOR_I8 && i < span->count; i++) {
        bytes[i] = (int8_t)integers[i];
    }
    job->integers[job->count] = integers;
    add(job, net, span->tensor,
        &(tensor){.type = r.type,
                  .rows = span->rows,
                  .columns = span->columns,
                  .scale = r.scale / r.units,
                  .data = integers});
}

/* The scale with which the largest weight becomes 127. */
static float head_scale(const float *w, size_t count)
{
    float most = 1e-6f;
    for (size_t i = 0; i < count; i++) {
        most = fmaxf(most, fabsf(w[i]));
    }
    return most / I8_MAX;
}

/* Rounds the first layer and the head, the latter by data if there are any. */
static bool add_rounded(export_job *job, train_net *net, const train_corpus *corpus, failure *why)
{
    const train_span *head = &net->part[PART_HEAD];
    const float scale = head_scale(net->w + head->offset, head->count);
    const struct {
        train_part part;
        rounding how;
    } parts[] = {
        {PART_INPUT, {TENSOR_I8, NET_UNITS, 1.0f, I8_MAX}},
        {PART_BIAS, {TENSOR_I16, NET_UNITS, 1.0f, NET_BIAS_MAX}},
        {PART_HEAD, {TENSOR_I8, 1.0f, scale, I8_MAX}},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int16_t *integers = integers_of(net, parts[i].part, parts[i].how);
        if (!integers) {
            return fail(why, "not enough memory to round %s", net->arch.text);
        }
        const bool by_data = parts[i].part == PART_HEAD && corpus;
        if (by_data && !train_round_by_data(integers, scale, net, corpus, why)) {
            free(integers);
            return false;
        }
        add_integers(job, net, parts[i].part, parts[i].how, integers);
    }
    return true;
}

/* Adds the tensors of a net, in the order of nn/net.h. */
static bool add_net(export_job *job, train_net *net, const train_state *state,
                    const train_corpus *corpus, failure *why)
{
    add(job, net, "arch",
        &(tensor){.type = TENSOR_TEXT,
                  .rows = 1,
                  .columns = (uint32_t)strlen(net->arch.text),
                  .scale = 1.0f,
                  .data = net->arch.text});
    if (!add_rounded(job, net, corpus, why)) {
        return false;
    }
    tensor floats = {.type = TENSOR_F32, .scale = 1.0f};
    for (int part = PART_HEAD_BIAS; part < PARTS; part++) {
        const train_span *span = &net->part[part];
        floats.rows = span->rows;
        floats.columns = span->columns;
        floats.data = net->w + span->offset;
        if (span->count > 0) {
            add(job, net, span->tensor, &floats);
        }
    }
    if (net->arch.kind != NET_POLICY) {
        floats.rows = floats.columns = 1;
        floats.data = &state->scale;
        add(job, net, "scale", &floats);
    }
    return true;
}

/* Tells of the units that do nothing in the held-out positions. */
static bool print_idle(train_net *net, const train_corpus *corpus, FILE *out, failure *why)
{
    const train_settings settings = train_settings_integer(0.0f);
    train_pass *pass = train_pass_new(net, train_kernels_best(), corpus->pool, &settings, why);
    train_figures ignored;
    train_idle *idle = pass ? train_idle_find(pass, &corpus->data.set[GAME_HELD_OUT],
                                              &corpus->recipe, &ignored, why)
                            : NULL;
    if (idle) {
        train_idle_print(idle, out);
    }
    train_idle_free(idle);
    train_pass_free(pass);
    return idle;
}

/* The same after reading the data that the plan names, if any. */
static bool add_net_by_plan(export_job *job, train_net *net, const train_state *state,
                            const train_plan *plan, FILE *out, failure *why)
{
    train_corpus corpus;
    if (plan->data_count == 0) {
        return add_net(job, net, state, NULL, why);
    }
    const bool good = train_corpus_read(&corpus, plan, net->arch.kind, out, why) &&
                      print_idle(net, &corpus, out, why) && add_net(job, net, state, &corpus, why);
    train_corpus_free(&corpus);
    return good;
}

/* Adds the net of a kind as it is in a net file. */
static void add_copied(export_job *job, const nets *from, net_kind kind)
{
    const char *name = architecture_kind_name(kind);
    const size_t length = strlen(name);
    for (int i = 0; i < net_file_count(from->file); i++) {
        const tensor *t = net_file_at(from->file, i);
        if (strncmp(t->name, name, length) == 0 && t->name[length] == '.') {
            job->integers[job->count] = NULL;
            job->tensors[job->count++] = *t;
        }
    }
}

/* What an export reads for a kind of net: a checkpoint or a net file. */
typedef struct source {
    const char *path;
    train_net *net;
    train_state state;
    nets *nets; /* of a net file */
} source;

static bool read_source(source *from, const char *path, net_kind kind, failure *why)
{
    *from = (source){.path = path};
    if (train_is_net_file(path)) {
        from->nets = nets_load(path, why);
        return from->nets;
    }
    from->net = train_checkpoint_read_kind(path, kind, &from->state, why);
    return from->net;
}

static bool add_source(export_job *job, source *from, net_kind kind, const train_plan *plan,
                       FILE *out, failure *why)
{
    const train_state *s = &from->state;
    if (from->nets) {
        add_copied(job, from->nets, kind);
        fprintf(out, "%s: the %s net, unchanged\n", from->path, architecture_kind_name(kind));
        return true;
    }
    if (!add_net_by_plan(job, from->net, s, plan, out, why)) {
        return false;
    }
    fprintf(out, "%s: %s after %llu %s, %.1f centipawns a unit\n", from->path, s->arch,
            (unsigned long long)s->step, plural(s->step, "step", "steps"), (double)s->scale);
    return true;
}

bool train_export(const train_plan *plan, const char *const files[NET_KINDS], const char *net_path,
                  FILE *out, failure *why)
{
    export_job job = {.count = 0};
    source from[NET_KINDS] = {[NET_VALUE] = {.path = NULL}};
    bool good = whole_file_check(net_path, why);
    for (net_kind kind = 0; good && kind < NET_KINDS; kind++) {
        good = read_source(&from[kind], files[kind], kind, why);
    }
    for (net_kind kind = 0; good && kind < NET_KINDS; kind++) {
        good = add_source(&job, &from[kind], kind, plan, out, why);
    }
    good = good && net_file_write(net_path, job.tensors, job.count, why);
    for (net_kind kind = 0; kind < NET_KINDS; kind++) {
        train_net_free(from[kind].net);
        nets_free(from[kind].nets);
    }
    for (int i = 0; i < job.count; i++) {
        free(job.integers[i]);
    }
    return good;
}
