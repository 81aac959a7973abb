#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "nn/negamax_stack.h"
#include "nn/real.h"
#include "verbs.h"

enum { EVAL_HASH_MB = 16, NODES_DEFAULT = 10000 };
enum { CELL_WIDTH = 7, RANK_LINE_MAX = 8 * CELL_WIDTH + 8 };

/* In pawns, for the side to move. */
static double score_of(const position *pos, const backend *net)
{
    const win_draw_loss v = backend_value(net, pos);
    return value_centipawns(&net->nets->value, v.win + 0.5f * v.draw) / 100.0;
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
    const win_draw_loss v = backend_value(net, root);
    const double score = score_of(root, net);
    fen_write(root, false, fen);
    writer_line(out, "%s", fen);
    writer_line(out,
                "value net: %+.2f pawns for %s to move, who wins %.1f%%, draws %.1f%%, loses "
                "%.1f%%",
                score, side_names[root->to_move], 100.0 * (double)v.win, 100.0 * (double)v.draw,
                100.0 * (double)v.loss);
    writer_line(out, "%s", "");
    writer_line(
        out, "The worth of each piece to its side, in pawns: the score that is lost without it.");
    writer_line(out, "%s", "");
    for (int rank = 7; rank >= 0; rank--) {
        write_rank(root, rank, score, net, out);
    }
    writer_line(out, "        a      b      c      d      e      f      g      h");
    writer_line(out, "%s", "");
}

/* The probabilities of one move by the policy net and the histories. They sum to 1 over the
 * moves. */
typedef struct judged_move {
    move move;
    float net;       /* from the net's raw logits */
    float root;      /* at the root's temperature */
    float history;   /* logit that the histories add */
    float corrected; /* at the root's temperature, with the histories */
} judged_move;

/* Runs a new search and reads the histories' logits for the moves. `*nodes` gets the playouts. */
static bool take_history(const verb_call *call, const request *r, judged_move judged[], int count,
                         uint64_t *nodes, failure *why)
{
    search_options own = engine_search_options(call->engine, SEARCH_MCTS);
    own.hash_mb = EVAL_HASH_MB;
    search *s = search_new(&own, why);
    if (s == NULL) {
        return false;
    }
    root_move found[MOVES_MAX];
    search_info last = {.nodes = 0};
    const bool whole = verb_search(s, r, call->stop, verb_keep_last, &last);
    *nodes = last.nodes;
    const int found_count = search_root_moves(s, found, MOVES_MAX);
    for (int i = 0; i < found_count; i++) {
        for (int k = 0; k < count; k++) {
            if (judged[k].move == found[i].move) {
                judged[k].history = found[i].history;
            }
        }
    }
    search_free(s);
    return whole || fail(why, "interrupted");
}

/* The softmax of all moves at a temperature. `weight` is the factor of the histories' logits. */
static void take_shares(const judged_move judged[], const float logits[], int count, float weight,
                        float temperature, float shares[])
{
    for (int i = 0; i < count; i++) {
        shares[i] = logits[i] + weight * judged[i].history;
    }
    nn_softmax(shares, count, temperature);
}

/* Writes one line, in pawns, if the file has the net. */
static bool write_negamax(const position *root, const search_options *options, writer *out,
                          failure *why)
{
    if (!options->nets->has_negamax) {
        return true;
    }
    negamax_stack *stack = negamax_stack_new(&options->nets->negamax, options->kernels, 1, why);
    if (stack == NULL) {
        return false;
    }
    negamax_stack_reset(stack);
    writer_line(out, "negamax net: %+.2f pawns for %s to move",
                negamax_stack_evaluate(stack, root) / 100.0, side_names[root->to_move]);
    writer_line(out, "%s", "");
    negamax_stack_free(stack);
    return true;
}

static int compare_judged(const void *left, const void *right)
{
    const judged_move *a = left, *b = right;
    if (a->net != b->net) {
        return a->net > b->net ? -1 : 1;
    }
    return (int)a->move - (int)b->move;
}

static void judge(const position *root, const search_options *options, judged_move judged[],
                  int count)
{
    const backend net = {options->nets, options->kernels, options->floats};
    const float flat = (float)options->params.temperature_root_milli / 1000.0f;
    move moves[MOVES_MAX];
    float logits[MOVES_MAX], plain[MOVES_MAX], flattened[MOVES_MAX], corrected[MOVES_MAX];
    for (int i = 0; i < count; i++) {
        moves[i] = judged[i].move;
    }
    backend_policy(&net, root, moves, count, logits);
    take_shares(judged, logits, count, 0.0f, 1.0f, plain);
    take_shares(judged, logits, count, 0.0f, flat, flattened);
    take_shares(judged, logits, count, 1.0f, flat, corrected);
    for (int i = 0; i < count; i++) {
        judged[i].net = plain[i];
        judged[i].root = flattened[i];
        judged[i].corrected = corrected[i];
    }
    qsort(judged, (size_t)count, sizeof *judged, compare_judged);
}

static void write_moves(const position *root, uint64_t nodes, const search_options *options,
                        const judged_move judged[], int count, writer *out)
{
    writer_line(
        out,
        "net: the policy net's probability of each move; root: the same at the root's temperature "
        "%.2f;",
        options->params.temperature_root_milli / 1000.0);
    writer_line(out,
                "history: what the histories add to its logit after %" PRIu64
                " playouts; corrected: root with history.",
                nodes);
    writer_line(out, "%s", "");
    writer_line(out, "move         net     root  history  corrected");
    for (int i = 0; i < count; i++) {
        char san[SAN_TEXT_MAX];
        const judged_move *m = &judged[i];
        san_write(root, m->move, san);
        writer_line(out, "%-8s %6.2f%%  %6.2f%%  %+7.4f    %6.2f%%", san, 100.0 * (double)m->net,
                    100.0 * (double)m->root, (double)m->history, 100.0 * (double)m->corrected);
    }
}

/* Writes the board, the value net's score, the worth of each piece to that net, the negamax net's
 * score, and the policy net's probability of each legal move, before and after the histories'
 * correction. */
static bool evaluate(const verb_call *call, const request *r, failure *why)
{
    const search_options options = engine_search_options(call->engine, SEARCH_MCTS);
    const backend net = {options.nets, options.kernels, options.floats};
    const position *root = &r->root;
    judged_move judged[MOVES_MAX];
    move moves[MOVES_MAX];
    uint64_t nodes = 0;
    const int count = gen_legal(root, moves);
    for (int i = 0; i < count; i++) {
        judged[i] = (judged_move){.move = moves[i]};
    }
    if (count > 0 && !take_history(call, r, judged, count, &nodes, why)) {
        return false;
    }
    write_board(root, &net, call->out);
    if (!write_negamax(root, &options, call->out, why)) {
        return false;
    }
    if (count == 0) {
        writer_line(call->out, "%s: there is no legal move.",
                    pos_in_check(root) ? "Checkmate" : "Stalemate");
        return true;
    }
    judge(root, &options, judged, count);
    write_moves(root, nodes, &options, judged, count, call->out);
    return true;
}

bool eval_run(verb_call *call, failure *why)
{
    request r = request_default();
    r.limits = (search_limits){.nodes = NODES_DEFAULT};
    if (call->game != NULL) {
        r.root = call->game->root;
        if (!call->game->valid) {
            return fail(why, "the last position was refused");
        }
    }
    return request_read(call->text, &r, why) && engine_load_nets(call->engine, why) &&
           evaluate(call, &r, why);
}
