#include "chess/movegen.h"

#include <stddef.h>
#include <string.h>

#include "chess/attacks.h"
#include "position_internal.h"

/* Generation and counting are one function, stamped four times (list or count, White or Black): the
 * list pointer and the colour are constants in each copy. */
#if defined(__GNUC__)
#define STAMPED static inline __attribute__((always_inline))
#else
#define STAMPED static inline
#endif

/* What is the same for all moves of one position. */
typedef struct generator {
    const position *pos;
    bitboard occupied, enemy;
    bitboard target; /* where a move that is not the king's may land */
    bitboard pinned;
    square king;
} generator;

STAMPED int add_targets(move *list, int n, square from, bitboard targets)
{
    if (!list) {
        return n + bb_count(targets);
    }
    while (targets) {
        list[n++] = move_of(from, bb_pop(&targets), MOVE_PLAIN);
    }
    return n;
}

/* Pawn arrivals, each `step` squares from its origin; on the last rank four promotions. */
STAMPED int add_pawn_arrivals(move *list, int n, bitboard arrivals, int step, bitboard last_rank)
{
    if (!list) {
        return n + bb_count(arrivals) + 3 * bb_count(arrivals & last_rank);
    }
    for (bitboard b = arrivals & last_rank; b;) {
        square to = bb_pop(&b), from = (square)(to - step);
        for (int kind = MOVE_TO_QUEEN; kind >= MOVE_TO_KNIGHT; kind--) {
            list[n++] = move_of(from, to, (move_kind)kind);
        }
    }
    for (bitboard b = arrivals & ~last_rank; b;) {
        square to = bb_pop(&b);
        list[n++] = move_of((square)(to - step), to, MOVE_PLAIN);
    }
    return n;
}

STAMPED int add_pawns(move *list, int n, const generator *g, colour us, bitboard pawns,
                      bitboard target)
{
    const int up = us == WHITE ? 8 : -8;
    const bitboard last_rank = us == WHITE ? bb_rank(7) : bb_rank(0);
    const bitboard third_rank = us == WHITE ? bb_rank(2) : bb_rank(5);
    bitboard single = bb_forward(pawns, us) & ~g->occupied;
    bitboard twice = bb_forward(single & third_rank, us) & ~g->occupied;
    bitboard east = bb_east(bb_forward(pawns, us)) & g->enemy;
    bitboard west = bb_west(bb_forward(pawns, us)) & g->enemy;
    n = add_pawn_arrivals(list, n, east & target, up + 1, last_rank);
    n = add_pawn_arrivals(list, n, west & target, up - 1, last_rank);
    n = add_pawn_arrivals(list, n, single & target, up, last_rank);
    return add_pawn_arrivals(list, n, twice & target, 2 * up, 0);
}

STAMPED int add_en_passant(move *list, int n, const generator *g)
{
    square target = g->pos->en_passant;
    if (target == SQUARE_NONE) {
        return n;
    }
    bitboard capturers = pos_en_passant_capturers(g->pos, target);
    if (!list) {
        return n + bb_count(capturers);
    }
    while (capturers) {
        list[n++] = move_of(bb_pop(&capturers), target, MOVE_EN_PASSANT);
    }
    return n;
}

/* All moves of pieces other than pawns and king. A pinned knight never moves, a pinned slider only
 * on the line through its king. */
STAMPED int add_pieces(move *list, int n, const generator *g, bitboard own)
{
    const position *pos = g->pos;
    for (bitboard b = own & pos->kind[KNIGHT] & ~g->pinned; b;) {
        square from = bb_pop(&b);
        n = add_targets(list, n, from, attacks_knight(from) & g->target);
    }
    for (bitboard b = own & (pos->kind[BISHOP] | pos->kind[QUEEN]); b;) {
        square from = bb_pop(&b);
        bitboard free = bb_of(from) & g->pinned ? attacks_line(g->king, from) : ~UINT64_C(0);
        n = add_targets(list, n, from, attacks_bishop(from, g->occupied) & g->target & free);
    }
    for (bitboard b = own & (pos->kind[ROOK] | pos->kind[QUEEN]); b;) {
        square from = bb_pop(&b);
        bitboard free = bb_of(from) & g->pinned ? attacks_line(g->king, from) : ~UINT64_C(0);
        n = add_targets(list, n, from, attacks_rook(from, g->occupied) & g->target & free);
    }
    return n;
}

