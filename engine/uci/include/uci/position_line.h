/* The `position` command, and the game that it sets up. */
#ifndef UCI_POSITION_LINE_H
#define UCI_POSITION_LINE_H

#include "base/failure.h"
#include "chess/fen.h"
#include "chess/position.h"
#include "chess/repetition.h"

enum { FEN_INPUT_MAX = 256 }; /* a longer text is not a FEN */

typedef struct game_state {
    position root;
    line played;             /* the keys of the game's positions; the last one is the root's */
    bool valid;              /* false after a refused line, until a valid one */
    fen_notes notes;         /* what fen_parse() left out of the first position */
    char fen[FEN_INPUT_MAX]; /* the first position as given; "" means the start position */
} game_state;

/* Sets the start position of chess, without moves. */
void game_state_init(game_state *state);

/* Reads the arguments of `position`: startpos or fen F, then [moves M...]. If any part is wrong,
 * the whole line is refused: it returns false, `why` has the reason, and only `valid` changes, to
 * false. */
bool position_line_read(game_state *state, const char *arguments, failure *why);

#endif
