/* What a match is: two settings of one program that play each other. */
#ifndef TOOLS_MATCH_PLAN_H
#define TOOLS_MATCH_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/failure.h"
#include "command.h"
#include "data_path.h"
#include "lab_origin.h"
#include "time_control.h"

enum { MATCH_WORDS_MAX = 1024, MATCH_LIMIT_MAX = 96, MATCH_NAME_MAX = 80 };

/* UCI options, "Name=value Other=value", without commas and quotes. Empty: the defaults. */
typedef struct match_words {
    char text[MATCH_WORDS_MAX];
} match_words;

typedef struct match_plan {
    match_words first, second, both;
    char limit[MATCH_LIMIT_MAX];    /* "nodes 5000", "tc 3+0.03 concurrency 2 sprt 0/5" */
    char program[DATA_PATH_MAX];    /* of both players; absolute */
    bool is_own;                    /* `program` came with morpho-lab and is of its build */
    bool all_options;               /* `program` knows --all-options */
    char fastchess[DATA_PATH_MAX];  /* absolute */
    char book[DATA_PATH_MAX];       /* EPD; absolute */
    char book_name[MATCH_NAME_MAX]; /* without its folders */
    lab_origin origin;              /* of new rows: the build of the program, the machine */
    char defaults[DEFAULTS_MAX];    /* of all options of the program, "Name=value;Name=value" */
    const char *pgn;                /* the file to which the games are added; NULL: none */
    uint32_t program_check;         /* checksum of the program */
    uint32_t files_check;           /* checksum of the book and the net files of the players */
    long seed;                      /* of the openings' order */
    long start;                     /* the first opening in that order, from 0 */
    long games;                     /* at most; even */
    long chunk;                     /* games of one run of fastchess, at most; even */
    long concurrency;               /* games at once */
    bool sequential;                /* ends when elo0 or elo1 is accepted */
    double elo0, elo1;
} match_plan;

/* Joins the values of a command line's --OPTION. Returns false and fills `why` if one is not
 * "Name=value", if it has a character that a record cannot hold, or if they are too long. */
bool match_plan_words(match_words *words, const char *option, const command_list *list,
                      failure *why);

/* Fills in plan->both: Hash, and the values of --both. Returns false and fills `why` as
 * match_plan_words() does. */
bool match_plan_both(match_plan *plan, long hash_mb, const command_list *list, failure *why);

/* Returns false and fills `why` if --OPTION is an odd number of games: each opening is played
 * twice. */
bool match_games_even(const char *option, long games, failure *why);

/* Writes the limit of a move: a time control of fastchess, which --OPTION gave, or so many nodes
 * (`tc` NULL). The number of games at once belongs to a limit in time, since they share the
 * processor. Returns false and fills `why` if `tc` is not a time control. */
bool match_plan_limit(char limit[MATCH_LIMIT_MAX], const char *option, const char *tc, long nodes,
                      long concurrency, failure *why);

/* Reads the clock of such a limit. False if it has none. */
bool match_limit_clock(const char *limit, time_control *clock);

/* The games of the run of fastchess that comes after `played` ones. */
long match_next_games(const match_plan *plan, long played);

/* Finds the program, fastchess, the book (by data_path_find()) and the nets that the plan's words
 * name, and fills in paths, names and checksums. The plan must have its words, and 0 for the
 * checksums. If `program` is NULL, it is the morpho that was built or installed with this program;
 * if `fastchess` is NULL, it is the one on the PATH. Returns false and fills `why` if one of them
 * is missing. */
bool match_plan_find(match_plan *plan, const char *program, const char *fastchess,
                     const char *book_file, const char *folder, failure *why);

/* True if each output has a file of its own (data_path.h): it is none of the other outputs, and
 * none of the files that were found, which are the book, the programs and the players' nets.
 * Otherwise fills `why`. */
bool match_plan_outputs(const match_plan *plan, data_paths outputs, failure *why);

/* True if the book, which was found, has an opening for each pair of games. fastchess would begin
 * it anew, and games with a limit in nodes would be the same games again. Returns false and fills
 * `why` if it has fewer, or if it is no book (openings/book.h). */
bool match_plan_has_openings(const match_plan *plan, failure *why);

#endif
