#include "lc0_moves.h"

#include "chess/attacks.h"
#include "lc0_input.h"

/* The numbers below are those of moves that are not promotions to queen, rook or bishop. */
enum { NUMBERS_PLAIN = 1792, NO_MOVE = -1 };

/* The planes of the convolutional policy: 7 steps in each of 8 directions, the jumps of knights,
 * and 9 promotions. */
enum { DIRECTIONS = 8, STEPS = 7, PLANES_USED = DIRECTIONS * STEPS + DIRECTIONS + 9 };

/* The number of a move of squares in planes' order. `promoted` is PAWN for other moves. */
static int number_of(square from, square to, piece_type promoted)
{
    if (promoted >= BISHOP) {
        const int pair = 2 * square_file(from) + square_file(to);
        return NUMBERS_PLAIN + 3 * pair + (int)QUEEN - (int)promoted;
    }
    const attack_tables *t = &attack_table;
    const bitboard targets = t->alone[QUEEN][from] | t->alone[KNIGHT][from];
    return t->alone_before[QUEEN][from] - t->alone_before[QUEEN][A1] +
           t->alone_before[KNIGHT][from] - t->alone_before[KNIGHT][A1] +
           bb_count(targets & (bb_of(to) - 1));
}

int lc0_number_of(lc0_input_format format, const position *pos, move m)
{
    const colour mover = (colour)pos->to_move;
    const unsigned transform = lc0_transform(format, pos);
    return number_of(lc0_square(move_from(m), mover, transform),
                     lc0_square(move_to(m), mover, transform),
                     move_is_promotion(m) ? (piece_type)move_kind_of(m) : PAWN);
}

/* The move of a plane from a square, or NO_MOVE if it would leave the board or is no promotion. */
static int number_in_plane(int plane, square from)
{
    static const int8_t step[DIRECTIONS][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                               {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    static const int8_t jump[DIRECTIONS][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                               {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const piece_type promotions[3] = {ROOK, BISHOP, QUEEN};
    const int promotion = plane - (DIRECTIONS * STEPS + DIRECTIONS);
    int file = square_file(from), rank = square_rank(from);
    if (plane < DIRECTIONS * STEPS) {
        file += (plane % STEPS + 1) * step[plane / STEPS][0];
        rank += (plane % STEPS + 1) * step[plane / STEPS][1];
    } else if (promotion < 0) {
        file += jump[plane - DIRECTIONS * STEPS][0];
        rank += jump[plane - DIRECTIONS * STEPS][1];
    } else {
        file += promotion / 3 - 1;
        rank += rank == 6 ? 1 : 8;
    }
    if (file < 0 || file > 7 || rank < 0 || rank > 7) {
        return NO_MOVE;
    }
    return number_of(from, square_at(file, rank), promotion < 0 ? PAWN : promotions[promotion % 3]);
}

void lc0_policy_places(uint16_t places[LC0_MOVES])
{
    for (int plane = 0; plane < PLANES_USED; plane++) {
        for (int from = 0; from < SQUARES; from++) {
            const int number = number_in_plane(plane, (square)from);
            if (number != NO_MOVE) {
                places[number] = (uint16_t)(SQUARES * plane + from);
            }
        }
    }
}
