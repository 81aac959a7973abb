#include "opening_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "chess/fen.h"
#include "chess/san.h"

enum { PLIES_MAX = 64, CODE_LENGTH = OPENING_CODE_SIZE - 1 };

typedef struct entry {
    uint64_t key; /* of the position */
    const char *code, *name;
    int name_length;
} entry;

struct opening_names {
    size_t count, capacity;
    entry *entries; /* sorted by key */
};

/* A reader of the table, whose lines tools/make-openings describes. */
typedef struct reader {
    const char *at;
    position after[PLIES_MAX + 1]; /* the positions after the first moves of the last line */
} reader;

extern const char page_openings[]; /* page/page_files.S */

/* Plays the moves of a line up to the tab. Returns false if one is wrong. */
static bool play_moves(reader *r, position *last)
{
    char *end;
    unsigned long ply = strtoul(r->at, &end, 10);
    for (r->at = end; *r->at == ' '; ply++) {
        char word[SAN_TEXT_MAX];
        const size_t length = strcspn(++r->at, " \t");
        if (ply >= PLIES_MAX || length >= sizeof word) {
            return false;
        }
        memcpy(word, r->at, length);
        word[length] = '\0';
        const move m = san_parse(&r->after[ply], word);
        if (m == MOVE_NONE) {
            return false;
        }
        r->after[ply + 1] = r->after[ply];
        pos_make(&r->after[ply + 1], m);
        r->at += length;
    }
    *last = r->after[ply];
    return *r->at == '\t';
}

static bool read_line(reader *r, entry *e)
{
    position last;
    if (!play_moves(r, &last) || strcspn(r->at + 1, "\t\n") != CODE_LENGTH ||
        r->at[1 + CODE_LENGTH] != '\t') {
        return false;
    }
    e->key = last.key;
    e->code = r->at + 1;
    e->name = e->code + CODE_LENGTH + 1;
    e->name_length = (int)strcspn(e->name, "\n");
    r->at = e->name + e->name_length + 1;
    return e->name_length < OPENING_NAME_SIZE;
}

static int compare(const void *a, const void *b)
{
    const entry *left = a, *right = b;
    return (left->key > right->key) - (left->key < right->key);
}

static bool read_table(opening_names *names, failure *why)
{
    reader r = {.at = page_openings};
    while (*r.at == '#') {
        r.at += strcspn(r.at, "\n") + 1;
    }
    for (fen_parse(&r.after[0], FEN_START, NULL, NULL); *r.at != '\0'; names->count++) {
        entry *entries =
            array_room(names->entries, sizeof *entries, &names->capacity, names->count + 1);
        if (entries == NULL) {
            return fail(why, "not enough memory for the names of openings");
        }
        names->entries = entries;
        if (!read_line(&r, &entries[names->count])) {
            return fail(why, "the table of openings: opening %zu is wrong", names->count + 1);
        }
    }
    qsort(names->entries, names->count, sizeof *names->entries, compare);
    return true;
}

opening_names *opening_names_new(failure *why)
{
    opening_names *names = calloc(1, sizeof *names);
    if (names == NULL) {
        fail(why, "not enough memory for the names of openings");
        return NULL;
    }
    if (!read_table(names, why)) {
        opening_names_free(names);
        return NULL;
    }
    return names;
}

void opening_names_free(opening_names *names)
{
    if (names != NULL) {
        free(names->entries);
        free(names);
    }
}

size_t opening_names_count(const opening_names *names)
{
    return names->count;
}

bool opening_names_find(const opening_names *names, const pgn_record *game, opening_name *found)
{
    const entry *last = NULL;
    position pos = game->first;
    for (size_t ply = 0; ply <= game->ply_count && ply <= PLIES_MAX; ply++) {
        const entry wanted = {.key = pos.key};
        const entry *e =
            bsearch(&wanted, names->entries, names->count, sizeof *names->entries, compare);
        if (e != NULL) {
            last = e;
            found->ply = ply;
        }
        if (ply < game->ply_count) {
            pos_make(&pos, game->moves[ply]);
        }
    }
    if (last != NULL) {
        snprintf(found->code, sizeof found->code, "%.*s", CODE_LENGTH, last->code);
        snprintf(found->name, sizeof found->name, "%.*s", last->name_length, last->name);
    }
    return last != NULL;
}
