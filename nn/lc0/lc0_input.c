#include "lc0_input.h"

#include <assert.h>
#include <string.h>

#include "base/random_numbers.h"

/* The planes of a position: its pieces, ours first, and whether it is a repetition. */
enum { PIECE_PLANES = 2 * PIECE_TYPES, REPETITION = PIECE_PLANES, PLANES_EACH };

/* The planes after the positions. Plane 110 is not used. */
enum { CASTLING = LC0_PAST * PLANES_EACH, SIDE = CASTLING + 4, CLOCK = 109, ONES = 111 };

static const bitboard all_squares = ~UINT64_C(0);

/* ---- Turning the board ---- */

static bitboard mirror_ranks(bitboard b)
{
    return __builtin_bswap64(b);
}

static bitboard mirror_files(bitboard b)
{
    b = (b >> 1 & UINT64_C(0x5555555555555555)) | (b & UINT64_C(0x5555555555555555)) << 1;
    b = (b >> 2 & UINT64_C(0x3333333333333333)) | (b & UINT64_C(0x3333333333333333)) << 2;
    return (b >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (b & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
}

square lc0_square(square s, colour to_move, unsigned transform)
{
    int file = square_file(s), rank = square_rank(s);
    if (to_move == BLACK) {
        rank = 7 - rank;
    }
    if (transform & LC0_FLIP) {
        file = 7 - file;
    }
    if (transform & LC0_MIRROR) {
        rank = 7 - rank;
    }
    return transform & LC0_TRANSPOSE ? square_at(7 - rank, 7 - file) : square_at(file, rank);
}

static bitboard turn(bitboard b, colour to_move, unsigned transform)
{
    bitboard turned = 0;
    if ((to_move == BLACK) != ((transform & LC0_MIRROR) != 0)) {
        b = mirror_ranks(b);
    }
    if (transform & LC0_FLIP) {
        b = mirror_files(b);
    }
    if (!(transform & LC0_TRANSPOSE)) {
        return b;
    }
    while (b) {
        turned |= bb_of(lc0_square(bb_pop(&b), WHITE, LC0_TRANSPOSE));
    }
    return turned;
}

/* Of two boards that are mirrored at the diagonal, the first of the sets that differ decides. */
static bool transposes(const position *pos, unsigned transform)
{
    const colour us = (colour)pos->to_move;
    const bitboard sets[] = {pos_occupied(pos), pos->side[us],   pos->kind[KING],
                             pos->kind[QUEEN],  pos->kind[ROOK], pos->kind[KNIGHT],
                             pos->kind[BISHOP]};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        const bitboard plain = turn(sets[i], us, transform);
        const bitboard transposed = turn(sets[i], us, transform | LC0_TRANSPOSE);
        if (plain != transposed) {
            return transposed < plain;
        }
    }
    return false;
}

unsigned lc0_transform(lc0_input_format format, const position *pos)
{
    const colour us = (colour)pos->to_move;
    unsigned transform = 0;
    if (format < LC0_INPUT_CANONICAL || pos->castling) {
        return 0;
    }
    if (square_file(pos_king(pos, us)) < 4) {
        transform |= LC0_FLIP;
    }
    if (pos->kind[PAWN]) {
        return transform;
    }
    if (square_rank(lc0_square(pos_king(pos, us), us, 0)) >= 4) {
        transform |= LC0_MIRROR;
    }
    /* The king is now on e1 to h4, and comes below the diagonal from e4 to h1. */
    const square king = lc0_square(pos_king(pos, us), us, transform);
    const int above = square_file(king) + square_rank(king) - 7;
    return above > 0 || (above == 0 && transposes(pos, transform)) ? transform | LC0_TRANSPOSE
                                                                   : transform;
}

/* ---- The planes ---- */

static bool is_standard_start(const position *pos)
{
    static const bitboard one_side[PIECE_TYPES] = {
        [PAWN] = 0xff00, [KNIGHT] = 0x42, [BISHOP] = 0x24, [ROOK] = 0x81, [QUEEN] = 8, [KING] = 16};
    bool same = pos->to_move == WHITE && pos->castling == 15;
    for (int type = 0; type < PIECE_TYPES; type++) {
        const bitboard white = one_side[type];
        same = same && pos_pieces(pos, WHITE, (piece_type)type) == white &&
               pos_pieces(pos, BLACK, (piece_type)type) == mirror_ranks(white);
    }
    return same;
}

/* Fills the planes of a position, seen by `us`. */
static void fill_position(const position *pos, bool repeated, colour us, bitboard *masks)
{
    for (int type = 0; type < PIECE_TYPES; type++) {
        masks[type] = turn(pos_pieces(pos, us, (piece_type)type), us, 0);
        masks[PIECE_TYPES + type] =
            turn(pos_pieces(pos, (colour)(us ^ 1), (piece_type)type), us, 0);
    }
    masks[REPETITION] = repeated ? all_squares : 0;
}

/* Puts the pawn that made an en passant capture possible back to where it came from. */
static void unmake_pawn(const position *pos, colour us, bitboard *masks)
{
    const colour pusher = (colour)(pos->to_move ^ 1);
    const bitboard passed = bb_of(pos->en_passant);
    masks[pusher == us ? PAWN : PIECE_TYPES + PAWN] ^=
        turn(bb_forward(passed, WHITE) | bb_forward(passed, BLACK), us, 0);
}

static void fill_past(lc0_input_format format, const lc0_past *past, bitboard *masks)
{
    const bool canonical = format >= LC0_INPUT_CANONICAL;
    const colour us = (colour)past->at[0]->to_move;
    for (int i = 0; i < LC0_PAST; i++, masks += PLANES_EACH) {
        const bool gap = i >= past->count;
        const int known = gap ? past->count - 1 : i;
        const position *pos = past->at[known];
        /* No game can come back to a position before a change of rights or an en passant square. */
        const bool out_of_reach =
            pos->castling != past->at[0]->castling || (i > 0 && pos->en_passant != SQUARE_NONE);
        if ((canonical && out_of_reach) || (gap && is_standard_start(pos))) {
            return;
        }
        fill_position(pos, past->repeated[known], us, masks);
        if (gap && pos->en_passant != SQUARE_NONE) {
            unmake_pawn(pos, us, masks);
        }
        if (canonical && pos->halfmove_clock == 0) {
            return;
        }
    }
}

static void fill_castling(lc0_input_format format, const position *pos, bitboard *masks)
{
    static const wing wings[2] = {QUEENSIDE, KINGSIDE};
    const colour us = (colour)pos->to_move;
    for (unsigned i = 0; i < 4; i++) {
        const colour side = (colour)(us ^ (i / 2));
        const wing w = wings[i % 2];
        if (!(pos->castling & castling_bit(side, w))) {
            continue;
        }
        if (format == LC0_INPUT_CLASSICAL) {
            masks[i] = all_squares;
        } else {
            masks[i % 2] |= turn(bb_of(pos->rook_from[2 * side + w]), us, 0);
        }
    }
}

void lc0_fill_planes(lc0_input_format format, const lc0_past *past, lc0_planes *planes)
{
    assert(past->count >= 1 && past->count <= LC0_PAST);
    const position *pos = past->at[0];
    const unsigned transform = lc0_transform(format, pos);
    bitboard *masks = planes->masks;
    memset(masks, 0, sizeof planes->masks);
    fill_past(format, past, masks);
    fill_castling(format, pos, masks + CASTLING);
    if (format < LC0_INPUT_CANONICAL) {
        masks[SIDE] = pos->to_move == BLACK ? all_squares : 0;
    } else if (pos->en_passant != SQUARE_NONE) {
        masks[SIDE] = bb_of(square_at(square_file(pos->en_passant), 7));
    }
    for (int i = 0; transform && i <= SIDE; i++) {
        masks[i] = turn(masks[i], WHITE, transform);
    }
    masks[CLOCK] = masks[ONES] = all_squares;
    for (int i = 0; i < LC0_PLANES; i++) {
        planes->values[i] = 1;
    }
    planes->values[CLOCK] = format == LC0_INPUT_CANONICAL_HECTOPLIES
                                ? (float)pos->halfmove_clock / 100.0f
                                : (float)pos->halfmove_clock;
}

uint64_t lc0_planes_hash(const lc0_planes *planes)
{
    uint64_t hash = 0;
    for (int i = 0; i < LC0_PLANES; i++) {
        uint32_t value;
        memcpy(&value, &planes->values[i], sizeof value);
        hash = random_mix(hash ^ planes->masks[i]) + value * UINT64_C(0x9e3779b97f4a7c15);
    }
    return random_mix(hash);
}
