#include "chess/position.h"

#include <assert.h>
#include <string.h>

#include "base/random_numbers.h"
#include "chess/attacks.h"
#include "position_internal.h"

/* Random keys whose XOR identifies a position (Zobrist 1970). One fixed seed makes them, so they
 * are the same in every run and build. */
static uint64_t zobrist_piece[16][SQUARES]; /* by piece code, then square */
static uint64_t zobrist_castling[16];       /* by position.castling */
static uint64_t zobrist_en_passant[8];      /* by file */
static uint64_t zobrist_black_to_move;

void pos_init_keys(void)
{
    uint64_t state = 0x6d6f7270686f; /* "morpho" */
    for (int p = 0; p < 16; p++) {
        for (int s = 0; s < SQUARES; s++) {
            zobrist_piece[p][s] = random_next(&state);
        }
    }
    /* One key for each right, so that sets of rights combine by XOR. No key is zero. */
    uint64_t right[4];
    for (int i = 0; i < 4; i++) {
        right[i] = random_next(&state);
    }
    for (unsigned set = 0; set < 16; set++) {
        zobrist_castling[set] = 0;
        for (unsigned i = 0; i < 4; i++) {
            zobrist_castling[set] ^= set >> i & 1 ? right[i] : 0;
        }
    }
    for (int f = 0; f < 8; f++) {
        zobrist_en_passant[f] = random_next(&state);
    }
    zobrist_black_to_move = random_next(&state);
}

void pos_clear(position *pos)
{
    memset(pos, 0, sizeof *pos);
    memset(pos->board, PIECE_NONE, sizeof pos->board);
    memset(pos->rook_from, SQUARE_NONE, sizeof pos->rook_from);
    pos->en_passant = SQUARE_NONE;
    pos->fullmove_number = 1;
}

/* Adds a piece's key to the keys of the position, or removes it. */
static void toggle_keys(position *pos, piece p, square s)
{
    static const uint8_t parts[16] = {
        [PAWN] = KEY_PAWNS,          [8 + PAWN] = KEY_PAWNS,
        [KNIGHT] = KEY_WHITE_MINORS, [8 + KNIGHT] = KEY_BLACK_MINORS,
        [BISHOP] = KEY_WHITE_MINORS, [8 + BISHOP] = KEY_BLACK_MINORS,
        [ROOK] = KEY_WHITE_MAJORS,   [8 + ROOK] = KEY_BLACK_MAJORS,
        [QUEEN] = KEY_WHITE_MAJORS,  [8 + QUEEN] = KEY_BLACK_MAJORS,
        [KING] = KEY_WHITE_MAJORS,   [8 + KING] = KEY_BLACK_MAJORS,
    };
    const uint64_t key = zobrist_piece[p][s];
    pos->key ^= key;
    pos->part_key[parts[p]] ^= key;
}

void pos_put(position *pos, piece p, square s)
{
    assert(p != PIECE_NONE && pos->board[s] == PIECE_NONE);
    pos->kind[piece_kind(p)] |= bb_of(s);
    pos->side[piece_side(p)] |= bb_of(s);
    pos->board[s] = p;
    toggle_keys(pos, p, s);
}

static void take_off(position *pos, square s)
{
    piece p = pos->board[s];
    assert(p != PIECE_NONE);
    pos->kind[piece_kind(p)] ^= bb_of(s);
    pos->side[piece_side(p)] ^= bb_of(s);
    pos->board[s] = PIECE_NONE;
    toggle_keys(pos, p, s);
}

/* The castling rights that end when a piece leaves or reaches `s`. */
static unsigned rights_at(const position *pos, square s)
{
    unsigned lost = 0;
    for (unsigned i = 0; i < 4; i++) {
        lost |= (unsigned)(pos->rook_from[i] == s) << i;
    }
    for (unsigned side = WHITE; side <= BLACK; side++) {
        lost |= s == pos_king(pos, (colour)side) ? 3u << 2 * side : 0;
    }
    return lost;
}

static void set_castling(position *pos, unsigned rights)
{
    pos->key ^= zobrist_castling[pos->castling] ^ zobrist_castling[rights];
    pos->castling = (uint8_t)rights;
}

/* The clock one later, or the same if it is at its greatest. */
static uint16_t next_of(uint16_t clock)
{
    return (uint16_t)(clock + (clock < UINT16_MAX));
}

static void make_castling(position *pos, move m)
{
    colour us = (colour)pos->to_move;
    take_off(pos, move_from(m));
    take_off(pos, move_to(m));
    pos_put(pos, piece_of(us, KING), castling_king_to(m));
    pos_put(pos, piece_of(us, ROOK), castling_rook_to(m));
    pos->halfmove_clock = next_of(pos->halfmove_clock);
}

