#include "match_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_MAX = 2048, TAIL_MAX = 160, MATCH_FIELDS = 8 };

static size_t write_key(char key[KEY_MAX], const match_plan *plan, long start)
{
    return (size_t)snprintf(key, KEY_MAX, "%s,%s,%s,%s,%s,%ld,%08x,%s,%ld,", plan->first.text,
                            plan->second.text, plan->both.text, plan->limit, plan->book_name,
                            plan->seed, plan->program_check, plan->machine, start);
}

/* Reads a run's results; those that cannot be are refused. */
static bool read_tail(const char *at, match_counts *counts)
{
    long long field[4 + MATCH_PAIR_SCORES], last;
    const int fields = (int)(sizeof field / sizeof *field);
    int pairs = 0, points = 0, used = 0;
    for (int i = 0; i < fields; i++) {
        if (!lab_record_number(&at, 0, 1000000, &field[i])) {
            return false;
        }
    }
    if (sscanf(at, "%lld%n", &last, &used) != 1 || at[used] || last < 0 || last > field[0]) {
        return false;
    }
    *counts = (match_counts){
        .won = (int)field[1], .drawn = (int)field[2], .lost = (int)field[3], .forfeits = (int)last};
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        counts->pairs[i] = (int)field[4 + i];
        pairs += counts->pairs[i];
        points += i * counts->pairs[i];
    }
    return match_games(counts) == field[0] && 2 * pairs == field[0] &&
           points == 2 * counts->won + counts->drawn;
}

static bool is_tail(const char *at)
{
    match_counts counts;
    return read_tail(at, &counts);
}

static const lab_record_kind kind = {
    .what = "a record of matches",
    .header = "first,second,both,limit,book,seed,program,machine,start,games,won,drawn,lost,"
              "p0,p1,p2,p3,p4,forfeits\n",
    .key_fields = MATCH_FIELDS + 1,
    .is_tail = is_tail};

lab_record *match_record_open(const char *path, failure *why)
{
    return lab_record_open(path, &kind, why);
}

bool match_record_find(const lab_record *record, const match_plan *plan, long start,
                       match_counts *counts)
{
    char key[KEY_MAX];
    write_key(key, plan, start);
    const char *tail = lab_record_find(record, key);
    return tail && read_tail(tail, counts);
}

bool match_record_add(lab_record *record, const match_plan *plan, long start,
                      const match_counts *counts, failure *why)
{
    char row[KEY_MAX + TAIL_MAX];
    const int *pairs = counts->pairs;
    size_t size = write_key(row, plan, start);
    size += (size_t)snprintf(row + size, TAIL_MAX, "%d,%d,%d,%d,%d,%d,%d,%d,%d,%d\n",
                             match_games(counts), counts->won, counts->drawn, counts->lost,
                             pairs[0], pairs[1], pairs[2], pairs[3], pairs[4], counts->forfeits);
    return lab_record_add(record, row, size, why);
}

/* Bytes of the first fields with their commas. */
static size_t fields_length(const char *row, int fields)
{
    const char *at = row;
    while (fields--) {
        at = strchr(at, ',') + 1;
    }
    return (size_t)(at - row);
}

match_total *match_record_totals(const lab_record *record, size_t *count, failure *why)
{
    const size_t rows = lab_record_count(record);
    match_total *totals = calloc(rows + 1, sizeof *totals);
    *count = 0;
    if (!totals) {
        fail(why, "%s: not enough memory for its matches", lab_record_path(record));
        return NULL;
    }
    for (size_t i = 0; i < rows; i++) {
        const char *row = lab_record_row(record, i);
        const size_t length = fields_length(row, MATCH_FIELDS);
        match_total *total = *count ? &totals[*count - 1] : NULL;
        match_counts counts;
        if (!total || total->key_length != length || memcmp(total->row, row, length) != 0) {
            total = &totals[(*count)++];
            *total = (match_total){.row = row, .key_length = length};
        }
        read_tail(row + fields_length(row, MATCH_FIELDS + 1), &counts);
        match_counts_add(&total->counts, &counts);
    }
    return totals;
}
