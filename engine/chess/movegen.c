#include "chess/movegen.h"

#include <stddef.h>
#include <string.h>

#include "chess/attacks.h"
#include "position_internal.h"

/* Generation and counting are one function, instantiated eight times (list, count, noisy list or
 * quiet list; White or Black). The list pointer, the stage and the colour are constants in each
 * instance. */
#if defined(__GNUC__)
#define STAMPED static inline __attribute__((always_inline))
#else
#define STAMPED static inline
#endif

/* The moves to generate. movegen.h defines noisy and quiet. */
typedef enum { STAGE_ALL, STAGE_NOISY, STAGE_QUIET } stage;

/* The data that all moves of a position share. */
typedef struct generator {
    const position *pos;
    bitboard occupied, enemy;
    bitboard wanted; /* target squares of the stage's pieces, checks ignored */
    bitboard answer; /* target squares of moves that answer a check, for pieces other than the
                      * king */
    bitboard pinned;
    square king;
} generator;

STAMPED generator generator_of(const position *pos, const check_info *checks, colour us, stage st)
{
    generator g = {.pos = pos,
                   .occupied = pos_occupied(pos),
                   .enemy = pos->side[us ^ 1],
                   .pinned = checks->pinned,
                   .king = pos_king(pos, us)};
    g.wanted = st == STAGE_ALL ? ~pos->side[us] : st == STAGE_NOISY ? g.enemy : ~g.occupied;
    /* A check is answered by capturing the checker or by blocking its line. In double check only
     * the king can move. */
    g.answer = checks->checkers
                   ? checks->checkers | attacks_between(g.king, bb_first(checks->checkers))
                   : ~UINT64_C(0);
    return g;
}

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

/* Adds pawn moves to `arrivals`, each `step` squares from its origin. On the last rank each makes
 * four promotions. */
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

