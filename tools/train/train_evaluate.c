#include "train_evaluate.h"

#include <stdlib.h>

#include "chess/plural.h"
#include "files/whole_file.h"
#include "train_breakdown.h"
#include "train_checkpoint.h"
#include "train_evaluator.h"

/* The state of an evaluation. */
typedef struct evaluating {
    const train_evaluation *wanted;
    FILE *out, *csv; /* csv: memory that is written to the file at the end */
    nets *nets;      /* of the net file, or NULL */
} evaluating;

/* Adds the last chunk of an evaluator. */
static void add_chunk(const train_evaluator *evaluator, const train_record *records,
                      train_breakdown *breakdown)
{
    const train_chunk *chunk = evaluator->chunk;
    for (size_t at = 0; at < chunk->positions; at++) {
        const float *q = evaluator->answers[at];
        if (chunk->kind == NET_POLICY) {
            train_breakdown_add_policy(breakdown, &records[at], q, chunk->queries[at].moves,
                                       chunk->best[at]);
        } else {
            train_breakdown_add_value(breakdown, &records[at], train_answer_win(q),
                                      chunk->expected[at], train_answer_loss(chunk, at, q));
        }
    }
}

/* Prints the tables of one net on one set of positions. */
static void evaluate_set(evaluating *e, train_evaluator *evaluator, const char *name,
                         const train_set *set, const train_recipe *recipe)
{
    const net_kind kind = evaluator->chunk->kind;
    train_breakdown breakdown = {.kind = kind};
    for (size_t first = 0; first < set->count; first += CHUNK_POSITIONS) {
        const train_source source = {set, NULL, first, recipe};
        train_evaluator_run(evaluator, &source, train_chunk_size(set, first));
        add_chunk(evaluator, set->records + first, &breakdown);
    }
    static const char *const sets[GAME_PARTS] = {
        [GAME_TRAINING] = "whole files", [GAME_HELD_OUT] = "held out", [GAME_FINAL] = "final"};
    fprintf(e->out, "\n%s: %s net, %s: %zu %s\n", name, architecture_kind_name(kind),
            sets[e->wanted->plan->evaluated], set->count,
            plural(set->count, "position", "positions"));
    train_breakdown_print(&breakdown, e->out);
    train_breakdown_rows(&breakdown, name, e->csv);
}

/* Evaluates all nets of one kind; `net` is that of the checkpoint, or NULL. */
static bool evaluate_kind(evaluating *e, net_kind kind, train_net *net, failure *why)
{
    const bool in_file = e->nets && (kind != NET_NEGAMAX || e->nets->has_negamax);
    train_corpus corpus;
    train_evaluator floats = {0}, integers = {0};
    if (!net && !in_file) {
        return true;
    }
    bool good = train_corpus_read(&corpus, e->wanted->plan, kind, e->out, why);
    const train_set *set = &corpus.data.set[e->wanted->plan->evaluated];
    if (good && set->count == 0) {
        good = fail(why, "the games are so few that none is %s; --whole evaluates all of them",
                    e->wanted->plan->evaluated == GAME_FINAL ? "in the final set" : "held out");
    }
    if (good && net && (good = train_evaluator_floats(&floats, net, corpus.pool, why))) {
        evaluate_set(e, &floats, e->wanted->checkpoint[kind], set, &corpus.recipe);
    }
    if (good && in_file &&
        (good = train_evaluator_integers(&integers, e->nets, kind, corpus.pool, why))) {
        evaluate_set(e, &integers, e->wanted->net, set, &corpus.recipe);
    }
    train_evaluator_close(&floats);
    train_evaluator_close(&integers);
    train_corpus_free(&corpus);
    return good;
}

static bool evaluate_all(evaluating *e, failure *why)
{
    const train_evaluation *wanted = e->wanted;
    train_net *net[NET_KINDS] = {NULL};
    train_state state;
    bool good = !wanted->net || (e->nets = nets_load(wanted->net, why));
    for (int kind = 0; good && kind < NET_KINDS; kind++) {
        const char *path = wanted->checkpoint[kind];
        good = !path || (net[kind] = train_checkpoint_read_kind(path, (net_kind)kind, &state, why));
    }
    for (int kind = 0; good && kind < NET_KINDS; kind++) {
        good = evaluate_kind(e, (net_kind)kind, net[kind], why);
    }
    for (int kind = 0; kind < NET_KINDS; kind++) {
        train_net_free(net[kind]);
    }
    nets_free(e->nets);
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
