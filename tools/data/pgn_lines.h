/* The lines of a PGN game: principal variations that engines gave in its comments, as games of
 * their own.
 *
 * A line begins with the position before the move that its comment follows. Each move of the line
 * counts as the best one of its position, and the score of the comment as the score of all of its
 * positions. Positions of the game that a move follows, and those of earlier lines, are left out;
 * the remaining parts of a line become games with the result of the game. If the game is set aside
 * for tests (game_division.h), it has no lines, since their positions are too close to its own. */
#ifndef TOOLS_PGN_LINES_H
#define TOOLS_PGN_LINES_H

#include "game_file.h"

typedef struct pgn_lines pgn_lines;

/* Of each line the first `plies_most` moves are taken. Returns NULL if memory is short. */
pgn_lines *pgn_lines_new(int plies_most);
void pgn_lines_free(pgn_lines *l);

/* Forgets the lines of the game before. */
void pgn_lines_clear(pgn_lines *l);

/* Notes a line for the move with index `ply`: moves in standard algebraic notation with blanks
 * between them, up to a comma, a brace or the end of the text. `score` is that of the comment, for
 * the side that moves first, or GAME_SCORE_NONE. Indices must not fall. Returns false if memory is
 * short. */
bool pgn_lines_note(pgn_lines *l, int ply, int score, const char *text);

/* Makes games of the noted lines after the game is complete. `skipped` is the number of moves that
 * were removed from its beginning. A line ends before a word that is no legal move. Returns false
 * and fills `why` if memory is short. */
bool pgn_lines_make(pgn_lines *l, const game *g, int skipped, failure *why);

/* The games of pgn_lines_make(), valid until the next call of it. */
int pgn_lines_count(const pgn_lines *l);
const game *pgn_lines_game(const pgn_lines *l, int index);

#endif
