#include "report_results.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "data_path.h"
#include "report_idea.h"

static const lab_record_kind *const kinds[] = {&match_record_kind, &suite_record_kind,
                                               &rule_record_kind, &scaling_record_kind};

/* Room for one more of an array's items; NULL if memory is short. */
static void *grow(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return items;
    }
    const size_t larger = *capacity ? 2 * *capacity : 16;
    void *moved = realloc(items, larger * size);
    *capacity = moved ? larger : *capacity;
    return moved;
}

static bool short_of_memory(failure *why)
{
    return fail(why, "not enough memory for the results");
}

/* All but the openings that they begin with. */
static int compare_setups(const match_row *a, const match_row *b)
{
    int order = strcmp(a->both.text, b->both.text);
    order = order ? order : strcmp(a->first.text, b->first.text);
    order = order ? order : strcmp(a->second.text, b->second.text);
    order = order ? order : strcmp(a->limit, b->limit);
    order = order ? order : strcmp(a->book, b->book);
    order = order ? order : strcmp(a->machine, b->machine);
    order = order ? order
                  : (a->program_check > b->program_check) - (a->program_check < b->program_check);
    return order ? order : (a->seed > b->seed) - (a->seed < b->seed);
}

bool report_match_differs(const match_row *a, const match_row *b)
{
    return compare_setups(a, b) != 0;
}

static int compare_matches(const void *left, const void *right)
{
    const match_row *a = &((const report_match *)left)->row;
    const match_row *b = &((const report_match *)right)->row;
    const int order = compare_setups(a, b);
    return order ? order : (a->start > b->start) - (a->start < b->start);
}

/* The opening behind a run's last one. */
static long end_of(const report_match *m)
{
    return m->row.start + match_games(&m->row.counts) / 2;
}

/* True if `next` goes on where `m` ends. */
static bool follows(const report_match *m, const report_match *next)
{
    return compare_setups(&m->row, &next->row) == 0 && next->row.start == end_of(m);
}

/* Sorts the runs; openings that one setup played twice, as two files may say, are taken once. */
static void sort_matches(report_results *r)
{
    size_t kept = 0;
    if (r->match_count > 1) {
        qsort(r->matches, r->match_count, sizeof *r->matches, compare_matches);
    }
    for (size_t i = 0; i < r->match_count; i++) {
        const report_match *m = &r->matches[i], *last = kept ? &r->matches[kept - 1] : NULL;
        if (!last || compare_setups(&last->row, &m->row) != 0 || m->row.start >= end_of(last)) {
            r->matches[kept++] = *m;
        }
    }
    r->match_count = kept;
}

/* A screen begins with the first opening of an order. What else there is may confirm it. */
static void mark_screens(report_results *r)
{
    long begun = 0;
    for (size_t i = 0; i < r->match_count; i++) {
        report_match *m = &r->matches[i];
        begun = i > 0 && follows(m - 1, m) ? begun : m->row.start;
        m->screens = begun == 0 && m->row.start < MATCH_SCREEN_OPENINGS;
        m->confirms = !m->screens;
    }
}

/* True if one has played openings of the other between the same two settings, whoever is first. */
static bool share_openings(const report_match *a, const report_match *b)
{
    const match_row *x = &a->row, *y = &b->row;
    report_setting of[4];
    if (x->seed != y->seed || strcmp(x->book, y->book) != 0 || x->start >= end_of(b) ||
        y->start >= end_of(a)) {
        return false;
    }
    report_setting_of_player(&of[0], &x->first, &x->both);
    report_setting_of_player(&of[1], &x->second, &x->both);
    report_setting_of_player(&of[2], &y->first, &y->both);
    report_setting_of_player(&of[3], &y->second, &y->both);
    return (report_setting_same(&of[0], &of[2]) && report_setting_same(&of[1], &of[3])) ||
           (report_setting_same(&of[0], &of[3]) && report_setting_same(&of[1], &of[2]));
}

/* Openings that a screen has played are not fresh, and confirm nothing. */
static void unmark_stale(report_results *r)
{
    for (size_t i = 0; i < r->match_count; i++) {
        report_match *m = &r->matches[i];
        for (size_t k = 0; k < r->match_count && m->confirms; k++) {
            m->confirms = !r->matches[k].screens || !share_openings(m, &r->matches[k]);
        }
    }
}

