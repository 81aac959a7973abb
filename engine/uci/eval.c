#include "uci/eval.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "chess/movegen.h"
#include "chess/san.h"
#include "eval_board.h"
#include "nn/negamax_stack.h"
#include "nn/real.h"
#include "uci/analysis_request.h"
#include "uci/text.h"

enum { EVAL_HASH_MB = 16 };

/* The probabilities of one move by the policy net and the histories. They sum to 1 over the
 * moves. */
typedef struct judged_move {
    move move;
    float net;       /* from the net's raw logits */
    float root;      /* at the root's temperature */
    float history;   /* logit that the histories add */
    float corrected; /* at the root's temperature, with the histories */
} judged_move;

bool eval_read(const char *request, position *root, uint64_t *nodes, failure *why)
{
    char word[TEXT_WORD_MAX];
    failure reason;
    position given = *root;
    int64_t number = EVAL_NODES_DEFAULT;
    if (!analysis_position_read(&request, &given, NULL, &reason)) {
        return fail(why, "eval: %s", reason.text);
    }
    const bool limited = text_next_word(&request, word);
    if (limited && !text_equal(word, "nodes")) {
        return fail(why, "eval: unknown limit \"%.64s\"; the limit is nodes", word);
    }
    if (limited && (!text_next_word(&request, word) || !text_integer(word, &number) || number < 1 ||
                    text_next_word(&request, word))) {
        return fail(why, "eval: \"nodes\" needs one whole number from 1 up, and nothing after it");
    }
    *root = given;
    *nodes = (uint64_t)number;
    return true;
}

static void keep_nodes(void *user, const search *s, const search_info *info)
{
    (void)s;
    *(uint64_t *)user = info->nodes;
}

/* Runs a new search and reads the histories' logits for the moves. `*nodes` is the limit, and then
 * the playouts made: a proof ends the search early. */
static bool take_history(const position *root, uint64_t *nodes, const search_options *options,
                         judged_move judged[], int count, const interrupt *stop, failure *why)
{
    failure reason;
    search_options own = *options;
    own.hash_mb = EVAL_HASH_MB;
    search *s = search_new(&own, &reason);
    if (s == NULL) {
        return fail(why, "eval: %s", reason.text);
    }
    line game;
    root_move found[MOVES_MAX];
    const search_limits limits = {.nodes = *nodes};
    line_start(&game, root);
    search_arm(s);
    stop->watch(stop->user, s);
    if (!stop->wanted(stop->user)) {
        search_go(s, root, &game, &limits, keep_nodes, nodes);
    }
    stop->watch(stop->user, NULL);
    const int found_count = search_root_moves(s, found, MOVES_MAX);
    for (int i = 0; i < found_count; i++) {
        for (int k = 0; k < count; k++) {
            if (judged[k].move == found[i].move) {
                judged[k].history = found[i].history;
            }
        }
    }
    search_free(s);
    return !stop->wanted(stop->user) || fail(why, "eval: interrupted");
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
    failure reason;
    negamax_stack *stack = negamax_stack_new(&options->nets->negamax, options->kernels, 1, &reason);
    if (stack == NULL) {
        return fail(why, "eval: %s", reason.text);
    }
    negamax_stack_reset(stack);
    writer_line(out, "negamax net: %+.2f pawns for %s to move",
                negamax_stack_evaluate(stack, root) / 100.0,
                root->to_move == WHITE ? "White" : "Black");
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

bool eval_run(const position *root, uint64_t nodes, const search_options *options, writer *out,
              const interrupt *stop, failure *why)
{
    assert(options->algorithm == SEARCH_MCTS);
    const backend net = {options->nets, options->kernels, options->floats};
    judged_move judged[MOVES_MAX];
    move moves[MOVES_MAX];
    const int count = gen_legal(root, moves);
    for (int i = 0; i < count; i++) {
        judged[i] = (judged_move){.move = moves[i]};
    }
    if (count > 0 && !take_history(root, &nodes, options, judged, count, stop, why)) {
        return false;
    }
    eval_board_write(root, &net, out);
    if (!write_negamax(root, options, out, why)) {
        return false;
    }
    if (count == 0) {
        writer_line(out, "%s: there is no legal move.",
                    pos_in_check(root) ? "Checkmate" : "Stalemate");
        return true;
    }
    judge(root, options, judged, count);
    write_moves(root, nodes, options, judged, count, out);
    return true;
}
