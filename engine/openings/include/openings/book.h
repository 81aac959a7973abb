/* Opening books: files with one position a line, in FEN or EPD (chess/fen.h), plain or gzip. Empty
 * lines and lines that begin with # are skipped. */
#ifndef OPENINGS_BOOK_H
#define OPENINGS_BOOK_H

#include "base/failure.h"
#include "chess/position.h"

/* The positions of a book. Read-only once loaded, so that threads may share it. */
typedef struct book book;

/* Reads a book and checks all its lines. Returns NULL and fills `why`, with file and line, if one
 * is not a position or if there is none. book_free() frees the result; NULL is fine. */
book *book_load(const char *path, failure *why);
void book_free(book *b);

/* The number of positions, at least 1. */
uint32_t book_count(const book *b);

/* Sets position `number`, from 0, in the order of the lines. */
void book_position(const book *b, uint32_t number, position *pos);

#endif
