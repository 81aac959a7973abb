/* Move histories for alpha-beta: what earlier nodes say of a move, to order and to prune by. Plain
 * data in, plain data out; knows no tree and no position. One object a search thread.
 *
 * Every cell is an int16 under gravity: h += b - h * |b| / HIST_LIMIT, so |h| <= HIST_LIMIT, an
 * exponential mean of good news and bad. Captures have a table [piece][to][victim], quiet moves
 * those of hist_table. */
#ifndef HISTORY_MOVE_HISTORY_H
#define HISTORY_MOVE_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

/* The tables of quiet moves. The first ones are rows [piece][to], of which each node has one, its
 * slot: that of the move so many plies before it (all four share the rows, as in today's engines),
 * and that of its pawns (Stockfish, 2023). */
typedef enum hist_table {
    HIST_AFTER_1, /* ORDER: as the slots of a hist_node */
    HIST_AFTER_2,
    HIST_AFTER_4,
    HIST_AFTER_6,
    HIST_PAWNS,
    HIST_BUTTERFLY, /* [threats][side][from][to]: Hartmann 1988 for the shape; origins and targets
                       that the enemy attacks kept apart */
    HIST_BY_PIECE,  /* [piece][to] */
    HIST_LOW_PLY,   /* [ply][from][to] near the root, forgotten at each new search */
    HIST_TABLES
} hist_table;

enum {
    HIST_LIMIT = 16384,
    HIST_WEIGHT_MAX = 8192, /* of a table, in 1/1024 */
    HIST_PROMOTION = 5,     /* in place of a victim: a promotion that takes nothing */
    HIST_QUIET = 6,         /* in place of a victim: neither takes nor promotes */
    HIST_SLOTS = HIST_PAWNS + 1,
    HIST_SLOT_NONE = 0,            /* no move there: before the root, or a null move */
    HIST_MOVE_SLOTS = 1 + 12 * 64, /* those of moves, and HIST_SLOT_NONE */
    HIST_PAWN_SLOTS = 512,
    HIST_LOW_PLIES = 5, /* that HIST_LOW_PLY knows, as in Stockfish */
    HIST_TRIED_MAX = 64 /* moves of a lesson */
};

/* A move as the tables key it. */
typedef struct hist_trial {
    uint8_t piece;    /* type + 6 * side */
    uint8_t from, to; /* squares */
    uint8_t victim;   /* piece type, HIST_PROMOTION or HIST_QUIET */
    uint8_t threats;  /* bit 0: the origin is attacked by the enemy, bit 1: the target is */
} hist_trial;

/* The node that a move is tried in. */
typedef struct hist_node {
    uint16_t slot[HIST_SLOTS]; /* HIST_SLOT_NONE says nothing and learns nothing */
    uint8_t ply;               /* from the root; HIST_LOW_PLIES stands for all from there on */
} hist_node;

/* What became of one trial: a score of at most alpha, above it, or of beta and more. */
typedef enum { HIST_FAILED, HIST_RAISED, HIST_CUT } hist_outcome;

/* What became of a node whose moves were searched: all that a rule may want to learn from. Where
 * more moves were tried than a lesson holds, the last place is that of the move that cut or raised
 * alpha last. */
typedef struct hist_lesson {
    hist_node node;
    const hist_trial *tried; /* in the order of the search */
    const uint8_t *outcomes; /* a hist_outcome of each; classical rules alone read them */
    int count;               /* at most HIST_TRIED_MAX */
    int best;                /* the move that cut or raised alpha; -1 if none did */
    int top;                 /* the move of the best score, whatever it was; -1 if unknown */
    int depth;               /* of the node's search, at least 1 */
    bool pv;                 /* the window was open */
} hist_lesson;

/* What a new search makes of a history's tables, where that can be chosen. */
typedef enum { HIST_AGE_HALVE, HIST_AGE_KEEP, HIST_AGE_CLEAR, HIST_AGES } hist_age;

extern const char *const hist_age_words[]; /* ORDER: as hist_age; ended by NULL */

/* What the tables are summed up for: quiet moves in their order, and how much a move deserves. */
typedef enum { HIST_TO_ORDER, HIST_TO_JUDGE, HIST_SUMS } hist_sum;

/* What a lesson of a depth d changes: the best move gains square * d^2 + linear * d + constant,
 * within 0 to most, and the others lose that times their malus. */
typedef struct hist_growth {
    int square, linear, constant;             /* a bonus fits 32 bits */
    int most;                                 /* 0 to HIST_LIMIT */
    int malus_quiet_1024, malus_capture_1024; /* 0 to HIST_WEIGHT_MAX; HIST_LIMIT bounds a malus */
} hist_growth;

/* Weights are in 1/1024, 0 to HIST_WEIGHT_MAX. A table without weight in either sum is neither read
 * nor written. That of HIST_LOW_PLY is divided by 1 + ply. */
typedef struct hist_settings {
    int weight_1024[HIST_SUMS][HIST_TABLES];
    bool threats; /* of HIST_BUTTERFLY; without them all moves count as unthreatened */
    bool capture;
    hist_growth growth;
} hist_settings;

typedef struct move_history move_history;

/* NULL if memory is short. hist_moves_free(NULL) is fine. */
move_history *hist_moves_new(const hist_settings *settings);
void hist_moves_free(move_history *h);

/* Forgets everything (a new game, each bench position). */
void hist_moves_clear(move_history *h);

/* Changes settings, and keeps what the tables hold. */
void hist_moves_configure(move_history *h, const hist_settings *settings);

/* Forgets what each new search has to learn anew. */
void hist_moves_new_search(move_history *h);

/* The slot that a move leaves to the nodes behind it. */
static inline uint16_t hist_slot(const hist_trial *m)
{
    return (uint16_t)(1 + 64 * m->piece + m->to);
}

/* That of a position's pawns, by their key. */
static inline uint16_t hist_pawn_slot(uint64_t key)
{
    return (uint16_t)(HIST_MOVE_SLOTS + key % HIST_PAWN_SLOTS);
}

/* How well quiet moves fared: the tables' sum by their weights. Many are asked for their order
 * alone, HIST_TO_ORDER, and answer in 1/1024. */
int hist_quiet_score(const move_history *h, hist_sum sum, const hist_node *node,
                     const hist_trial *m);
void hist_quiet_scores(const move_history *h, const hist_node *node, const hist_trial moves[],
                       int count, int scores[]);

/* How well a capture or promotion fared: within +-HIST_LIMIT. */
int hist_capture_score(const move_history *h, const hist_trial *m);

/* The best move gains, what else was tried loses: quiet moves if the best is quiet, captures
 * always. */
void hist_moves_learn(move_history *h, const hist_lesson *lesson);

/* A single quiet move did well (bonus > 0) or badly, by other evidence than a lesson. */
void hist_quiet_adjust(move_history *h, const hist_node *node, const hist_trial *m, int bonus);

/* What the best move of a search of that depth gains. */
int hist_depth_bonus(const move_history *h, int depth);

#endif
