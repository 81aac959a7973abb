/* What every search is asked, and what it tells: options, limits, scores, lines. Shared by the
 * searches and by all who talk to them through tree/search.h. */
#ifndef TREE_SEARCH_TYPES_H
#define TREE_SEARCH_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess/move.h"
#include "nn/backend.h"
#include "tree/params.h"
#include "tree/techniques.h"

enum { PLY_MAX = 512, SCORE_CP_MAX = 10000 };
enum { THREADS_MAX = 256, MULTI_PV_MAX = MOVES_MAX };
enum { HASH_MB_MIN = 1, HASH_MB_DEFAULT = 64, HASH_MB_MAX = 131072 };

/* What a search is made of. Nets and what evaluates them belong to the caller and must outlive
 * their use. */
typedef struct search_options {
    search_algorithm algorithm;
    size_t hash_mb;
    int threads;  /* of negamax, 1 to THREADS_MAX; mcts uses one */
    int multi_pv; /* lines reported, 1 to MULTI_PV_MAX */
    const nets *nets;
    const kernels *kernels;
    search_techniques techniques;
    search_params params;
    float_nets *floats; /* of `nets`: evaluates in float32 instead; NULL: integer arithmetic */
} search_options;

/* When to stop; every limit that is given holds at once. Zero means no such limit. */
typedef struct search_limits {
    int64_t time_ms_soft; /* what the clock would spend; a decided search stops earlier */
    int64_t time_ms_hard; /* never exceeded */
    bool time_exact;   /* movetime: use all of time_ms_hard, no early stop but for a proven root */
    uint64_t nodes;    /* playouts of this search; negamax: positions visited */
    int depth;         /* mean length of this search's playouts, which ends after 2000 * 2^depth of
                          them at the latest; negamax: iterations */
    int mate;          /* a mate in so many moves or fewer: mcts looks for nothing else, and stops
                          once it is proven, or proven that there is none; negamax: once found */
    bool infinite;     /* nothing but search_stop ends it */
    bool ponder;       /* time counts from search_ponderhit on; until then as infinite */
    const move *moves; /* searchmoves: only these root moves; NULL or empty: all */
    int move_count;
} search_limits;

typedef enum { SCORE_CENTIPAWNS, SCORE_MATE } score_kind;

/* From the side to move at the root. Mates count moves, negative when being mated. */
typedef struct search_score {
    score_kind kind;
    int value;
    float win, draw, loss; /* sum to 1 */
} search_score;

/* Mate in one. */
extern const search_score search_score_best;

/* The worse of two scores for the side to move. Lines are told with it: none is told better than
 * the one above it, which the search prefers. */
search_score search_worse(search_score a, search_score b);

/* k ln(q / (1 - q)) with k the net's fitted score scale, clamped to +-SCORE_CP_MAX. */
int search_centipawns(const value_net *net, float q);

/* A report on the search under way. */
typedef struct search_info {
    int depth, seldepth;
    uint64_t nodes;
    int64_t time_ms; /* since search_go began, pondering included */
    uint64_t nodes_per_second;
    search_score score;
    int hashfull;     /* permille of the arena or the table */
    int multi_pv;     /* this line's place among several, from 1; 0: only one is asked for. No line
                         has a better score than the one before */
    int pv_length;    /* at least 1 if the root has a legal move */
    move pv[PLY_MAX]; /* pv[0] is the best move now; ends where the game ends */
    bool final;       /* the last one, just before search_go returns */
} search_info;

/* One root move as the search sees it, best first. */
typedef struct root_move {
    move move;
    uint32_t visits; /* playouts; negamax: positions visited behind it */
    float q;         /* expected score of the mover, 0 to 1; of the parent if unvisited; negamax: -1
                        where only a bound is known */
    float prior;     /* softmax probability that the search used */
    float history;   /* the correction that history would add to the logit now */
    bool proven;     /* q is exact: won, drawn or lost */
} root_move;

typedef struct search search;

/* Called on the searching thread; `s` may be asked for search_root_moves meanwhile. */
typedef void search_listener(void *user, const search *s, const search_info *info);

typedef struct search_result {
    move best;   /* MOVE_NONE only if there is no legal move (or none among searchmoves) */
    move ponder; /* MOVE_NONE if unknown */
} search_result;

#endif
