/* A chess position and the rules. A position is a plain value. Moves are not unmade: a search
 * copies the position before it makes a move (copy-make). After attacks_init() these functions
 * change no shared state, so any thread may call them. */
#ifndef CHESS_POSITION_H
#define CHESS_POSITION_H

#include <stdbool.h>

#include "chess/bitboard.h"
#include "chess/move.h"
#include "chess/types.h"

/* A castling right has the index 2 * side + wing. castling_bit() is its bit in a set of rights. */
typedef enum { KINGSIDE, QUEENSIDE } wing;

static inline unsigned castling_bit(colour side, wing w)
{
    return 1u << (2 * side + w);
}

/* The parts of a position's pieces. Each part has a Zobrist key, and each piece is in exactly one
 * part, so a change of a piece costs one more XOR. pos_pawn_key() and the functions after it read
 * them. ORDER: Black's part follows White's. */
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
    piece board[SQUARES];         /* the same pieces by square */
    uint64_t key;                 /* Zobrist: pieces, side to move, rights, file of `en_passant` */
    uint64_t part_key[KEY_PARTS]; /* by key_part */
    square rook_from[4];          /* square of the castling rook, by index of the right; SQUARE_NONE
                                   * if the position never had the right */
    uint8_t castling;             /* rights that are left: castling_bit() of each */
    uint8_t to_move;              /* colour */
    square en_passant;            /* the target of a legal en passant capture, else SQUARE_NONE */
    uint16_t halfmove_clock;      /* plies, null moves included, since a capture or pawn move; at
                                   * most 65535, like the number below */
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
/* The XOR of the keys of the knights and bishops of both sides. */
static inline uint64_t pos_minor_key(const position *pos)
{
    return pos->part_key[KEY_WHITE_MINORS] ^ pos->part_key[KEY_BLACK_MINORS];
}
/* The XOR of the keys of a side's pieces without its pawns, the king included. */
static inline uint64_t pos_non_pawn_key(const position *pos, colour side)
{
    return pos->part_key[KEY_WHITE_MINORS + side] ^ pos->part_key[KEY_WHITE_MAJORS + side];
}

/* Makes an empty board: White to move, no rights, halfmove clock 0, move number 1, key 0. Functions
 * that read a king's square need one king of each side. */
void pos_clear(position *pos);

/* Puts a piece on an empty square, and updates boards and keys. */
void pos_put(position *pos, piece p, square s);

/* Plays a legal move: updates boards, keys, rights and clocks, and sets the en passant square if a
 * capture there is legal. */
void pos_make(position *pos, move m);

/* Passes the turn (null move): the halfmove clock advances, and the en passant square is cleared.
 * The side to move must not be in check. */
void pos_make_null(position *pos);

/* A guess of the key after a legal move, to prefetch a table's cache line before the move is made.
 * It is right if the move is MOVE_PLAIN, ends no castling right and allows no en passant capture.
 * For other moves it may be wrong. */
uint64_t pos_key_guess(const position *pos, move m);

/* The key, computed from scratch. It always equals pos->key. */
uint64_t pos_key_computed(const position *pos);

/* All pieces of both colours that attack a square, given an occupancy. Pins are ignored. A piece is
 * found even if `occupied` lacks its own square. */
bitboard pos_attackers(const position *pos, square s, bitboard occupied);

/* All squares that pieces of `side` attack, squares of own pieces included, pins ignored. */
bitboard pos_attacked_by(const position *pos, colour side);

/* The attacks of a side by the value of the attacker, squares of own pieces included, pins
 * ignored. */
typedef struct attack_map {
    bitboard pawns, minors, rooks;
    bitboard all;   /* by any piece; equals pos_attacked_by() */
    bitboard twice; /* by two pieces or more */
} attack_map;

/* The maps of both sides, by colour. */
typedef struct attack_maps {
    attack_map of[2];
} attack_maps;

attack_maps pos_attack_maps(const position *pos);

/* The same maps with absolute pins: a piece that is pinned to its own king attacks only squares of
 * the line through both. `maps` are pos_attack_maps(pos). */
attack_maps pos_pin_attacks(const position *pos, const attack_maps *maps);

/* The hanging pieces of `side`. A piece hangs if it is attacked and not defended, or if an attacker
 * is worth less (pawn < knight = bishop < rook < queen). The king hangs if it is attacked and not
 * defended. `maps` are those of pos_attack_maps() or of pos_pin_attacks(). */
bitboard pos_hanging(const position *pos, colour side, const attack_maps *maps);

/* The enemy pieces that give check to the side to move. */
bitboard pos_checkers(const position *pos);

static inline bool pos_in_check(const position *pos)
{
    return pos_checkers(pos) != 0;
}

/* True if the pieces on the board can never mate, whatever the moves: bare kings, one minor piece
 * in all, or bishops on squares of one colour only. */
bool pos_insufficient_material(const position *pos);

/* True if a move captures (en passant included; castling does not). */
bool pos_is_capture(const position *pos, move m);

#endif
