#include "suite_search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "experiment.h"

enum { SCORE_MOST = 1000000 };

static const char cp[] = "cp ", mate[] = "mate ", movetime[] = "movetime ";

/* True if limit and score can be read, and no part is greater than its whole. */
static bool check_row(const void *row)
{
    static const char *const limits[] = {"nodes", "depth", "movetime", "threads", NULL};
    const suite_row *r = row;
    char *end;
    const char *number = strncmp(r->score, cp, sizeof cp - 1) == 0 ? r->score + sizeof cp - 1
                         : strncmp(r->score, mate, sizeof mate - 1) == 0
                             ? r->score + sizeof mate - 1
                             : "";
    const long value = strtol(number, &end, 10);
    return setting_pairs(r->limit, limits, "0123456789") && end > number && *number != ' ' &&
           !*end && value >= -SCORE_MOST && value <= SCORE_MOST && r->solution_nodes <= r->nodes &&
           r->solution_ms <= r->time_ms && r->points <= r->points_most;
}

static const lab_column columns[] = {
    LAB_WORD(suite_row, "search", by, COLUMN_KEY, search_algorithm_words),
    LAB_TEXT(suite_row, "setting", setting, COLUMN_KEY, 0, SETTING_WORDS_MAX - 1),
    LAB_TEXT(suite_row, "limit", limit, COLUMN_KEY, 0, SUITE_LIMIT_MAX - 1),
    LAB_NUMBER(suite_row, "hash_mb", hash_mb, COLUMN_KEY, 0, 1 << 30),
    LAB_CHECK(suite_row, "net", net, COLUMN_KEY),
    LAB_TEXT(suite_row, "position", position, COLUMN_ITEM, 0, INT32_MAX),
    ORIGIN_COLUMN_BENCH(suite_row, COLUMN_KEY),
    LAB_TEXT(suite_row, "move", move, COLUMN_FIGURE, 0, MOVE_TEXT_MAX - 1),
    LAB_TEXT(suite_row, "score", score, COLUMN_FIGURE, 0, SUITE_SCORE_MAX - 1),
    LAB_NUMBER(suite_row, "depth", depth, COLUMN_FIGURE, 0, INT32_MAX),
    LAB_NUMBER(suite_row, "nodes", nodes, COLUMN_FIGURE, 0, LAB_COUNT_MAX),
    LAB_NUMBER(suite_row, "time_ms", time_ms, COLUMN_FIGURE, 0, LAB_COUNT_MAX),
    LAB_NUMBER(suite_row, "solution_nodes", solution_nodes, COLUMN_FIGURE, 0, LAB_COUNT_MAX),
    LAB_NUMBER(suite_row, "solution_ms", solution_ms, COLUMN_FIGURE, 0, LAB_COUNT_MAX),
    LAB_NUMBER(suite_row, "solved", solved, COLUMN_FIGURE, 0, 1),
    LAB_NUMBER(suite_row, "points", points, COLUMN_FIGURE, 0, INT32_MAX),
    LAB_NUMBER(suite_row, "points_most", points_most, COLUMN_FIGURE, 0, INT32_MAX),
    ORIGIN_COLUMNS_OTHERS(suite_row),
    ORIGIN_COLUMN_MACHINE(suite_row, COLUMN_FIGURE),
    LAB_TEXT(suite_row, "suite", suite, COLUMN_GROUP, 1, SUITE_FILE_MAX - 1),
    LAB_QUOTED(suite_row, "id", id, COLUMN_NAME, INT32_MAX)};

bool suite_by_time(const suite_row *row)
{
    return strncmp(row->limit, movetime, sizeof movetime - 1) == 0;
}

/* What a search finds in a time depends on the machine. */
static bool same_machine(const void *a, const void *b)
{
    const suite_row *x = a, *y = b;
    return !suite_by_time(x) || strcmp(x->origin.machine, y->origin.machine) == 0;
}

const lab_schema suite_schema = {.what = "a suite's record",
                                 .columns = columns,
                                 .column_count = sizeof columns / sizeof *columns,
                                 .row_size = sizeof(suite_row),
                                 .check = check_row,
                                 .same = same_machine};

