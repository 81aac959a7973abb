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

/* Reads what stands behind the key. */
static bool read_tail(const char *at, row_tail *tail)
{
    suite_result *r = &tail->result;
    const size_t length = strcspn(at, ",");
    long long depth, nodes, time_ms, solution_nodes, solution_ms;
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
        !lab_record_number(&at, 0, time_ms, &solution_ms)) {
        return false;
    }
    r->known = true;
    r->depth = (int)depth;
    r->nodes = (uint64_t)nodes;
    r->time_ms = time_ms;
    r->solution_nodes = (uint64_t)solution_nodes;
    r->solution_ms = solution_ms;
    return true;
}

static bool is_tail(const char *at)
{
    row_tail tail;
    return read_tail(at, &tail);
}

static const lab_record_kind kind = {
    .what = "a suite's record",
    .header = "search,setting,limit,hash_mb,net,position,move,score,depth,nodes,time_ms,"
              "solution_nodes,solution_ms,solved,points,points_most,id\n",
    .key_fields = 6,
    .is_tail = is_tail};

lab_record *suite_record_open(const char *path, failure *why)
{
    return lab_record_open(path, &kind, why);
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
        "%s,%s %d,%d,%" PRIu64 ",%" PRId64 ",%" PRIu64 ",%" PRId64 ",%d,%d,%d,\"", best,
        result->score_kind == SCORE_MATE ? "mate" : "cp", result->score, result->depth,
        result->nodes, result->time_ms, result->solution_nodes, result->solution_ms,
        epd_solves(e, result->best), epd_points(e, result->best), epd_points_most(e));
    for (const char *at = p->name; *at; at++) {
        if (*at == '"') {
            row[size++] = '"';
        }
        row[size++] = *at;
    }
    row[size++] = '"';
    row[size++] = '\n';
    return lab_record_add(record, row, size, why);
}
