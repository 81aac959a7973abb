/* The judgement of a position by a net of Stockfish (nnue_net.h): no search but quiescence, that
 * is captures and promotions that lose no material, and all moves out of check. Read-only: all
 * threads may share it. */
#ifndef TOOLS_NNUE_JUDGE_H
#define TOOLS_NNUE_JUDGE_H

#include "nn/backend.h"
#include "nnue_net.h"

/* A move and its score for the side that makes it, as in a game file. */
typedef struct judged_move {
    move move;
    int score;
} judged_move;

/* The score of a position for the side to move, as in a game file. Mates are found among checks and
 * captures only. */
int nnue_judge_position(const nnue_net *net, const position *pos);

/* Judges the positions after `wanted` legal moves, or after all if there are fewer, and returns
 * their number. Only moves to quiet positions (quiet_position.h) count. The moves are drawn: a
 * move's weight is the root of its probability by the policy of `b`. The same position always has
 * the same draw. */
int nnue_judge_moves(const nnue_net *net, const backend *b, const position *pos, int wanted,
                     judged_move judged[MOVES_MAX]);

#endif
