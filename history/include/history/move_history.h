/* Move histories for alpha-beta: what earlier nodes say of a move, to order and to prune by. Plain
 * data in, plain data out; knows no tree and no position. One object a search thread.
 *
 * Every cell is an int16 under gravity: h += b - h * |b| / HIST_LIMIT, so |h| <= HIST_LIMIT, an
 * exponential mean of good news and bad. The tables: butterfly [side][threats][from][to] (Hartmann
 * 1988 for the shape; origins and targets that the enemy attacks kept apart), capture
 * [piece][to][victim], and continuation [earlier piece and target][piece][to] for the moves one and
 * two plies before. */
#ifndef HISTORY_MOVE_HISTORY_H
#define HISTORY_MOVE_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

enum {
    HIST_LIMIT = 16384,
    HIST_PROMOTION = 5, /* in place of a victim: a promotion that takes nothing */
    HIST_QUIET = 6,     /* in place of a victim: neither takes nor promotes */
    HIST_SLOTS = 2,     /* earlier moves that a node knows: one ply ago, two plies ago */
    HIST_SLOT_NONE = 0, /* no move there: before the root, or a null move */
    HIST_TRIED_MAX = 64 /* moves of a lesson */
};

/* A move as the tables key it. */
typedef struct hist_trial {
    uint8_t piece;    /* type + 6 * side */
    uint8_t from, to; /* squares */
    uint8_t victim;   /* piece type, HIST_PROMOTION or HIST_QUIET */
    uint8_t threats;  /* bit 0: the origin is attacked by the enemy, bit 1: the target is */
} hist_trial;

/* The node that a move is tried in: the slots of the moves before it. */
typedef struct hist_node {
    uint16_t slot[HIST_SLOTS];
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

/* Which tables are read and written. */
typedef struct hist_tables {
    bool quiet;   /* butterfly */
    bool threats; /* its threat bits; without them all moves count as unthreatened */
    bool capture;
    bool continuation;
} hist_tables;

typedef struct move_history move_history;

/* NULL if memory is short. hist_moves_free(NULL) is fine. */
move_history *hist_moves_new(hist_tables tables);
void hist_moves_free(move_history *h);

/* Forgets everything (a new game, each bench position). */
void hist_moves_clear(move_history *h);

/* Changes which tables are used; keeps what they hold. */
void hist_moves_configure(move_history *h, hist_tables tables);

/* The slot that a move leaves to the nodes behind it. */
static inline uint16_t hist_slot(const hist_trial *m)
{
    return (uint16_t)(1 + 64 * m->piece + m->to);
}

/* How well quiet moves fared, summed over the tables in use: within +-4 * HIST_LIMIT. */
void hist_quiet_scores(const move_history *h, const hist_node *node, const hist_trial moves[],
                       int count, int scores[]);
int hist_quiet_score(const move_history *h, const hist_node *node, const hist_trial *m);

/* How well a capture or promotion fared: within +-HIST_LIMIT. */
int hist_capture_score(const move_history *h, const hist_trial *m);

/* The best move gains, what else was tried loses: quiet moves if the best is quiet, captures
 * always. */
void hist_moves_learn(move_history *h, const hist_lesson *lesson);

/* A single quiet move did well (bonus > 0) or badly, by other evidence than a lesson. */
void hist_quiet_adjust(move_history *h, const hist_node *node, const hist_trial *m, int bonus);

/* The bonus of a depth, at most HIST_LIMIT. */
int hist_depth_bonus(int depth);

#endif
