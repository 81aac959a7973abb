/* Words of PGN between tags and comments. */
#ifndef PGN_PGN_WORD_H
#define PGN_PGN_WORD_H

#include "pgn_reader.h"

/* The kind of a word: PGN_MOVE, from which a move number and marks are removed; PGN_NULL_MOVE;
 * PGN_RESULT, which becomes 1-0, 0-1, 1/2-1/2 or *; or PGN_NOTHING, if the word is skipped. */
pgn_kind pgn_word_kind(char *word);

#endif
