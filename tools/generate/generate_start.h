/* Where generated games begin: positions of opening books, the start position, Chess960
 * arrangements, and random moves after any of them. */
#ifndef TOOLS_GENERATE_START_H
#define TOOLS_GENERATE_START_H

#include "chess/position.h"
#include "generate_plan.h"

/* The opening books, read-only once loaded. */
typedef struct start_books start_books;

/* Reads files of one FEN or EPD a line, plain or gzip, as given or in the data folder (see
 * data_path.h); empty lines and lines that begin with # are skipped. Every line is checked: NULL
 * and `why`, with file and line, if one is no position. */
start_books *start_books_load(const char *const *names, int count, const char *folder,
                              failure *why);

/* NULL is fine. */
void start_books_free(start_books *books);

/* How many positions they hold in all. */
uint64_t start_books_positions(const start_books *books);

/* Draws where a game is to start: Chess960 with the plan's probability, else one of the books, each
 * equally likely, or the start position without books. `random` is the state of random_next(). */
typedef enum { START_CHESS960 = -2, START_STANDARD = -1 /* books count from 0 */ } start_source;
int start_draw_source(const start_books *books, const generate_plan *plan, uint64_t *random);

/* Draws a start from a source: an arrangement of Chess960 (in half of the cases each side has its
 * own) or a position of the book, then in half of the cases one to plan->random_plies uniformly
 * random legal moves; from the start position always all of them, or games would be the same. False
 * if those end in a position without legal moves. */
bool start_draw(position *pos, const start_books *books, int source, const generate_plan *plan,
                uint64_t *random);

/* The position that begins Chess960 with arrangements 0 to 959 for White and Black, numbered as
 * usual (518 is standard chess). */
void start_chess960(position *pos, int white, int black);

#endif
