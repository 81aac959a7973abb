#include "nn/value_net.h"

#include <assert.h>

#include "nn/portable_math.h"

/* A view is a mask for squares, and the place of the king above it. */
enum { VIEW_SQUARES = 63, VIEW_PLACE_SHIFT = 6 };

/* The place of a king on files a to d of its view. Nearly all kings of the middlegame stand on the
 * first two ranks. */
static unsigned place_of(square king)
{
    const int rank = square_rank(king);
    return rank > 1 ? 3 : rank == 1 ? 2 : square_file(king) > 1;
}

static unsigned view_of_king(square king, colour side, bool places)
{
    const unsigned ranks = side == BLACK ? 56 : 0;
    const unsigned mask = ranks | (square_file(king) > 3 ? 7 : 0);
    return places ? mask | place_of((square)(king ^ mask)) << VIEW_PLACE_SHIFT : mask;
}

unsigned value_view(const position *pos, colour side, bool places)
{
    return view_of_king(pos_king(pos, side), side, places);
}

unsigned value_view_number(unsigned view)
{
    return view >> VIEW_PLACE_SHIFT << 1 | (view & 1);
}

/* Maps a row of a view without mirroring and of the first place. */
static uint16_t viewed_row(unsigned row, unsigned view)
{
    return (uint16_t)((row ^ (view & VIEW_SQUARES)) +
                      FEATURE_ROWS_PLAIN * (view >> VIEW_PLACE_SHIFT));
}

uint16_t value_row(piece p, square s, colour side, unsigned view)
{
    const unsigned theirs = piece_side(p) ^ side;
    return viewed_row(384 * theirs + 64 * piece_kind(p) + s, view);
}

int value_rows(const position *pos, colour side, bool places, uint16_t rows[FEATURES_MAX])
{
    const unsigned view = value_view(pos, side, places);
    bitboard left = pos_occupied(pos);
    assert(bb_count(left) <= FEATURES_MAX);
    int count = 0;
    while (left) {
        const square s = bb_pop(&left);
        rows[count++] = value_row(pos->board[s], s, side, view);
    }
    return count;
}

static uint16_t plain_row(piece p, square s)
{
    return value_row(p, s, WHITE, 0);
}

value_step value_step_of(const position *before, move m, bool places)
{
    const colour mover = (colour)before->to_move;
    const square from = move_from(m);
    const move_kind kind = move_kind_of(m);
    const piece moved = before->board[from];
    const bool castling = kind == MOVE_CASTLING;
    const square to = castling ? castling_king_to(m) : move_to(m);
    const piece placed = move_is_promotion(m) ? piece_of(mover, (piece_type)kind) : moved;
    value_step step = {.removed = {plain_row(moved, from)},
                       .added = {plain_row(placed, to)},
                       .removed_count = 1,
                       .added_count = 1};
    if (piece_kind(moved) == KING) {
        const bool same = view_of_king(from, mover, places) == view_of_king(to, mover, places);
        step.crosses = (uint8_t)(!same << mover);
    }
    if (castling) {
        const piece rook = piece_of(mover, ROOK);
        step.removed[step.removed_count++] = plain_row(rook, move_to(m));
        step.added[step.added_count++] = plain_row(rook, castling_rook_to(m));
        return step;
    }
    /* A pawn captured en passant stands a rank behind the target: on 5 behind 6, or on 4 before 3.
     * A search cannot predict whether a move captures, so the row is written without a branch. */
    const square taken = kind == MOVE_EN_PASSANT ? to ^ 8 : to;
    step.removed[1] = plain_row(before->board[taken], taken);
    step.removed_count = (uint8_t)(1 + (before->board[taken] != PIECE_NONE));
    return step;
}

/* Converts a plain row to a view. For Black, own and enemy pieces are swapped. */
static uint16_t turned_row(uint16_t row, colour side, unsigned view)
{
    const unsigned swapped = row < 384 ? row + 384u : row - 384u;
    return viewed_row(side == BLACK ? swapped : row, view);
}

