/* The starts of generated games: positions of opening books, the start position, Chess960
 * arrangements, and random moves after these. */
#ifndef TOOLS_GENERATE_START_H
#define TOOLS_GENERATE_START_H

#include "chess/position.h"
#include "generate.h"

/* The opening books, read-only once loaded. */
typedef struct start_books {
    int count;
    struct book *book[GENERATE_BOOKS_MAX]; /* openings/book.h */
    uint64_t positions;                    /* in all books */
    uint32_t sum;                          /* a checksum over these, in their order */
} start_books;

/* Reads the plan's books by their path or in the data folder (data_path.h). Returns false and fills
 * `why`, with file and line, if one cannot be read; then there is nothing to free. */
bool start_books_load(start_books *books, const generate_plan *plan, failure *why);
void start_books_free(start_books *books);

/* Draws a source: Chess960 with the plan's probability, else one of the books with equal
 * probabilities, or the start position if there are no books. `random` is the state of
 * random_next(). */
typedef enum { START_CHESS960 = -2, START_STANDARD = -1 /* books count from 0 */ } start_source;
int start_draw_source(const start_books *books, const generate_plan *plan, uint64_t *random);

/* Draws a start from a source. For Chess960 it is an arrangement, in half of the cases a different
 * one for each side. For a book it is a position. In half of the cases one to plan->random_plies
 * random legal moves follow. After the start position the maximum always follows, because games
 * would repeat otherwise. Returns false if the moves lead to a position without legal moves. */
bool start_draw(position *pos, const start_books *books, int source, const generate_plan *plan,
                uint64_t *random);

#endif