/* Puts runs together that follow each other and are of one kind. */
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
            match_counts_add(&last->row.counts, &m->row.counts);
        } else {
            r->matches[kept++] = *m;
        }
    }
    r->match_count = kept;
}

static bool take_matches(report_results *r, const lab_record *record, failure *why)
{
    for (size_t i = 0; i < lab_record_count(record); i++) {
        report_match *grown =
            grow(r->matches, r->match_count, &r->match_capacity, sizeof *r->matches);
        if (!grown) {
            return short_of_memory(why);
        }
        r->matches = grown;
        match_row *row = &grown[r->match_count].row;
        r->match_count +=
            match_record_row(lab_record_row(record, i), row) && match_games(&row->counts) > 0;
    }
    return true;
}

/* The run of this record that a row belongs to, made if there is none. Rows are sorted, so that
 * only the latest runs can have its key. NULL if memory is short. */
static report_run *find_run(report_results *r, const suite_row *row)
{
    for (size_t i = r->run_count; i-- > 0;) {
        report_run *run = &r->runs[i];
        if (run->record != r->record_count || run->row->key_length != row->key_length ||
            memcmp(run->row->key, row->key, row->key_length) != 0) {
            break;
        }
        if (strlen(run->suite) == row->suite_length &&
            memcmp(run->suite, row->suite, row->suite_length) == 0) {
            return run;
        }
    }
    report_run *grown = grow(r->runs, r->run_count, &r->run_capacity, sizeof *r->runs);
    suite_row *own = malloc(sizeof *own);
    r->runs = grown ? grown : r->runs;
    if (!grown || !own) {
        free(own);
        return NULL;
    }
    report_run *run = &grown[r->run_count++];
    *own = *row;
    *run = (report_run){.row = own, .record = r->record_count};
    snprintf(run->suite, sizeof run->suite, "%.*s", (int)row->suite_length, row->suite);
    return run;
}

static bool take_searches(report_results *r, const lab_record *record, failure *why)
{
    for (size_t i = 0; i < lab_record_count(record); i++) {
        suite_row row;
        suite_record_row(lab_record_row(record, i), &row);
        report_run *run = find_run(r, &row);
        report_position *grown =
            run ? grow(run->positions, run->count, &run->capacity, sizeof *grown) : NULL;
        if (!grown) {
            return short_of_memory(why);
        }
        run->positions = grown;
        grown[run->count++] = (report_position){row.position, row.outcome};
    }
    return true;
}

/* As find_run(). */
static report_look *find_look(report_results *r, const char *key, const rule_row *row)
{
    for (size_t i = r->look_count; i-- > 0;) {
        report_look *look = &r->looks[i];
        const rule_row *first = look->rows;
        if (look->record != r->record_count || first->key_length != row->key_length ||
            memcmp(first->position - first->key_length, key, row->key_length) != 0) {
            break;
        }
        if (first->suite_length == row->suite_length &&
            memcmp(first->suite, row->suite, row->suite_length) == 0) {
            return look;
        }
    }
    report_look *grown = grow(r->looks, r->look_count, &r->look_capacity, sizeof *r->looks);
    if (!grown) {
        return NULL;
    }
    r->looks = grown;
    grown[r->look_count] = (report_look){.record = r->record_count};
    return &grown[r->look_count];
}

/* References are only what the rules were measured by. */
static bool take_rules(report_results *r, const lab_record *record, failure *why)
{
    for (size_t i = 0; i < lab_record_count(record); i++) {
        rule_row row;
        const char *text = lab_record_row(record, i);
        if (!rule_record_row(text, &row) || row.is_reference) {
            continue;
        }
        report_look *look = find_look(r, text, &row);
        rule_row *grown = look ? grow(look->rows, look->count, &look->capacity, sizeof row) : NULL;
        if (!grown) {
            return short_of_memory(why);
        }
        r->look_count += look == &r->looks[r->look_count];
        look->rows = grown;
        grown[look->count++] = row;
    }
    return true;
}

