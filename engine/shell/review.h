/* What a search thinks of the positions of a game: for `morpho annotate` and `morpho page`. */
#ifndef SHELL_REVIEW_H
#define SHELL_REVIEW_H

#include "human.h"
#include "tree/search.h"

enum { REVIEW_LINE_MAX = 12 }; /* moves that are kept of a line */

/* A position of a game. */
typedef struct review {
    bool over;          /* the game ends here by the rules; `score` is exact */
    search_score score; /* for the side to move */
    uint64_t nodes;
    int depth;
    int64_t time_ms;
    /* How likely a person is to play the game's move, and the first of the line; below 0: unknown.
     */
    float human_played, human_best;
    int line_length; /* 0 if the game is over */
    move line[REVIEW_LINE_MAX];
} review;

/* Searches `pos`, the last position of `game`, unless the game is over there. The listener gets the
 * reports too; it may be NULL. */
review review_position(search *s, const position *pos, const line *game,
                       const search_limits *limits, search_listener *listener, void *user);

/* Takes over what a report says of its best line. */
void review_take(review *r, const search_info *info);

/* Fills in how likely a person is to play the game's move `played` and the best one at `pos`, the
 * last position of `game`, unless the game is over there. */
void review_ask_human(review *r, const human *h, const position *pos, const line *game,
                      move played);

/* The expected score of the side to move, from 0 to 1. */
float review_expected(const review *r);

/* How much of the mover's expected score the played move lost, 0 or more. `before` and `after` are
 * the positions before and after it. The best move of `before` loses nothing. */
float review_loss(const review *before, const review *after, move played);

/* The same by what both searches agree on: the lesser of their losses. `before` and `after` have
 * one review of each search, in the same order. A mate or a win by the tables that one of them has
 * proven counts for both. */
float review_agreed_loss(const review before[2], const review after[2], move played);

/* The number of the NAG for a loss: 6 (?!) for an inaccuracy, from 0.05 on; 2 (?) for a mistake,
 * from 0.10; 4 (??) for a blunder, from 0.20; 0 for less than these. */
int review_nag(float loss);

/* The least loss with the NAG 6, 2 or 4. */
float review_least_loss(int nag);

#endif
