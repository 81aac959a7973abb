#include "scaling_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { KEY_MAX = 512, ROW_MAX = 1024, KEY_FIELDS = 6 };

static size_t write_key(char key[KEY_MAX], const scaling_setup *s, const suite_position *p)
{
    return (size_t)snprintf(key, KEY_MAX, "%d,%d,%ld,%08" PRIx32 ",%s,%s,", s->threads, s->depth,
                            s->hash_mb, s->net_check, s->machine, p->fen);
}

/* Reads what stands behind the key; *names is where the suite's begins. */
static bool read_tail(const char *at, scaling_position *figures, const char **names)
{
    for (int way = 0; way < SCALING_WAYS; way++) {
        long long us, nodes;
        if (!lab_record_number(&at, 1, INT64_MAX, &us) ||
            !lab_record_number(&at, 0, INT64_MAX, &nodes)) {
            return false;
        }
        figures->way[way].seconds = 1e-6 * (double)us;
        figures->way[way].nodes = (uint64_t)nodes;
    }
    *names = at;
    return strchr(at, ',') != NULL;
}

static bool is_tail(const char *at)
{
    scaling_position figures;
    const char *names;
    return read_tail(at, &figures, &names);
}

bool scaling_record_row(const char *row, scaling_row *out)
{
    long long threads, depth, hash_mb;
    const char *names;
    if (!lab_record_number(&row, 2, THREADS_MAX, &threads) ||
        !lab_record_number(&row, 1, 1000, &depth) ||
        !lab_record_number(&row, 0, 1 << 30, &hash_mb) ||
        !lab_record_check(&row, &out->setup.net_check) ||
        !lab_record_field(&row, out->setup.machine, sizeof out->setup.machine)) {
        return false;
    }
    row += strcspn(row, ",");
    out->setup.threads = (int)threads;
    out->setup.depth = (int)depth;
    out->setup.hash_mb = (long)hash_mb;
    return *row && read_tail(row + 1, &out->figures, &names) &&
           lab_record_field(&names, out->suite, sizeof out->suite);
}

static bool is_row(const char *row)
{
    scaling_row out;
    return scaling_record_row(row, &out);
}

const lab_record_kind scaling_record_kind = {
    .what = "a record of threads",
    .header = "threads,depth,hash_mb,net,machine,position,one_us,one_nodes,shared_us,shared_nodes,"
              "beside_us,beside_nodes,suite,id\n",
    .key_fields = KEY_FIELDS,
    .is_tail = is_tail,
    .is_row = is_row};

lab_record *scaling_record_open(const char *path, failure *why)
{
    return lab_record_open(path, &scaling_record_kind, why);
}

bool scaling_record_find(const lab_record *record, const scaling_setup *setup,
                         const suite_position *p, scaling_position *found)
{
    char key[KEY_MAX];
    const char *names;
    write_key(key, setup, p);
    const char *tail = lab_record_find(record, key);
    return tail && read_tail(tail, found, &names);
}

bool scaling_record_add(lab_record *record, const scaling_setup *setup, const suite_position *p,
                        const scaling_position *figures, failure *why)
{
    char row[KEY_MAX + ROW_MAX];
    size_t size = write_key(row, setup, p);
    for (int way = 0; way < SCALING_WAYS; way++) {
        const long long us = (long long)(1e6 * figures->way[way].seconds);
        size += (size_t)snprintf(row + size, sizeof row - size, "%lld,%" PRIu64 ",", us ? us : 1,
                                 figures->way[way].nodes);
    }
    size += (size_t)snprintf(row + size, sizeof row - size, "%s,", p->file);
    size += lab_record_quote(row + size, p->name);
    return lab_record_add(record, row, size, why);
}
