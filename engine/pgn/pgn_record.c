#include "pgn/pgn_record.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array_room.h"
#include "chess/fen.h"
#include "chess/san.h"
#include "pgn_reader.h"

struct pgn_records {
    pgn_reader reader;
    char *path;
    long games;
    bool held; /* the tag that was read last begins the next game */
    bool cut;
};

/* A game that is being read. */
typedef struct draft {
    pgn_record *r;
    position pos; /* after the last move */
    bool moving, starved;
    bool ended; /* by a null move */
} draft;

static pgn_records *begin(const char *path, failure *why)
{
    pgn_records *p = calloc(1, sizeof *p);
    if (p) {
        p->path = strdup(path);
    }
    if (!p || !p->path) {
        fail(why, "%s: not enough memory to read it", path);
        pgn_records_close(p);
        return NULL;
    }
    return p;
}

pgn_records *pgn_records_open(const char *path, failure *why)
{
    pgn_records *p = begin(path, why);
    if (p && !pgn_reader_open(&p->reader, path, why)) {
        pgn_records_close(p);
        return NULL;
    }
    return p;
}

pgn_records *pgn_records_open_bytes(const void *bytes, size_t size, const char *name, failure *why)
{
    pgn_records *p = begin(name, why);
    if (p && !pgn_reader_open_bytes(&p->reader, bytes, size, name, why)) {
        pgn_records_close(p);
        return NULL;
    }
    return p;
}

void pgn_records_close(pgn_records *p)
{
    if (p) {
        pgn_reader_close(&p->reader);
        free(p->path);
        free(p);
    }
}

long pgn_records_count(const pgn_records *p)
{
    return p->games;
}

int64_t pgn_records_offset(const pgn_records *p)
{
    return p->reader.in.taken;
}

int64_t pgn_records_bytes(const pgn_records *p)
{
    return gzip_input_bytes(p->reader.in.file);
}

bool pgn_records_cut(const pgn_records *p)
{
    return p->cut;
}

static void clear(pgn_record *r)
{
    for (size_t i = 0; i < r->tag_count; i++) {
        free(r->tags[i].name);
        free(r->tags[i].value);
    }
    for (size_t i = 0; i < r->comment_count; i++) {
        free(r->comments[i]);
    }
    r->tag_count = r->comment_count = r->ply_count = r->bytes_before_result = 0;
    strcpy(r->result, "*");
    r->remark.text[0] = '\0';
}

bool pgn_record_same_moves(const pgn_record *a, const pgn_record *b)
{
    bool same = a->ply_count == b->ply_count && a->first.key == b->first.key;
    for (size_t i = 0; same && i < a->ply_count; i++) {
        same = a->moves[i] == b->moves[i];
    }
    return same;
}

void pgn_record_free(pgn_record *r)
{
    clear(r);
    free(r->tags);
    free(r->comments);
    free(r->moves);
    *r = (pgn_record){.tags = NULL};
}

const char *pgn_record_tag(const pgn_record *r, const char *name)
{
    for (size_t i = 0; i < r->tag_count; i++) {
        if (strcmp(r->tags[i].name, name) == 0) {
            return r->tags[i].value;
        }
    }
    return NULL;
}

const char *pgn_result(const char *text)
{
    static const char *const results[][2] = {
        {"1-0", "1-0"}, {"0-1", "0-1"}, {"1/2-1/2", "1/2-1/2"}, {"1/2", "1/2-1/2"}, {"*", "*"}};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (strcmp(text, results[i][0]) == 0) {
            return results[i][1];
        }
    }
    return NULL;
}

bool pgn_results_differ(const char *tag, const char *word, failure *why)
{
    const char *one = pgn_result(tag), *other = pgn_result(word);
    return one && other && *one != '*' && *other != '*' && strcmp(one, other) != 0 &&
           !fail(why, "the tag Result says %s, but the moves end with %s", one, other);
}

/* Writes where the reader is, and what it found in the game of this number. */
static void locate(const pgn_records *p, long number, const failure *reason, failure *why)
{
    fail(why, "%s: line %ld: game %ld: %s", p->path, p->reader.line, number, reason->text);
}

/* Keeps the first remark about the game that is being read. */
static void remark(const pgn_records *p, draft *d, const failure *reason)
{
    if (!d->r->remark.text[0]) {
        locate(p, p->games + 1, reason, &d->r->remark);
    }
}

