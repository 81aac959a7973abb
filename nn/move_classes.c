#include <assert.h>

#include "chess/attacks.h"
#include "chess/see.h"
#include "nn/features.h"

/* Both classes of a move are numbers in mixed radix. Trade: piece type, victim, exchange, check.
 * Standing: piece type, flight, threats, neglect, guard, support. */
enum { NO_VICTIM = 5, VICTIMS };
typedef enum { EXCHANGE_LOSES, EXCHANGE_HOLDS, EXCHANGE_WINS, EXCHANGES } exchange_result;
enum { FLIGHTS = 3, THREATS = 3, GUARDS = 4 };
enum {
    TRADE_CLASSES = PIECE_TYPES * VICTIMS * EXCHANGES * 2,
    STANDING_CLASSES = PIECE_TYPES * FLIGHTS * THREATS * 2 * GUARDS * 2
};
static_assert(TRADE_CLASSES + STANDING_CLASSES == POLICY_CLASSES, "every class has its row");

/* The squares from which a piece type would attack one enemy target, or two, on the present
 * board. */
typedef struct reach {
    bitboard once, twice;
    bitboard through; /* squares from which a slider's move may open a line to a target */
} reach;

/* The data that the classes of a position's moves share. */
typedef struct overview {
    const position *pos;
    const attack_map *ours, *theirs;
    bitboard hanging;               /* our hanging pieces without the king */
    bitboard lesser[PIECE_TYPES];   /* squares that a lesser piece of theirs attacks, by type */
    bitboard targets[PIECE_TYPES];  /* the targets of a type: their pieces that are undefended or
                                     * worth more than it */
    reach threats[PIECE_TYPES];     /* attacks on targets */
    bitboard checking[PIECE_TYPES]; /* squares from which each type checks their king */
    bitboard discoverers;           /* our pieces that give check by leaving a line */
    reach guarded;                  /* all squares where our pieces may recapture */
    bitboard sliders;               /* of both sides */
    bitboard promoting;             /* squares where a pawn of either side may capture and
                                     * promote */
    square king;                    /* their king */
} overview;

static void look_for_lesser(overview *v)
{
    const attack_map *theirs = v->theirs;
    v->lesser[PAWN] = v->lesser[KING] = 0;
    v->lesser[KNIGHT] = v->lesser[BISHOP] = theirs->pawns;
    v->lesser[ROOK] = theirs->pawns | theirs->minors;
    v->lesser[QUEEN] = v->lesser[ROOK] | theirs->rooks;
}

static void add_reach(reach *r, bitboard squares)
{
    r->twice |= r->once & squares;
    r->once |= squares;
}

/* Attacks are symmetric. It is cheaper to look from their few pieces than from the target of each
 * move. */
static void look_for_threats(overview *v)
{
    const position *pos = v->pos;
    const colour us = (colour)pos->to_move;
    const bitboard *kind = pos->kind, own = pos->side[us], enemies = pos->side[us ^ 1];
    const bitboard loose = enemies & ~v->theirs->all & ~kind[KING];
    v->targets[KING] = v->targets[QUEEN] = loose;
    v->targets[ROOK] = loose | (enemies & kind[QUEEN]);
    v->targets[BISHOP] = v->targets[KNIGHT] = v->targets[ROOK] | (enemies & kind[ROOK]);
    v->targets[PAWN] = v->targets[KNIGHT] | (enemies & (kind[KNIGHT] | kind[BISHOP]));
    const bitboard ahead = bb_forward(v->targets[PAWN], us ^ 1);
    add_reach(&v->threats[PAWN], bb_east(ahead));
    add_reach(&v->threats[PAWN], bb_west(ahead));
    const bool diagonal = own & (kind[BISHOP] | kind[QUEEN]);
    const bool straight = own & (kind[ROOK] | kind[QUEEN]);
    for (bitboard left = v->targets[KNIGHT]; left;) {
        const square s = bb_pop(&left);
        const bitboard occupied = pos_occupied(pos);
        const bitboard diagonals = diagonal ? attacks_bishop(s, occupied) : 0;
        add_reach(&v->threats[KNIGHT], attacks_knight(s));
        add_reach(&v->threats[BISHOP], diagonals);
        if (v->targets[ROOK] & bb_of(s)) {
            const bitboard lines = straight ? attacks_rook(s, occupied) : 0;
            const bitboard near = loose & bb_of(s) ? ~UINT64_C(0) : 0;
            add_reach(&v->threats[ROOK], lines);
            add_reach(&v->threats[QUEEN], (lines | diagonals) & near);
            add_reach(&v->threats[KING], attacks_king(s) & near);
        }
    }
    for (piece_type type = BISHOP; type <= QUEEN; type++) {
        v->threats[type].through = v->threats[type].once;
    }
}

