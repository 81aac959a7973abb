#include "chess/see.h"

#include "chess/attacks.h"

const int see_value[PIECE_TYPES] = {100, 300, 300, 500, 900, 0};

int see_gain(const position *pos, move m)
{
    int gain = 0;
    if (move_kind_of(m) == MOVE_EN_PASSANT) {
        gain = see_value[PAWN];
    } else if (move_kind_of(m) != MOVE_CASTLING && pos->board[move_to(m)] != PIECE_NONE) {
        gain = see_value[piece_kind(pos->board[move_to(m)])];
    }
    return gain + (move_is_promotion(m) ? see_value[move_kind_of(m)] - see_value[PAWN] : 0);
}

void see_sort(const position *pos, move moves[], int count)
{
    int keys[MOVES_MAX];
    for (int i = 0; i < count; i++) {
        const move m = moves[i];
        const int gain = see_gain(pos, m);
        const int key = gain ? gain - (int)piece_kind(pos->board[move_from(m)]) : 0;
        int at = i;
        for (; at > 0 && keys[at - 1] < key; at--) {
            keys[at] = keys[at - 1];
            moves[at] = moves[at - 1];
        }
        keys[at] = key;
        moves[at] = m;
    }
}

/* The exchange on one square after the first capture. */
typedef struct exchange {
    const position *pos;
    square on;
    bitboard occupied;  /* squares of pieces that were not exchanged yet */
    bitboard attackers; /* of both sides, x-rays included as far as lines are open */
    int standing;       /* value of the piece on the square */
} exchange;

/* The type of the least valuable attacker; `own` must not be empty. There is no early exit from the
 * loop, because it would be mispredicted more often than not. */
static piece_type least_valuable(const position *pos, bitboard own)
{
    unsigned present = 0;
    for (unsigned type = PAWN; type <= KING; type++) {
        present |= (unsigned)((own & pos->kind[type]) != 0) << type;
    }
    return (piece_type)__builtin_ctz(present);
}

/* Lets `side` capture with its least valuable piece, and stores what it wins in `*gain`. Returns
 * false if it has no attacker, or only a king that would be captured. */
static bool recapture(exchange *x, colour side, int *gain)
{
    const position *pos = x->pos;
    bitboard own = x->attackers & pos->side[side];
    if (!own) {
        return false;
    }
    piece_type type = least_valuable(pos, own);
    if (type == KING && x->attackers & pos->side[side ^ 1]) {
        return false;
    }
    *gain = x->standing;
    x->standing = see_value[type];
    if (type == PAWN && square_rank(x->on) % 7 == 0) {
        *gain += see_value[QUEEN] - see_value[PAWN];
        x->standing = see_value[QUEEN];
    }
    x->occupied ^= bb_of(bb_first(own & pos->kind[type]));
    bitboard queens = pos->kind[QUEEN];
    x->attackers |= attacks_bishop(x->on, x->occupied) & (pos->kind[BISHOP] | queens);
    x->attackers |= attacks_rook(x->on, x->occupied) & (pos->kind[ROOK] | queens);
    x->attackers &= x->occupied;
    return true;
}

/* Begins the exchange of a move that does not castle. `*gain` is what the move itself wins. The
 * attackers are not found yet. */
static exchange begin(const position *pos, move m, int *gain)
{
    const square from = move_from(m), to = move_to(m);
    exchange x = {.pos = pos, .on = to, .occupied = pos_occupied(pos) ^ bb_of(from)};
    *gain = see_gain(pos, m);
    x.standing = see_value[piece_kind(pos->board[from])];
    if (move_kind_of(m) == MOVE_EN_PASSANT) {
        x.occupied ^= bb_of(to ^ 8);
    } else if (move_is_promotion(m)) {
        x.standing = see_value[move_kind_of(m)];
    }
    return x;
}

/* The least that the exchange wins. A pawn that recaptures on its last rank wins a queen more. */
static int least_of(const exchange *x, int gain)
{
    return gain - x->standing - (square_rank(x->on) % 7 ? 0 : see_value[QUEEN] - see_value[PAWN]);
}

static void find_attackers(exchange *x)
{
    x->attackers = pos_attackers(x->pos, x->on, x->occupied) & x->occupied;
}

/* True if an exchange whose first capture won `gain` wins at least `threshold`. */
static bool reaches(exchange x, int gain, int threshold)
{
    /* `spare` is what the side that captured last may lose and still reach its aim. If it is below
     * zero, that side has failed. Otherwise the other side must win at least spare + 1. */
    int spare = gain - threshold;
    const colour us = (colour)x.pos->to_move;
    colour captor = us;
    while (spare >= 0) {
        captor ^= 1;
        if (!recapture(&x, captor, &gain)) {
            break;
        }
        spare = gain - spare - 1;
    }
    return captor != us;
}

bool see_at_least(const position *pos, move m, int threshold)
{
    if (move_kind_of(m) == MOVE_CASTLING) {
        return threshold <= 0;
    }
    int gain;
    exchange x = begin(pos, m, &gain);
    if (gain < threshold || least_of(&x, gain) >= threshold) {
        return gain >= threshold;
    }
    find_attackers(&x);
    return reaches(x, gain, threshold);
}

int see_sign(const position *pos, move m)
{
    if (move_kind_of(m) == MOVE_CASTLING) {
        return 0;
    }
    int gain;
    exchange x = begin(pos, m, &gain);
    if (least_of(&x, gain) > 0) {
        return 1;
    }
    find_attackers(&x);
    return reaches(x, gain, 1) ? 1 : reaches(x, gain, 0) ? 0 : -1;
}
