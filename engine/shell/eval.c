#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "nn/portable_math.h"
#include "verbs.h"

enum { EVAL_HASH_MB = 16, NODES_DEFAULT = 10000 };
enum { CELL_WIDTH = 7, RANK_LINE_MAX = 8 * CELL_WIDTH + 8 };

/* In pawns, for the side to move. */
static double score_of(const position *pos, const backend *net)
{
    const win_draw_loss v = backend_value(net, pos, NULL);
    return value_centipawns(net->nets->value.centipawns, v.win + 0.5f * v.draw) / 100.0;
}

/* The position without the piece on `gone`. Returns false if that position is illegal. The value
 * net sees pieces and the side to move, so castling and en passant are left out. */
static bool without_piece(const position *pos, square gone, position *next)
{
    pos_clear(next);
    for (square s = 0; s < SQUARES; s++) {
        if (pos->board[s] != PIECE_NONE && s != gone) {
            pos_put(next, pos->board[s], s);
        }
    }
    if (pos->to_move == BLACK) {
        pos_make_null(next);
    }
    const colour waiting = (colour)(pos->to_move ^ 1);
    const square king = pos_king(next, waiting);
    return (pos_attackers(next, king, pos_occupied(next)) & next->side[pos->to_move]) == 0;
}

/* Writes the lower line of a square's cell. */
static void write_worth(const position *pos, square s, double score, const backend *net,
                        char text[CELL_WIDTH + 1])
{
    const piece p = pos->board[s];
    position next;
    if (p == PIECE_NONE || piece_kind(p) == KING) {
        text[0] = '\0';
    } else if (!without_piece(pos, s, &next)) {
        strcpy(text, "-");
    } else {
        const double lost = score - score_of(&next, net);
        snprintf(text, CELL_WIDTH + 1, "%+.2f",
                 piece_side(p) == (colour)pos->to_move ? lost : -lost);
    }
}

static void write_rank(const position *pos, int rank, double score, const backend *net, writer *out)
{
    char drawn[BOARD_LINE_MAX], pieces[RANK_LINE_MAX] = "", worths[RANK_LINE_MAX] = "";
    board_text_line(pos, 7 - rank, false, drawn);
    for (int file = 0; file < 8; file++) {
        const square s = square_at(file, rank);
        char worth[CELL_WIDTH + 1];
        write_worth(pos, s, score, net, worth);
        snprintf(pieces + strlen(pieces), CELL_WIDTH + 1, "%*c", CELL_WIDTH,
                 drawn[BOARD_FIRST_COLUMN + 2 * file]);
        snprintf(worths + strlen(worths), CELL_WIDTH + 1, "%*s", CELL_WIDTH, worth);
    }
    writer_line(out, " %d%s", rank + 1, pieces);
    writer_line(out, "  %s", worths);
}

/* Writes FEN, score and board. The number under a piece is its worth: the score, in pawns, that its
 * side would lose without it. Kings have none. "-" means that without the piece the side not to
 * move would be in check, so that the position would be illegal. */
static void write_board(const position *root, const backend *net, writer *out)
{
    char fen[FEN_TEXT_MAX];
    const win_draw_loss v = backend_value(net, root, NULL);
    const double score = score_of(root, net);
    fen_write(root, false, fen);
    writer_line(out, "%s", fen);
    writer_line(out, "value net: %+.2f pawns for %s to move,", score, side_names[root->to_move]);
    writer_line(out, "who wins %.1f%%, draws %.1f%%, loses %.1f%%", 100.0 * (double)v.win,
                100.0 * (double)v.draw, 100.0 * (double)v.loss);
    writer_line(out, "%s", "");
    writer_line(out, "The worth of each piece to its side, in pawns:");
    writer_line(out, "the score that is lost without it.");
    writer_line(out, "%s", "");
    for (int rank = 7; rank >= 0; rank--) {
        write_rank(root, rank, score, net, out);
    }
    writer_line(out, "        a      b      c      d      e      f      g      h");
    writer_line(out, "%s", "");
}

