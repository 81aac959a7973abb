/* Attack tables. The program calls attacks_init() at its start, before any other function of this
 * library. Sliders are looked up by PEXT where the CPU has a fast one, else by magic multiplication
 * (Kannan 2007). */
#ifndef CHESS_ATTACKS_H
#define CHESS_ATTACKS_H

#include <stdbool.h>

#include "chess/bitboard.h"

/* The lookup of a bishop's or a rook's attacks from one square. */
typedef struct slider {
    bitboard mask;           /* the squares whose occupancy matters */
    uint64_t magic;          /* multiplier; PEXT does not need it */
    const bitboard *attacks; /* this square's part of the shared table */
    unsigned shift;          /* 64 - the number of bits in the mask */
} slider;

typedef struct attack_tables {
    bitboard pawn[2][SQUARES]; /* by colour of the pawn */
    bitboard knight[SQUARES];
    bitboard king[SQUARES];
    slider bishop[SQUARES];
    slider rook[SQUARES];
    bitboard between[SQUARES][SQUARES]; /* squares strictly between two squares of one line, else
                                         * empty */
    bitboard line[SQUARES][SQUARES];    /* the whole line through two squares, else empty */
    bool use_pext;
    /* For attacks_number(), on an empty board. `alone` has the targets of a piece on a square.
     * `alone_before` counts the moves that are numbered before these: those of lower piece types,
     * and those of the same type from lower squares. Pawns have no moves here. */
    bitboard alone[PIECE_TYPES][SQUARES];
    uint16_t alone_before[PIECE_TYPES][SQUARES];
} attack_tables;

/* Read-only after attacks_init(). */
extern attack_tables attack_table;

/* Fills the attack tables and the Zobrist keys. May be called again, but not while another thread
 * uses them. With `allow_pext` false it chooses magics, so that one machine can test both. */
void attacks_init(bool allow_pext);

#if defined(__x86_64__)
static inline uint64_t attacks_pext(uint64_t value, uint64_t mask)
{
    uint64_t result;
    /* As assembly, so that the baseline build can inline it behind use_pext. */
    __asm__("pextq %2, %1, %0" : "=r"(result) : "r"(value), "r"(mask));
    return result;
}
#endif

/* The squares that a slider attacks: up to the first occupied square of each ray, that square
 * included. */
static inline bitboard attacks_slider(const slider *s, bitboard occupied)
{
#if defined(__x86_64__)
    if (attack_table.use_pext) {
        return s->attacks[attacks_pext(occupied, s->mask)];
    }
#endif
    return s->attacks[(occupied & s->mask) * s->magic >> s->shift];
}

static inline bitboard attacks_bishop(square s, bitboard occupied)
{
    return attacks_slider(&attack_table.bishop[s], occupied);
}
static inline bitboard attacks_rook(square s, bitboard occupied)
{
    return attacks_slider(&attack_table.rook[s], occupied);
}
static inline bitboard attacks_queen(square s, bitboard occupied)
{
    return attacks_bishop(s, occupied) | attacks_rook(s, occupied);
}
static inline bitboard attacks_knight(square s)
{
    return attack_table.knight[s];
}
static inline bitboard attacks_king(square s)
{
    return attack_table.king[s];
}
/* The squares that a pawn of `side` on `s` attacks. */
static inline bitboard attacks_pawn(square s, colour side)
{
    return attack_table.pawn[side][s];
}
static inline bitboard attacks_between(square a, square b)
{
    return attack_table.between[a][b];
}
static inline bitboard attacks_line(square a, square b)
{
    return attack_table.line[a][b];
}

/* The squares that a piece of `side` on `s` attacks, occupied ones included. */
static inline bitboard attacks_of(piece_type type, colour side, square s, bitboard occupied)
{
    switch (type) {
    case PAWN:
        return attacks_pawn(s, side);
    case KNIGHT:
        return attacks_knight(s);
    case BISHOP:
        return attacks_bishop(s, occupied);
    case ROOK:
        return attacks_rook(s, occupied);
    case QUEEN:
        return attacks_queen(s, occupied);
    default:
        return attacks_king(s);
    }
}

/* The number of a piece's move among all those of knights, bishops, rooks, queens and kings on an
 * empty board, by type, then origin, then target. */
enum { ATTACKS_NUMBERS = 336 + 560 + 896 + 1456 + 420 };
static inline unsigned attacks_number(piece_type type, square from, square to)
{
    const bitboard before = attack_table.alone[type][from] & (bb_of(to) - 1);
    return attack_table.alone_before[type][from] + (unsigned)bb_count(before);
}

#endif