/* A task is a search that the record does not hold. */
typedef struct run {
    const suite_plan *plan;
    suite_result *results;
    int *todo;        /* indices of results */
    search **workers; /* [threads]; each is made by its first task */
} run;

void suite_way_limit(suite_way *way, int64_t time_ms, int threads, int depth, uint64_t nodes)
{
    way->limits = (search_limits){.time_ms_hard = time_ms,
                                  .time_exact = time_ms > 0,
                                  .depth = time_ms ? 0 : depth,
                                  .nodes = time_ms || depth ? 0 : nodes};
    if (time_ms) {
        snprintf(way->limit, sizeof way->limit, "%s%" PRId64 " threads %d", movetime, time_ms,
                 threads);
    } else if (depth) {
        snprintf(way->limit, sizeof way->limit, "depth %d", depth);
    } else {
        snprintf(way->limit, sizeof way->limit, "nodes %" PRIu64, nodes);
    }
}

/* Watches the reports of a search. */
typedef struct answer_watch {
    suite_result *result;
    search_score score;
} answer_watch;

static void take_report(void *user, const search *s, const search_info *info)
{
    answer_watch *watch = user;
    suite_result *r = watch->result;
    const move best = info->pv_length ? info->pv[0] : MOVE_NONE;
    (void)s;
    if (best != r->best) {
        r->best = best;
        r->row.solution_nodes = (long long)info->nodes;
        r->row.solution_ms = info->time_ms;
    }
    r->row.nodes = (long long)info->nodes;
    r->row.time_ms = info->time_ms;
    r->row.depth = info->depth;
    watch->score = info->score;
}

/* Fills in the texts of a new answer. */
static void write_answer(suite_result *r, const position *pos, search_score score)
{
    move_to_uci(r->best, fen_is_chess960(pos), r->move_text);
    snprintf(r->score_text, sizeof r->score_text, "%s%d", score.kind == SCORE_MATE ? mate : cp,
             score.value);
    r->row.move = r->move_text;
    r->row.score = r->score_text;
}

/* Fills in whether the answer is right, by the suite as it is now. */
static void judge(suite_result *r, const epd *e)
{
    r->row.solved = epd_solves(e, r->best);
    r->row.points = epd_points(e, r->best);
    r->row.points_most = epd_points_most(e);
}

static void search_position(search *s, const suite_way *way, const epd *e, suite_result *r)
{
    answer_watch watch = {.result = r};
    line game;
    line_start(&game, &e->pos);
    search_new_game(s);
    search_arm(s);
    const move best = search_go(s, &e->pos, &game, &way->limits, take_report, &watch).best;
    if (best != r->best) {
        r->best = best;
        r->row.solution_nodes = r->row.nodes;
        r->row.solution_ms = r->row.time_ms;
    }
    write_answer(r, &e->pos, watch.score);
    judge(r, e);
}

/* Makes a worker's search, or changes its options. */
static bool prepare(search **s, const suite_plan *plan, const suite_way *way, failure *why)
{
    const search_options options = {.algorithm = way->by,
                                    .hash_mb = plan->hash_mb,
                                    .threads = 1,
                                    .multi_pv = 1,
                                    .nets = plan->nets,
                                    .kernels = kernels_best(),
                                    .techniques = way->techniques,
                                    .params = search_params_default()};
    if (*s) {
        return search_configure(*s, &options, why);
    }
    *s = search_new(&options, why);
    return *s != NULL;
}

/* An experiment's task. */
static bool do_search(experiment *e, void *context, int task, int worker, failure *why)
{
    run *r = context;
    const suite_plan *plan = r->plan;
    const int index = r->todo[task], count = plan->suite->count;
    const suite_way *way = &plan->ways[index / count];
    suite_result *result = &r->results[index];
    if (!prepare(&r->workers[worker], plan, way, why)) {
        return false;
    }
    search_position(r->workers[worker], way, &plan->suite->positions[index % count].epd, result);
    return experiment_keep(e, &result->row, way->effort, why);
}

