/* A game of PGN with the opinion of a search. */
#ifndef SHELL_ANNOTATED_GAME_H
#define SHELL_ANNOTATED_GAME_H

#include <stdio.h>

#include "pgn/pgn_record.h"
#include "review.h"

/* Prepares a game for annotated_game_write(). Removes the opinions of earlier annotators, which
 * would contradict the new ones. Cuts a comment that would be longer than PGN_RECORD_COMMENT_MAX
 * with an opinion, since it could not be read again. */
void annotated_game_prepare(pgn_record *game);

/* Writes the tags of a game; `annotator` is the value of the tag Annotator. Tags for which there is
 * no room among PGN_RECORD_TAGS_MAX are left out. Write errors are left to ferror(), here and
 * below. */
void annotated_tags_write(const pgn_record *game, const char *annotator, FILE *out);

/* Writes the tags, an empty line, the annotated moves, the result, and an empty line; there is no
 * other empty line. The game must be prepared. `reviews` are those of all positions, one more than
 * there are moves, and `nags` the NAG of each move, or 0. After a move come its NAG and a comment:
 * [%eval ] and [%wdl ] of the new position, from White's view, and the comment of the game. A
 * better line follows a move with a NAG. Where a review knows what people play, [%human ] follows:
 * how many of them play the move, and the line's first one if it is another; `human_net` is the
 * name of the net that tells. */
void annotated_game_write(const pgn_record *game, const review reviews[], const int nags[],
                          const char *annotator, const char *human_net, FILE *out);

#endif
