#include "train_evaluate.h"

#include <stdlib.h>

#include "files/whole_file.h"
#include "train_checkpoint.h"
#include "train_judge.h"
#include "train_slices.h"

/* The state of an evaluation. */
typedef struct evaluating {
    const train_evaluation *wanted;
    FILE *out, *csv; /* csv: memory that is written to the file at the end */
    nets *nets;      /* of the net file, or NULL */
} evaluating;

train_figures train_evaluate_set(train_pass *pass, const train_set *set, const train_recipe *recipe)
{
    train_figures sum = {0};
    for (size_t first = 0; first < set->count; first += CHUNK_POSITIONS) {
        train_source source = {set, NULL, first, recipe};
        train_figures part = train_pass_source(pass, &source, train_chunk_size(set, first), 0.0f);
        train_figures_add(&sum, &part);
    }
    return sum;
}

/* Adds the last chunk of a judge. */
static void add_chunk(const train_judge *judge, const train_record *records, train_slices *slices)
{
    const train_chunk *chunk = judge->chunk;
    for (size_t at = 0; at < chunk->positions; at++) {
        const float *q = judge->answers[at];
        if (chunk->kind == NET_POLICY) {
            train_slices_add_policy(slices, &records[at], q, chunk->queries[at].moves,
                                    chunk->best[at]);
        } else {
            train_slices_add_value(slices, &records[at], train_answer_win(q), chunk->expected[at],
                                   train_answer_loss(chunk, at, q));
        }
    }
}

/* Prints the tables of one net on one set of positions. */
static void judge_set(evaluating *e, train_judge *judge, const char *name, const train_set *set,
                      const train_recipe *recipe)
{
    const net_kind kind = judge->chunk->kind;
    train_slices slices = {.kind = kind};
    train_figures sum = {0};
    for (size_t first = 0; first < set->count; first += CHUNK_POSITIONS) {
        const train_source source = {set, NULL, first, recipe};
        train_figures part = train_judge_ask(judge, &source, train_chunk_size(set, first));
        train_figures_add(&sum, &part);
        add_chunk(judge, set->records + first, &slices);
    }
    static const char *const sets[GAME_PARTS] = {
        [GAME_TRAINING] = "whole files", [GAME_HELD_OUT] = "held out", [GAME_FINAL] = "final"};
    fprintf(e->out, "\n%s: %s net, %s: ", name, architecture_kind_name(kind),
            sets[e->wanted->plan->judged]);
    train_figures_print(e->out, kind, &sum);
    train_slices_print(&slices, e->out);
    train_slices_rows(&slices, name, e->csv);
}

/* Evaluates all nets of one kind; `net` is that of the checkpoint, or NULL. */
static bool judge_kind(evaluating *e, net_kind kind, train_net *net, failure *why)
{
    const bool in_file = e->nets && (kind != NET_NEGAMAX || e->nets->has_negamax);
    train_corpus corpus;
    train_judge floats = {0}, integers = {0};
    if (!net && !in_file) {
        return true;
    }
    bool good = train_corpus_read(&corpus, e->wanted->plan, kind, e->out, why);
    const train_set *set = &corpus.data.set[e->wanted->plan->judged];
    if (good && set->count == 0) {
        good = fail(why, "the games are so few that none is %s; --whole evaluates all of them",
                    e->wanted->plan->judged == GAME_FINAL ? "in the final set" : "held out");
    }
    if (good && net && (good = train_judge_floats(&floats, net, corpus.pool, why))) {
        judge_set(e, &floats, e->wanted->checkpoint[kind], set, &corpus.recipe);
    }
    if (good && in_file &&
        (good = train_judge_integers(&integers, e->nets, kind, corpus.pool, why))) {
        judge_set(e, &integers, e->wanted->net, set, &corpus.recipe);
    }
    train_judge_close(&floats);
    train_judge_close(&integers);
    train_corpus_free(&corpus);
    return good;
}

static bool judge_all(evaluating *e, failure *why)
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
        good = judge_kind(e, (net_kind)kind, net[kind], why);
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
    train_slices_header(e.csv);
    bool good = judge_all(&e, why);
    if (fclose(e.csv) != 0 && good) {
        good = fail(why, "not enough memory for the tables");
    }
    good = good && (!wanted->csv || whole_file_write(wanted->csv, text, size, why));
    free(text);
    return good;
}
