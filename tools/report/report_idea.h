/* Which idea a comparison of two settings tests. */
#ifndef TOOLS_REPORT_IDEA_H
#define TOOLS_REPORT_IDEA_H

#include "match_options.h"

enum { REPORT_WITH_MAX = MATCH_OTHERS_MAX };

/* Reads a run's words, as "mia -NullMove QuietRule=relative", as a player. False if they are none.
 */
bool report_player_of_run(match_player *player, search_algorithm by, const char *words);

/* True if two players play alike. */
bool report_player_same(const match_player *a, const match_player *b);

typedef struct report_idea {
    const search_technique_row *row;
    int value;  /* that is tested: of a switch 1, else another one than its setting's */
    int sign;   /* 1: the first player has it; -1: the second one has */
    bool alone; /* the players differ in nothing else */
    char with[REPORT_WITH_MAX]; /* what else differs from the setting for the player that has it; or
                                   "" */
} report_idea;

/* True if a comparison measures one idea: the two settings differ in one technique, or in one
 * choice and its details (numbers and other choices, but no switches). */
bool report_idea_find(report_idea *idea, const match_player *first, const match_player *second);

#endif
