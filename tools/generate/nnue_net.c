#include "nnue_net.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "files/gzip_input.h"
#include "nn/kernels.h"
#include "system/memory.h"

/* The inputs of a view: 11 kinds of pieces (own and other five, and kings) on 64 squares for each
 * of 32 places of its king, since boards are mirrored to have it on files e to h. */
enum { KING_PLACES = 32, PIECE_SQUARES = 11 * SQUARES, INPUTS = KING_PLACES * PIECE_SQUARES };

/* Layer 1 has an output that goes past the other layers. The others enter layer 2 twice, squared
 * and clipped. */
enum { L1 = 16, L1_CLIPPED = L1 - 1, L2_INPUTS = 32, L2 = 32 };

/* Weights of dense layers are in 1/64, activations in 1/127, evaluations in 1/16 of a unit, of
 * which 600 are an output of 1 that goes past the layers and 361 are 100 centipawns. */
enum { WEIGHT_BITS = 6, ONE = 127, OUTPUT_SCALE = 16, PAST_UNITS = 600, PAWN_UNITS = 361 };

/* Sums of numbers up to this fit into 32 bits. Those of Stockfish's nets are far smaller. */
enum { LONG_LIMIT = 1 << 24 };

/* What the file says before and between its parts. */
enum { DESCRIPTION_MAX = 4096 };
static const uint32_t version = 0x7AF32F20, architecture_mark = 0x1C102EF2,
                      inputs_mark = 0x7F2344B8, layers_mark = 0x63336A4A;

typedef struct layers {
    _Alignas(KERNEL_ALIGNMENT) int8_t l1[L1][NNUE_SUMS];
    int8_t l2[L2][L2_INPUTS], l3[L2];
    int32_t l1_bias[L1], l2_bias[L2], l3_bias;
} layers;

struct nnue_net {
    _Alignas(KERNEL_ALIGNMENT) int16_t weights[INPUTS][NNUE_SUMS];
    int16_t bias[NNUE_SUMS];
    int32_t material[INPUTS][NNUE_BUCKETS];
    layers layers[NNUE_BUCKETS];
    const kernels *kernels;
};

/* ---- The file ---- */

typedef struct net_reader {
    gzip_input *in;
    const char *path;
    failure *why;
    bool good;
} net_reader;

/* Keeps the first reason. */
static bool refuse(net_reader *r, const char *reason)
{
    if (!r->good) {
        return false;
    }
    r->good = false;
    return fail(r->why, "net %s: %s", r->path, reason);
}

static bool take_bytes(net_reader *r, void *to, size_t size)
{
    size_t got = 0;
    failure why;
    if (!r->good) {
        return false;
    }
    const gzip_status status = gzip_input_read(r->in, to, size, &got, &why);
    if (status == GZIP_BAD) {
        return refuse(r, why.text);
    }
    return got == size || refuse(r, "it ends too early");
}

