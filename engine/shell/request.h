/* The words after a verb: options, a position and limits. This input is not trusted. */
#ifndef SHELL_REQUEST_H
#define SHELL_REQUEST_H

#include "base/failure.h"
#include "chess/fen.h"
#include "chess/repetition.h"
#include "tree/search.h"
#include "uci/text.h"

typedef struct request {
    position root;
    line game;       /* the game that led to the root */
    fen_notes notes; /* parts of the FEN that were dropped */
    search_limits limits;
} request;

/* The start position, and one second. */
request request_default(void);

/* Reads [POSITION] [LIMITS], with limits nodes N, depth N, movetime MS and seconds S. What is not
 * given stays as it is in the request. Returns false and fills `why` if the text is wrong, here and
 * below; the request is then undefined. */
bool request_read(const char *text, request *r, failure *why);

/* The same for LIMITS alone. */
bool request_read_limits(const char *text, search_limits *limits, failure *why);

/* The same for [POSITION] alone: a FEN, in one word or in several, or startpos; then, if wanted,
 * `moves` and moves of UCI or SAN, with or without numbers. `position` and `fen` before it, as in
 * UCI, change nothing. The end of the text or a word that is a limit ends it, and the cursor is
 * moved there. */
bool request_read_position(const char **cursor, request *r, failure *why);

/* Takes the next move of such a list, without its number, and moves the cursor past it. Returns
 * false at the end of the text or at a limit. */
bool request_next_move(const char **cursor, char word[TEXT_WORD_MAX]);

/* Sets a position without a game before it. */
void request_set(request *r, const position *root);

/* True if a word begins a request: it is a limit, startpos, moves, or the board of a FEN. */
bool request_begins(const char *word);

/* Takes an option, --NAME VALUE or --NAME=VALUE, from the front of a list of words that NULL ends,
 * and moves the cursor past it. `name` gets its name without the dashes, cut to `size` bytes, and
 * `*value` its text, or NULL if there is none. */
void request_split_option(char ***cursor, char *name, size_t size, const char **value);

typedef struct request_option {
    const char *name;
    const char **value; /* gets the text of the option; does not change if it is not given */
} request_option;

/* Takes the options out of a list of words that NULL ends. The other words stay in order. */
bool request_take_options(char **words, const request_option options[], int count, failure *why);

/* These read a number, or a whole number, from `least` to `most`. `name` is what the error calls
 * it, such as "nodes" or "--share". If `value` is NULL (not given), `*number` does not change. */
bool request_number(const char *name, const char *value, double least, double most, double *number,
                    failure *why);
bool request_whole_number(const char *name, const char *value, int64_t least, int64_t most,
                          int64_t *number, failure *why);

/* Returns false and fills `why` if both names are those of one file. The output NULL is standard
 * output, which is compared only if it is a regular file. */
bool request_files_differ(const char *input, const char *output, failure *why);

#endif