void value_step_rows(const value_step *step, colour side, unsigned view, row_changes *changes)
{
    changes->removed_count = step->removed_count;
    changes->added_count = step->added_count;
    /* Writes both rows, needed or not: that is cheaper than a branch. */
    for (int i = 0; i < 2; i++) {
        changes->removed[i] = turned_row(step->removed[i], side, view);
        changes->added[i] = turned_row(step->added[i], side, view);
    }
}

void value_update(const value_net *net, const kernels *k, int16_t *sums, const int16_t *from,
                  const row_changes *changes)
{
    k->change_byte_rows(sums, from, net->input, net->sums, changes);
}

void value_sum(const value_net *net, const kernels *k, int16_t *sums, const uint16_t *rows,
               int count)
{
    kernels_add_rows(k, sums, net->bias, net->input, net->sums, rows, count);
}

/* The output for products[d->inputs] by the layers for a number of pieces. */
static float run_dense(const dense_layers *d, const kernels *k, const uint8_t *products, int pieces)
{
    const size_t set = d->buckets > 1 ? (size_t)net_bucket(pieces) : 0, l1 = d->l1, l2 = d->l2;
    assert(set < d->buckets);
    int32_t dots[NET_L1_MAX];
    float first[NET_L1_MAX], second[NET_L2_MAX];
    k->dot_rows(dots, products, d->l1_weights + set * l1 * d->inputs, d->inputs, NULL, (int)l1);
    k->activate_sums(first, dots, d->l1_scale, d->l1_bias + set * l1, l1);
    k->activate_layer(second, first, d->l2_weights + set * l1 * l2, d->l2_bias + set * l2, l1, l2);
    return k->dot_floats(second, d->l3_weights + set * l2, l2) + d->l3_bias[set];
}

float value_logit(const value_net *net, const kernels *k, const int16_t *own, const int16_t *other,
                  int pieces)
{
    assert(pieces >= 2 && pieces <= FEATURES_MAX);
    _Alignas(KERNEL_ALIGNMENT) uint8_t products[NET_SUMS_MAX];
    k->multiply_pairs(products, own, net->sums);
    k->multiply_pairs(products + net->sums / 2, other, net->sums);
    return run_dense(&net->dense, k, products, pieces);
}

float value_logit_of(const value_net *net, const kernels *k, const position *pos)
{
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[2][NET_SUMS_MAX];
    uint16_t rows[FEATURES_MAX];
    const colour us = (colour)pos->to_move;
    for (int i = 0; i < 2; i++) {
        const int count = value_rows(pos, us ^ (colour)i, net->places, rows);
        value_sum(net, k, sums[i], rows, count);
    }
    return value_logit(net, k, sums[0], sums[1], bb_count(pos_occupied(pos)));
}

int value_evaluate(const value_net *net, const kernels *k, const int16_t *own, const int16_t *other,
                   int pieces)
{
    const float score = value_logit(net, k, own, other, pieces) * net->centipawns;
    if (score <= -NET_SCORE_MAX) {
        return -NET_SCORE_MAX;
    }
    if (score >= NET_SCORE_MAX) {
        return NET_SCORE_MAX;
    }
    return (int)(score + (score < 0.0f ? -0.5f : 0.5f));
}

win_draw_loss win_draw_loss_of(float q)
{
    const float most = 0.35f, draw = 4.0f * most * q * (1.0f - q);
    return (win_draw_loss){q - 0.5f * draw, draw, 1.0f - q - 0.5f * draw};
}

int value_centipawns(float scale, float q)
{
    const float low = 1e-5f;
    const float p = q < low ? low : q > 1.0f - low ? 1.0f - low : q;
    const int score = (int)(scale * nn_logit(p));
    return score > NET_SCORE_MAX ? NET_SCORE_MAX : score < -NET_SCORE_MAX ? -NET_SCORE_MAX : score;
}