static void make_ordinary(position *pos, move m)
{
    square from = move_from(m), to = move_to(m);
    piece mover = pos->board[from];
    bool irreversible = piece_kind(mover) == PAWN;
    if (move_kind_of(m) == MOVE_EN_PASSANT) {
        take_off(pos, (square)(to ^ 8));
    } else if (pos->board[to] != PIECE_NONE) {
        take_off(pos, to);
        irreversible = true;
    }
    take_off(pos, from);
    pos_put(pos,
            move_is_promotion(m) ? piece_of(piece_side(mover), (piece_type)move_kind_of(m)) : mover,
            to);
    pos->halfmove_clock = irreversible ? 0 : next_of(pos->halfmove_clock);
}

/* Gives the turn to the other side. Keeps an en passant square only if a capture there is legal. */
static void pass_turn(position *pos, square skipped)
{
    if (pos->en_passant != SQUARE_NONE) {
        pos->key ^= zobrist_en_passant[square_file(pos->en_passant)];
        pos->en_passant = SQUARE_NONE;
    }
    if (pos->to_move == BLACK) {
        pos->fullmove_number = next_of(pos->fullmove_number);
    }
    pos->to_move ^= 1;
    pos->key ^= zobrist_black_to_move;
    if (skipped != SQUARE_NONE && pos_en_passant_is_legal(pos, skipped)) {
        pos->en_passant = skipped;
        pos->key ^= zobrist_en_passant[square_file(skipped)];
    }
}

void pos_make(position *pos, move m)
{
    square from = move_from(m), to = move_to(m);
    bool pawn = piece_kind(pos->board[from]) == PAWN;
    square skipped = (square)(pawn && (from ^ to) == 16 ? (from + to) / 2 : SQUARE_NONE);
    if (pos->castling) {
        set_castling(pos, pos->castling & ~(rights_at(pos, from) | rights_at(pos, to)));
    }
    if (move_kind_of(m) == MOVE_CASTLING) {
        make_castling(pos, m);
    } else {
        make_ordinary(pos, m);
    }
    pass_turn(pos, skipped);
}

void pos_make_null(position *pos)
{
    pos->halfmove_clock = next_of(pos->halfmove_clock);
    pass_turn(pos, SQUARE_NONE);
}

uint64_t pos_key_guess(const position *pos, move m)
{
    const square from = move_from(m), to = move_to(m);
    const piece moved = pos->board[from], taken = pos->board[to];
    uint64_t key = pos->key ^ zobrist_black_to_move;
    key ^= zobrist_piece[moved][from] ^ zobrist_piece[moved][to];
    key ^= taken != PIECE_NONE ? zobrist_piece[taken][to] : 0;
    key ^= pos->en_passant != SQUARE_NONE ? zobrist_en_passant[square_file(pos->en_passant)] : 0;
    return key;
}

uint64_t pos_key_computed(const position *pos)
{
    uint64_t key = zobrist_castling[pos->castling];
    for (bitboard left = pos_occupied(pos); left;) {
        square s = bb_pop(&left);
        key ^= zobrist_piece[pos->board[s]][s];
    }
    key ^= pos->to_move == BLACK ? zobrist_black_to_move : 0;
    key ^= pos->en_passant != SQUARE_NONE ? zobrist_en_passant[square_file(pos->en_passant)] : 0;
    return key;
}

bitboard pos_attackers(const position *pos, square s, bitboard occupied)
{
    bitboard queens = pos->kind[QUEEN];
    return (attacks_pawn(s, WHITE) & pos_pieces(pos, BLACK, PAWN)) |
           (attacks_pawn(s, BLACK) & pos_pieces(pos, WHITE, PAWN)) |
           (attacks_knight(s) & pos->kind[KNIGHT]) | (attacks_king(s) & pos->kind[KING]) |
           (attacks_bishop(s, occupied) & (pos->kind[BISHOP] | queens)) |
           (attacks_rook(s, occupied) & (pos->kind[ROOK] | queens));
}

bitboard pos_attacks_given(const position *pos, colour side, bitboard occupied)
{
    bitboard own = pos->side[side];
    bitboard attacked =
        bb_pawn_attacks(own & pos->kind[PAWN], side) | attacks_king(pos_king(pos, side));
    for (bitboard b = own & pos->kind[KNIGHT]; b;) {
        attacked |= attacks_knight(bb_pop(&b));
    }
    for (bitboard b = own & (pos->kind[BISHOP] | pos->kind[QUEEN]); b;) {
        attacked |= attacks_bishop(bb_pop(&b), occupied);
    }
    for (bitboard b = own & (pos->kind[ROOK] | pos->kind[QUEEN]); b;) {
        attacked |= attacks_rook(bb_pop(&b), occupied);
    }
    return attacked;
}

bitboard pos_attacked_by(const position *pos, colour side)
{
    return pos_attacks_given(pos, side, pos_occupied(pos));
}

