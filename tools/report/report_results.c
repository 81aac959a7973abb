#include "report_results.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "data_path.h"
#include "report_idea.h"
#include "tune_run.h"

static const lab_schema *const schemas[] = {&match_schema,   &suite_schema,    &mcts_schema,
                                            &threads_schema, &defaults_schema, &tune_schema};

static bool short_of_memory(failure *why)
{
    return fail(why, "not enough memory for the results");
}

/* Orders rows by what they have in common if they are of one match. */
static int compare_setups(const match_row *a, const match_row *b)
{
    int order = strcmp(a->both, b->both);
    order = order ? order : strcmp(a->first, b->first);
    order = order ? order : strcmp(a->second, b->second);
    order = order ? order : strcmp(a->limit, b->limit);
    order = order ? order : strcmp(a->book, b->book);
    order = order ? order : strcmp(a->origin.machine, b->origin.machine);
    order = order ? order : (a->program > b->program) - (a->program < b->program);
    order = order ? order : (a->files > b->files) - (a->files < b->files);
    order =
        order ? order : (a->origin.bench > b->origin.bench) - (a->origin.bench < b->origin.bench);
    return order ? order : (a->seed > b->seed) - (a->seed < b->seed);
}

bool report_match_differs(const match_row *a, const match_row *b)
{
    return compare_setups(a, b) != 0;
}

static int compare_matches(const void *left, const void *right)
{
    const match_row *a = ((const report_match *)left)->row;
    const match_row *b = ((const report_match *)right)->row;
    int order = compare_setups(a, b);
    order = order ? order : (a->start > b->start) - (a->start < b->start);
    return order ? order : (b->games > a->games) - (b->games < a->games);
}

/* The number of the opening after a run's last one. */
static long long end_of(const report_match *m)
{
    return m->row->start + match_games(&m->counts) / 2;
}

/* True if `next` begins where `m` ends. */
static bool follows(const report_match *m, const report_match *next)
{
    return compare_setups(m->row, next->row) == 0 && next->row->start == end_of(m);
}

/* Sorts the runs. Of runs of one match that share openings, as in two copies of a file, the first
 * one is kept, and of those with the same first opening the longest one. */
static void sort_matches(report_results *r)
{
    size_t kept = 0;
    if (r->match_count > 1) {
        qsort(r->matches, r->match_count, sizeof *r->matches, compare_matches);
    }
    for (size_t i = 0; i < r->match_count; i++) {
        const report_match *m = &r->matches[i], *last = kept ? &r->matches[kept - 1] : NULL;
        if (!last || compare_setups(last->row, m->row) != 0 || m->row->start >= end_of(last)) {
            r->matches[kept++] = *m;
        }
    }
    r->match_count = kept;
}

/* A screen begins with the first opening of an order. Other games may confirm it. A sequential test
 * is not divided, since its length depends on all of its games. */
static void mark_screens(report_results *r)
{
    long long begun = 0;
    for (size_t i = 0; i < r->match_count; i++) {
        report_match *m = &r->matches[i];
        const bool is_test = strstr(m->row->limit, " sprt ") != NULL;
        begun = i > 0 && follows(m - 1, m) ? begun : m->row->start;
        m->screens = begun == 0 && (is_test || m->row->start < MATCH_SCREEN_OPENINGS);
        m->confirms = !m->screens;
    }
}

/* True if both have played an opening between the same two settings, whichever is the first player.
 */
static bool share_openings(const report_match *a, const report_match *b)
{
    const match_row *x = a->row, *y = b->row;
    if (x->seed != y->seed || strcmp(x->book, y->book) != 0 || x->start >= end_of(b) ||
        y->start >= end_of(a)) {
        return false;
    }
    const match_player a1 = match_player_of(x->both, x->first);
    const match_player a2 = match_player_of(x->both, x->second);
    const match_player b1 = match_player_of(y->both, y->first);
    const match_player b2 = match_player_of(y->both, y->second);
    return (report_player_same(&a1, &b1) && report_player_same(&a2, &b2)) ||
           (report_player_same(&a1, &b2) && report_player_same(&a2, &b1));
}

/* Runs in openings that a screen has played confirm nothing. */
static void unmark_stale(report_results *r)
{
    for (size_t i = 0; i < r->match_count; i++) {
        report_match *m = &r->matches[i];
        for (size_t k = 0; k < r->match_count && m->confirms; k++) {
            m->confirms = !r->matches[k].screens || !share_openings(m, &r->matches[k]);
        }
    }
}

/* Joins runs that follow each other and are of one kind. */
static void join_matches(report_results *r)
{
    size_t kept = 0;
    sort_matches(r);
    mark_screens(r);
    unmark_stale(r);
    for (size_t i = 0; i < r->match_count; i++) {
        const report_match *m = &r->matches[i];
        report_match *last = kept ? &r->matches[kept - 1] : NULL;
        if (last && follows(last, m) && m->confirms == last->confirms) {
            match_counts_add(&last->counts, &m->counts);
        } else {
            r->matches[kept++] = *m;
        }
    }
    r->match_count = kept;
}

