#include <assert.h>

#include "chess/attacks.h"
#include "chess/see.h"
#include "nn/features.h"

/* Both classes of a move are numbers in mixed radix. The trade: piece type, victim, exchange,
 * check. The standing: piece type, flight, threats, neglect, guard, support. */
enum { NO_VICTIM = 5, VICTIMS };
typedef enum { EXCHANGE_LOSES, EXCHANGE_HOLDS, EXCHANGE_WINS, EXCHANGES } exchange_result;
enum { FLIGHTS = 3, THREATS = 3, GUARDS = 4 };
enum {
    TRADE_CLASSES = PIECE_TYPES * VICTIMS * EXCHANGES * 2,
    STANDING_CLASSES = PIECE_TYPES * FLIGHTS * THREATS * 2 * GUARDS * 2
};
static_assert(TRADE_CLASSES + STANDING_CLASSES == POLICY_CLASSES, "every class has its row");

/* What the classes of one position's moves have in common. */
typedef struct overview {
    const position *pos;
    attack_map ours, theirs;
    bitboard hanging;           /* our pieces but for the king */
    bitboard prey[PIECE_TYPES]; /* their pieces that are undefended, or worth more than a type */
    bitboard checking[PIECE_TYPES]; /* from where each type checks their king */
    bitboard screens;               /* our pieces whose leaving a line checks it */
    square king;                    /* theirs */
} overview;

/* Fills from where their king is checked, directly and by what a move uncovers. */
static void look_at_king(overview *v)
{
    const position *pos = v->pos;
    const colour us = (colour)pos->to_move;
    const bitboard occupied = pos_occupied(pos), queens = pos->kind[QUEEN];
    v->king = pos_king(pos, us ^ 1);
    for (piece_type type = PAWN; type < KING; type++) {
        v->checking[type] = attacks_of(type, us ^ 1, v->king, occupied);
    }
    const bitboard near = v->checking[QUEEN] & pos->side[us], behind = occupied ^ near;
    bitboard sliders = (attacks_bishop(v->king, behind) & (pos->kind[BISHOP] | queens)) |
                       (attacks_rook(v->king, behind) & (pos->kind[ROOK] | queens));
    sliders &= pos->side[us] & ~v->checking[QUEEN];
    while (sliders) {
        v->screens |= attacks_between(bb_pop(&sliders), v->king) & near;
    }
}

static overview overview_of(const position *pos)
{
    const colour us = (colour)pos->to_move;
    overview v = {
        .pos = pos, .ours = pos_attack_map(pos, us), .theirs = pos_attack_map(pos, us ^ 1)};
    const bitboard *kind = pos->kind, enemies = pos->side[us ^ 1];
    const bitboard minors = kind[KNIGHT] | kind[BISHOP];
    v.hanging = pos_hanging(pos, us, &v.ours, &v.theirs) & ~kind[KING];
    const bitboard loose = enemies & ~v.theirs.all & ~kind[KING];
    v.prey[KING] = v.prey[QUEEN] = loose;
    v.prey[ROOK] = loose | (enemies & kind[QUEEN]);
    v.prey[BISHOP] = v.prey[KNIGHT] = v.prey[ROOK] | (enemies & kind[ROOK]);
    v.prey[PAWN] = v.prey[KNIGHT] | (enemies & minors);
    look_at_king(&v);
    return v;
}

/* Only an attacker of either square can take back, through an empty origin too. */
static exchange_result exchange_of(const overview *v, move m, unsigned victim)
{
    const bitboard squares = bb_of(move_from(m)) | bb_of(move_to(m));
    if (!(v->theirs.all & squares) && move_kind_of(m) != MOVE_EN_PASSANT) {
        return victim == NO_VICTIM ? EXCHANGE_HOLDS : EXCHANGE_WINS;
    }
    if (!see_at_least(v->pos, m, 0)) {
        return EXCHANGE_LOSES;
    }
    return victim != NO_VICTIM && see_at_least(v->pos, m, 1) ? EXCHANGE_WINS : EXCHANGE_HOLDS;
}

static bool gives_check(const overview *v, move m, piece_type arriving)
{
    const bitboard from = bb_of(move_from(m)), to = bb_of(move_to(m));
    return v->checking[arriving] & to ||
           (v->screens & from && !(attack_table.line[move_from(m)][v->king] & to));
}

static unsigned trade_class(const overview *v, move m, piece_type type, piece_type arriving)
{
    const piece taken = v->pos->board[move_to(m)];
    unsigned victim = NO_VICTIM;
    if (move_kind_of(m) == MOVE_EN_PASSANT) {
        victim = PAWN;
    } else if (move_kind_of(m) != MOVE_CASTLING && taken != PIECE_NONE) {
        victim = piece_kind(taken);
    }
    unsigned class = type * VICTIMS + victim;
    class = class * EXCHANGES + exchange_of(v, m, victim);
    return class * 2 + gives_check(v, m, arriving);
}

/* How many of their pieces worth it the arriving piece attacks, up to two. */
static unsigned threats_of(const overview *v, move m, piece_type arriving)
{
    const bitboard occupied = pos_occupied(v->pos) & ~bb_of(move_from(m));
    const square to = move_to(m);
    const bitboard attacks = attacks_of(arriving, (colour)v->pos->to_move, to, occupied);
    const int count = bb_count(attacks & v->prey[arriving] & ~bb_of(to));
    return count < THREATS ? (unsigned)count : THREATS - 1;
}

static unsigned standing_class(const overview *v, move m, piece_type type, piece_type arriving)
{
    const bitboard from = bb_of(move_from(m)), to = bb_of(move_to(m));
    const attack_map *theirs = &v->theirs;
    unsigned flight = !(theirs->all & from) ? 0 : v->hanging & from ? 2 : 1;
    unsigned guard = theirs->pawns & to ? 3 : theirs->minors & to ? 2 : (theirs->all & to) != 0;
    unsigned class = type * FLIGHTS + flight;
    class = class * THREATS + threats_of(v, m, arriving);
    class = class * 2 + ((v->hanging & ~from) != 0);
    class = class * GUARDS + guard;
    return class * 2 + ((v->ours.pawns & to) != 0);
}

void feature_move_classes(const position *pos, const move moves[], int count,
                          uint16_t classes[][MOVE_CLASSES])
{
    const overview v = overview_of(pos);
    for (int i = 0; i < count; i++) {
        const move m = moves[i];
        const piece_type type = piece_kind(pos->board[move_from(m)]);
        const piece_type arriving = move_is_promotion(m) ? (piece_type)move_kind_of(m) : type;
        classes[i][0] = (uint16_t)trade_class(&v, m, type, arriving);
        classes[i][1] = (uint16_t)(TRADE_CLASSES + standing_class(&v, m, type, arriving));
    }
}

void feature_policy_query(policy_query *query, const position *pos, const move moves[], int count,
                          bool classes)
{
    uint16_t place_of[POLICY_CLASSES], class[MOVES_MAX][MOVE_CLASSES];
    feature_policy_rows(pos, moves, count, query->rows);
    query->moves = query->count = (uint16_t)count;
    if (!classes) {
        return;
    }
    feature_move_classes(pos, moves, count, class);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < MOVE_CLASSES; k++) {
            place_of[class[i][k]] = 0;
        }
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < MOVE_CLASSES; k++) {
            uint16_t *place = &place_of[class[i][k]];
            if (*place == 0) { /* place 0 is the first move's, never a class's */
                *place = query->count;
                query->rows[query->count++] = (uint16_t)(POLICY_ROWS + class[i][k]);
            }
            query->place[i][k] = *place;
        }
    }
}