static void add_attacks(attack_map *map, bitboard *by_worth, bitboard attacks)
{
    map->twice |= map->all & attacks;
    map->all |= attacks;
    *by_worth |= attacks;
}

/* The attacks of some pieces of a side, its king included. */
static attack_map attack_map_of(const position *pos, colour side, bitboard own)
{
    const bitboard occupied = pos_occupied(pos);
    const bitboard ahead = bb_forward(own & pos->kind[PAWN], side);
    bitboard others = 0; /* queens and king together */
    attack_map map = {0};
    add_attacks(&map, &map.pawns, bb_east(ahead));
    add_attacks(&map, &map.pawns, bb_west(ahead));
    for (bitboard b = own & pos->kind[KNIGHT]; b;) {
        add_attacks(&map, &map.minors, attacks_knight(bb_pop(&b)));
    }
    for (bitboard b = own & pos->kind[BISHOP]; b;) {
        add_attacks(&map, &map.minors, attacks_bishop(bb_pop(&b), occupied));
    }
    for (bitboard b = own & pos->kind[ROOK]; b;) {
        add_attacks(&map, &map.rooks, attacks_rook(bb_pop(&b), occupied));
    }
    for (bitboard b = own & pos->kind[QUEEN]; b;) {
        add_attacks(&map, &others, attacks_queen(bb_pop(&b), occupied));
    }
    add_attacks(&map, &others, attacks_king(pos_king(pos, side)));
    return map;
}

attack_maps pos_attack_maps(const position *pos)
{
    return (attack_maps){
        {attack_map_of(pos, WHITE, pos->side[WHITE]), attack_map_of(pos, BLACK, pos->side[BLACK])}};
}

attack_maps pos_pin_attacks(const position *pos, const attack_maps *maps)
{
    attack_maps out = *maps;
    for (colour side = WHITE; side <= BLACK; side++) {
        const bitboard pinned = pos_pinned(pos, side);
        if (!pinned) {
            continue;
        }
        attack_map *map = &out.of[side];
        bitboard others = 0;
        *map = attack_map_of(pos, side, pos->side[side] & ~pinned);
        for (bitboard left = pinned; left;) {
            const square s = bb_pop(&left);
            const piece_type type = piece_kind(pos->board[s]);
            bitboard *const by_worth = type == PAWN   ? &map->pawns
                                       : type == ROOK ? &map->rooks
                                       : type < ROOK  ? &map->minors
                                                      : &others;
            add_attacks(map, by_worth,
                        attacks_of(type, side, s, pos_occupied(pos)) &
                            attacks_line(pos_king(pos, side), s));
        }
    }
    return out;
}

bitboard pos_hanging(const position *pos, colour side, const attack_maps *maps)
{
    const attack_map *theirs = &maps->of[side ^ 1];
    const bitboard *kind = pos->kind;
    bitboard hanging = theirs->all & ~maps->of[side].all;
    hanging |= theirs->pawns & (kind[KNIGHT] | kind[BISHOP] | kind[ROOK] | kind[QUEEN]);
    hanging |= theirs->minors & (kind[ROOK] | kind[QUEEN]);
    hanging |= theirs->rooks & kind[QUEEN];
    return hanging & pos->side[side];
}

bitboard pos_checkers(const position *pos)
{
    colour us = (colour)pos->to_move;
    return pos_attackers(pos, pos_king(pos, us), pos_occupied(pos)) & pos->side[us ^ 1];
}

bitboard pos_en_passant_capturers(const position *pos, square target)
{
    colour us = (colour)pos->to_move;
    bitboard enemy = pos->side[us ^ 1], victim = bb_of(target ^ 8), legal = 0;
    bitboard capturers = attacks_pawn(target, us ^ 1) & pos_pieces(pos, us, PAWN);
    square king = pos_king(pos, us);
    while (capturers) {
        square from = bb_pop(&capturers);
        /* Two pawns leave their line at once, so a pin mask is not enough. */
        bitboard after = (pos_occupied(pos) ^ bb_of(from) ^ victim) | bb_of(target);
        if (!(pos_attackers(pos, king, after) & enemy & ~victim)) {
            legal |= bb_of(from);
        }
    }
    return legal;
}

bool pos_insufficient_material(const position *pos)
{
    if (pos->kind[PAWN] | pos->kind[ROOK] | pos->kind[QUEEN]) {
        return false;
    }
    bitboard knights = pos->kind[KNIGHT], bishops = pos->kind[BISHOP];
    if (!knights) {
        return !(bishops & BB_LIGHT) || !(bishops & ~BB_LIGHT);
    }
    return !bishops && bb_count(knights) == 1;
}

bool pos_is_capture(const position *pos, move m)
{
    return move_kind_of(m) == MOVE_EN_PASSANT ||
           (move_kind_of(m) != MOVE_CASTLING && pos->board[move_to(m)] != PIECE_NONE);
}
