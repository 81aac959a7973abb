#include "mcts_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "experiment.h"
#include "suite_search.h"

static const char *const kind_words[] = {
    [MCTS_REFERENCE] = "reference", [MCTS_RULE] = "rule", NULL};

static const lab_column columns[] = {
    LAB_WORD(mcts_row, "kind", kind, COLUMN_KEY, kind_words),
    LAB_TEXT(mcts_row, "setting", setting, COLUMN_KEY, 1, SETTING_WORDS_MAX - 1),
    LAB_NUMBER(mcts_row, "playouts", playouts, COLUMN_KEY, 1, LAB_COUNT_MAX),
    LAB_TEXT(mcts_row, "reference", reference, COLUMN_KEY, 1, SETTING_WORDS_MAX - 1),
    LAB_NUMBER(mcts_row, "reference_playouts", reference_playouts, COLUMN_KEY, 1, LAB_COUNT_MAX),
    LAB_NUMBER(mcts_row, "hash_mb", hash_mb, COLUMN_KEY, 0, 1 << 30),
    LAB_CHECK(mcts_row, "net", net, COLUMN_KEY),
    LAB_TEXT(mcts_row, "position", position, COLUMN_ITEM, 1, INT32_MAX),
    ORIGIN_COLUMN_BENCH(mcts_row, COLUMN_KEY),
    LAB_TEXT(mcts_row, "move", move, COLUMN_FIGURE, 0, MOVE_TEXT_MAX - 1),
    LAB_NUMBER(mcts_row, "visits", visits, COLUMN_FIGURE, -1, INT32_MAX),
    LAB_NUMBER(mcts_row, "root_priors", root, COLUMN_FIGURE, -1, INT32_MAX),
    LAB_NUMBER(mcts_row, "inner_priors", inner, COLUMN_FIGURE, -1, INT32_MAX),
    LAB_NUMBER(mcts_row, "agrees", agrees, COLUMN_FIGURE, 0, 1),
    LAB_NUMBER(mcts_row, "solved", solved, COLUMN_FIGURE, -1, 1),
    LAB_TEXT(mcts_row, "probes", probes, COLUMN_FIGURE, 0, INT32_MAX),
    ORIGIN_COLUMNS_OTHERS(mcts_row),
    ORIGIN_COLUMN_MACHINE(mcts_row, COLUMN_FIGURE),
    LAB_TEXT(mcts_row, "suite", suite, COLUMN_GROUP, 1, SUITE_FILE_MAX - 1),
    LAB_QUOTED(mcts_row, "id", id, COLUMN_NAME, INT32_MAX)};

const lab_schema mcts_schema = {.what = "a record of morpho-lab mcts",
                                .columns = columns,
                                .column_count = sizeof columns / sizeof *columns,
                                .row_size = sizeof(mcts_row)};

/* What a worker has for itself. */
typedef struct mcts_worker {
    search *search;
    mcts_reference reference;
} mcts_worker;

/* A task is a position with something to search. */
typedef struct run {
    const mcts_plan *plan;
    const suite *suite;
    mcts_result *results;
    mcts_row *references; /* [positions], of the long searches; move NULL: still to be done */
    int *todo;            /* positions */
    mcts_worker *workers; /* [threads] */
    uint32_t net, defaults;
    long searches; /* the number of searches that are to be done */
} run;

static mcts_result *result_at(const run *r, int rule, int checkpoint, int index)
{
    const int row = rule * r->plan->checkpoints + checkpoint;
    return &r->results[row * r->suite->count + index];
}

static bool configure(mcts_worker *own, const mcts_plan *plan, const mcts_rule *rule, failure *why)
{
    const search_options options = {.algorithm = SEARCH_MCTS,
                                    .hash_mb = plan->hash_mb,
                                    .threads = 1,
                                    .multi_pv = 1,
                                    .nets = plan->nets,
                                    .kernels = kernels_best(),
                                    .techniques = rule->techniques,
                                    .params = search_params_default()};
    if (own->search) {
        return search_configure(own->search, &options, why);
    }
    own->search = search_new(&options, why);
    return own->search != NULL;
}

