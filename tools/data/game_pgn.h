/* Games of a game file as PGN. */
#ifndef TOOLS_GAME_PGN_H
#define TOOLS_GAME_PGN_H

#include <stdio.h>

#include "game_file.h"

/* How a game is written. Scores are comments [%eval P] or [%eval #N], White's view; the teacher's
 * own move where another was played is a comment [%best MOVE]; visit shares are a comment
 * [%visits MOVE SHARE, ...]. */
typedef struct game_pgn_style {
    const char *event; /* of the tag */
    bool eval_after;   /* the score of a position stands behind the move that led to it, as viewers
                        * of lichess's games expect; else behind the move played in it */
    bool bare;         /* no comments */
} game_pgn_style;

/* Writes one game, its number as Round, and an empty line. Reading it with pgn_game.h gives the
 * same game, but for visit shares. False and `why`, which names the ply, if a move is not legal.
 * Whether the bytes could be written is seen from ferror(). */
bool game_pgn_write(FILE *to, const game *g, long number, const game_pgn_style *style,
                    failure *why);

#endif
