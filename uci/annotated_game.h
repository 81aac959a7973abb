/* A game of PGN with the opinion of a search. */
#ifndef UCI_ANNOTATED_GAME_H
#define UCI_ANNOTATED_GAME_H

#include <stdio.h>

#include "game_review.h"
#include "pgn/pgn_record.h"

/* Writes the tags of a game; `annotator` is the value of the tag Annotator. Write errors are left
 * to ferror(), here and below. */
void annotated_tags_write(const pgn_record *game, const char *annotator, FILE *out);

/* Writes the tags, an empty line, the annotated moves, the result, and an empty line. `reviews` are
 * those of all positions, one more than there are moves. After a move come its NAG and a comment:
 * [%eval ] and [%wdl ] of the new position, from White's view, and the comment of the game. A
 * better line follows a move with a NAG. */
void annotated_game_write(const pgn_record *game, const review reviews[], const char *annotator,
                          FILE *out);

#endif