/* Fills in the legal moves as a new search knows them at its end. `*nodes` gets the playouts. */
static bool take_moves(const verb_call *call, const request *r, root_move moves[], uint64_t *nodes,
                       failure *why)
{
    search_options own = engine_search_options(call->engine, SEARCH_MCTS);
    own.hash_mb = EVAL_HASH_MB;
    search *s = search_new(&own, why);
    if (s == NULL) {
        return false;
    }
    search_info last = {.nodes = 0};
    const bool whole = verb_search(s, r, call->stop, verb_keep_last, &last);
    if (whole) {
        search_line_moves(s, NULL, 0, moves, MOVES_MAX);
    }
    *nodes = last.nodes;
    search_free(s);
    return whole || fail(why, "interrupted");
}

/* By the net's priors, the highest first. */
static int compare_moves(const void *left, const void *right)
{
    const root_move *a = left, *b = right;
    if (a->prior_net != b->prior_net) {
        return a->prior_net > b->prior_net ? -1 : 1;
    }
    return (int)a->move - (int)b->move;
}

/* Writes the moves with the policy net's probabilities, and what histories change in them. */
static void write_moves(const position *root, const search_options *options,
                        const root_move found[], int count, writer *out)
{
    const backend net = {.nets = options->nets, .kernels = options->kernels};
    move moves[MOVES_MAX];
    float shares[MOVES_MAX];
    for (int i = 0; i < count; i++) {
        moves[i] = found[i].move;
    }
    backend_policy(&net, root, NULL, moves, count, shares);
    nn_softmax(shares, count, 1.0f);
    writer_line(out, "move         net     root  history  corrected");
    for (int i = 0; i < count; i++) {
        char san[SAN_TEXT_MAX];
        san_write(root, moves[i], san);
        writer_line(out, "%-8s %6.2f%%  %6.2f%%  %+7.4f    %6.2f%%", san, 100.0 * (double)shares[i],
                    100.0 * (double)found[i].prior_net, (double)found[i].history,
                    100.0 * (double)found[i].prior);
    }
}

/* Writes the board, the value net's score, the worth of each piece to that net, and the policy
 * net's probability of each legal move, before and after the histories' correction. */
static bool evaluate(const verb_call *call, const request *r, failure *why)
{
    const search_options options = engine_search_options(call->engine, SEARCH_MCTS);
    const backend net = {.nets = options.nets, .kernels = options.kernels};
    const position *root = &r->root;
    root_move moves[MOVES_MAX];
    uint64_t nodes = 0;
    const int count = gen_count(root);
    if (count > 0 && !take_moves(call, r, moves, &nodes, why)) {
        return false;
    }
    write_board(root, &net, call->out);
    if (count == 0) {
        writer_line(call->out, "%s: there is no legal move.",
                    pos_in_check(root) ? "Checkmate" : "Stalemate");
        return true;
    }
    writer_line(call->out, "net: the policy net's probability of each move;");
    writer_line(call->out, "root: the same at the root's temperature %.2f;",
                options.params.temperature_root_milli / 1000.0);
    writer_line(call->out, "history: what the histories add to its logit");
    writer_line(call->out, "after %" PRIu64 " playouts; corrected: root with history.", nodes);
    writer_line(call->out, "%s", "");
    qsort(moves, (size_t)count, sizeof *moves, compare_moves);
    write_moves(root, &options, moves, count, call->out);
    return true;
}

bool eval_run(verb_call *call, failure *why)
{
    request r = request_default();
    r.limits = (search_limits){.nodes = NODES_DEFAULT};
    if (call->game != NULL) {
        r.root = call->game->root;
        r.game = call->game->played;
        if (!call->game->valid) {
            return fail(why, "the last position was refused");
        }
    }
    return request_read(call->text, &r, why) && engine_load_nets(call->engine, why) &&
           evaluate(call, &r, why);
}
