/* The correction keys of a position in its context, for both searches. */
#ifndef HISTORY_CORRECTION_KEYS_H
#define HISTORY_CORRECTION_KEYS_H

#include "history/correction.h"
#include "history/history_keys.h"

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

#endif
