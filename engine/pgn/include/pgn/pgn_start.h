/* The first position of a PGN game, by its tags FEN, SetUp and Variant. */
#ifndef PGN_PGN_START_H
#define PGN_PGN_START_H

#include "chess/failure.h"
#include "chess/position.h"

enum { PGN_TAG_MAX = 256 }; /* bytes of a kept tag and its NUL */

/* Begins with zeros. */
typedef struct pgn_start {
    bool has_setup, has_fen;
    char fen[PGN_TAG_MAX], variant[PGN_TAG_MAX];
} pgn_start;

/* Copies the value of a tag. Returns false and fills `why` if it is too long. */
bool pgn_tag_keep(char kept[PGN_TAG_MAX], const char *name, const char *value, failure *why);

/* Notes a tag; others than the three change nothing. Returns false and fills `why` if it is too
 * long. */
bool pgn_start_take(pgn_start *start, const char *name, const char *value, failure *why);

/* Sets up the position after all tags were noted, and whether the game is Chess960. Returns false
 * and fills `why` if the tags are wrong. */
bool pgn_start_position(const pgn_start *start, position *pos, bool *chess960, failure *why);

/* True if the text is one of the names, which are in lower case and end with NULL. The case of its
 * letters does not matter. */
bool pgn_is_any(const char *text, const char *const names[]);

#endif