/* Moves of `pawns` that land in `target`; every arrival on the last rank is noisy. */
STAMPED int add_pawns(move *list, int n, const generator *g, colour us, stage st, bitboard pawns,
                      bitboard target)
{
    const int up = us == WHITE ? 8 : -8;
    const bitboard last_rank = us == WHITE ? bb_rank(7) : bb_rank(0);
    const bitboard third_rank = us == WHITE ? bb_rank(2) : bb_rank(5);
    bitboard single = bb_forward(pawns, us) & ~g->occupied;
    bitboard twice = bb_forward(single & third_rank, us) & ~g->occupied;
    if (st != STAGE_QUIET) {
        bitboard east = bb_east(bb_forward(pawns, us)) & g->enemy;
        bitboard west = bb_west(bb_forward(pawns, us)) & g->enemy;
        n = add_pawn_arrivals(list, n, east & target, up + 1, last_rank);
        n = add_pawn_arrivals(list, n, west & target, up - 1, last_rank);
    }
    const bitboard steps = st == STAGE_ALL     ? single
                           : st == STAGE_NOISY ? single & last_rank
                                               : single & ~last_rank;
    n = add_pawn_arrivals(list, n, steps & target, up, last_rank);
    return st == STAGE_NOISY ? n : add_pawn_arrivals(list, n, twice & target, 2 * up, 0);
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

/* The moves of all pieces but pawns and king. A pinned knight cannot move; a pinned slider moves
 * only on the line through its king. */
STAMPED int add_pieces(move *list, int n, const generator *g, bitboard own)
{
    const position *pos = g->pos;
    const bitboard target = g->wanted & g->answer;
    for (bitboard b = own & pos->kind[KNIGHT] & ~g->pinned; b;) {
        square from = bb_pop(&b);
        n = add_targets(list, n, from, attacks_knight(from) & target);
    }
    for (bitboard b = own & (pos->kind[BISHOP] | pos->kind[QUEEN]); b;) {
        square from = bb_pop(&b);
        bitboard free = bb_of(from) & g->pinned ? attacks_line(g->king, from) : ~UINT64_C(0);
        n = add_targets(list, n, from, attacks_bishop(from, g->occupied) & target & free);
    }
    for (bitboard b = own & (pos->kind[ROOK] | pos->kind[QUEEN]); b;) {
        square from = bb_pop(&b);
        bitboard free = bb_of(from) & g->pinned ? attacks_line(g->king, from) : ~UINT64_C(0);
        n = add_targets(list, n, from, attacks_rook(from, g->occupied) & target & free);
    }
    return n;
}

/* Castling is legal if both paths are empty of other pieces, and no square that the king crosses or
 * reaches is attacked. In Chess960 the rook may have shielded the king before it left. */
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

STAMPED int add_king(move *list, int n, const generator *g, colour us, bool may_castle)
{
    const position *pos = g->pos;
    bitboard steps = attacks_king(g->king) & g->wanted;
    if (!steps && !may_castle) {
        return n;
    }
    /* Squares behind the king count as attacked: the king does not shield them. */
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

STAMPED int generate(const position *pos, const check_info *checks, move *list, colour us, stage st)
{
    const generator g = generator_of(pos, checks, us, st);
    int n = 0;
    if (!(checks->checkers & (checks->checkers - 1))) {
        bitboard pawns = pos_pieces(pos, us, PAWN);
        n = add_pieces(list, n, &g, pos->side[us]);
        n = add_pawns(list, n, &g, us, st, pawns & ~g.pinned, g.answer);
        for (bitboard b = pawns & g.pinned; b;) {
            square from = bb_pop(&b);
            n = add_pawns(list, n, &g, us, st, bb_of(from), g.answer & attacks_line(g.king, from));
        }
        n = st == STAGE_QUIET ? n : add_en_passant(list, n, &g);
    }
    bool may_castle = st != STAGE_NOISY && !checks->checkers && pos->castling >> 2 * us & 3;
    return add_king(list, n, &g, us, may_castle);
}

STAMPED int generate_stage(const position *pos, const check_info *checks, move *list, stage st)
{
    return pos->to_move == WHITE ? generate(pos, checks, list, WHITE, st)
                                 : generate(pos, checks, list, BLACK, st);
}

int gen_legal(const position *pos, move moves[MOVES_MAX])
{
    const check_info checks = pos_check_info(pos);
    return generate_stage(pos, &checks, moves, STAGE_ALL);
}

int gen_noisy(const position *pos, const check_info *checks, move moves[MOVES_MAX])
{
    return generate_stage(pos, checks, moves, STAGE_NOISY);
}

int gen_quiet(const position *pos, const check_info *checks, move moves[MOVES_MAX])
{
    return generate_stage(pos, checks, moves, STAGE_QUIET);
}

int gen_count(const position *pos)
{
    const check_info checks = pos_check_info(pos);
    return generate_stage(pos, &checks, NULL, STAGE_ALL);
}

bool gen_any(const position *pos)
{
    return gen_count(pos) > 0;
}

/* True if the castling move `m` is legal. It starts at the king; its target may be any square. */
static bool is_legal_castling(const generator *g, colour us, move m)
{
    const wing w = move_to(m) > g->king ? KINGSIDE : QUEENSIDE;
    return g->pos->rook_from[2 * us + w] == move_to(m) &&
           castling_is_legal(g, us, w, pos_attacked_by(g->pos, us ^ 1));
}

/* The targets of a pawn on `from` by its pushes and captures, king safety and en passant
 * ignored. */
static bitboard pawn_reach(const generator *g, colour us, square from)
{
    const bitboard third_rank = us == WHITE ? bb_rank(2) : bb_rank(5);
    const bitboard single = bb_forward(bb_of(from), us) & ~g->occupied;
    const bitboard twice = bb_forward(single & third_rank, us) & ~g->occupied;
    return single | twice | (attacks_pawn(from, us) & g->enemy);
}

bool gen_is_legal_given(const position *pos, const check_info *checks, move m)
{
    const colour us = (colour)pos->to_move;
    const square from = move_from(m), to = move_to(m);
    const unsigned kind = (unsigned)move_kind_of(m);
    if (!(pos->side[us] & bb_of(from))) {
        return false;
    }
    const generator g = generator_of(pos, checks, us, STAGE_ALL);
    const piece_type type = piece_kind(pos->board[from]);
    if (kind == MOVE_CASTLING) {
        return type == KING && !checks->checkers && is_legal_castling(&g, us, m);
    }
    if (kind == MOVE_EN_PASSANT) {
        return to == pos->en_passant && pos_en_passant_capturers(pos, to) & bb_of(from);
    }
    const bool promotes = type == PAWN && bb_of(to) & (bb_rank(0) | bb_rank(7));
    if (kind > MOVE_TO_QUEEN || promotes != (kind != MOVE_PLAIN)) {
        return false;
    }
    const bitboard reach =
        type == PAWN ? pawn_reach(&g, us, from) : attacks_of(type, us, from, g.occupied);
    if (!(reach & g.wanted & bb_of(to))) {
        return false;
    }
    if (type == KING) {
        return !(pos_attackers(pos, to, g.occupied ^ bb_of(from)) & g.enemy);
    }
    const bool twice_in_check = checks->checkers & (checks->checkers - 1);
    const bool leaves_line = g.pinned & bb_of(from) && !(attacks_line(g.king, from) & bb_of(to));
    return g.answer & bb_of(to) && !twice_in_check && !leaves_line;
}

bool gen_is_legal(const position *pos, move m)
{
    const check_info checks = pos_check_info(pos);
    return gen_is_legal_given(pos, &checks, m);
}

move gen_from_uci(const position *pos, const char *text)
{
    move moves[MOVES_MAX], castling = MOVE_NONE;
    int count = gen_legal(pos, moves);
    /* Both notations begin with the square of the piece. A long game has hundreds of moves to read
     * before each of its moves, so the others are not written. */
    const int from = text[0] ? 8 * (text[1] - '1') + text[0] - 'a' : SQUARE_NONE;
    for (int i = 0; i < count; i++) {
        char exact[MOVE_TEXT_MAX], standard[MOVE_TEXT_MAX];
        if (move_from(moves[i]) != from) {
            continue;
        }
        move_to_uci(moves[i], true, exact);
        move_to_uci(moves[i], false, standard);
        if (!strcmp(text, exact)) {
            return moves[i];
        }
        if (!strcmp(text, standard)) {
            castling = moves[i];
        }
    }
    /* Only castling differs between the two notations. A king step with the same text was found
     * above: in Chess960 f1g1 is a step unless the rook stands on g1. */
    return castling;
}