/* Castling is legal if both paths are free of other men and no square that the king crosses or
 * reaches is attacked; in Chess960 the rook that leaves may have been the king's shield. */
static bool castling_is_legal(const generator *g, colour us, wing w, bitboard danger)
{
    unsigned right = 2 * us + w;
    if (!(g->pos->castling >> right & 1)) {
        return false;
    }
    square rook = g->pos->rook_from[right];
    move m = move_of(g->king, rook, MOVE_CASTLING);
    square king_to = castling_king_to(m), rook_to = castling_rook_to(m);
    bitboard both = bb_of(g->king) | bb_of(rook);
    bitboard king_path = attacks_between(g->king, king_to) | bb_of(king_to);
    bitboard rook_path = attacks_between(rook, rook_to) | bb_of(rook_to);
    if ((king_path | rook_path) & g->occupied & ~both || king_path & danger) {
        return false;
    }
    bitboard after = (g->occupied & ~both) | bb_of(rook_to);
    bitboard straight = g->pos->kind[ROOK] | g->pos->kind[QUEEN];
    return !(attacks_rook(king_to, after) & straight & g->enemy);
}

STAMPED int add_king(move *list, int n, const generator *g, colour us, bool in_check)
{
    const position *pos = g->pos;
    bitboard steps = attacks_king(g->king) & ~pos->side[us];
    bool may_castle = !in_check && pos->castling >> 2 * us & 3;
    if (!steps && !may_castle) {
        return n;
    }
    /* The king does not shield the squares behind it. */
    bitboard danger = pos_attacks_given(pos, us ^ 1, g->occupied ^ bb_of(g->king));
    n = add_targets(list, n, g->king, steps & ~danger);
    for (int w = KINGSIDE; may_castle && w <= QUEENSIDE; w++) {
        if (castling_is_legal(g, us, (wing)w, danger)) {
            if (list) {
                list[n] = move_of(g->king, pos->rook_from[2 * (int)us + w], MOVE_CASTLING);
            }
            n++;
        }
    }
    return n;
}

STAMPED int generate(const position *pos, move *list, colour us)
{
    check_info checks = pos_check_info(pos);
    generator g = {pos,           pos_occupied(pos), pos->side[us ^ 1], ~pos->side[us],
                   checks.pinned, pos_king(pos, us)};
    int n = 0;
    if (!(checks.checkers & (checks.checkers - 1))) {
        if (checks.checkers) {
            g.target = checks.checkers | attacks_between(g.king, bb_first(checks.checkers));
        }
        bitboard pawns = pos_pieces(pos, us, PAWN);
        n = add_pieces(list, n, &g, pos->side[us]);
        n = add_pawns(list, n, &g, us, pawns & ~g.pinned, g.target);
        for (bitboard b = pawns & g.pinned; b;) {
            square from = bb_pop(&b);
            n = add_pawns(list, n, &g, us, bb_of(from), g.target & attacks_line(g.king, from));
        }
        n = add_en_passant(list, n, &g);
    }
    return add_king(list, n, &g, us, checks.checkers != 0);
}

int gen_legal(const position *pos, move moves[MOVES_MAX])
{
    return pos->to_move == WHITE ? generate(pos, moves, WHITE) : generate(pos, moves, BLACK);
}

int gen_count(const position *pos)
{
    return pos->to_move == WHITE ? generate(pos, NULL, WHITE) : generate(pos, NULL, BLACK);
}

bool gen_any(const position *pos)
{
    return gen_count(pos) > 0;
}

bool gen_is_legal(const position *pos, move m)
{
    move moves[MOVES_MAX];
    int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] == m) {
            return true;
        }
    }
    return false;
}

move gen_from_uci(const position *pos, const char *text)
{
    move moves[MOVES_MAX], castling = MOVE_NONE;
    int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        char exact[MOVE_TEXT_MAX], standard[MOVE_TEXT_MAX];
        move_to_uci(moves[i], true, exact);
        move_to_uci(moves[i], false, standard);
        if (!strcmp(text, exact)) {
            return moves[i];
        }
        if (!strcmp(text, standard)) {
            castling = moves[i];
        }
    }
    /* Only castling differs between the notations. A king step of the same text was taken above: in
     * Chess960 f1g1 is a step, unless the rook stands on g1. */
    return castling;
}