static bool take_matches(report_results *r, const lab_record *record)
{
    const size_t more = lab_record_count(record);
    report_match *grown = realloc(r->matches, (r->match_count + more + 1) * sizeof *grown);
    if (!grown) {
        return false;
    }
    r->matches = grown;
    for (size_t i = 0; i < more; i++) {
        const match_row *row = lab_record_at(record, i);
        grown[r->match_count++] =
            (report_match){.record = record, .row = row, .counts = match_row_counts(row)};
    }
    return true;
}

/* The rows of long searches have no figures of their own. */
static bool is_rule(const void *row)
{
    return ((const mcts_row *)row)->kind == MCTS_RULE;
}

static bool take_unknown(report_results *r, const char *name, failure *why)
{
    char(*larger)[REPORT_NAME_MAX] = realloc(r->unknown, (r->unknown_count + 1) * sizeof *larger);
    if (!larger) {
        return short_of_memory(why);
    }
    r->unknown = larger;
    snprintf(larger[r->unknown_count++], REPORT_NAME_MAX, "%s", name);
    return true;
}

static bool add_record(report_results *r, lab_record *record, failure *why)
{
    lab_record **larger = realloc(r->records, (r->record_count + 1) * sizeof *larger);
    if (!larger) {
        lab_record_close(record, NULL);
        return short_of_memory(why);
    }
    r->records = larger;
    larger[r->record_count++] = record;
    return true;
}

/* True if another record has all rows of a record, such as one that went on growing after a copy.
 * Of equal records the first counts. */
static bool is_copy(const report_results *r, size_t number)
{
    const lab_record *record = r->records[number];
    for (size_t i = 0; i < r->record_count; i++) {
        const lab_record *other = r->records[i];
        const size_t more = lab_record_count(other), own = lab_record_count(record);
        if (lab_record_schema(other) == lab_record_schema(record) &&
            (more > own || (more == own && i < number)) && lab_record_has_all(other, record)) {
            return true;
        }
    }
    return false;
}

/* Takes the rows of a record. Those of copies would count twice; of matches, the runs that two
 * records share are left out later. */
static bool take_rows(report_results *r, size_t number, failure *why)
{
    const lab_record *record = r->records[number];
    const lab_schema *schema = lab_record_schema(record);
    if (schema != &match_schema && is_copy(r, number)) {
        return true;
    }
    const bool good = schema == &match_schema   ? take_matches(r, record)
                      : schema == &suite_schema ? lab_groups_take(&r->suites, record, number, NULL)
                      : schema == &mcts_schema  ? lab_groups_take(&r->mcts, record, number, is_rule)
                      : schema == &threads_schema
                          ? lab_groups_take(&r->threads, record, number, NULL)
                          : true; /* people read the rows of defaults and tunings */
    return good || short_of_memory(why);
}

static bool take_file(report_results *r, const char *folder, const char *name, failure *why)
{
    char path[DATA_PATH_MAX];
    struct stat status;
    lab_record *record;
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path) {
        return fail(why, "%s: its path is too long", name);
    }
    if (stat(path, &status) != 0) {
        return fail(why, "%s: %s", path, strerror(errno));
    }
    if (S_ISDIR(status.st_mode)) {
        return true;
    }
    if (!S_ISREG(status.st_mode)) {
        return take_unknown(r, name, why);
    }
    if (!lab_record_read(path, schemas, sizeof schemas / sizeof *schemas, &record, why)) {
        return false;
    }
    return record ? add_record(r, record, why) : take_unknown(r, name, why);
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

bool report_results_read(report_results *r, const char *folder, long long bench, failure *why)
{
    struct dirent **entries;
    bool good = true;
    *r = (report_results){.bench = bench};
    const int count = scandir(folder, &entries, is_shown, alphasort);
    if (count < 0) {
        return fail(why, "%s: %s", folder, strerror(errno));
    }
    for (int i = 0; i < count; i++) {
        good = good && take_file(r, folder, entries[i]->d_name, why);
        free(entries[i]);
    }
    free(entries);
    for (size_t i = 0; good && i < r->record_count; i++) {
        good = take_rows(r, i, why);
    }
    join_matches(r);
    return good;
}

void report_results_free(report_results *r)
{
    lab_groups_free(&r->suites);
    lab_groups_free(&r->mcts);
    lab_groups_free(&r->threads);
    for (size_t i = 0; i < r->record_count; i++) {
        lab_record_close(r->records[i], NULL);
    }
    free(r->records);
    free(r->matches);
    free(r->unknown);
    *r = (report_results){0};
}

bool report_is_order(const lab_group *group)
{
    return strncmp(report_suite_of(group)->limit, "depth ", 6) == 0;
}

bool report_suite_comparable(const lab_group *a, const lab_group *b)
{
    const suite_row *x = report_suite_of(a), *y = report_suite_of(b);
    return a->record == b->record && x->by == y->by && x->hash_mb == y->hash_mb &&
           x->net == y->net && x->origin.bench == y->origin.bench &&
           strcmp(x->suite, y->suite) == 0;
}
