/* A position as correction histories key it, for either search. */
#ifndef CORRECTION_KEYS_H
#define CORRECTION_KEYS_H

#include "chess/position.h"
#include "history/correction.h"

/* The keys of a position; the slots of the moves that led to it stay empty (HIST_SLOT_NONE). */
static inline correction_keys correction_keys_of(const position *pos)
{
    return (correction_keys){
        .pawns = pos_pawn_key(pos),
        .minors = pos_minor_key(pos),
        .non_pawns = {pos_non_pawn_key(pos, WHITE), pos_non_pawn_key(pos, BLACK)},
        .side = pos->to_move};
}

#endif