static bool same_setup(const report_threads *t, const scaling_row *row)
{
    const scaling_setup *a = &t->setup, *b = &row->setup;
    return a->threads == b->threads && a->depth == b->depth && a->hash_mb == b->hash_mb &&
           a->net_check == b->net_check && strcmp(a->machine, b->machine) == 0 &&
           strcmp(t->suite, row->suite) == 0;
}

/* As find_run(). */
static report_threads *find_threads(report_results *r, const scaling_row *row)
{
    for (size_t i = 0; i < r->thread_count; i++) {
        if (r->threads[i].record == r->record_count && same_setup(&r->threads[i], row)) {
            return &r->threads[i];
        }
    }
    report_threads *grown =
        grow(r->threads, r->thread_count, &r->thread_capacity, sizeof *r->threads);
    if (!grown) {
        return NULL;
    }
    r->threads = grown;
    report_threads *t = &grown[r->thread_count++];
    *t = (report_threads){.setup = row->setup, .record = r->record_count};
    strcpy(t->suite, row->suite);
    return t;
}

static bool take_threads(report_results *r, const lab_record *record, failure *why)
{
    for (size_t i = 0; i < lab_record_count(record); i++) {
        scaling_row row;
        scaling_record_row(lab_record_row(record, i), &row);
        report_threads *t = find_threads(r, &row);
        scaling_position *grown =
            t ? grow(t->positions, t->count, &t->capacity, sizeof *grown) : NULL;
        if (!grown) {
            return short_of_memory(why);
        }
        t->positions = grown;
        grown[t->count++] = row.figures;
    }
    return true;
}

static bool take_stranger(report_results *r, const char *name, failure *why)
{
    char(*larger)[REPORT_NAME_MAX] =
        realloc(r->strangers, (r->stranger_count + 1) * sizeof *larger);
    if (!larger) {
        return short_of_memory(why);
    }
    r->strangers = larger;
    snprintf(larger[r->stranger_count++], REPORT_NAME_MAX, "%s", name);
    return true;
}

static bool take_record(report_results *r, lab_record *record, failure *why)
{
    const lab_record_kind *kind = lab_record_kind_of(record);
    lab_record **larger = realloc(r->records, (r->record_count + 1) * sizeof *larger);
    if (!larger) {
        lab_record_close(record, NULL);
        return short_of_memory(why);
    }
    r->records = larger;
    larger[r->record_count] = record;
    const bool good = kind == &match_record_kind   ? take_matches(r, record, why)
                      : kind == &suite_record_kind ? take_searches(r, record, why)
                      : kind == &rule_record_kind  ? take_rules(r, record, why)
                                                   : take_threads(r, record, why);
    r->record_count++;
    return good;
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
        return take_stranger(r, name, why);
    }
    if (!lab_record_read(path, kinds, sizeof kinds / sizeof *kinds, &record, why)) {
        return false;
    }
    return record ? take_record(r, record, why) : take_stranger(r, name, why);
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

bool report_results_read(report_results *r, const char *folder, failure *why)
{
    struct dirent **entries;
    bool good = true;
    *r = (report_results){0};
    const int count = scandir(folder, &entries, is_shown, alphasort);
    if (count < 0) {
        return fail(why, "%s: %s", folder, strerror(errno));
    }
    for (int i = 0; i < count; i++) {
        good = good && take_file(r, folder, entries[i]->d_name, why);
        free(entries[i]);
    }
    free(entries);
    join_matches(r);
    return good;
}

void report_results_free(report_results *r)
{
    for (size_t i = 0; i < r->run_count; i++) {
        free(r->runs[i].row);
        free(r->runs[i].positions);
    }
    for (size_t i = 0; i < r->look_count; i++) {
        free(r->looks[i].rows);
    }
    for (size_t i = 0; i < r->thread_count; i++) {
        free(r->threads[i].positions);
    }
    for (size_t i = 0; i < r->record_count; i++) {
        lab_record_close(r->records[i], NULL);
    }
    free(r->records);
    free(r->matches);
    free(r->runs);
    free(r->looks);
    free(r->threads);
    free(r->strangers);
    *r = (report_results){0};
}

bool report_run_is_order(const report_run *run)
{
    return strncmp(run->row->limit, "depth ", 6) == 0;
}

int report_position_compare(const report_position *left, const report_position *right)
{
    const char *a = left->position, *b = right->position;
    while (*a == *b && *a != ',') {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}
