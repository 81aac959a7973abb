/* The types of the search interface (tree/search.h): options, limits, scores and reports. Both
 * searches share them. */
#ifndef TREE_SEARCH_TYPES_H
#define TREE_SEARCH_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess/move.h"
#include "nn/backend.h"
#include "syzygy/tablebases.h"
#include "tree/techniques.h"

enum {
    PLY_MAX = 512,                /* length of a line */
    SCORE_CP_MAX = NET_SCORE_MAX, /* largest absolute score in centipawns by the nets */
    /* The score of a win by the endgame tables is this number, less the plies from the root to the
     * position that they know. A loss has the negative. */
    SCORE_CP_TABLES = 20000
};
enum { THREADS_MAX = 256, MULTI_PV_MAX = MOVES_MAX };
enum { HASH_MB_MIN = 1, HASH_MB_DEFAULT = 64, HASH_MB_MAX = 131072 };
enum { CONTEMPT_MAX = 200 };

/* The endgame tables of a search, and their use. */
typedef struct search_endgames {
    const syzygy_tables *tables; /* the caller's; NULL: none */
    int pieces_max;              /* positions with more pieces are not looked up; 0: none is */
    int depth_least;             /* negamax looks up positions with the largest number of pieces
                                  * (endgames_pieces()) only at this depth and above */
    bool fifty_moves;            /* a win that the fifty-move rule ends is a draw */
} search_endgames;

/* The options of a search. Nets, kernels and tables belong to the caller and must outlive
 * the search's use of them. */
typedef struct search_options {
    search_algorithm algorithm;
    size_t hash_mb;
    int threads;  /* 1 to THREADS_MAX */
    int multi_pv; /* number of reported lines, 1 to MULTI_PV_MAX */
    const nets *nets;
    const kernels *kernels;
    search_techniques techniques;
    search_params params;
    search_endgames endgames;
} search_options;

/* The task of one search: its limits, its moves and its contempt. The search ends when it reaches
 * one of the limits; 0 means no such limit. `moves` belongs to the caller and must stay valid until
 * the search ends. */
typedef struct search_limits {
    int64_t time_ms_soft; /* time to use; the clock stretches or shortens it */
    int64_t time_ms_hard; /* never exceeded; CLOCK_AT_ONCE_MS: a first answer at once */
    bool time_exact;   /* movetime: use all of time_ms_hard. Only a proven root (MCTS) or the last
                        * possible iteration (negamax) ends the search earlier */
    bool time_cpu;     /* the limits of time are CPU time of the whole process */
    uint64_t nodes;    /* MCTS: playouts of this search; negamax: visited positions */
    bool nodes_always; /* `nodes` ends the work while the search ponders, too; the answer still
                        * waits for the ponderhit */
    int depth;         /* MCTS: mean length of this search's playouts, and at most 2000 * 2^depth of
                        * them; negamax: iterations */
    int mate; /* a mate in at most this number of moves. MCTS searches for nothing else, and ends
               * when the mate is proven or refuted; negamax ends when it has found one */
    bool infinite;      /* only search_stop() ends the search */
    bool ponder;        /* as infinite until search_ponderhit(); the clock starts then */
    bool report_growth; /* MCTS calls the listener whenever its playouts have grown by a fixed part,
                         * and not by the clock: so with one thread the reports are reproducible */
    int report_ms;      /* the listener is called at least once in this time; 0: in a second */
    const move *moves;  /* searchmoves: the only root moves to search; NULL or empty: all */
    int move_count;
    int contempt; /* centipawns that a draw costs the side to move at the root, and gives to the
                   * other side; below 0 it is the other way round. At most CONTEMPT_MAX */
} search_limits;

/* True if a legal move is among the root moves to search. */
bool search_allows(const search_limits *limits, move m);

typedef enum { SCORE_CENTIPAWNS, SCORE_MATE } score_kind;

/* A score for the side to move at the root: centipawns, or the moves to a mate, below 0 if that
 * side is mated. */
typedef struct search_score {
    score_kind kind;
    int value;
    float win, draw, loss; /* probabilities; they sum to 1 */
} search_score;

/* The chances of a score in thousandths, which sum to 1000. A mate is certain, whatever the
 * averages of a search are. */
typedef struct search_wdl {
    int win, draw, loss;
} search_wdl;

search_wdl search_wdl_of(const search_score *score);

/* The best of all scores: a mate in one. */
extern const search_score search_score_best;

/* The worse of two scores for the side to move. Reports use it so that no line has a better score
 * than the line above it, which the search prefers. */
search_score search_worse(search_score a, search_score b);

/* Converts an expected score q and a share of draws to a score in centipawns by a score scale
 * (nn/value_net.h). The share of draws is limited to what q allows. */
search_score search_score_of(float scale, float q, float draw);

/* A report on the running search. With MultiPV there is one for each line, and none has a better
 * score than the one before it. */
typedef struct search_info {
    int depth;       /* MCTS: mean length of the playouts; negamax: the last complete iteration */
    int seldepth;    /* plies of the longest playout or path */
    uint64_t nodes;  /* MCTS: playouts; negamax: visited positions */
    int64_t time_ms; /* since search_go() began, pondering included */
    uint64_t nodes_per_second;
    search_score score;
    int hashfull;        /* permille of the arena or of the table in use */
    uint64_t table_hits; /* positions found in the endgame tables, at the root and below */
    int multi_pv;        /* rank of this line, from 1; 0 if only one line is reported */
    int pv_length;       /* at least 1 if the root has a legal move */
    move pv[PLY_MAX];    /* pv[0] is the best move now; the line ends where the game ends */
    bool final;          /* the last report, just before search_go() returns */
} search_info;

/* A root move as the search sees it. Lists have the best move first. An unvisited move of MCTS has
 * the parent's value. Negamax has q -1 where it knows only an upper bound. Where a move has just
 * failed high, its q is a lower bound. */
typedef struct root_move {
    move move;
    uint32_t visits; /* MCTS: playouts; negamax: positions visited below the move */
    float q;         /* expected score of the mover, 0 to 1 */
    float prior;     /* probability of the move (softmax of the policy); 0 in negamax */
    float history;   /* what the histories would add to the move's logit now; 0 in negamax */
    bool proven;     /* q is exact: won, drawn or lost */
    /* Only MCTS sets these. */
    float draw;        /* mean share of draws; -1 if unvisited */
    float exploration; /* what selection adds to q: C * P * N^e / (1 + n) */
    float net; /* the value net's expected score of the mover at the first visit; -1 if unknown */
    /* Only search_line_moves() sets these. */
    float prior_used; /* the prior that selection uses; 0 if the move has none yet */
    float prior_net;  /* the prior by the policy net alone */
    float correction; /* what the corrections would now add to the logit of `net` */
    int mate_plies;   /* plies to a proven mate, this move included; 0 if there is none */
} root_move;

typedef struct search search;

/* Called on the thread of search_go(). `info` is valid during the call only. The listener may call
 * search_stop(), and the functions of the search that take it as const. */
typedef void search_listener(void *user, const search *s, const search_info *info);

typedef struct search_result {
    move best;   /* MOVE_NONE only if there is no legal move, or none of searchmoves is legal */
    move ponder; /* MOVE_NONE if unknown */
} search_result;

#endif