static uint32_t number_of(const uint8_t *bytes, size_t size)
{
    uint32_t value = 0;
    for (size_t i = size; i-- > 0;) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static uint32_t take_number(net_reader *r)
{
    uint8_t bytes[4] = {0};
    take_bytes(r, bytes, sizeof bytes);
    return number_of(bytes, sizeof bytes);
}

/* Little-endian numbers, which become those of this machine where they are. */
static bool take_shorts(net_reader *r, int16_t *to, size_t count)
{
    const bool good = take_bytes(r, to, count * sizeof *to);
    for (size_t i = 0; good && i < count; i++) {
        to[i] = (int16_t)number_of((const uint8_t *)&to[i], sizeof *to);
    }
    return good;
}

static bool take_longs(net_reader *r, int32_t *to, size_t count)
{
    const bool good = take_bytes(r, to, count * sizeof *to);
    for (size_t i = 0; good && i < count; i++) {
        to[i] = (int32_t)number_of((const uint8_t *)&to[i], sizeof *to);
        if (to[i] > LONG_LIMIT || to[i] < -LONG_LIMIT) {
            return refuse(r, "a number is too large");
        }
    }
    return good;
}

static bool take_header(net_reader *r)
{
    char description[DESCRIPTION_MAX];
    const uint32_t is = take_number(r), mark = take_number(r), length = take_number(r);
    if (r->good && (is != version || mark != architecture_mark || length > DESCRIPTION_MAX)) {
        return refuse(r, "it is not a net of Stockfish 15.1");
    }
    return r->good && take_bytes(r, description, length);
}

static bool take_layers(net_reader *r, layers *l)
{
    return (take_number(r) == layers_mark || refuse(r, "its dense layers have another mark")) &&
           take_longs(r, l->l1_bias, L1) && take_bytes(r, l->l1, sizeof l->l1) &&
           take_longs(r, l->l2_bias, L2) && take_bytes(r, l->l2, sizeof l->l2) &&
           take_longs(r, &l->l3_bias, 1) && take_bytes(r, l->l3, sizeof l->l3);
}

static bool take_net(net_reader *r, nnue_net *net)
{
    bool good = take_header(r) &&
                (take_number(r) == inputs_mark || refuse(r, "its inputs have another mark")) &&
                take_shorts(r, net->bias, NNUE_SUMS) &&
                take_shorts(r, net->weights[0], (size_t)INPUTS * NNUE_SUMS) &&
                take_longs(r, net->material[0], (size_t)INPUTS * NNUE_BUCKETS);
    for (int i = 0; good && i < NNUE_BUCKETS; i++) {
        good = take_layers(r, &net->layers[i]);
    }
    uint8_t more;
    size_t got = 0;
    failure ignored;
    return good && ((gzip_input_read(r->in, &more, 1, &got, &ignored) == GZIP_READ && got == 0) ||
                    refuse(r, "more bytes follow the net"));
}

nnue_net *nnue_net_read(const char *path, failure *why)
{
    gzip_input *in = gzip_input_open(path, why);
    nnue_net *net = in ? system_aligned_take(KERNEL_ALIGNMENT, sizeof *net) : NULL;
    net_reader reader = {.in = in, .path = path, .why = why, .good = true};
    if (in && !net) {
        fail(why, "net %s: not enough memory", path);
    }
    if (net && !take_net(&reader, net)) {
        nnue_net_free(net);
        net = NULL;
    }
    if (net) {
        net->kernels = kernels_best();
    }
    gzip_input_close(in);
    return net;
}

void nnue_net_free(nnue_net *net)
{
    system_aligned_give(net);
}

uint32_t nnue_net_checksum(const nnue_net *net)
{
    uLong sum = crc32(0, NULL, 0);
    sum = crc32_z(sum, (const Bytef *)net->weights, sizeof net->weights);
    sum = crc32_z(sum, (const Bytef *)net->bias, sizeof net->bias);
    sum = crc32_z(sum, (const Bytef *)net->material, sizeof net->material);
    sum = crc32_z(sum, (const Bytef *)net->layers, sizeof net->layers);
    return (uint32_t)sum;
}

/* ---- The sums ---- */

/* How a side sees a board: the bits that change in a square, and the first input of its king's
 * place. */
typedef struct board_view {
    unsigned turn, first;
} board_view;

static board_view view_of(const position *pos, colour side)
{
    const unsigned king = pos_king(pos, side), ranks = side == BLACK ? 56 : 0;
    const unsigned turn = ranks | ((king & 7) < 4 ? 7 : 0), seen = king ^ turn;
    const unsigned place = 4 * (7 - (seen >> 3)) + (7 - (seen & 7));
    return (board_view){turn, place * PIECE_SQUARES};
}

static unsigned input_of(board_view view, colour side, piece p, square s)
{
    const unsigned kind = piece_kind(p);
    const unsigned number = kind == KING ? 10 : 2 * kind + (piece_side(p) != side);
    return view.first + SQUARES * number + (s ^ view.turn);
}

static void change_material(const nnue_net *net, int32_t to[NNUE_BUCKETS],
                            const row_changes *changes)
{
    for (int i = 0; i < changes->added_count; i++) {
        for (int b = 0; b < NNUE_BUCKETS; b++) {
            to[b] += net->material[changes->added[i]][b];
        }
    }
    for (int i = 0; i < changes->removed_count; i++) {
        for (int b = 0; b < NNUE_BUCKETS; b++) {
            to[b] -= net->material[changes->removed[i]][b];
        }
    }
}

static void sum_view(const nnue_net *net, const position *pos, colour side, nnue_sums *sums)
{
    const board_view view = view_of(pos, side);
    row_changes changes = {.added_count = 0};
    for (bitboard left = pos_occupied(pos); left;) {
        const square s = bb_pop(&left);
        changes.added[changes.added_count++] = (uint16_t)input_of(view, side, pos->board[s], s);
    }
    memset(sums->material[side], 0, sizeof sums->material[side]);
    net->kernels->change_rows(sums->sums[side], net->bias, net->weights[0], NNUE_SUMS, &changes);
    change_material(net, sums->material[side], &changes);
}

void nnue_net_sum(const nnue_net *net, const position *pos, nnue_sums *sums)
{
    sum_view(net, pos, WHITE, sums);
    sum_view(net, pos, BLACK, sums);
}

static void update_view(const nnue_net *net, const nnue_sums *from, const position *before,
                        const position *after, colour side, nnue_sums *sums)
{
    const board_view view = view_of(after, side);
    row_changes changes = {.added_count = 0};
    for (bitboard left = pos_occupied(before) | pos_occupied(after); left;) {
        const square s = bb_pop(&left);
        const piece was = before->board[s], is = after->board[s];
        if (was != is && was != PIECE_NONE) {
            changes.removed[changes.removed_count++] = (uint16_t)input_of(view, side, was, s);
        }
        if (was != is && is != PIECE_NONE) {
            changes.added[changes.added_count++] = (uint16_t)input_of(view, side, is, s);
        }
    }
    memcpy(sums->material[side], from->material[side], sizeof sums->material[side]);
    net->kernels->change_rows(sums->sums[side], from->sums[side], net->weights[0], NNUE_SUMS,
                              &changes);
    change_material(net, sums->material[side], &changes);
}

void nnue_net_update(const nnue_net *net, const nnue_sums *from, const position *before,
                     const position *after, nnue_sums *sums)
{
    for (colour side = WHITE; side <= BLACK; side++) {
        if (pos_king(before, side) == pos_king(after, side)) {
            update_view(net, from, before, after, side, sums);
        } else {
            sum_view(net, after, side, sums);
        }
    }
}

/* ---- The dense layers ---- */

static int clip(int value)
{
    return value < 0 ? 0 : value > ONE ? ONE : value;
}

static int dot(const uint8_t *x, const int8_t *weights, int count, int32_t bias)
{
    int sum = bias;
    for (int i = 0; i < count; i++) {
        sum += x[i] * weights[i];
    }
    return sum;
}

/* The square of an output of layer 1, in 1/127. */
static int square_of(int value)
{
    const int64_t product = (int64_t)value * value >> (2 * WEIGHT_BITS + 7);
    return product > ONE ? ONE : (int)product;
}

static int positional(const nnue_net *net, const layers *l, const nnue_sums *sums, colour mover)
{
    _Alignas(KERNEL_ALIGNMENT) uint8_t x[NNUE_SUMS];
    int32_t first[L1];
    uint8_t second[L2_INPUTS] = {0}, third[L2];
    net->kernels->multiply_pairs(x, sums->sums[mover], NNUE_SUMS);
    net->kernels->multiply_pairs(x + NNUE_SUMS / 2, sums->sums[mover ^ 1], NNUE_SUMS);
    net->kernels->dot_rows(first, x, l->l1[0], NNUE_SUMS, NULL, L1);
    for (int i = 0; i < L1; i++) {
        first[i] += l->l1_bias[i];
    }
    for (int i = 0; i < L1_CLIPPED; i++) {
        second[i] = (uint8_t)square_of(first[i]);
        second[L1_CLIPPED + i] = (uint8_t)clip(first[i] >> WEIGHT_BITS);
    }
    for (int i = 0; i < L2; i++) {
        third[i] = (uint8_t)clip(dot(second, l->l2[i], L2_INPUTS, l->l2_bias[i]) >> WEIGHT_BITS);
    }
    const int64_t past =
        (int64_t)first[L1_CLIPPED] * (PAST_UNITS * OUTPUT_SCALE) / (ONE << WEIGHT_BITS);
    return dot(third, l->l3, L2, l->l3_bias) + (int)past;
}

int nnue_net_score(const nnue_net *net, const nnue_sums *sums, const position *pos)
{
    const colour mover = (colour)pos->to_move;
    const int bucket = (bb_count(pos_occupied(pos)) - 1) / 4;
    const int material = (sums->material[mover][bucket] - sums->material[mover ^ 1][bucket]) / 2;
    const int value =
        (material + positional(net, &net->layers[bucket], sums, mover)) / OUTPUT_SCALE;
    return value * 100 / PAWN_UNITS;
}
