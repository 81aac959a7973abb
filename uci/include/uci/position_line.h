/* The `position` command, and the game that it set up. */
#ifndef UCI_POSITION_LINE_H
#define UCI_POSITION_LINE_H

#include "chess/failure.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/position.h"

enum { FEN_INPUT_MAX = 256 }; /* longer text is no FEN */

typedef struct game_state {
    position root;
    line played;             /* all positions of the game; the last is the root's */
    bool valid;              /* false after a refused line, until a good one comes */
    fen_notes notes;         /* what was normalised in the first position */
    char fen[FEN_INPUT_MAX]; /* the first position as given; "" is the start position */
} game_state;

/* The start position of chess. */
void game_state_init(game_state *state);

/* Reads what stands after `position`: startpos or fen F, then moves M... The whole line holds or
 * none of it: on failure nothing but `valid` changes, to false. */
bool position_line_read(game_state *state, const char *arguments, failure *why);

#endif
