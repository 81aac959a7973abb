/* The UCI options of a match, as the program itself has them: fastchess passes over what a program
 * does not know, and a match of two equal players would go by the name of a difference. */
#ifndef TOOLS_MATCH_OPTIONS_H
#define TOOLS_MATCH_OPTIONS_H

#include "match_plan.h"
#include "tree/search.h"

/* Asks plan->program for its options and writes the names and values of all words as it does:
 * on and off as true and false, whole numbers and words checked. False and `why` if one is not an
 * option, not a value of it, or belongs to the search that the player does not play. Fills in the
 * program's defaults and plan->all_options. Starts the program; waits ten seconds at most for each
 * of two answers. */
bool match_options_settle(match_plan *plan, failure *why);

/* The node count of the program's bench, which names its build; searches for some seconds. False
 * and `why` if it has none. */
bool match_options_bench(const match_plan *plan, long long *bench, failure *why);

/* What a player plays who takes `both` and then `own`, settled words of a program like this one. */
typedef struct match_player {
    search_algorithm algorithm;
    search_techniques techniques;
} match_player;

match_player match_player_of(const char *both, const char *own);

#endif
