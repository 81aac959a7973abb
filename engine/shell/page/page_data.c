#include "page_data.h"

#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "system/clock.h"

/* Negamax gets this time even if mcts has proven the position in less. */
enum { LEAST_MS = 20 };

static void take(page_opinion *o, search *s, const position *pos, const line *game,
                 const search_limits *limits, search_listener *listener, void *user)
{
    const int64_t begun = system_cpu_ns();
    o->review = review_position(s, pos, game, limits, listener, user);
    o->cpu_seconds = (double)(system_cpu_ns() - begun) / 1e9;
    o->count = o->review.over ? 0 : search_root_moves(s, o->moves, MOVES_MAX);
}

void page_opinions_take(page_position *at, search *const searches[], const line *game,
                        const search_limits *limits, search_listener *listener, void *user)
{
    page_opinion *by = at->by;
    search_limits equal = {.time_exact = true, .time_cpu = true};
    take(&by[SEARCH_MCTS], searches[SEARCH_MCTS], &at->pos, game, limits, listener, user);
    const int64_t ms = (int64_t)(1000.0 * by[SEARCH_MCTS].cpu_seconds + 0.5);
    equal.time_ms_soft = equal.time_ms_hard = ms > LEAST_MS ? ms : LEAST_MS;
    take(&by[SEARCH_NEGAMAX], searches[SEARCH_NEGAMAX], &at->pos, game, &equal, listener, user);
}

static void put_uci(json_writer *j, const char *key, move m)
{
    char text[MOVE_TEXT_MAX];
    move_to_uci(m, true, text);
    json_text(j, key, text);
}

static void put_score(json_writer *j, const review *r, colour to_move)
{
    const search_score *s = &r->score;
    const bool white = to_move == WHITE;
    json_text(j, "kind", s->kind == SCORE_MATE ? "mate" : "centipawns");
    json_whole(j, "score", white ? s->value : -s->value);
    json_real(j, "win", (double)(white ? s->win : s->loss), 4);
    json_real(j, "draw", (double)s->draw, 4);
    json_real(j, "loss", (double)(white ? s->loss : s->win), 4);
}

static void put_line(json_writer *j, const review *r)
{
    char text[REVIEW_LINE_MAX * MOVE_TEXT_MAX + 1] = "";
    for (int i = 0; i < r->line_length; i++) {
        char *end = text + strlen(text);
        if (i > 0) {
            *end++ = ' ';
        }
        move_to_uci(r->line[i], true, end);
    }
    json_text(j, "line", text);
}

static void put_moves(json_writer *j, const page_opinion *o, int most)
{
    json_array_begin(j, "moves");
    for (int i = 0; i < o->count && i < most; i++) {
        const root_move *m = &o->moves[i];
        json_object_begin(j, NULL);
        put_uci(j, "move", m->move);
        json_whole(j, "visits", m->visits);
        json_known(j, "q", m->visits > 0 ? m->q : -1.0f, 4);
        json_real(j, "prior", (double)m->prior, 4);
        json_real(j, "history", (double)m->history, 4);
        if (m->proven) {
            json_truth(j, "proven", true);
        }
        json_object_end(j);
    }
    json_array_end(j);
}

static void put_opinion(json_writer *j, search_algorithm by, const position *pos,
                        const page_opinion *o, int most)
{
    int64_t visits = 0;
    for (int i = 0; i < o->count; i++) {
        visits += o->moves[i].visits;
    }
    json_object_begin(j, search_algorithm_words[by]);
    put_score(j, &o->review, (colour)pos->to_move);
    json_whole(j, "nodes", (int64_t)o->review.nodes);
    json_whole(j, "depth", o->review.depth);
    json_real(j, "cpu_seconds", o->cpu_seconds, 3);
    put_line(j, &o->review);
    if (by == SEARCH_MCTS) {
        json_whole(j, "visits", visits);
        put_moves(j, o, most);
    }
    json_object_end(j);
}

void page_position_begin(json_writer *j, const page_position *at)
{
    char fen[FEN_TEXT_MAX];
    fen_write(&at->pos, at->chess960, fen);
    json_object_begin(j, NULL);
    json_text(j, "fen", fen);
    if (at->played != MOVE_NONE) {
        put_uci(j, "played", at->played);
    }
}

