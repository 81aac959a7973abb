/* Words of PGN between tags and comments. */
#ifndef PGN_PGN_WORD_H
#define PGN_PGN_WORD_H

#include "pgn/pgn_reader.h"

/* The kind of a word: PGN_MOVE, from which a move number and marks are removed; PGN_NULL_MOVE;
 * PGN_RESULT, which becomes 1-0, 0-1, 1/2-1/2 or *; or PGN_COMMENT for a word to be skipped. */
pgn_kind pgn_word_kind(char *word);

/* The result that a word stands for, 1-0, 0-1, 1/2-1/2 or *; NULL if it stands for none. */
const char *pgn_result(const char *word);

/* True if a tag Result names another result than the word behind the moves; then `why` says so.
 * A * names none. */
bool pgn_results_differ(const char *tag, const char *word, failure *why);

#endif
