/* A chess position and what the rules say of it. A plain value: copying it is how a search keeps
 * the position before a move (copy-make: perft with every leaf made takes the same time as with
 * unmaking, and callers have no undo to keep). Everything here is free of mutable state and may be
 * called from any thread once attacks_init() has run. */
#ifndef CHESS_POSITION_H
#define CHESS_POSITION_H

#include <stdbool.h>

#include "chess/bitboard.h"
#include "chess/move.h"
#include "chess/types.h"

/* Castling rights are one bit a wing: side * 2 + wing. */
typedef enum { KINGSIDE, QUEENSIDE } wing;

static inline unsigned castling_bit(colour side, wing w)
{
    return 1u << (2 * side + w);
}

/* The keys of the pieces alone, in parts of which each piece is in one, so that each change costs
 * one more XOR. Ask pos_pawn_key() and its neighbours. ORDER: Black's part follows White's. */
typedef enum {
    KEY_PAWNS,        /* of both sides */
    KEY_WHITE_MINORS, /* knights and bishops */
    KEY_BLACK_MINORS,
    KEY_WHITE_MAJORS, /* rooks, queens and king */
    KEY_BLACK_MAJORS,
    KEY_PARTS
} key_part;

typedef struct position {
    bitboard kind[PIECE_TYPES];   /* pieces of both colours by type */
    bitboard side[2];             /* pieces by colour */
    piece board[SQUARES];         /* the same as a mailbox */
    uint64_t key;                 /* Zobrist: pieces, side, rights, capturable en passant file */
    uint64_t part_key[KEY_PARTS]; /* by key_part */
    square rook_from[4];          /* the castling rook of each right; SQUARE_NONE if never any */
    uint8_t castling;             /* rights still held, castling_bit() each */
    uint8_t to_move;              /* colour */
    square en_passant;            /* where a legal en passant capture lands, else SQUARE_NONE */
    uint16_t halfmove_clock;      /* plies since a capture or pawn move */
    uint16_t fullmove_number;     /* from 1 */
} position;

static inline bitboard pos_occupied(const position *pos)
{
    return pos->side[WHITE] | pos->side[BLACK];
}
static inline bitboard pos_pieces(const position *pos, colour side, piece_type type)
{
    return pos->side[side] & pos->kind[type];
}
static inline square pos_king(const position *pos, colour side)
{
    return bb_first(pos_pieces(pos, side, KING));
}

/* The XOR of the Zobrist keys of all pawns. */
static inline uint64_t pos_pawn_key(const position *pos)
{
    return pos->part_key[KEY_PAWNS];
}
/* The same of the knights and bishops of both sides. */
static inline uint64_t pos_minor_key(const position *pos)
{
    return pos->part_key[KEY_WHITE_MINORS] ^ pos->part_key[KEY_BLACK_MINORS];
}
/* The same of a side's pieces but its pawns, the king included. */
static inline uint64_t pos_non_pawn_key(const position *pos, colour side)
{
    return pos->part_key[KEY_WHITE_MINORS + side] ^ pos->part_key[KEY_WHITE_MAJORS + side];
}

/* A board without pieces, White to move, no rights, keys computed. */
void pos_clear(position *pos);

/* Puts a piece on an empty square; keeps boards and keys in step. */
void pos_put(position *pos, piece p, square s);

/* Plays a legal move in place: clocks, rights, keys, en passant (kept only when a capture is
 * legal). */
void pos_make(position *pos, move m);

/* Passes the turn (for null moves; not in check). */
void pos_make_null(position *pos);

/* The key after a legal move, for plain moves and captures that cost no castling right; for others
 * some key. Cheaper than the move: for asking a table's cache line early. */
uint64_t pos_key_guess(const position *pos, move m);

/* The key computed from nothing; equals pos->key at all times. */
uint64_t pos_key_computed(const position *pos);

/* All pieces of both colours that attack a square, given an occupancy. */
bitboard pos_attackers(const position *pos, square s, bitboard occupied);

/* Every square that pieces of `side` attack (own pieces' squares included, pins ignored). */
bitboard pos_attacked_by(const position *pos, colour side);

/* What a side attacks, kept apart by the worth of the attacker; own pieces' squares included, pins
 * ignored. */
typedef struct attack_map {
    bitboard pawns, minors, rooks;
    bitboard all;   /* by any piece; equals pos_attacked_by() */
    bitboard twice; /* by two pieces or more */
} attack_map;

/* Both sides' maps, by colour. */
typedef struct attack_maps {
    attack_map of[2];
} attack_maps;

attack_maps pos_attack_maps(const position *pos);

/* Pieces of `side` that hang, its king among them: attacked, and either not defended or worth more
 * than an attacker. */
bitboard pos_hanging(const position *pos, colour side, const attack_maps *maps);

/* Enemy pieces that give check to the side to move. */
bitboard pos_checkers(const position *pos);

static inline bool pos_in_check(const position *pos)
{
    return pos_checkers(pos) != 0;
}

/* Neither side can ever mate: bare kings, one minor piece, or bishops all on one colour of square.
 */
bool pos_insufficient_material(const position *pos);

/* True when a move takes something (en passant too; castling does not). */
bool pos_is_capture(const position *pos, move m);

#endif
