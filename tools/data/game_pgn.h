/* Writes games of a game file as PGN. */
#ifndef TOOLS_GAME_PGN_H
#define TOOLS_GAME_PGN_H

#include <stdio.h>

#include "game_file.h"

/* The format. Scores are comments [%eval P] or [%eval #N] from White's view. The teacher's best
 * move, where another was played, is a comment [%best MOVE], and its expected reply [%reply MOVE].
 * Visit shares are a comment [%visits MOVE SHARE, ...]. */
typedef struct game_pgn_style {
    const char *event; /* value of the tag Event */
    bool eval_after;   /* a position's score comes after the move that led to it, as viewers of
                        * lichess games expect; else after the move that was played in it */
    bool bare;         /* no comments */
} game_pgn_style;

/* Writes one game, with `number` as Round, and an empty line. pgn_game.h reads the same game back,
 * except visit shares, replies and what a judge added (game_judgement.h). Returns false and fills
 * `why`, which names the ply, if a move is not legal. Write errors are left to ferror(). */
bool game_pgn_write(FILE *to, const game *g, long number, const game_pgn_style *style,
                    failure *why);

#endif