/* Fills in the squares that give check, directly or by discovery. */
static void look_at_king(overview *v)
{
    const position *pos = v->pos;
    const colour us = (colour)pos->to_move;
    const bitboard occupied = pos_occupied(pos), queens = pos->kind[QUEEN];
    v->king = pos_king(pos, us ^ 1);
    v->checking[PAWN] = attacks_pawn(v->king, us ^ 1);
    v->checking[KNIGHT] = attacks_knight(v->king);
    v->checking[BISHOP] = attacks_bishop(v->king, occupied);
    v->checking[ROOK] = attacks_rook(v->king, occupied);
    v->checking[QUEEN] = v->checking[BISHOP] | v->checking[ROOK];
    const bitboard near = v->checking[QUEEN] & pos->side[us], behind = occupied ^ near;
    if (!near) {
        return;
    }
    bitboard sliders = (attacks_bishop(v->king, behind) & (pos->kind[BISHOP] | queens)) |
                       (attacks_rook(v->king, behind) & (pos->kind[ROOK] | queens));
    sliders &= pos->side[us] & ~v->checking[QUEEN];
    while (sliders) {
        v->discoverers |= attacks_between(bb_pop(&sliders), v->king) & near;
    }
}

/* Our attacks on a board without their pieces that could capture along the line. Exchanges open no
 * further lines, except the one behind a move's origin. */
static void look_for_guards(overview *v)
{
    const position *pos = v->pos;
    const colour us = (colour)pos->to_move;
    const bitboard *kind = pos->kind, own = pos->side[us], enemies = pos->side[us ^ 1];
    const bitboard occupied = pos_occupied(pos), queens = kind[QUEEN];
    const bitboard diagonal = occupied & ~(enemies & (kind[BISHOP] | queens | kind[PAWN]));
    const bitboard straight = occupied & ~(enemies & (kind[ROOK] | queens));
    const bitboard ahead = bb_forward(own & kind[PAWN], us);
    reach *r = &v->guarded;
    add_reach(r, bb_east(ahead));
    add_reach(r, bb_west(ahead));
    add_reach(r, attacks_king(pos_king(pos, us)));
    for (bitboard b = own & kind[KNIGHT]; b;) {
        add_reach(r, attacks_knight(bb_pop(&b)));
    }
    for (bitboard b = own & (kind[BISHOP] | queens); b;) {
        add_reach(r, attacks_bishop(bb_pop(&b), diagonal));
    }
    for (bitboard b = own & (kind[ROOK] | queens); b;) {
        add_reach(r, attacks_rook(bb_pop(&b), straight));
    }
}

static overview overview_of(const position *pos, const attack_maps *maps)
{
    overview v = {.pos = pos,
                  .ours = &maps->of[pos->to_move],
                  .theirs = &maps->of[pos->to_move ^ 1],
                  .sliders = pos->kind[BISHOP] | pos->kind[ROOK] | pos->kind[QUEEN]};
    v.hanging = pos_hanging(pos, (colour)pos->to_move, maps) & ~pos->kind[KING];
    look_for_lesser(&v);
    v.promoting = (v.ours->pawns | v.theirs->pawns) & (BB_RANK_1 | bb_rank(7));
    look_for_threats(&v);
    look_for_guards(&v);
    look_at_king(&v);
    return v;
}

/* True if a slider stands on the move's line behind its origin, and may attack its target once the
 * origin is empty. */
static bool may_open_line(const overview *v, square from, square to)
{
    const bitboard below = bb_of(from) - 1, behind = to > from ? below : ~(below | bb_of(from));
    return attacks_line(from, to) & behind & v->sliders;
}

static unsigned bit(bitboard b, square s)
{
    return (unsigned)(b >> s & 1);
}

/* The victim's value against the captor's: less, equal, more. */
static exchange_result margin_of(piece_type type, unsigned victim)
{
    const int taken = victim == NO_VICTIM ? 0 : see_value[victim];
    return (exchange_result)((taken >= see_value[type]) + (taken > see_value[type]));
}

/* The result of the exchanges that a move begins if the maps decide it, else EXCHANGES. It computes
 * in bits: half of these conditions are unpredictable, and branches would be slow. */
