/* What a match is: two settings of one program that play each other. */
#ifndef TOOLS_MATCH_PLAN_H
#define TOOLS_MATCH_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/failure.h"
#include "command.h"
#include "data_path.h"
#include "lab_origin.h"

enum { MATCH_WORDS_MAX = 512, MATCH_LIMIT_MAX = 96, MATCH_NAME_MAX = 80 };

/* UCI options as they were given, "Name=value Other=value", without commas or quotes. Empty: the
 * program's defaults. */
typedef struct match_words {
    char text[MATCH_WORDS_MAX];
} match_words;

typedef struct match_plan {
    match_words first, second, both;
    char limit[MATCH_LIMIT_MAX];    /* "nodes 5000", "tc 3+0.03 concurrency 2 sprt 0/5" */
    char program[DATA_PATH_MAX];    /* absolute */
    bool is_own;                    /* it came with this program */
    bool all_options;               /* it knows --all-options */
    char fastchess[DATA_PATH_MAX];  /* absolute */
    char book[DATA_PATH_MAX];       /* EPD; absolute */
    char book_name[MATCH_NAME_MAX]; /* without its folders */
    lab_origin origin;              /* of the program; the caller fills in all but the defaults */
    char defaults[DEFAULTS_MAX];    /* all options of the program, "Name=value;Name=value" */
    uint32_t program_check;         /* of the program's bytes */
    uint32_t files_check;           /* of those of the book and of all WeightsFile */
    long seed;                      /* of the openings' order */
    long start;                     /* the first opening in that order, from 0 */
    long games;                     /* at most; even */
    long chunk;                     /* games of one run of fastchess; even */
    long concurrency;               /* games at once */
    bool sequential;                /* ends when elo0 or elo1 is accepted */
    double elo0, elo1;
} match_plan;

/* Collects options; false and `why` if one is not "Name=value" or cannot be recorded. */
bool match_plan_words(match_words *words, const char *option, const command_list *list,
                      failure *why);

/* Finds the program, fastchess, the book and the nets that the words name, and fills in their paths
 * and checksums. The words must be there already. `program` NULL: the morpho that was built or
 * installed with this program; `fastchess` NULL: on the PATH. False and `why` if one is not there.
 */
bool match_plan_find(match_plan *plan, const char *program, const char *fastchess, const char *book,
                     const char *folder, failure *why);

#endif
