/* The UCI options of a match, checked against those that the program lists. fastchess ignores
 * options that a program does not have. Without this check, a match of two equal players could be
 * recorded as one of different players. */
#ifndef TOOLS_MATCH_OPTIONS_H
#define TOOLS_MATCH_OPTIONS_H

#include "match_plan.h"
#include "setting.h"
#include "tree/search.h"

/* Asks plan->program for its options, checks the values of all words, and spells names and values
 * as the program does, with true and false for on and off. False and `why` if a name or a value is
 * unknown, or if a technique belongs to another search than the player uses. Fills in the program's
 * defaults and plan->all_options. Starts the program; waits ten seconds at most for each of two
 * answers. */
bool match_options_settle(match_plan *plan, failure *why);

/* The node count of the program's bench, which identifies its build. This takes some seconds. False
 * and `why` if the program has no bench. */
bool match_options_bench(const match_plan *plan, long long *bench, failure *why);

enum { MATCH_OTHERS_MAX = 256 };

/* How a player plays. */
typedef struct match_player {
    search_algorithm by;
    setting setting;
    char others[MATCH_OTHERS_MAX]; /* options that are not techniques, without Hash; or "" */
} match_player;

/* The player whose options are `both` and then `own`. The words are checked already. */
match_player match_player_of(const char *both, const char *own);

#endif