static bool starve(draft *d, failure *why)
{
    d->starved = true;
    return fail(why, "not enough memory");
}

static bool add_tag(draft *d, const char *name, const char *value, failure *why)
{
    pgn_record *r = d->r;
    if (r->tag_count == PGN_RECORD_TAGS_MAX) {
        return fail(why, "it has more than %d tags", PGN_RECORD_TAGS_MAX);
    }
    pgn_tag *tags = array_room(r->tags, sizeof *tags, &r->tag_capacity, r->tag_count + 1);
    if (!tags) {
        return starve(d, why);
    }
    r->tags = tags;
    pgn_tag *tag = &tags[r->tag_count++];
    *tag = (pgn_tag){strdup(name), strdup(value)};
    return (tag->name && tag->value) || starve(d, why);
}

/* Room for the comments at the present place, where there is none yet. */
static bool add_place(draft *d, failure *why)
{
    pgn_record *r = d->r;
    char **comments =
        array_room(r->comments, sizeof *comments, &r->comment_capacity, r->comment_count + 1);
    if (!comments) {
        return starve(d, why);
    }
    r->comments = comments;
    comments[r->comment_count++] = NULL;
    return true;
}

static bool add_move(draft *d, const char *text, failure *why)
{
    pgn_record *r = d->r;
    const move m = san_parse(&d->pos, text);
    if (m == MOVE_NONE) {
        char fen[FEN_TEXT_MAX];
        fen_write(&d->pos, r->chess960, fen);
        return fail(why, "the move %.40s is illegal or ambiguous in %s", text, fen);
    }
    if (r->ply_count == PGN_RECORD_PLIES_MAX) {
        return fail(why, "the game has more than %d plies", PGN_RECORD_PLIES_MAX);
    }
    move *moves = array_room(r->moves, sizeof *moves, &r->move_capacity, r->ply_count + 1);
    if (!moves) {
        return starve(d, why);
    }
    r->moves = moves;
    moves[r->ply_count++] = m;
    pos_make(&d->pos, m);
    return add_place(d, why);
}

static bool add_comment(draft *d, const char *text, failure *why)
{
    char **place = &d->r->comments[d->r->comment_count - 1];
    const size_t used = *place ? strlen(*place) : 0;
    if (used + strlen(text) > PGN_RECORD_COMMENT_MAX) {
        return fail(why, "the comments at one place are longer than %d bytes",
                    PGN_RECORD_COMMENT_MAX);
    }
    char *joined = realloc(*place, used + strlen(text) + 2);
    if (!joined) {
        return starve(d, why);
    }
    *place = joined;
    strcpy(joined + used, used > 0 ? " " : "");
    strcat(joined + used, text);
    return true;
}

/* True if the text is one of the names, which are in lower case. The case of its letters does not
 * matter. */
static bool is_any(const char *text, const char *const names[])
{
    for (; *names; names++) {
        if (strcasecmp(text, *names) == 0) {
            return true;
        }
    }
    return false;
}

static bool set_up(pgn_record *r, failure *why)
{
    static const char *const usual[] = {"", "normal", "standard", "chess", "from position", NULL};
    static const char *const names960[] = {
        "chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random", "960", NULL};
    const char *fen = pgn_record_tag(r, "FEN"), *tag = pgn_record_tag(r, "Variant");
    const char *variant = tag ? tag : "", *setup = pgn_record_tag(r, "SetUp");
    r->chess960 = is_any(variant, names960);
    if (!r->chess960 && !is_any(variant, usual)) {
        return fail(why, "the variant \"%.60s\" is not chess", variant);
    }
    if (setup && strcmp(setup, "1") == 0 && !fen) {
        return fail(why, "SetUp is 1, but there is no FEN");
    }
    if (!fen_parse(&r->first, fen ? fen : FEN_START, NULL, why)) {
        return false;
    }
    r->chess960 |= fen_is_chess960(&r->first);
    return true;
}

/* Sets up the first position, unless that is done. */
static bool begin_moves(draft *d, failure *why)
{
    if (!d->moving) {
        d->moving = set_up(d->r, why);
        d->pos = d->r->first;
    }
    return d->moving;
}

static void set_result(pgn_record *r, const char *result)
{
    const char *last = r->comments[r->ply_count];
    r->bytes_before_result = last ? strlen(last) : 0;
    strcpy(r->result, result);
}

