/* Node results for the histories: written as text, or random. They have few different moves, so
 * that they often share cells. */
#ifndef TESTS_RESULT_FIXTURE_H
#define TESTS_RESULT_FIXTURE_H

#include "history/negamax_history.h"

/* The quiet moves N, P and B of texts, and X, which captures a pawn. */
extern const hist_move result_knight, result_pawn, result_bishop, result_takes;

/* The moves of random results: of both sides, from and to shared squares, with captures and
 * promotions. */
enum { RESULT_MOVES = 20 };
extern const hist_move result_moves[RESULT_MOVES];

/* The growth of bonuses with depth, with numbers such as those of negamax. */
extern const hist_growth result_growth;

/* A context without moves before it, beyond the low plies. */
extern const hist_context result_nowhere;

/* Makes a result of a text such as "P- X- N+": each move failed (-), raised alpha (^) or cut (+).
 * A failed move with the best score has a question mark behind it. */
void result_make(hist_result *r, const char *text, int depth);

/* Teaches the results of a text such as "P- N+, N^", `times` times. */
void result_teach(negamax_history *h, const char *texts, int depth, int times);

/* Makes a random result, by rand(): one to eight different moves at a depth from 1 to depth_max, of
 * a node that cut, raised alpha, or failed. */
void result_random(hist_result *r, int depth_max);

#endif
