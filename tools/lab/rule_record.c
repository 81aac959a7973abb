#include "rule_record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"

enum { KEY_MAX = 2048 };

/* What a row says behind its key. */
typedef struct row_tail {
    char move[MOVE_TEXT_MAX];
    rule_measure measure;
    int agrees, solved;
    const char *sites, *suite;
    size_t sites_length, suite_length;
} row_tail;

static size_t write_key(char key[KEY_MAX], const rule_plan *plan, const rule_search *of,
                        const suite_position *p)
{
    const rule_search reference = {&plan->reference, plan->reference_playouts};
    const rule_search *told = of ? of : &reference;
    return (size_t)snprintf(key, KEY_MAX, "%s,%s,%ld,%s,%ld,%zu,%08" PRIx32 ",%s,",
                            of ? "rule" : "reference", told->rule->setting, told->playouts,
                            plan->reference.setting, plan->reference_playouts, plan->hash_mb,
                            plan->net_check, p->fen);
}

/* Reads what stands behind the key. */
static bool read_tail(const char *at, row_tail *tail)
{
    const size_t length = strcspn(at, ",");
    long long visits, root, inner, agrees, solved;
    if (length >= sizeof tail->move || !at[length]) {
        return false;
    }
    memcpy(tail->move, at, length);
    tail->move[length] = 0;
    at += length + 1;
    if (!lab_record_number(&at, -1, INT32_MAX, &visits) ||
        !lab_record_number(&at, -1, INT32_MAX, &root) ||
        !lab_record_number(&at, -1, INT32_MAX, &inner) || !lab_record_number(&at, 0, 1, &agrees) ||
        !lab_record_number(&at, -1, 1, &solved)) {
        return false;
    }
    tail->measure = (rule_measure){.known = true, .visits = visits, .root = root, .inner = inner};
    tail->sites = at;
    tail->sites_length = strcspn(at, ",");
    tail->agrees = (int)agrees;
    tail->solved = (int)solved;
    at += tail->sites_length;
    tail->suite = at + (*at == ',');
    tail->suite_length = strcspn(tail->suite, ",");
    return *at && tail->suite_length > 0 && tail->suite_length < SUITE_FILE_MAX &&
           tail->suite[tail->suite_length] == ',';
}

static bool is_tail(const char *at)
{
    row_tail tail;
    return read_tail(at, &tail);
}

/* Notes a field that a comma ends, and steps over both. */
static bool take_field(const char **at, const char **field, size_t *length)
{
    *field = *at;
    *length = strcspn(*at, ",");
    *at += *length + ((*at)[*length] == ',');
    return *length > 0 && (*at)[-1] == ',';
}

bool rule_record_row(const char *row, rule_row *out)
{
    char word[16];
    const char *at = row;
    long long playouts, reference_playouts, hash_mb;
    row_tail tail;
    if (!lab_record_field(&at, word, sizeof word)) {
        return false;
    }
    out->is_reference = strcmp(word, "reference") == 0;
    if ((!out->is_reference && strcmp(word, "rule") != 0) ||
        !take_field(&at, &out->setting, &out->setting_length) ||
        out->setting_length >= SUITE_SETTING_MAX ||
        !lab_record_number(&at, 1, INT64_MAX, &playouts) ||
        !take_field(&at, &out->reference, &out->reference_length) ||
        out->reference_length >= SUITE_SETTING_MAX ||
        !lab_record_number(&at, 1, INT64_MAX, &reference_playouts) ||
        !lab_record_number(&at, 0, 1 << 30, &hash_mb) || !lab_record_check(&at, &out->net_check)) {
        return false;
    }
    out->key_length = (size_t)(at - row);
    if (!take_field(&at, &out->position, &out->position_length) || !read_tail(at, &tail)) {
        return false;
    }
    out->playouts = (long)playouts;
    out->reference_playouts = (long)reference_playouts;
    out->hash_mb = (long)hash_mb;
    out->measure = tail.measure;
    out->agrees = tail.agrees;
    out->solved = tail.solved;
    out->suite = tail.suite;
    out->suite_length = tail.suite_length;
    return true;
}

