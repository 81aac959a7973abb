/* Which idea a comparison of two settings tests. */
#ifndef TOOLS_REPORT_IDEA_H
#define TOOLS_REPORT_IDEA_H

#include "match_options.h"
#include "setting.h"

enum { REPORT_WITH_MAX = 256 };

/* The techniques of a player. */
typedef struct report_setting {
    search_algorithm by;
    setting setting;
    char others[REPORT_WITH_MAX]; /* options that are no techniques, but for Hash; or "" */
} report_setting;

/* Of a run's words, as "mia -NullMove QuietRule=relative". False if they are none. */
bool report_setting_of_run(report_setting *s, search_algorithm by, const char *words);

/* Of a match's player, whose UCI options are these behind those of both. */
void report_setting_of_player(report_setting *s, const char *own, const char *both);

/* True if two players play alike. */
bool report_setting_same(const report_setting *a, const report_setting *b);

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
bool report_idea_find(report_idea *idea, const report_setting *first, const report_setting *second);

#endif
