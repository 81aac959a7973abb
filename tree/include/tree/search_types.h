/* The types of the search interface (tree/search.h): options, limits, scores and reports. Both
 * searches share them. */
#ifndef TREE_SEARCH_TYPES_H
#define TREE_SEARCH_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess/move.h"
#include "nn/backend.h"
#include "tree/techniques.h"

enum { PLY_MAX = 512, SCORE_CP_MAX = 10000 };
enum { THREADS_MAX = 256, MULTI_PV_MAX = MOVES_MAX };
enum { HASH_MB_MIN = 1, HASH_MB_DEFAULT = 64, HASH_MB_MAX = 131072 };

/* The options of a search. The nets and their backends belong to the caller and must outlive the
 * search's use of them. */
typedef struct search_options {
    search_algorithm algorithm;
    size_t hash_mb;
    int threads;  /* for negamax, 1 to THREADS_MAX; MCTS uses one */
    int multi_pv; /* number of reported lines, 1 to MULTI_PV_MAX */
    const nets *nets;
    const kernels *kernels;
    search_techniques techniques;
    search_params params;
    float_nets *floats; /* `nets` in float32, to be used in place of integers; NULL: integers */
} search_options;

/* The limits of a search. All that are given hold together; 0 means no such limit. */
typedef struct search_limits {
    int64_t time_ms_soft; /* time that the clock allots; a decided search ends earlier */
    int64_t time_ms_hard; /* never exceeded */
    bool time_exact;      /* movetime: use all of time_ms_hard; only a proven root ends the search
                           * earlier */
    uint64_t nodes;       /* MCTS: playouts of this search; negamax: visited positions */
    int depth;         /* MCTS: mean length of this search's playouts, and at most 2000 * 2^depth of
                        * them; negamax: iterations */
    int mate;          /* a mate in at most so many moves. MCTS searches for nothing else, and ends
                        * when the mate is proven or refuted; negamax ends when it has found one */
    bool infinite;     /* only search_stop() ends the search */
    bool ponder;       /* infinite until search_ponderhit(); then the time counts */
    const move *moves; /* searchmoves: the only root moves to search; NULL or empty: all */
    int move_count;
} search_limits;

typedef enum { SCORE_CENTIPAWNS, SCORE_MATE } score_kind;

/* A score for the side to move at the root. A mate is in moves, below 0 if that side is mated. */
typedef struct search_score {
    score_kind kind;
    int value;
    float win, draw, loss; /* they sum to 1 */
} search_score;

/* A mate in one. */
extern const search_score search_score_best;

/* The worse of two scores for the side to move. Reports use it so that no line has a better score
 * than the line above it, which the search prefers. */
search_score search_worse(search_score a, search_score b);

/* k ln(q / (1 - q)), where k is the net's fitted score scale, clamped to +-SCORE_CP_MAX. */
int search_centipawns(const value_net *net, float q);

/* A report on the running search. */
typedef struct search_info {
    int depth, seldepth;
    uint64_t nodes;
    int64_t time_ms; /* since search_go() began, pondering included */
    uint64_t nodes_per_second;
    search_score score;
    int hashfull;     /* permille of the arena or of the table in use */
    int multi_pv;     /* rank of this line, from 1; 0 if one line is reported. No line has a better
                       * score than the line before it */
    int pv_length;    /* at least 1 if the root has a legal move */
    move pv[PLY_MAX]; /* pv[0] is the best move now; the line ends where the game ends */
    bool final;       /* the last report, just before search_go() returns */
} search_info;

/* A root move as the search sees it. Lists have the best move first. */
typedef struct root_move {
    move move;
    uint32_t visits; /* MCTS: playouts; negamax: positions visited below the move */
    float q;         /* expected score of the mover, 0 to 1. An unvisited move has the parent's
                      * value; negamax has -1 where only a bound is known */
    float prior;     /* the search's probability of the move (softmax) */
    float history;   /* what the histories would add to the move's logit now */
    bool proven;     /* q is exact: won, drawn or lost */
} root_move;

typedef struct search search;

/* Called on the searching thread. It may call search_root_moves(s). */
typedef void search_listener(void *user, const search *s, const search_info *info);

typedef struct search_result {
    move best;   /* MOVE_NONE only if there is no legal move, or none of searchmoves is legal */
    move ponder; /* MOVE_NONE if unknown */
} search_result;

#endif
