/* The description of a move and of its context, by which histories are keyed. Both searches use
 * these functions and no others. */
#ifndef HISTORY_HISTORY_KEYS_H
#define HISTORY_HISTORY_KEYS_H

#include <assert.h>

#include "chess/position.h"

/* Asserts that a list of words, which NULL ends, has one word for each of the `count` members of an
 * enumeration. */
#define HIST_ASSERT_WORDS(words, count)                                                            \
    static_assert(sizeof(words) / sizeof *(words) == (count) + 1, #words ": one for each")

/* Values of `victim` besides piece types, and the number of values.
 * ORDER: HIST_QUIET is piece_kind(PIECE_NONE). */
enum {
    HIST_PROMOTION = KING,            /* a promotion without a capture */
    HIST_QUIET = PIECE_NONE & 7,      /* neither a capture nor a promotion */
    HIST_VICTIMS = HIST_PROMOTION + 1 /* number of values that captures and promotions have */
};

/* A move. Moves with equal fields share their cells. Castling goes from the king's square to the
 * rook's (chess/move.h). */
typedef struct hist_move {
    uint8_t piece;    /* type + 6 * side */
    uint8_t from, to; /* squares */
    uint8_t victim;   /* type of the captured piece, HIST_PROMOTION or HIST_QUIET */
    uint8_t threats;  /* bit 0: the enemy attacks the origin; bit 1: the enemy attacks the target */
} hist_move;

/* The key of a move: it chooses the cell within a row. */
typedef enum hist_move_key {
    HIST_KEY_SQUARES,         /* [from][to] */
    HIST_KEY_FROM_TO,         /* [side][from][to]: the butterfly board (Hartmann 1988) */
    HIST_KEY_THREATS_FROM_TO, /* [threats][side][from][to] */
    HIST_KEY_PIECE_TO,        /* [piece][to] */
    HIST_KEY_PIECE_TO_VICTIM, /* [piece][to][victim]; captures and promotions only */
    HIST_MOVE_KEYS
} hist_move_key;

/* Cells of a row for each key. */
enum {
    HIST_CELLS_SQUARES = 64 * 64,
    HIST_CELLS_FROM_TO = 2 * HIST_CELLS_SQUARES,
    HIST_CELLS_THREATS_FROM_TO = 4 * HIST_CELLS_FROM_TO,
    HIST_CELLS_PIECE_TO = 12 * 64,
    HIST_CELLS_PIECE_TO_VICTIM = HIST_VICTIMS * HIST_CELLS_PIECE_TO
};

/* The key of a context: it chooses the row of a table. ORDER: the four AFTER keys stay together
 * (hist_row_is_known()). */
typedef enum hist_context_key {
    HIST_ANYWHERE, /* one row for all contexts */
    HIST_AFTER_1,  /* the move 1 ply before the node */
    HIST_AFTER_2,  /* the move 2 plies before the node, and so on */
    HIST_AFTER_4,
    HIST_AFTER_6,
    HIST_SAME_PAWNS, /* the pawns of both sides */
    HIST_SAME_KING,  /* the square of the mover's king */
    HIST_AT_PLY,     /* the distance from the root */
    HIST_CONTEXT_KEYS
} hist_context_key;

/* Special rows, and the number of rows for each context key (HIST_ROWS_...). */
enum {
    HIST_NO_MOVE = 0,   /* row of an unknown move or a null move; no table learns there */
    HIST_LOW_PLIES = 5, /* plies 0 to 4 have a row each, as in Stockfish; all later plies have row
                         * 5, where no table learns */
    HIST_ROWS_ANYWHERE = 1,
    HIST_ROWS_AFTER = 1 + HIST_CELLS_PIECE_TO, /* of HIST_AFTER_1 to HIST_AFTER_6 */
    HIST_ROWS_SAME_PAWNS = 512,                /* structures are hashed, so several share a row */
    HIST_ROWS_SAME_KING = SQUARES,
    HIST_ROWS_AT_PLY = HIST_LOW_PLIES + 1
};

/* The context of a node's moves: the row for each context key. */
typedef struct hist_context {
    uint16_t row[HIST_CONTEXT_KEYS];
} hist_context;

enum { HIST_MOVES_BEFORE = 6 }; /* plies of the path that a context depends on */

/* The cell of a move within a row. */
static inline int hist_cell(hist_move_key key, const hist_move *m)
{
    const int squares = 64 * m->from + m->to;
    const int from_to = HIST_CELLS_SQUARES * (m->piece >= 6) + squares;
    const int piece_to = 64 * m->piece + m->to;
    switch (key) {
    case HIST_KEY_SQUARES:
        return squares;
    case HIST_KEY_FROM_TO:
        return from_to;
    case HIST_KEY_THREATS_FROM_TO:
        return HIST_CELLS_FROM_TO * m->threats + from_to;
    case HIST_KEY_PIECE_TO_VICTIM:
        return HIST_VICTIMS * piece_to + m->victim;
    default:
        return piece_to;
    }
}

/* The row of HIST_AFTER_1 and the like for a move. */
static inline uint16_t hist_row_after(const hist_move *m)
{
    return (uint16_t)(1 + hist_cell(HIST_KEY_PIECE_TO, m));
}

/* False if the row stands for an unknown context. No table learns there. */
static inline bool hist_row_is_known(hist_context_key key, int row)
{
    const bool is_after_move = key >= HIST_AFTER_1 && key <= HIST_AFTER_6;
    return is_after_move ? row != HIST_NO_MOVE : key != HIST_AT_PLY || row < HIST_LOW_PLIES;
}

/* Describes a legal move. `threats` are the squares that the enemy attacks, or 0 if no table in use
 * needs them. */
static inline hist_move hist_move_of(const position *pos, bitboard threats, move m)
{
    const square from = move_from(m), to = move_to(m);
    const piece moved = pos->board[from];
    const unsigned attacked = (unsigned)(threats >> from & 1) | (unsigned)(threats >> to & 1) << 1;
    unsigned victim = piece_kind(pos->board[to]);
    if (move_kind_of(m) != MOVE_PLAIN) {
        victim = move_kind_of(m) == MOVE_CASTLING     ? HIST_QUIET
                 : move_kind_of(m) == MOVE_EN_PASSANT ? PAWN
                 : victim == HIST_QUIET               ? HIST_PROMOTION
                                                      : victim;
    }
    return (hist_move){(uint8_t)(piece_kind(moved) + 6 * piece_side(moved)), from, to,
                       (uint8_t)victim, (uint8_t)attacked};
}

/* The context of a node `ply` plies below the root. last[0] is the row of the move that led to the
 * node (hist_row_after() or HIST_NO_MOVE), last[-1] the row of the move before it, and so on back
 * to last[1 - HIST_MOVES_BEFORE]. */
static inline hist_context hist_context_of(const position *pos, const uint16_t *last, int ply)
{
    return (hist_context){
        .row = {[HIST_AFTER_1] = last[0],
                [HIST_AFTER_2] = last[-1],
                [HIST_AFTER_4] = last[-3],
                [HIST_AFTER_6] = last[-5],
                [HIST_SAME_PAWNS] = (uint16_t)(pos_pawn_key(pos) % HIST_ROWS_SAME_PAWNS),
                [HIST_SAME_KING] = pos_king(pos, (colour)pos->to_move),
                [HIST_AT_PLY] = (uint16_t)(ply < HIST_LOW_PLIES ? ply : HIST_LOW_PLIES)}};
}

#endif
