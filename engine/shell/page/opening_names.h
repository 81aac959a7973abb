/* The names of openings, from a table in the program (page/openings.txt). */
#ifndef SHELL_OPENING_NAMES_H
#define SHELL_OPENING_NAMES_H

#include "base/failure.h"
#include "pgn/pgn_record.h"

enum { OPENING_CODE_SIZE = 4, OPENING_NAME_SIZE = 128 };

typedef struct opening_name {
    char code[OPENING_CODE_SIZE]; /* of the Encyclopaedia of Chess Openings, such as B90 */
    char name[OPENING_NAME_SIZE]; /* UTF-8 */
    size_t ply;                   /* the plies of the game up to the position that has the name */
} opening_name;

typedef struct opening_names opening_names;

/* Reads the table. Returns NULL and fills `why` if memory is short or a line of the table is wrong.
 * opening_names_free() frees the result; NULL is fine. */
opening_names *opening_names_new(failure *why);
void opening_names_free(opening_names *names);

/* The number of named positions. */
size_t opening_names_count(const opening_names *names);

/* Finds the last position of a game that has a name, whatever moves led to it. Returns false if
 * none has. */
bool opening_names_find(const opening_names *names, const pgn_record *game, opening_name *found);

#endif
