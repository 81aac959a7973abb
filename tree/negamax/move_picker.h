/* The moves of one node, best guess first, made in stages so that a node which cuts early never
 * pays for the rest: table move, captures and promotions that do not lose material (by victim and
 * capture history), killers, counter move, quiet moves (by history), losing captures. */
#ifndef MOVE_PICKER_H
#define MOVE_PICKER_H

#include "chess/movegen.h"
#include "chess/position.h"
#include "history/negamax_history.h"

typedef enum {
    PICK_TABLE_MOVE,
    PICK_NOISY_MAKE,
    PICK_NOISY,
    PICK_KILLER_1,
    PICK_KILLER_2,
    PICK_COUNTER,
    PICK_QUIET_MAKE,
    PICK_QUIET,
    PICK_LOSING,
    PICK_DONE
} pick_stage;

typedef struct scored_move {
    move move;
    int score;
} scored_move;

/* What the order is made from; everything pointed to must outlive the picking. */
typedef struct pick_source {
    const position *pos;
    const check_info *checks;
    const negamax_history *history;
    const hist_context *context;
    bitboard threats; /* what the enemy attacks */
    move table_move;  /* of any origin: an illegal one is passed over; MOVE_NONE if unknown */
    move killers[2];  /* the same */
    move counter;     /* the same */
} pick_source;

typedef struct move_picker {
    pick_source from;
    pick_stage stage;
    bool noisy_only;  /* quiescence, and probes of captures */
    int least;        /* exchanges that gain less than this are losing, in centipawns */
    int losing_count; /* at the front of the list */
    int next, end;    /* of the list's stage under way */
    scored_move list[MOVES_MAX];
} move_picker;

/* All moves. */
void picker_begin(move_picker *p, const pick_source *from);

/* Only captures and promotions that gain at least `least` by static exchange; the table move too,
 * if it is one of them. */
void picker_begin_noisy(move_picker *p, const pick_source *from, int least);

/* The next move, legal and each once, or MOVE_NONE. `skip_quiets`: no quiet move comes any more. */
move picker_next(move_picker *p, bool skip_quiets);

static inline bool move_is_noisy(const position *pos, move m)
{
    return pos_is_capture(pos, m) || move_is_promotion(m);
}

#endif
