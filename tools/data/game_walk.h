/* Replays a game of a game file: each position, its legal moves, and the file's moves as moves of
 * the rules. */
#ifndef TOOLS_GAME_WALK_H
#define TOOLS_GAME_WALK_H

#include "chess/position.h"
#include "game_record.h"

typedef struct game_walk {
    position pos;    /* before ply `ply` */
    int ply;         /* counts from 0 */
    int legal_count; /* legal moves of pos */
    move legal[MOVES_MAX];
    move best, played; /* of this ply, both legal */
} game_walk;

/* Sets up the first position. Returns false and fills `why` without file and game, which the caller
 * knows. */
bool game_walk_start(game_walk *walk, const game *g, failure *why);

/* Fills in the legal moves, best and played of the current ply. Call only while walk->ply is below
 * g->ply_count. Returns false and fills `why`, which names the ply, if one of these or the reply is
 * not legal. */
bool game_walk_check(game_walk *walk, const game *g, failure *why);

/* The position after a move of the current ply, and its legal moves. */
typedef struct game_branch {
    position pos;
    int legal_count;
    move legal[MOVES_MAX];
    move reply; /* the best reply to the best move; MOVE_NONE if it is not known */
} game_branch;

/* Fills in the branch of a legal move. To be called after game_walk_check(). */
void game_walk_branch(const game_walk *walk, const game *g, move first, game_branch *branch);

/* Plays the move of the current ply. */
void game_walk_step(game_walk *walk);

/* The legal move for a code of the file, or MOVE_NONE. To be called after game_walk_check(). */
move game_walk_move(const game_walk *walk, const game *g, uint16_t code);

/* The file's code of a move. */
uint16_t game_move_code(move m, bool chess960);

#endif
