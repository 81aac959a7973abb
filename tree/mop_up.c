#include "mop_up.h"

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

/* The steps of a king between two squares. */
static int steps_between(square a, square b)
{
    const int files = abs(square_file(a) - square_file(b));
    const int ranks = abs(square_rank(a) - square_rank(b));
    return files > ranks ? files : ranks;
}

/* How near a square is to the edges: 0 in the middle, 1 in a corner. */
static float nearness_to_edges(square s)
{
    const int file = square_file(s), rank = square_rank(s);
    const int to_side = file < 4 ? file : 7 - file, to_end = rank < 4 ? rank : 7 - rank;
    return 1.0f - (float)(to_side + to_end) / 6.0f;
}

/* How near two kings are: 0 at opposite edges, 1 in opposition. */
static float nearness_of_kings(square a, square b)
{
    return (float)(7 - steps_between(a, b)) / 5.0f;
}

/* How near bishop and knight are to the mate. Weights are in proportion to what a step of each
 * distance costs in plies; they began as a least-squares fit to the distances to mate on lines of
 * best play, and were then moved so that mcts won more games. */
static float nearness_with_bishop_and_knight(const position *pos, colour winner)
{
    enum { TO_CORNER = 9, TO_EDGES = 5, OF_KINGS = 7, OF_PIECE = 2 };
    enum { MOST = 7 * TO_CORNER + 6 * TO_EDGES + 5 * OF_KINGS + 2 * 6 * OF_PIECE };
    const square king = pos_king(pos, winner ^ 1);
    const bitboard bishops = pos_pieces(pos, winner, BISHOP);
    const square knight = bb_first(pos_pieces(pos, winner, KNIGHT));
    /* 0 on the long diagonal of the other colour, 7 in the corner. */
    const int file = bishops & BB_LIGHT ? 7 - square_file(king) : square_file(king);
    const int corner = abs(7 - file - square_rank(king));
    const int apart = steps_between(king, knight) + steps_between(king, bb_first(bishops));
    const float sum = (float)(TO_CORNER * corner) +
                      (float)(TO_EDGES * 6) * nearness_to_edges(king) +
                      (float)(OF_KINGS * (7 - steps_between(king, pos_king(pos, winner)))) +
                      (float)(OF_PIECE * (14 - apart));
    return sum / (float)MOST;
}

/* The same for a queen against a rook. The weights are in proportion to a least-squares fit to the
 * distances to the capture of the rook. */
static float nearness_with_queen_against_rook(const position *pos, colour winner)
{
    enum { TO_EDGES = 4, OF_KINGS = 3 };
    enum { MOST = 6 * TO_EDGES + 5 * OF_KINGS };
    const square king = pos_king(pos, winner ^ 1);
    const float sum = (float)(TO_EDGES * 6) * nearness_to_edges(king) +
                      (float)(OF_KINGS * (7 - steps_between(king, pos_king(pos, winner))));
    return sum / (float)MOST;
}

static float nearness_to_bare_king(const position *pos, colour winner, mating_force force)
{
    if (force == MATES_IN_A_CORNER) {
        return nearness_with_bishop_and_knight(pos, winner);
    }
    const square king = pos_king(pos, winner ^ 1);
    const float place = nearness_to_edges(king);
    return place + meeting_share * (nearness_of_kings(king, pos_king(pos, winner)) - place);
}

static bool is_bare(const position *pos, colour side)
{
    return (pos->side[side] & (pos->side[side] - 1)) == 0;
}

/* True if each side has one piece beside its king, a queen and a rook. */
static bool is_queen_against_rook(const position *pos)
{
    return bb_count(pos_occupied(pos)) == 4 && bb_count(pos->kind[QUEEN]) == 1 &&
           bb_count(pos->kind[ROOK]) == 1;
}

mop_up mop_up_of(const position *pos)
{
    const mop_up none = {MOP_UP_NONE, WHITE, 0.0f};
    const bool white = is_bare(pos, WHITE), black = is_bare(pos, BLACK);
    if (white != black) {
        const colour winner = white ? BLACK : WHITE;
        const mating_force force = force_of(pos, winner);
        return force == CANNOT_MATE
                   ? none
                   : (mop_up){MOP_UP_BARE, winner, nearness_to_bare_king(pos, winner, force)};
    }
    if (!white && is_queen_against_rook(pos)) {
        const colour winner = pos_pieces(pos, WHITE, QUEEN) ? WHITE : BLACK;
        return (mop_up){MOP_UP_ROOK, winner, nearness_with_queen_against_rook(pos, winner)};
    }
    return none;
}