/* Keeps the result after the moves. */
static void take_result(pgn_records *p, draft *d, const char *result)
{
    const char *tag = pgn_record_tag(d->r, "Result");
    failure reason;
    if (tag && pgn_results_differ(tag, result, &reason)) {
        remark(p, d, &reason);
    }
    set_result(d->r, result);
}

/* Handles one token of the game. Returns false and fills `why` if the token is an error. */
static bool take_token(pgn_records *p, draft *d, pgn_kind kind, failure *why)
{
    const char *text = p->reader.text;
    if (kind == PGN_TAG) {
        return add_tag(d, p->reader.name, text, why);
    }
    if (kind == PGN_COMMENT) {
        return d->ended || add_comment(d, text, why);
    }
    if (!begin_moves(d, why)) {
        return false;
    }
    if (kind == PGN_RESULT) {
        take_result(p, d, text);
        return true;
    }
    return d->ended || add_move(d, text, why);
}

/* Takes the result of the tag for a game without another one. */
static pgn_record_status end_without_result(draft *d, failure *why)
{
    if (!begin_moves(d, why)) {
        return PGN_RECORD_FAULTY;
    }
    const char *tag = pgn_record_tag(d->r, "Result"), *result = tag ? pgn_result(tag) : NULL;
    set_result(d->r, result ? result : "*");
    return PGN_RECORD_READ;
}

/* Takes the comments after the result, on its line. The game is whole whatever is wrong with them,
 * so a faulty one is left out. Returns false and fills `why` if memory is short. */
static bool take_last_comments(pgn_records *p, draft *d, failure *why)
{
    while (!d->starved && pgn_reader_comment_follows(&p->reader)) {
        const pgn_kind kind = pgn_reader_next(&p->reader, why);
        if (kind == PGN_FAULT) {
            pgn_reader_skip(&p->reader);
        } else if (kind == PGN_COMMENT) {
            (void)add_comment(d, p->reader.text, why);
        }
    }
    return !d->starved;
}

/* True if the last tag begins a game although this one has neither moves nor a result. */
static bool is_second_event(const pgn_records *p, const pgn_record *r)
{
    return strcmp(p->reader.name, "Event") == 0 && pgn_record_tag(r, "Event");
}

/* Reads tokens to the end of a game. Fills `why` unless it was read, or the file has ended. */
static pgn_record_status read_game(pgn_records *p, draft *d, failure *why)
{
    for (bool begun = false;;) {
        const pgn_kind kind = p->held ? PGN_TAG : pgn_reader_next(&p->reader, why);
        p->held = false;
        if (!begun && kind <= PGN_RESULT) {
            d->r->line = p->reader.line;
        }
        if (kind == PGN_TAG && (d->moving || is_second_event(p, d->r))) {
            p->held = true;
            return end_without_result(d, why);
        }
        if (kind == PGN_CUT || kind == PGN_BAD) {
            p->cut = kind == PGN_CUT;
            return PGN_RECORD_BAD;
        }
        if (kind == PGN_END) {
            return begun ? end_without_result(d, why) : PGN_RECORD_END;
        }
        begun |= kind != PGN_COMMENT && kind != PGN_ODD;
        if (kind == PGN_ODD || kind == PGN_NULL_MOVE) {
            remark(p, d, why);
            d->ended |= kind == PGN_NULL_MOVE;
        }
        if (kind == PGN_ODD) {
            continue;
        }
        if (kind == PGN_FAULT || !take_token(p, d, kind, why)) {
            pgn_reader_skip(&p->reader);
            return d->starved ? PGN_RECORD_BAD : PGN_RECORD_FAULTY;
        }
        if (kind == PGN_RESULT) {
            return take_last_comments(p, d, why) ? PGN_RECORD_READ : PGN_RECORD_BAD;
        }
    }
}

pgn_record_status pgn_records_next(pgn_records *p, pgn_record *r, failure *why)
{
    failure reason = {""};
    draft d = {.r = r};
    clear(r);
    const pgn_record_status status =
        add_place(&d, &reason) ? read_game(p, &d, &reason) : PGN_RECORD_BAD;
    p->games += status <= PGN_RECORD_FAULTY;
    if (status == PGN_RECORD_FAULTY || status == PGN_RECORD_BAD) {
        locate(p, p->games + (status == PGN_RECORD_BAD), &reason, why);
    }
    return status;
}
