#include "suite_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "chess/movegen.h"
#include "lab_record.h"

enum { KEY_MAX = 1024, ROW_MAX = 2048 };

/* What a row says behind its key. */
typedef struct row_tail {
    char move[MOVE_TEXT_MAX];
    suite_result result;
    bool solved;
    int points, points_most;
    const char *suite; /* ends in a comma */
} row_tail;

static size_t write_key(char key[KEY_MAX], const suite_plan *plan, search_algorithm by,
                        const suite_position *p)
{
    char limit[SUITE_LIMIT_MAX];
    suite_limit_text(plan, by, limit);
    return (size_t)snprintf(key, KEY_MAX, "%s,%s,%s,%zu,%08" PRIx32 ",%s,",
                            search_algorithm_words[by], plan->side[by].setting, limit,
                            plan->hash_mb, plan->net_check, p->fen);
}

static bool read_score(const char **at, suite_result *r)
{
    static const char *const kinds[] = {[SCORE_CENTIPAWNS] = "cp ", [SCORE_MATE] = "mate "};
    long long value;
    for (int kind = SCORE_CENTIPAWNS; kind <= SCORE_MATE; kind++) {
        size_t length = strlen(kinds[kind]);
        if (strncmp(*at, kinds[kind], length) == 0) {
            *at += length;
            r->score_kind = (score_kind)kind;
            bool good = lab_record_number(at, -1000000, 1000000, &value);
            r->score = (int)value;
            return good;
        }
    }
    return false;
}

/* True of a suite's file and a position's name in quotes. */
static bool is_named(const char *at)
{
    const size_t length = strlen(at), file = strcspn(at, ",");
    return file > 0 && file < SUITE_FILE_MAX && length >= file + 3 && at[file + 1] == '"' &&
           at[length - 1] == '"';
}

/* Reads what stands behind the key. */
static bool read_tail(const char *at, row_tail *tail)
{
    suite_result *r = &tail->result;
    const size_t length = strcspn(at, ",");
    long long depth, nodes, time_ms, solution_nodes, solution_ms, solved, points, points_most;
    if (length >= sizeof tail->move || !at[length]) {
        return false;
    }
    memcpy(tail->move, at, length);
    tail->move[length] = 0;
    at += length + 1;
    if (!read_score(&at, r) || !lab_record_number(&at, 0, INT32_MAX, &depth) ||
        !lab_record_number(&at, 0, INT64_MAX, &nodes) ||
        !lab_record_number(&at, 0, INT64_MAX, &time_ms) ||
        !lab_record_number(&at, 0, nodes, &solution_nodes) ||
        !lab_record_number(&at, 0, time_ms, &solution_ms) ||
        !lab_record_number(&at, 0, 1, &solved) || !lab_record_number(&at, 0, INT32_MAX, &points) ||
        !lab_record_number(&at, points, INT32_MAX, &points_most) || !is_named(at)) {
        return false;
    }
    r->known = true;
    r->depth = (int)depth;
    r->nodes = (uint64_t)nodes;
    r->time_ms = time_ms;
    r->solution_nodes = (uint64_t)solution_nodes;
    r->solution_ms = solution_ms;
    tail->solved = solved == 1;
    tail->points = (int)points;
    tail->points_most = (int)points_most;
    tail->suite = at;
    return true;
}

static bool is_tail(const char *at)
{
    row_tail tail;
    return read_tail(at, &tail);
}

static bool read_search(const char **at, search_algorithm *by)
{
    char word[16];
    if (!lab_record_field(at, word, sizeof word)) {
        return false;
    }
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        if (strcmp(word, search_algorithm_words[i]) == 0) {
            *by = (search_algorithm)i;
            return true;
        }
    }
    return false;
}

bool suite_record_row(const char *row, suite_row *out)
{
    long long hash_mb;
    row_tail tail;
    const char *at = row;
    if (!read_search(&at, &out->by) || !lab_record_field(&at, out->setting, sizeof out->setting) ||
        !lab_record_field(&at, out->limit, sizeof out->limit) ||
        !lab_record_number(&at, 0, 1 << 30, &hash_mb) || !lab_record_check(&at, &out->net_check)) {
        return false;
    }
    out->key = row;
    out->key_length = (size_t)(at - row);
    out->position = at;
    out->position_length = strcspn(at, ",");
    at += out->position_length;
    if (!*at || !read_tail(at + 1, &tail)) {
        return false;
    }
    out->hash_mb = (long)hash_mb;
    out->outcome = (suite_outcome){.solved = tail.solved,
                                   .points = tail.points,
                                   .points_most = tail.points_most,
                                   .nodes = tail.result.nodes,
                                   .solution_nodes = tail.result.solution_nodes,
                                   .time_ms = tail.result.time_ms,
                                   .solution_ms = tail.result.solution_ms};
    out->suite = tail.suite;
    out->suite_length = strcspn(tail.suite, ",");
    return true;
}

static bool is_row(const char *row)
{
    suite_row out;
    return suite_record_row(row, &out);
}

const lab_record_kind suite_record_kind = {
    .what = "a suite's record",
    .header = "search,setting,limit,hash_mb,net,position,move,score,depth,nodes,time_ms,"
              "solution_nodes,solution_ms,solved,points,points_most,suite,id\n",
    .key_fields = 6,
    .is_tail = is_tail,
    .is_row = is_row};

lab_record *suite_record_open(const char *path, failure *why)
{
    return lab_record_open(path, &suite_record_kind, why);
}

bool suite_record_find(const lab_record *record, const suite_plan *plan, search_algorithm by,
                       const suite_position *p, suite_result *result, failure *why)
{
    char key[KEY_MAX];
    *result = (suite_result){.known = false};
    write_key(key, plan, by, p);
    const char *row = lab_record_find(record, key);
    if (!row) {
        return true;
    }
    row_tail tail;
    if (!read_tail(row, &tail)) {
        return fail(why, "%s: the row of %s is damaged", lab_record_path(record), p->name);
    }
    tail.result.best = gen_from_uci(&p->epd.pos, tail.move);
    if (tail.result.best == MOVE_NONE) {
        return fail(why, "%s: the row of %s has the move %s, which is not legal there",
                    lab_record_path(record), p->name, tail.move);
    }
    *result = tail.result;
    return true;
}

bool suite_record_add(lab_record *record, const suite_plan *plan, search_algorithm by,
                      const suite_position *p, const suite_result *result, failure *why)
{
    char row[KEY_MAX + ROW_MAX], best[MOVE_TEXT_MAX];
    const epd *e = &p->epd;
    size_t size = write_key(row, plan, by, p);
    move_to_uci(result->best, fen_is_chess960(&e->pos), best);
    size += (size_t)snprintf(
        row + size, sizeof row - size,
        "%s,%s %d,%d,%" PRIu64 ",%" PRId64 ",%" PRIu64 ",%" PRId64 ",%d,%d,%d,%s,", best,
        result->score_kind == SCORE_MATE ? "mate" : "cp", result->score, result->depth,
        result->nodes, result->time_ms, result->solution_nodes, result->solution_ms,
        epd_solves(e, result->best), epd_points(e, result->best), epd_points_most(e), p->file);
    size += lab_record_quote(row + size, p->name);
    return lab_record_add(record, row, size, why);
}
