#include "match_record.h"

#include <stdio.h>
#include <string.h>

/* OPENINGS_MAX: so that an int holds the games of any match. */
enum { KEY_MAX = 2048, TAIL_MAX = 160, KEY_FIELDS = 10, OPENINGS_MAX = 1000500000 };

static size_t write_key(char key[KEY_MAX], const match_plan *plan, long start)
{
    return (size_t)snprintf(key, KEY_MAX, "%s,%s,%s,%s,%s,%ld,%08x,%08x,%s,%ld,", plan->first.text,
                            plan->second.text, plan->both.text, plan->limit, plan->book_name,
                            plan->seed, plan->program_check, plan->files_check, plan->machine,
                            start);
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

bool match_record_row(const char *row, match_row *out)
{
    long long seed, start;
    if (!lab_record_field(&row, out->first.text, sizeof out->first.text) ||
        !lab_record_field(&row, out->second.text, sizeof out->second.text) ||
        !lab_record_field(&row, out->both.text, sizeof out->both.text) ||
        !lab_record_field(&row, out->limit, sizeof out->limit) ||
        !lab_record_field(&row, out->book, sizeof out->book) ||
        !lab_record_number(&row, 0, 1000000000, &seed) ||
        !lab_record_check(&row, &out->program_check) ||
        !lab_record_check(&row, &out->files_check) ||
        !lab_record_field(&row, out->machine, sizeof out->machine) ||
        !lab_record_number(&row, 0, OPENINGS_MAX, &start)) {
        return false;
    }
    out->seed = (long)seed;
    out->start = (long)start;
    return read_tail(row, &out->counts);
}

static bool is_row(const char *row)
{
    match_row out;
    return match_record_row(row, &out);
}

const lab_record_kind match_record_kind = {
    .what = "a record of matches",
    .header = "first,second,both,limit,book,seed,program,files,machine,start,games,won,drawn,lost,"
              "p0,p1,p2,p3,p4,forfeits\n",
    .key_fields = KEY_FIELDS,
    .is_tail = is_tail,
    .is_row = is_row};

lab_record *match_record_open(const char *path, failure *why)
{
    return lab_record_open(path, &match_record_kind, why);
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
