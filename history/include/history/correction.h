/* Correction histories for alpha-beta: how far static evaluations lay from what searches found in
 * positions with the same feature, to mend the next evaluation (Caissa, October 2023; the wiki's
 * page "Static Evaluation Correction History" for both rules). Plain data in, plain data out; knows
 * no tree and no position. One object a search thread.
 *
 * A cell is an int16. The hashed tables have CORRECTION_CELLS a side to move, [side][key % cells];
 * positions that share a cell share what it has learnt. Evaluations and errors are centipawns for
 * the side to move. */
#ifndef HISTORY_CORRECTION_H
#define HISTORY_CORRECTION_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CORRECTION_CELLS = 16384,        /* of each side in each hashed table */
    CORRECTION_AVERAGE_MAX = 16384,  /* of a cell under CORRECTION_AVERAGE */
    CORRECTION_GRAVITY_LIMIT = 1024, /* the same under CORRECTION_GRAVITY */
    CORRECTION_ERROR_MAX = 65535,    /* no error is further from 0 */
    CORRECTION_WEIGHT_MAX = 4096
};

/* How a cell h learns of an error e of a search of depth d, and the centipawns that it stands for:
 *   GRAVITY  b = clamp(e * d / 8, +-256), h += b - h * |b| / 1024;            h * 66 / 512
 *   AVERAGE  w = min((d + 1)^2, 128), h = (h * (1024 - w) + 256 * e * w) / 1024,
 *            clamped to +-16384;                                              h / 256
 * Divisions truncate. An error that stays the same against the corrected evaluation brings gravity
 * to rest when all of it is made up for, and the average when half of it is; against the raw
 * evaluation the average rests at the error, and gravity goes to its limit. */
typedef enum { CORRECTION_GRAVITY, CORRECTION_AVERAGE, CORRECTION_RULES } correction_rule;

/* The evaluation that a caller measures errors against. */
typedef enum { CORRECTION_OF_CORRECTED, CORRECTION_OF_RAW, CORRECTION_ERRORS } correction_error;

/* Their names, each list ended by NULL. ORDER: as the enumerations. */
extern const char *const correction_rule_words[];
extern const char *const correction_error_words[];

/* What positions are told apart by. Non-pawns are two tables, one for each colour's pieces;
 * continuation is the last move together with the one 2 plies before the position, and with the one
 * 4 plies before it. ORDER: weights by this. */
typedef enum {
    CORRECTION_PAWNS,
    CORRECTION_MINORS,
    CORRECTION_NON_PAWNS,
    CORRECTION_CONTINUATION,
    CORRECTION_FEATURES
} correction_feature;

/* Weights are in 1/1024 of what the rule says, 0 to CORRECTION_WEIGHT_MAX. A feature of weight 0
 * says nothing and learns nothing. */
typedef struct correction_settings {
    correction_rule rule;
    int weight_1024[CORRECTION_FEATURES];
} correction_settings;

/* A position as histories key it. Moves are the rows that they lead to (hist_row_after()). */
typedef struct correction_keys {
    uint64_t pawns, minors;
    uint64_t non_pawns[2]; /* by colour */
    uint16_t last;         /* row of the move that led here */
    uint16_t earlier[2];   /* of the moves 2 and 4 plies before the position */
    uint8_t side;          /* to move */
} correction_keys;

/* What a node's search found, as far as it matters for its evaluation. */
typedef struct correction_finding {
    int evaluation; /* static: raw or corrected */
    int score;      /* best of the search */
    bool in_check;
    bool partial; /* some move was left out on purpose: the score is not the position's */
    bool cut;     /* score >= beta: a lower bound */
    bool best;    /* a best move raised alpha or cut; if none did, the score is an upper bound */
    bool noisy;   /* the best move captures or promotes */
} correction_finding;

/* True if the score says something of the evaluation: the side to move is not in check, the best
 * move is none or quiet (what a capture wins was no fault of the evaluation), and the bound agrees
 * with the direction of the error. */
bool correction_is_due(const correction_finding *f);

typedef struct correction_history correction_history;

/* NULL if memory is short. correction_free(NULL) is fine. */
correction_history *correction_new(const correction_settings *settings);
void correction_free(correction_history *h);

/* Forgets everything (a new game, each bench position). */
void correction_clear(correction_history *h);

/* Changes weights, and keeps the tables; but those of another rule are forgotten, since its cells
 * have another scale. */
void correction_configure(correction_history *h, const correction_settings *settings);

/* What to add to the evaluation of a position, not clamped: the weighted sum over the features. */
int correction_of(const correction_history *h, const correction_keys *keys);

/* Learns of an error (score - evaluation, within +-CORRECTION_ERROR_MAX) that a search of `depth`
 * (1 or more, below 1,000) found. */
void correction_learn(correction_history *h, const correction_keys *keys, int depth, int error);

#endif