/* Searches from a cleared search, with the worker's options. */
static move search_position(const mcts_worker *own, const position *pos, long long playouts)
{
    const search_limits limits = {.nodes = (uint64_t)playouts};
    line game;
    line_start(&game, pos);
    search_new_game(own->search);
    search_arm(own->search);
    return search_go(own->search, pos, &game, &limits, NULL, NULL).best;
}

/* Whether a move is right, by the suite as it is now; -1: the position does not say. */
static int is_right(const epd *e, move best)
{
    return epd_has_answer(e) ? epd_solves(e, best) : -1;
}

/* Fills in the figures of a row whose search has just ended. */
static void measure(const mcts_worker *own, const epd *e, move best, mcts_row *row, char text[])
{
    const mcts_measure m = mcts_probes_measure(own->search, &own->reference);
    move_to_uci(best, fen_is_chess960(&e->pos), text);
    row->move = text;
    row->visits = m.visits;
    row->root = m.root;
    row->inner = m.inner;
    row->agrees = best == own->reference.best;
    row->solved = is_right(e, best);
    row->probes = "";
}

/* The text of the probes, to be freed; NULL and `why` if memory is short. */
static char *probes_text(const mcts_reference *reference, bool chess960, failure *why)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out) {
        mcts_probes_write(out, reference, chess960);
    }
    const bool whole = out && !ferror(out);
    if (!out || fclose(out) != 0 || !whole) {
        free(text);
        fail(why, "not enough memory for a row");
        return NULL;
    }
    return text;
}

/* Takes the long search's answer from its row; false if the probe positions are damaged. */
static bool read_reference(const mcts_row *row, const suite_position *p, mcts_reference *reference)
{
    reference->best = gen_from_uci(&p->epd.pos, row->move);
    return mcts_probes_read(reference, &p->epd.pos, row->probes);
}

/* The long search: from the record, or anew. */
static bool refer(experiment *e, const run *r, mcts_worker *own, int index, failure *why)
{
    const suite_position *p = &r->suite->positions[index];
    mcts_row row = r->references[index];
    char best[MOVE_TEXT_MAX];
    if (row.move) {
        return read_reference(&row, p, &own->reference) ||
               fail(why, "the probe positions of %s are damaged", p->name);
    }
    if (!configure(own, r->plan, &r->plan->reference, why)) {
        return false;
    }
    const move found = search_position(own, &p->epd.pos, row.playouts);
    mcts_probes_gather(own->search, found, &own->reference);
    measure(own, &p->epd, found, &row, best);
    char *text = probes_text(&own->reference, fen_is_chess960(&p->epd.pos), why);
    row.probes = text;
    const bool good = text && experiment_keep(e, &row, (double)row.playouts, why);
    free(text);
    return good;
}

/* Does the searches of a rule in a position that the record does not hold. */
static bool search_rule(experiment *e, const run *r, mcts_worker *own, int rule, int index,
                        failure *why)
{
    const suite_position *p = &r->suite->positions[index];
    bool configured = false;
    for (int k = 0; k < r->plan->checkpoints; k++) {
        mcts_result *result = result_at(r, rule, k, index);
        if (result->known) {
            continue;
        }
        if (!configured && !configure(own, r->plan, &r->plan->rules[rule], why)) {
            return false;
        }
        configured = true;
        const move best = search_position(own, &p->epd.pos, result->row.playouts);
        measure(own, &p->epd, best, &result->row, result->move_text);
        if (!experiment_keep(e, &result->row, (double)result->row.playouts, why)) {
            return false;
        }
    }
    return true;
}

/* An experiment's task: all of a position. */
static bool do_position(experiment *e, void *context, int task, int worker, failure *why)
{
    const run *r = context;
    const int index = r->todo[task];
    bool good = refer(e, r, &r->workers[worker], index, why);
    for (int i = 0; i < r->plan->rule_count && good; i++) {
        good = search_rule(e, r, &r->workers[worker], i, index, why);
    }
    return good;
}

/* Takes a row from the record; *known says whether it is there. Its move must be legal. A row that
 * is only there under another name is added under this one, since a position counts in each suite
 * that has it. */
