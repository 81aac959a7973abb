/* The UCI options of a match, checked against those that the program lists. fastchess ignores
 * options that a program does not have. Without this check a match of two equal players could be
 * recorded as a match of different players. */
#ifndef TOOLS_MATCH_OPTIONS_H
#define TOOLS_MATCH_OPTIONS_H

#include "match_plan.h"
#include "setting.h"
#include "tree/search.h"

/* Asks plan->program for its options, and checks the words of the plan. Respells names and values
 * as the program spells them, with true and false for on and off. Fills in plan->defaults and
 * plan->all_options. Then the program has to take the options of each player, since it may find no
 * file there. It is started four times at most, and may be silent for ten seconds, or for a minute
 * when it takes the options. Returns false and fills `why` if it does not answer, if a name or a
 * value is unknown, if a technique does not belong to the search of its player, or if the program
 * takes an option for wrong. */
bool match_options_settle(match_plan *plan, failure *why);

/* An option of the program that is a number. */
typedef struct match_number {
    char name[MATCH_NAME_MAX]; /* as the program spells it */
    long value, least, most;   /* its default and its range */
} match_number;

/* Asks plan->program for one of its options. Returns false and fills `why` if it has no such option
 * or if the option is not a number. */
bool match_options_number(match_plan *plan, const char *name, match_number *number, failure *why);

/* Completes plan->origin for the rows of a record, and keeps the program's defaults beside it. If
 * the program did not come with morpho-lab or was built later, its bench is run, which takes some
 * seconds; its node count identifies the build. If this is not the count of morpho-lab's own build,
 * the commit is not known, and plan->is_own becomes false. Returns false and fills `why` if the
 * program has no bench, or is silent for ten minutes, or if the defaults cannot be written. */
bool match_options_origin(match_plan *plan, const lab_record *record, failure *why);

enum { MATCH_OTHERS_MAX = 2 * MATCH_WORDS_MAX }; /* of both players, and of one alone */

/* How a player plays. */
typedef struct match_player {
    search_algorithm by;           /* option Search */
    setting setting;               /* option Setting, and the techniques */
    long hash_mb;                  /* option Hash; 0: not given */
    char others[MATCH_OTHERS_MAX]; /* all other options but Hash, "Name=value Name=value"; or "" */
} match_player;

/* The player that gets the options `both` and after them `own`, "Name=value Name=value". They must
 * have been checked; a technique with a value that is unknown here keeps its default. */
match_player match_player_of(const char *both, const char *own);

#endif
