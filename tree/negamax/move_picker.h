/* The moves of a node, best first. They are made in steps, so that a node with an early cutoff
 * does not pay for the later ones: table move; captures and promotions that do not lose material
 * (by victim and history); killers; counter move; quiet moves (by history or by the policy net);
 * losing captures and promotions. */
#ifndef TREE_MOVE_PICKER_H
#define TREE_MOVE_PICKER_H

#include "chess/movegen.h"
#include "chess/position.h"
#include "history/negamax_history.h"
#include "move_priors.h"
#include "tree/techniques.h"

typedef enum {
    PICK_TABLE_MOVE,
    PICK_NOISY_MAKE,
    PICK_NOISY,
    PICK_REFUTATIONS,
    PICK_QUIET_MAKE,
    PICK_QUIET,
    PICK_LOSING,
    PICK_DONE
} pick_step;

typedef struct scored_move {
    move move;
    int score;
} scored_move;

/* How the policy net orders quiet moves. */
typedef struct pick_policy {
    ab_policy_order order;
    backend net;
} pick_policy;

enum { REFUTATIONS = 3 };

/* The data that the order depends on. All pointers must stay valid while moves are picked. */
typedef struct pick_source {
    const position *pos;
    const check_info *checks;
    const negamax_history *history;
    const hist_context *context;
    bitboard threats; /* squares that the enemy attacks */
    move table_move;  /* need not be legal: an illegal move is skipped; MOVE_NONE if unknown */
    move refutations[REFUTATIONS]; /* killers and counter move in their order; as table_move */
    const pick_policy *policy;     /* NULL: histories alone order quiet moves */
    move_priors *priors;           /* with a policy; filled in when the quiet moves are ordered */
} pick_source;

typedef struct move_picker {
    pick_source from;
    pick_step step;
    bool noisy_only;  /* for quiescence, and for ProbCut */
    int least;        /* a noisy move whose exchange gains less, in centipawns, is losing */
    int losing_count; /* at the front of the list */
    int refutation;   /* the next of from.refutations */
    int next, end;    /* of the current step in the list */
    scored_move list[MOVES_MAX];
} move_picker;

/* Starts a picker of all moves. */
void picker_begin(move_picker *p, const pick_source *from);

/* Starts a picker of captures and promotions that gain at least `least` centipawns by static
 * exchange. The table move is among them only if it is one of these. */
void picker_begin_noisy(move_picker *p, const pick_source *from, int least);

/* The next legal move, each of them once, or MOVE_NONE at the end. With `skip_quiets` no quiet move
 * follows. */
move picker_next(move_picker *p, bool skip_quiets);

static inline bool move_is_noisy(const position *pos, move m)
{
    return pos_is_capture(pos, m) || move_is_promotion(m);
}

#endif
