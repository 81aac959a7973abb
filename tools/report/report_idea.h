/* The idea that a comparison of two settings tests. */
#ifndef TOOLS_REPORT_IDEA_H
#define TOOLS_REPORT_IDEA_H

#include "match_options.h"

enum { REPORT_WITH_MAX = MATCH_OTHERS_MAX };

/* The player that the words of a suite_row's setting describe, such as "mia -NullMove
 * QuietRule=relative". False if they are not a setting that this build knows. */
bool report_player_of_run(match_player *player, search_algorithm by, const char *words);

/* True if two players use the same search with the same techniques and other options but Hash. */
bool report_player_same(const match_player *a, const match_player *b);

typedef struct report_idea {
    const search_technique_row *row;
    int value;  /* the value that is tested: 1 for a switch, else one that the setting has not */
    int sign;   /* 1: the first player has the idea; -1: the second player has it */
    bool alone; /* the players differ in nothing else */
    char with[REPORT_WITH_MAX]; /* in what else the player with the idea differs from the setting,
                                 * "NAME=VALUE NAME=VALUE"; or "" */
} report_idea;

/* True if a comparison tests one idea: the two players have one base and one hash, and differ in
 * one technique, or in one choice and its details (numbers and other choices, but no switches). */
bool report_idea_find(report_idea *idea, const match_player *first, const match_player *second);

#endif
