#include "page_curves.h"

#include <stdlib.h>

#include "chess/san.h"

enum { SNAPSHOTS_MAX = 256, CURVES = 6 };

typedef struct snapshot {
    uint64_t playouts;
    float q; /* of the root */
    int count;
    root_move moves[MOVES_MAX];
} snapshot;

struct page_curves {
    int count;
    snapshot at[SNAPSHOTS_MAX];
};

page_curves *page_curves_new(failure *why)
{
    page_curves *c = calloc(1, sizeof *c);
    if (c == NULL) {
        fail(why, "page: not enough memory for the course of the search");
    }
    return c;
}

void page_curves_free(page_curves *c)
{
    free(c);
}

void page_curves_listen(void *user, const search *s, const search_info *info)
{
    page_curves *c = user;
    root_move root;
    const uint64_t last = c->count > 0 ? c->at[c->count - 1].playouts : 0;
    /* The search reports at other moments too. */
    const bool grown = info->final ? info->nodes > last : info->nodes >= last + last / 10 + 1;
    if (!grown || !search_root_stats(s, &root)) {
        return;
    }
    c->count -= c->count == SNAPSHOTS_MAX;
    snapshot *next = &c->at[c->count++];
    next->playouts = info->nodes;
    next->q = root.q;
    next->count = search_root_moves(s, next->moves, MOVES_MAX);
}

static const root_move *find_move(const snapshot *at, move wanted)
{
    for (int i = 0; i < at->count; i++) {
        if (at->moves[i].move == wanted) {
            return &at->moves[i];
        }
    }
    return NULL;
}

static void put_curve(json_writer *j, const page_curves *c, const position *root, move m)
{
    char san[SAN_TEXT_MAX];
    san_write(root, m, san);
    json_object_begin(j, NULL);
    json_text(j, "san", san);
    json_array_begin(j, "visits");
    for (int i = 0; i < c->count; i++) {
        const root_move *found = find_move(&c->at[i], m);
        json_whole(j, NULL, found != NULL ? found->visits : 0);
    }
    json_array_end(j);
    json_array_begin(j, "q");
    for (int i = 0; i < c->count; i++) {
        const root_move *found = find_move(&c->at[i], m);
        if (found != NULL && found->visits > 0) {
            json_real(j, NULL, (double)found->q, 4);
        } else {
            json_null(j, NULL);
        }
    }
    json_array_end(j);
    json_object_end(j);
}

void page_curves_put(json_writer *j, const char *key, const page_curves *c, const position *root)
{
    json_object_begin(j, key);
    json_array_begin(j, "playouts");
    for (int i = 0; i < c->count; i++) {
        json_whole(j, NULL, (int64_t)c->at[i].playouts);
    }
    json_array_end(j);
    json_array_begin(j, "q");
    for (int i = 0; i < c->count; i++) {
        json_real(j, NULL, (double)c->at[i].q, 4);
    }
    json_array_end(j);
    json_array_begin(j, "moves");
    const snapshot *last = c->count > 0 ? &c->at[c->count - 1] : NULL;
    for (int i = 0; last != NULL && i < last->count && i < CURVES; i++) {
        if (last->moves[i].visits > 0) {
            put_curve(j, c, root, last->moves[i].move);
        }
    }
    json_array_end(j);
    json_object_end(j);
}