static bool is_row(const char *row)
{
    rule_row out;
    return rule_record_row(row, &out);
}

const lab_record_kind rule_record_kind = {
    .what = "a record of morpho-lab mcts",
    .header = "kind,setting,playouts,reference,reference_playouts,hash_mb,net,position,move,visits,"
              "root_priors,inner_priors,agrees,solved,sites,suite,id\n",
    .key_fields = 8,
    .is_tail = is_tail,
    .is_row = is_row};

lab_record *rule_record_open(const char *path, failure *why)
{
    return lab_record_open(path, &rule_record_kind, why);
}

/* Looks up a row and reads its move; `known` says whether there is one. */
static bool find_row(const lab_record *record, const rule_plan *plan, const rule_search *of,
                     const suite_position *p, row_tail *tail, bool *known, failure *why)
{
    char key[KEY_MAX];
    write_key(key, plan, of, p);
    const char *row = lab_record_find(record, key);
    *known = row != NULL;
    if (!row) {
        return true;
    }
    if (!read_tail(row, tail)) {
        return fail(why, "%s: a row of %s is damaged", lab_record_path(record), p->name);
    }
    tail->measure.best = gen_from_uci(&p->epd.pos, tail->move);
    return tail->measure.best != MOVE_NONE ||
           fail(why, "%s: a row of %s has the move %s, which is not legal there",
                lab_record_path(record), p->name, tail->move);
}

bool rule_record_find(const lab_record *record, const rule_plan *plan, const rule_search *of,
                      const suite_position *p, rule_measure *m, failure *why)
{
    row_tail tail;
    bool known;
    *m = (rule_measure){.known = false};
    if (!find_row(record, plan, of, p, &tail, &known, why)) {
        return false;
    }
    if (known) {
        *m = tail.measure;
    }
    return true;
}

bool rule_record_find_reference(const lab_record *record, const rule_plan *plan,
                                const suite_position *p, rule_reference *reference, bool *known,
                                failure *why)
{
    row_tail tail;
    if (!find_row(record, plan, NULL, p, &tail, known, why)) {
        return false;
    }
    if (!*known) {
        return true;
    }
    reference->best = tail.measure.best;
    return rule_sites_read(reference, &p->epd.pos, tail.sites, tail.sites_length) ||
           fail(why, "%s: the sites of %s are damaged", lab_record_path(record), p->name);
}

static void write_row(FILE *out, const rule_plan *plan, const rule_search *of,
                      const suite_position *p, const rule_measure *m,
                      const rule_reference *reference)
{
    char key[KEY_MAX], best[MOVE_TEXT_MAX];
    const epd *e = &p->epd;
    const bool chess960 = fen_is_chess960(&e->pos);
    write_key(key, plan, of, p);
    move_to_uci(m->best, chess960, best);
    fprintf(out, "%s%s,%" PRId64 ",%" PRId64 ",%" PRId64 ",%d,%d,", key, best, m->visits, m->root,
            m->inner, m->best == reference->best, epd_has_answer(e) ? epd_solves(e, m->best) : -1);
    if (!of) {
        rule_sites_write(out, reference, chess960);
    }
    char name[2 * SUITE_NAME_MAX + 4];
    fprintf(out, ",%s,", p->file);
    fwrite(name, 1, lab_record_quote(name, p->name), out);
}

bool rule_record_add(lab_record *record, const rule_plan *plan, const rule_search *of,
                     const suite_position *p, const rule_measure *m,
                     const rule_reference *reference, failure *why)
{
    char *row = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&row, &size);
    if (!out) {
        return fail(why, "not enough memory for a row");
    }
    write_row(out, plan, of, p, m, reference);
    const bool whole = !ferror(out);
    const bool good = (fclose(out) == 0 && whole) ? lab_record_add(record, row, size, why)
                                                  : fail(why, "not enough memory for a row");
    free(row);
    return good;
}
