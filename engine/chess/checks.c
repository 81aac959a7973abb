#include "chess/checks.h"

#include <assert.h>

#include "chess/attacks.h"
#include "position_internal.h"

/* The pieces between a king and the enemy sliders aimed at it. */
typedef struct sight {
    bitboard checkers; /* sliders that give check */
    bitboard blockers; /* pieces of either colour that stand alone between */
} sight;

static sight sight_of_king(const position *pos, square king, bitboard enemy)
{
    const bitboard occupied = pos_occupied(pos), queens = pos->kind[QUEEN];
    /* A slider that would reach the king on an empty board gives check, or pins a piece that stands
     * alone between them. */
    bitboard snipers = enemy & ((attacks_rook(king, 0) & (pos->kind[ROOK] | queens)) |
                                (attacks_bishop(king, 0) & (pos->kind[BISHOP] | queens)));
    sight seen = {0, 0};
    while (snipers) {
        const square sniper = bb_pop(&snipers);
        const bitboard between = attacks_between(king, sniper) & occupied;
        if (!between) {
            seen.checkers |= bb_of(sniper);
        } else if (!(between & (between - 1))) {
            seen.blockers |= between;
        }
    }
    return seen;
}

bitboard pos_pinned(const position *pos, colour side)
{
    return sight_of_king(pos, pos_king(pos, side), pos->side[side ^ 1]).blockers & pos->side[side];
}

check_info pos_check_info(const position *pos)
{
    const colour us = (colour)pos->to_move;
    const bitboard enemy = pos->side[us ^ 1];
    const square king = pos_king(pos, us);
    const sight seen = sight_of_king(pos, king, enemy);
    const bitboard leapers =
        (attacks_pawn(king, us) & pos->kind[PAWN]) | (attacks_knight(king) & pos->kind[KNIGHT]);
    return (check_info){seen.checkers | (leapers & enemy), seen.blockers & pos->side[us]};
}

check_squares pos_check_squares(const position *pos)
{
    const colour us = (colour)pos->to_move;
    const square king = pos_king(pos, us ^ 1);
    const bitboard diagonal = attacks_bishop(king, pos_occupied(pos));
    const bitboard straight = attacks_rook(king, pos_occupied(pos));
    return (check_squares){
        .from = {[PAWN] = attacks_pawn(king, us ^ 1),
                 [KNIGHT] = attacks_knight(king),
                 [BISHOP] = diagonal,
                 [ROOK] = straight,
                 [QUEEN] = diagonal | straight},
        .discoverers = sight_of_king(pos, king, pos->side[us]).blockers & pos->side[us],
        .king = king,
    };
}

/* Only the rook can give check. The only line that castling opens is the mover's first rank, and
 * there the rook is nearer to the enemy king than a slider behind it. */
static bool castling_gives_check(const position *pos, square king, move m)
{
    const bitboard left = bb_of(move_from(m)) | bb_of(move_to(m));
    return attacks_rook(castling_rook_to(m), pos_occupied(pos) & ~left) & bb_of(king);
}

/* Both pawns leave their lines, so a slider behind either may give check. */
static bool en_passant_opens_line(const position *pos, square king, move m)
{
    const bitboard own = pos->side[pos->to_move], queens = pos->kind[QUEEN];
    const bitboard left = bb_of(move_from(m)) | bb_of(move_to(m) ^ 8);
    const bitboard after = (pos_occupied(pos) & ~left) | bb_of(move_to(m));
    return own & ((attacks_bishop(king, after) & (pos->kind[BISHOP] | queens)) |
                  (attacks_rook(king, after) & (pos->kind[ROOK] | queens)));
}

bool pos_gives_check(const position *pos, const check_squares *squares, move m)
{
    const square from = move_from(m), to = move_to(m), king = squares->king;
    assert(pos->side[pos->to_move] & bb_of(from));
    if (move_kind_of(m) == MOVE_CASTLING) {
        return castling_gives_check(pos, king, m);
    }
    if (squares->discoverers & bb_of(from) && !(attacks_line(king, from) & bb_of(to))) {
        return true;
    }
    if (move_is_promotion(m)) {
        /* A promoted slider may attack through the square that its pawn has left. */
        const bitboard after = pos_occupied(pos) ^ bb_of(from);
        return attacks_of((piece_type)move_kind_of(m), WHITE, to, after) & bb_of(king);
    }
    return squares->from[piece_kind(pos->board[from])] & bb_of(to) ||
           (move_kind_of(m) == MOVE_EN_PASSANT && en_passant_opens_line(pos, king, m));
}