static unsigned exchange_known(const overview *v, move m, piece_type type, unsigned victim)
{
    const square from = move_from(m), to = move_to(m);
    const unsigned quiet = victim == NO_VICTIM, king = type == KING;
    const unsigned attacked = bit(v->theirs->all, to) & ~king; /* nobody can capture it there */
    const unsigned lesser = bit(v->lesser[type], to) & quiet;
    const unsigned margin = margin_of(type, victim);
    const unsigned promotes = bit(v->promoting, to) | move_is_promotion(m);
    /* A piece attacks its target itself; a pawn that is pushed does not. */
    const bitboard pushed = (bitboard)(quiet & (type == PAWN));
    const unsigned guarded = bit(v->guarded.twice | (v->guarded.once & -pushed), to);
    const unsigned opens = may_open_line(v, from, to);
    const unsigned doubt_there =
        promotes | (~lesser & (margin < EXCHANGE_WINS) & (guarded | opens));
    const unsigned doubt_here = bit(v->theirs->all, from) & opens & ~king;
    const unsigned unknown =
        (attacked & doubt_there) | (~attacked & doubt_here) | (move_kind_of(m) == MOVE_EN_PASSANT);
    const unsigned known = attacked ? margin : EXCHANGE_WINS - quiet;
    return known | (EXCHANGES & -unknown);
}

static exchange_result exchange_searched(const overview *v, move m, bool takes)
{
    const int sign = see_sign(v->pos, m);
    return sign < 0 ? EXCHANGE_LOSES : takes && sign > 0 ? EXCHANGE_WINS : EXCHANGE_HOLDS;
}

static unsigned gives_check(const overview *v, move m, piece_type arriving)
{
    const square from = move_from(m), to = move_to(m);
    const unsigned uncovers =
        v->discoverers && bit(v->discoverers, from) && !bit(attacks_line(from, v->king), to);
    return bit(v->checking[arriving], to) | uncovers;
}

/* The number of targets that the arriving piece attacks, at most two. */
static unsigned threats_of(const overview *v, move m, piece_type type, piece_type arriving)
{
    const square from = move_from(m), to = move_to(m);
    const reach *r = &v->threats[arriving];
    if (type != arriving || bit(r->through, from)) {
        /* A piece of theirs may attack the new square through the old one, which is then empty. */
        const bitboard occupied = pos_occupied(v->pos) & ~bb_of(from);
        const int count = bb_count(attacks_of(arriving, (colour)v->pos->to_move, to, occupied) &
                                   v->targets[arriving]);
        return count < THREATS ? (unsigned)count : THREATS - 1;
    }
    return bit(r->once, to) + bit(r->twice, to);
}

static unsigned standing_class(const overview *v, move m, piece_type type, piece_type arriving)
{
    const square from = move_from(m), to = move_to(m);
    const attack_map *theirs = v->theirs;
    const unsigned flight = bit(theirs->all, from) + bit(v->hanging, from);
    const unsigned guard =
        bit(theirs->all, to) + bit(theirs->pawns | theirs->minors, to) + bit(theirs->pawns, to);
    unsigned class = type * FLIGHTS + flight;
    class = class * THREATS + threats_of(v, m, type, arriving);
    class = class * 2 + ((v->hanging & ~bb_of(from)) != 0);
    class = class * GUARDS + guard;
    return class * 2 + bit(v->ours->pawns, to);
}

/* The type that a move captures, or NO_VICTIM, whose number is between the types and that of an
 * empty square. */
static_assert((int)NO_VICTIM == (int)KING, "no king is ever taken");
static unsigned victim_of(const position *pos, move m)
{
    const unsigned cell = piece_kind(pos->board[move_to(m)]);
    if (move_kind_of(m) >= MOVE_CASTLING) {
        return move_kind_of(m) == MOVE_EN_PASSANT ? PAWN : NO_VICTIM;
    }
    return cell < NO_VICTIM ? cell : NO_VICTIM;
}

void feature_move_classes(const position *pos, const attack_maps *maps, const move moves[],
                          int count, uint16_t classes[][MOVE_CLASSES])
{
    const overview v = overview_of(pos, maps);
    uint16_t unknown[MOVES_MAX + 1];
    int unknown_count = 0;
    for (int i = 0; i < count; i++) {
        const move m = moves[i];
        const piece_type type = piece_kind(pos->board[move_from(m)]);
        const piece_type arriving = move_is_promotion(m) ? (piece_type)move_kind_of(m) : type;
        const unsigned victim = victim_of(pos, m);
        const unsigned known = exchange_known(&v, m, type, victim);
        unknown[unknown_count] = (uint16_t)i;
        unknown_count += known == EXCHANGES;
        const unsigned exchange = known == EXCHANGES ? 0 : known;
        classes[i][0] = (uint16_t)(((type * VICTIMS + victim) * EXCHANGES + exchange) * 2 +
                                   gives_check(&v, m, arriving));
        classes[i][1] = (uint16_t)(TRADE_CLASSES + standing_class(&v, m, type, arriving));
    }
    /* In a loop of its own, so that the main loop has no unpredictable branch. */
    for (int k = 0; k < unknown_count; k++) {
        const int i = unknown[k];
        const bool takes = victim_of(pos, moves[i]) != NO_VICTIM;
        classes[i][0] = (uint16_t)(classes[i][0] + 2 * exchange_searched(&v, moves[i], takes));
    }
}
