/* Corrections of evaluations. They learn the difference between static evaluations and search
 * scores in positions with the same feature, and correct later evaluations by it (Caissa, October
 * 2023). The features and their keys serve both searches. The rules and settings are those of
 * negamax; both rules are from the Chess Programming Wiki, "Static Evaluation Correction History".
 *
 * A hashed table is [side to move][key % CORRECTION_CELLS]; positions with the same cell share what
 * it has learnt. Evaluations and errors are in centipawns, for the side to move. */
#ifndef HISTORY_CORRECTION_H
#define HISTORY_CORRECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "history/history_keys.h"

enum {
    CORRECTION_CELLS = 16384,        /* for each side in each hashed table */
    CORRECTION_AVERAGE_MAX = 16384,  /* bound of a cell under CORRECTION_AVERAGE */
    CORRECTION_GRAVITY_LIMIT = 1024, /* bound of a cell under CORRECTION_GRAVITY */
    CORRECTION_ERROR_MAX = 65535,    /* largest absolute error */
    CORRECTION_WEIGHT_MAX = 16384
};

/* How a cell h learns from an error e of a search of depth d, and the centipawns that it stands
 * for:
 *   GRAVITY  b = clamp(e * d / 8, +-256), h += b - h * |b| / 1024;            h * 66 / 512
 *   AVERAGE  w = min((d + 1)^2, 128), h = (h * (1024 - w) + 256 * e * w) / 1024,
 *            clamped to +-16384;                                              h / 256
 * Divisions truncate. Suppose that a position always has the same score. If errors are measured
 * against the corrected evaluation, gravity converges to a correction of the whole difference, and
 * the average to one of half the difference. If they are measured against the raw evaluation, the
 * average converges to the whole difference, and gravity to its limit. */
typedef enum { CORRECTION_GRAVITY, CORRECTION_AVERAGE, CORRECTION_RULES } correction_rule;

/* The evaluation that errors are measured against. */
typedef enum { CORRECTION_OF_CORRECTED, CORRECTION_OF_RAW, CORRECTION_ERRORS } correction_error;

/* The words of the enumerations, each list ended by NULL. ORDER: as the enumerations. */
extern const char *const correction_rule_words[];
extern const char *const correction_error_words[];

/* The features of a position. NON_PAWNS has two tables, one for the pieces of each colour.
 * CONTINUATION has two pairs of moves: the last move with the move 2 plies before the position, and
 * the last move with the move 4 plies before it. ORDER: weight_1024[] is indexed by this. */
typedef enum {
    CORRECTION_PAWNS,
    CORRECTION_MINORS,
    CORRECTION_NON_PAWNS,
    CORRECTION_CONTINUATION,
    CORRECTION_FEATURES
} correction_feature;

/* Weights are factors of the rule's correction in 1/1024, from 0 to CORRECTION_WEIGHT_MAX. A
 * feature of weight 0 neither corrects nor learns. */
typedef struct correction_settings {
    correction_rule rule;
    int weight_1024[CORRECTION_FEATURES];
} correction_settings;

/* The keys of a position. A move is given by its row (hist_row_after()). */
typedef struct correction_keys {
    uint64_t pawns, minors;
    uint64_t non_pawns[2]; /* by colour */
    uint16_t last;         /* row of the last move */
    uint16_t earlier[2];   /* rows of the moves 2 and 4 plies before the position */
    uint8_t side;          /* side to move */
} correction_keys;

/* The keys of a position in its context. */
static inline correction_keys correction_keys_of(const position *pos, const hist_context *context)
{
    return (correction_keys){
        .pawns = pos_pawn_key(pos),
        .minors = pos_minor_key(pos),
        .non_pawns = {pos_non_pawn_key(pos, WHITE), pos_non_pawn_key(pos, BLACK)},
        .last = context->row[HIST_AFTER_1],
        .earlier = {context->row[HIST_AFTER_2], context->row[HIST_AFTER_4]},
        .side = pos->to_move};
}

/* The result of the search of a node, as far as corrections depend on it. Its error is score -
 * evaluation, within +-CORRECTION_ERROR_MAX. */
typedef struct correction_finding {
    int evaluation; /* static evaluation, raw or corrected */
    int score;      /* best score of the search */
    bool in_check;
    bool partial; /* the search left moves out (singular search, searchmoves, MultiPV) */
    bool cut;     /* score >= beta: the score is a lower bound */
    bool best;    /* a best move raised alpha or cut; if none did, the score is an upper bound */
    bool noisy;   /* the best move captures or promotes */
} correction_finding;

#endif