/* Takes a result from the record, if it is there. A row that is only there under another name is
 * added under this one, since a position counts in each suite that has it. */
static bool look_up(lab_record *record, const suite_position *p, suite_result *r, failure *why)
{
    const suite_row wanted = r->row, *found = record ? lab_record_find(record, &wanted) : NULL;
    if (!found) {
        return true;
    }
    r->known = true;
    r->row = *found;
    r->row.suite = wanted.suite;
    r->row.id = wanted.id;
    r->best = gen_from_uci(&p->epd.pos, found->move);
    judge(r, &p->epd);
    if (r->best == MOVE_NONE) {
        return fail(why, "%s: the row of %s has the move %s, which is not legal there",
                    lab_record_path(record), p->name, found->move);
    }
    return lab_record_add_names(record, found, &r->row, why);
}

/* Writes the defaults of the ways beside the record, and their checksums into the rows. */
static bool keep_defaults(const run *r, const lab_record *record, failure *why)
{
    const int count = r->plan->suite->count;
    uint32_t checks[SEARCH_ALGORITHMS][SETTINGS] = {{0}};
    for (int i = 0; record && i < r->plan->way_count * count; i++) {
        const suite_way *way = &r->plan->ways[i / count];
        uint32_t *check = &checks[way->by][way->base];
        if (!*check && !defaults_keep_search(record, way->by, way->base, check, why)) {
            return false;
        }
        if (!r->results[i].known) {
            r->results[i].row.origin.defaults = *check;
        }
    }
    return true;
}

/* Fills in the keys of all rows and notes which are not known; returns their number, and -1 and
 * `why` if the record is damaged. */
static int list_tasks(run *r, lab_record *record, double *effort, failure *why)
{
    const suite_plan *plan = r->plan;
    const int count = plan->suite->count;
    const uint32_t net = nets_checksum(plan->nets);
    int tasks = 0;
    for (int i = 0; i < plan->way_count * count; i++) {
        const suite_way *way = &plan->ways[i / count];
        const suite_position *p = &plan->suite->positions[i % count];
        r->results[i] = (suite_result){.best = MOVE_NONE,
                                       .row = {.position = p->fen,
                                               .by = (int)way->by,
                                               .setting = way->setting,
                                               .limit = way->limit,
                                               .hash_mb = (long long)plan->hash_mb,
                                               .net = net,
                                               .origin = plan->origin,
                                               .suite = p->file,
                                               .id = p->name}};
        if (!look_up(record, p, &r->results[i], why)) {
            return -1;
        }
        if (!r->results[i].known) {
            r->todo[tasks++] = i;
            *effort += way->effort;
        }
    }
    return tasks;
}

bool suite_search(const suite_plan *plan, lab_record *record, suite_result results[], int *searched,
                  failure *why)
{
    run r = {.plan = plan, .results = results};
    experiment_plan e = {.name = plan->name,
                         .unit = "searches",
                         .threads = plan->threads,
                         .record = record,
                         .context = &r,
                         .work = do_search};
    const size_t cells = (size_t)plan->way_count * (size_t)plan->suite->count;
    r.todo = calloc(cells, sizeof *r.todo);
    r.workers = calloc((size_t)plan->threads, sizeof *r.workers);
    bool good = (r.todo && r.workers) || fail(why, "not enough memory for the searches");
    e.tasks = good ? list_tasks(&r, record, &e.effort, why) : -1;
    good = e.tasks >= 0 && (!e.tasks || keep_defaults(&r, record, why)) && experiment_run(&e, why);
    *searched = good ? e.tasks : 0;
    for (int i = 0; r.workers && i < plan->threads; i++) {
        search_free(r.workers[i]);
    }
    free(r.todo);
    free(r.workers);
    return good;
}

bool suite_group(const suite_plan *plan, const suite_result results[], int way, lab_group *group)
{
    const int count = plan->suite->count;
    *group = (lab_group){.schema = &suite_schema};
    for (int i = 0; i < count; i++) {
        if (!lab_group_add(group, &results[way * count + i].row)) {
            lab_group_free(group);
            return false;
        }
    }
    lab_group_sort(group);
    return true;
}