static bool look_up(lab_record *record, const suite_position *p, mcts_row *row, bool *known,
                    failure *why)
{
    const mcts_row wanted = *row, *found = record ? lab_record_find(record, row) : NULL;
    *known = found != NULL;
    if (!found) {
        return true;
    }
    const move best = gen_from_uci(&p->epd.pos, found->move);
    *row = *found;
    row->suite = wanted.suite;
    row->id = wanted.id;
    row->solved = is_right(&p->epd, best);
    if (best == MOVE_NONE) {
        return fail(why, "%s: a row of %s has the move %s, which is not legal there",
                    lab_record_path(record), p->name, row->move);
    }
    return lab_record_add_names(record, found, row, why);
}

/* The key of a row, and the fields of its position. */
static mcts_row row_of(const run *r, int index)
{
    const mcts_plan *plan = r->plan;
    const suite_position *p = &r->suite->positions[index];
    return (mcts_row){.position = p->fen,
                      .kind = MCTS_REFERENCE,
                      .setting = plan->reference.setting,
                      .playouts = plan->reference_playouts,
                      .reference = plan->reference.setting,
                      .reference_playouts = plan->reference_playouts,
                      .hash_mb = (long long)plan->hash_mb,
                      .net = r->net,
                      .origin = {.bench = plan->origin.bench,
                                 .commit = plan->origin.commit,
                                 .machine = plan->origin.machine,
                                 .defaults = r->defaults},
                      .suite = p->file,
                      .id = p->name};
}

/* Looks up the rows of a position, and adds up the playouts of the missing ones. */
static bool look_up_position(run *r, lab_record *record, int index, double *effort, failure *why)
{
    const mcts_plan *plan = r->plan;
    const suite_position *p = &r->suite->positions[index];
    const mcts_row row = row_of(r, index);
    bool known;
    r->references[index] = row;
    if (!look_up(record, p, &r->references[index], &known, why)) {
        return false;
    }
    if (known && !read_reference(&r->references[index], p, &r->workers[0].reference)) {
        return fail(why, "%s: the probe positions of %s are damaged", lab_record_path(record),
                    p->name);
    }
    r->searches += !known;
    *effort += known ? 0.0 : (double)plan->reference_playouts;
    for (int i = 0; i < plan->rule_count; i++) {
        for (int k = 0; k < plan->checkpoints; k++) {
            mcts_result *result = result_at(r, i, k, index);
            *result = (mcts_result){.row = row};
            result->row.kind = MCTS_RULE;
            result->row.setting = plan->rules[i].setting;
            result->row.playouts = plan->playouts[k];
            if (!look_up(record, p, &result->row, &result->known, why)) {
                return false;
            }
            r->searches += !result->known;
            *effort += result->known ? 0.0 : (double)result->row.playouts;
        }
    }
    return true;
}

/* Notes the positions with something to search; their number, or -1 and `why`. */
static int list_tasks(run *r, lab_record *record, double *effort, failure *why)
{
    int tasks = 0;
    for (int i = 0; i < r->suite->count; i++) {
        const long before = r->searches;
        if (!look_up_position(r, record, i, effort, why)) {
            return -1;
        }
        if (r->searches > before) {
            r->todo[tasks++] = i;
        }
    }
    return tasks;
}

bool mcts_run(const mcts_plan *plan, const suite *s, lab_record *record, mcts_result results[],
              long *searched, failure *why)
{
    run r = {.plan = plan, .suite = s, .results = results, .net = nets_checksum(plan->nets)};
    experiment_plan e = {.name = "mcts",
                         .unit = "playouts",
                         .threads = plan->threads,
                         .record = record,
                         .context = &r,
                         .work = do_position};
    const size_t positions = (size_t)s->count;
    r.todo = calloc(positions, sizeof *r.todo);
    r.references = calloc(positions, sizeof *r.references);
    r.workers = calloc((size_t)plan->threads, sizeof *r.workers);
    bool good =
        (r.todo && r.references && r.workers) || fail(why, "not enough memory for the searches");
    good = good &&
           (!record || defaults_keep_search(record, SEARCH_MCTS, SETTING_MODERN, &r.defaults, why));
    e.tasks = good ? list_tasks(&r, record, &e.effort, why) : -1;
    good = e.tasks >= 0 && experiment_run(&e, why);
    *searched = r.searches;
    for (int i = 0; r.workers && i < plan->threads; i++) {
        search_free(r.workers[i].search);
    }
    free(r.todo);
    free(r.references);
    free(r.workers);
    return good;
}