void page_position_put(json_writer *j, const page_position *at, int moves)
{
    const review *mcts = &at->by[SEARCH_MCTS].review;
    page_position_begin(j, at);
    json_truth(j, "over", mcts->over);
    if (mcts->human_played >= 0.0f) {
        json_object_begin(j, "human");
        json_real(j, "played", (double)mcts->human_played, 4);
        json_real(j, "best", (double)mcts->human_best, 4);
        json_object_end(j);
    }
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        put_opinion(j, (search_algorithm)i, &at->pos, &at->by[i], moves);
    }
    json_object_end(j);
}

void page_opening_put(json_writer *j, const opening_names *names, const pgn_record *game)
{
    opening_name found;
    if (opening_names_find(names, game, &found)) {
        json_object_begin(j, "opening");
        json_text(j, "code", found.code);
        json_text(j, "name", found.name);
        json_whole(j, "ply", (int64_t)found.ply);
        json_object_end(j);
    }
}

void page_losses_put(json_writer *j)
{
    json_object_begin(j, "losses");
    json_real(j, "6", (double)review_least_loss(6), 2);
    json_real(j, "2", (double)review_least_loss(2), 2);
    json_real(j, "4", (double)review_least_loss(4), 2);
    json_object_end(j);
}

void page_tags_put(json_writer *j, const pgn_record *game)
{
    static const char *const names[] = {"White", "Black", "Event",    "Site",
                                        "Date",  "Round", "WhiteElo", "BlackElo"};
    json_object_begin(j, "tags");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = pgn_record_tag(game, names[i]);
        if (value != NULL && strcmp(value, "?") != 0) {
            json_text(j, names[i], value);
        }
    }
    json_text(j, "Result", game->result);
    json_object_end(j);
}

enum { SNAPSHOTS_MAX = 256, CURVES = 6 };

/* The playouts grow by this factor from one point of the curves to the next but one. */
static const double least_growth = 1.06;

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
        fail(why, "not enough memory for the course of the search");
    }
    return c;
}

void page_curves_free(page_curves *c)
{
    free(c);
}

void page_curves_clear(page_curves *c)
{
    c->count = 0;
}

void page_curves_listen(void *user, const search *s, const search_info *info)
{
    page_curves *c = user;
    root_move root;
    const uint64_t last = c->count > 0 ? c->at[c->count - 1].playouts : 0;
    if (info->nodes <= last || !search_root_stats(s, &root)) {
        return;
    }
    /* Where reports come more often than the curves need points, a newer point takes the place of
     * the last one. */
    const bool close =
        c->count > 1 && (double)info->nodes < least_growth * (double)c->at[c->count - 2].playouts;
    c->count -= close || c->count == SNAPSHOTS_MAX;
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

static void put_curve(json_writer *j, const page_curves *c, move m)
{
    json_object_begin(j, NULL);
    put_uci(j, "move", m);
    json_array_begin(j, "visits");
    for (int i = 0; i < c->count; i++) {
        const root_move *found = find_move(&c->at[i], m);
        json_whole(j, NULL, found != NULL ? found->visits : 0);
    }
    json_array_end(j);
    json_array_begin(j, "q");
    for (int i = 0; i < c->count; i++) {
        const root_move *found = find_move(&c->at[i], m);
        json_known(j, NULL, found != NULL && found->visits > 0 ? found->q : -1.0f, 4);
    }
    json_array_end(j);
    json_object_end(j);
}

void page_curves_put(json_writer *j, const char *key, const page_curves *c)
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
            put_curve(j, c, last->moves[i].move);
        }
    }
    json_array_end(j);
    json_object_end(j);
}

void page_histories_put(json_writer *j, const char *key, const search *s)
{
    static const char *const keys[] = {[WHITE] = "white", [BLACK] = "black"};
    float logits[SQUARES * SQUARES];
    json_object_begin(j, key);
    for (int side = WHITE; side <= BLACK; side++) {
        json_array_begin(j, keys[side]);
        const bool known = search_square_logits(s, (colour)side, logits);
        for (int i = 0; known && i < SQUARES * SQUARES; i++) {
            if (logits[i] != 0.0f) {
                json_whole(j, NULL, i / SQUARES);
                json_whole(j, NULL, i % SQUARES);
                json_real(j, NULL, (double)logits[i], 3);
            }
        }
        json_array_end(j);
    }
    json_object_end(j);
}
