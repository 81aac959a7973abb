#include "train_evaluate.h"

#include <stdlib.h>

#include "base/plural.h"
#include "files/whole_file.h"
#include "nn/portable_math.h"
#include "train_begin.h"
#include "train_breakdown.h"
#include "train_checkpoint.h"
#include "train_idle.h"

/* The state of an evaluation. */
typedef struct evaluating {
    const train_evaluation *wanted;
    FILE *out, *csv; /* csv: memory that is written to the file at the end */
} evaluating;

static game_part part_of(const train_evaluation *wanted)
{
    return wanted->plan->whole ? GAME_TRAINING : wanted->final ? GAME_FINAL : GAME_HELD_OUT;
}

/* Adds the chunk of a pass. */
static void add_chunk(train_breakdown *breakdown, const train_pass *pass,
                      const train_record *records)
{
    const train_chunk *chunk = pass->chunk;
    for (size_t at = 0; at < chunk->positions; at++) {
        const float *q = pass->answers[at];
        if (chunk->kind == NET_POLICY) {
            train_breakdown_add_policy(breakdown, &records[at], q, chunk->queries[at].moves,
                                       chunk->best[at]);
        } else {
            train_breakdown_add_value(breakdown, &records[at], nn_sigmoid(q[0]),
                                      chunk->expected[at], train_answer_loss(chunk, at, q[0]));
        }
    }
}

/* Prints the tables of one net. */
static bool evaluate_net(evaluating *e, const char *name, train_net *net, train_corpus *corpus,
                         failure *why)
{
    static const char *const sets[GAME_PARTS] = {
        [GAME_TRAINING] = "whole files", [GAME_HELD_OUT] = "held out", [GAME_FINAL] = "final"};
    const game_part part = part_of(e->wanted);
    const train_set *set = &corpus->data.set[part];
    const train_settings settings = train_settings_integer(0.0f);
    train_breakdown breakdown = {.kind = net->arch.kind};
    train_idle *idle = train_idle_new(&net->arch, why);
    train_pass *pass =
        idle ? train_pass_new(net, train_kernels_best(), corpus->pool, &settings, why) : NULL;
    if (!pass) {
        train_idle_free(idle);
        return false;
    }
    pass->idle = idle;
    for (size_t first = 0; first < set->count; first += CHUNK_POSITIONS) {
        const train_source source = {set, NULL, first, &corpus->recipe};
        train_pass_source(pass, &source, train_chunk_size(set, first), 0.0f);
        add_chunk(&breakdown, pass, set->records + first);
    }
    train_pass_free(pass);
    fprintf(e->out, "\n%s: %s net, %s: %zu %s\n", name, architecture_kind_name(net->arch.kind),
            sets[part], set->count, plural(set->count, "position", "positions"));
    train_idle_print(idle, e->out);
    train_idle_free(idle);
    train_breakdown_print(&breakdown, e->out);
    train_breakdown_rows(&breakdown, name, e->csv);
    return true;
}

/* Evaluates the nets of one kind: that of the checkpoint, and that of the net file; or NULL. */
static bool evaluate_kind(evaluating *e, net_kind kind, train_net *trained, train_net *exported,
                          failure *why)
{
    const game_part part = part_of(e->wanted);
    train_corpus corpus;
    if (!trained && !exported) {
        return true;
    }
    bool good = train_corpus_read(&corpus, e->wanted->plan, kind, e->out, why);
    if (good && corpus.data.set[part].count == 0) {
        good = fail(why, "the games are so few that none is %s; --whole evaluates all of them",
                    part == GAME_FINAL ? "in the final set" : "held out");
    }
    good = good &&
           (!trained || evaluate_net(e, e->wanted->checkpoint[kind], trained, &corpus, why)) &&
           (!exported || evaluate_net(e, e->wanted->net, exported, &corpus, why));
    train_corpus_free(&corpus);
    return good;
}

static bool evaluate_all(evaluating *e, failure *why)
{
    const train_evaluation *wanted = e->wanted;
    train_net *trained[NET_KINDS] = {NULL}, *exported[NET_KINDS] = {NULL};
    train_state state;
    nets *file = wanted->net ? nets_load(wanted->net, why) : NULL;
    bool good = !wanted->net || file;
    for (net_kind kind = 0; good && kind < NET_KINDS; kind++) {
        const char *path = wanted->checkpoint[kind];
        good = (!path || (trained[kind] = train_checkpoint_read_kind(path, kind, &state, why))) &&
               (!file || (exported[kind] = train_import(file, kind, why)));
    }
    for (net_kind kind = 0; good && kind < NET_KINDS; kind++) {
        good = evaluate_kind(e, kind, trained[kind], exported[kind], why);
    }
    for (net_kind kind = 0; kind < NET_KINDS; kind++) {
        train_net_free(trained[kind]);
        train_net_free(exported[kind]);
    }
    nets_free(file);
    return good;
}

bool train_evaluate(const train_evaluation *wanted, FILE *out, failure *why)
{
    char *text = NULL;
    size_t size = 0;
    if (wanted->csv && !whole_file_check(wanted->csv, why)) {
        return false;
    }
    evaluating e = {.wanted = wanted, .out = out, .csv = open_memstream(&text, &size)};
    if (!e.csv) {
        return fail(why, "not enough memory to evaluate");
    }
    train_breakdown_header(e.csv);
    bool good = evaluate_all(&e, why);
    if (fclose(e.csv) != 0 && good) {
        good = fail(why, "not enough memory for the tables");
    }
    good = good && (!wanted->csv || whole_file_write(wanted->csv, text, size, why));
    free(text);
    return good;
}
