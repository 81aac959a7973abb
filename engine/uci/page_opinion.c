#include "page_opinion.h"

#include <string.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "system/clock.h"

static void take(page_opinion *o, search *s, const position *pos, const line *game,
                 const search_limits *limits, search_listener *listener, void *user)
{
    const int64_t begun = system_cpu_ns();
    o->review = review_position(s, pos, game, limits, listener, user);
    o->cpu_seconds = (double)(system_cpu_ns() - begun) / 1e9;
    o->count = o->review.over ? 0 : search_root_moves(s, o->moves, MOVES_MAX);
}

void page_opinions_take(page_position *at, search *const searches[], const line *game,
                        const search_limits *limits, int threads, search_listener *listener,
                        void *user)
{
    page_opinion *by = at->by;
    search_limits equal = {.time_exact = true};
    take(&by[SEARCH_MCTS], searches[SEARCH_MCTS], &at->pos, game, limits, listener, user);
    const int64_t ms = (int64_t)(1000.0 * by[SEARCH_MCTS].cpu_seconds / threads + 0.5);
    equal.time_ms_soft = equal.time_ms_hard = ms > 0 ? ms : 1;
    take(&by[SEARCH_NEGAMAX], searches[SEARCH_NEGAMAX], &at->pos, game, &equal, NULL, NULL);
}

/* Writes SAN, and the squares as UCI writes them in chess, where castling moves the king. A king
 * that castles and stays where it is moves to its rook, so that the squares differ. */
static void put_name(json_writer *j, const position *pos, move m)
{
    char san[SAN_TEXT_MAX], squares[MOVE_TEXT_MAX];
    san_write(pos, m, san);
    move_to_uci(m, false, squares);
    if (memcmp(squares, squares + 2, 2) == 0) {
        move_to_uci(m, true, squares);
    }
    json_text(j, "san", san);
    json_text(j, "move", squares);
}

static void put_score(json_writer *j, const review *r, colour to_move)
{
    const search_score *s = &r->score;
    const bool white = to_move == WHITE;
    const double expected = (double)review_expected(r);
    json_text(j, "kind", s->kind == SCORE_MATE ? "mate" : "centipawns");
    json_whole(j, "score", white ? s->value : -s->value);
    json_real(j, "win", (double)(white ? s->win : s->loss), 4);
    json_real(j, "draw", (double)s->draw, 4);
    json_real(j, "loss", (double)(white ? s->loss : s->win), 4);
    json_real(j, "white", white ? expected : 1.0 - expected, 4);
}

static void put_line(json_writer *j, const position *root, const review *r)
{
    position pos = *root;
    json_array_begin(j, "line");
    for (int i = 0; i < r->line_length; i++) {
        json_object_begin(j, NULL);
        put_name(j, &pos, r->line[i]);
        json_object_end(j);
        pos_make(&pos, r->line[i]);
    }
    json_array_end(j);
}

static void put_move(json_writer *j, const position *pos, const root_move *m, double share)
{
    json_object_begin(j, NULL);
    put_name(j, pos, m->move);
    json_whole(j, "visits", m->visits);
    json_real(j, "share", share, 4);
    if (m->q >= 0.0f) {
        json_real(j, "q", (double)m->q, 4);
    } else {
        json_null(j, "q");
    }
    json_real(j, "prior", (double)m->prior, 4);
    json_real(j, "history", (double)m->history, 4);
    json_truth(j, "proven", m->proven);
    json_object_end(j);
}

static void put_opinion(json_writer *j, const char *key, const position *pos, const page_opinion *o,
                        int most)
{
    double visits = 0.0;
    for (int i = 0; i < o->count; i++) {
        visits += o->moves[i].visits;
    }
    json_object_begin(j, key);
    put_score(j, &o->review, (colour)pos->to_move);
    json_whole(j, "nodes", (int64_t)o->review.nodes);
    json_whole(j, "depth", o->review.depth);
    json_real(j, "seconds", (double)o->review.time_ms / 1000.0, 3);
    json_real(j, "cpu_seconds", o->cpu_seconds, 3);
    put_line(j, pos, &o->review);
    json_array_begin(j, "moves");
    for (int i = 0; i < o->count && i < most; i++) {
        put_move(j, pos, &o->moves[i], visits > 0.0 ? o->moves[i].visits / visits : 0.0);
    }
    json_array_end(j);
    json_object_end(j);
}

void page_position_put(json_writer *j, const page_position *at, const page_position *before,
                       bool chess960, int moves)
{
    char fen[FEN_TEXT_MAX];
    fen_write(&at->pos, chess960, fen);
    json_object_begin(j, NULL);
    json_text(j, "fen", fen);
    json_truth(j, "over", at->by[SEARCH_MCTS].review.over);
    if (before != NULL) {
        const float loss =
            review_loss(&before->by[SEARCH_MCTS].review, &at->by[SEARCH_MCTS].review, at->played);
        put_name(j, &before->pos, at->played);
        json_real(j, "lost", (double)loss, 4);
        json_whole(j, "nag", review_nag(review_kind_of(loss)));
    }
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        put_opinion(j, search_algorithm_words[i], &at->pos, &at->by[i], moves);
    }
    json_object_end(j);
}
