#include "bare_king.h"

#include <stdlib.h>

/* Weight of the distance between the kings. The rest is the weight of the bare king's square: it
 * must be driven to the edge before the other king can follow. */
static const float meeting_share = 0.15f;

typedef enum { CANNOT_MATE, MATES_ANYWHERE, MATES_IN_A_CORNER } mating_force;

static mating_force force_of(const position *pos, colour side)
{
    const bitboard bishops = pos_pieces(pos, side, BISHOP);
    const bitboard knights = pos_pieces(pos, side, KNIGHT);
    if ((pos_pieces(pos, side, ROOK) | pos_pieces(pos, side, QUEEN)) != 0 ||
        ((bishops & BB_LIGHT) && (bishops & ~BB_LIGHT)) || bb_count(knights) >= 3) {
        return MATES_ANYWHERE;
    }
    return bishops && knights ? MATES_IN_A_CORNER : CANNOT_MATE;
}

/* How near a square is to the edges: 0 in the middle, 1 in a corner. */
static float nearness_to_edges(square s)
{
    const int file = square_file(s), rank = square_rank(s);
    const int to_side = file < 4 ? file : 7 - file, to_end = rank < 4 ? rank : 7 - rank;
    return 1.0f - (float)(to_side + to_end) / 6.0f;
}

/* How near a square is to a corner of a colour: 0 on the long diagonal of the other colour, 1 in
 * the corner. */
static float nearness_to_corner(square s, bool light)
{
    const int file = light ? 7 - square_file(s) : square_file(s);
    return (float)abs(7 - file - square_rank(s)) / 7.0f;
}

/* How near the kings are: 0 at opposite edges, 1 in opposition. */
static float nearness_of_kings(square a, square b)
{
    const int files = abs(square_file(a) - square_file(b));
    const int ranks = abs(square_rank(a) - square_rank(b));
    return (float)(7 - (files > ranks ? files : ranks)) / 5.0f;
}

static bool is_bare(const position *pos, colour side)
{
    return (pos->side[side] & (pos->side[side] - 1)) == 0;
}

float bare_king_nearness(const position *pos)
{
    if (is_bare(pos, WHITE) == is_bare(pos, BLACK)) {
        return -1.0f;
    }
    const colour winner = is_bare(pos, WHITE) ? BLACK : WHITE;
    const mating_force force = force_of(pos, winner);
    if (force == CANNOT_MATE) {
        return -1.0f;
    }
    const square king = pos_king(pos, winner ^ 1);
    const bool light = (pos_pieces(pos, winner, BISHOP) & BB_LIGHT) != 0;
    const float place =
        force == MATES_ANYWHERE ? nearness_to_edges(king) : nearness_to_corner(king, light);
    const float meeting = nearness_of_kings(king, pos_king(pos, winner));
    return place + meeting_share * (meeting - place);
}
