/* The verbs of the command line, and what they share. Some verbs are commands of a session too. */
#ifndef SHELL_VERBS_H
#define SHELL_VERBS_H

#include "base/failure.h"
#include "request.h"
#include "uci/engine.h"
#include "uci/interrupt.h"
#include "uci/position_line.h"
#include "uci/session_command.h"
#include "uci/writer.h"

enum { VERB_TEXT_MAX = 4096 };

/* A verb and what stands after it. */
typedef struct verb_call {
    const char *verb;
    char **words;             /* those after the verb; NULL ends them. A verb may change the array.
                               * NULL in a session */
    char text[VERB_TEXT_MAX]; /* the same as one line */
    engine *engine;
    writer *out;            /* for lines; pages and trees go to standard output */
    const game_state *game; /* of a session, else NULL */
    const interrupt *stop;  /* of a session, else NULL */
} verb_call;

/* Does the work of a verb, which its help describes. Returns false and fills `why`, without the
 * name of the verb, if a word is wrong, a net is missing, memory is short, a file cannot be read or
 * written, or the work was interrupted. Wrong words are found before anything is written. */
typedef bool verb_function(verb_call *call, failure *why);

verb_function analyse_run, annotate_run, backend_bench_run, bench_run, compare_run,
    describe_net_run, eval_run, genfens_run, help_run, page_run, params_run, prompt_run, serve_run,
    suite_run, tree_run;

/* What several verbs have in common, and the help says once (shell/help.c). */
typedef enum {
    HELP_POSITION = 1,
    HELP_LIMITS = 2,
    HELP_TABLE = 4,
    HELP_EVAL = 8,
    HELP_GENFENS = 16,
    HELP_ALL = 31
} help_note;

/* A verb with what stands after its name and what it does. A row without these is another name of a
 * verb, and the help leaves it out. A verb with two ways to use it has two rows. */
typedef struct verb_row {
    const char *name, *arguments, *what;
    unsigned notes; /* a sum of help_note */
    verb_function *run;
} verb_row;

/* All verbs. `*count` gets the number of rows. */
const verb_row *verb_rows(int *count);

/* The function of a verb; NULL if there is no such verb. */
verb_function *verb_find(const char *name);

/* The name of the verb that a word was probably meant to be; NULL if none is near. */
const char *verb_nearest(const char *word);

/* Fills in why there is no such verb, and returns false. */
bool verb_unknown(const char *name, failure *why);

/* Runs a verb. The reason for a failure begins with its name. */
bool verb_run(verb_function *run, verb_call *call, failure *why);

/* Joins words, which NULL ends, to the text of a call. */
bool verb_join(verb_call *call, char *const *words, failure *why);

/* Returns false and fills `why` if there is a word after a verb that takes none. */
bool verb_expect_no_word(const verb_call *call, failure *why);

/* Prepares the engine's own search (engine_prepare()). If Hash had to be reduced, says so on
 * standard error. */
bool verb_prepare(engine *e, failure *why);

/* Makes another search with the engine's options and one line, and loads the nets for it. Returns
 * NULL and fills `why` if memory is short or the nets have none for the algorithm. search_free()
 * frees the result. */
search *verb_new_search(engine *e, search_algorithm algorithm, failure *why);

/* Makes one search of each algorithm. verb_end_searches() calls verb_tell_threads() for each and
 * frees them. It must be called after a failure too; NULLs are fine. */
bool verb_new_searches(engine *e, search *searches[SEARCH_ALGORITHMS], failure *why);
void verb_end_searches(search *searches[SEARCH_ALGORITHMS]);

/* Searches the position of a request within its limits. Returns false if it was interrupted. */
bool verb_search(search *s, const request *r, const interrupt *stop, search_listener *listener,
                 void *user);

/* A listener that keeps the last report in the search_info `user`. */
void verb_keep_last(void *user, const search *s, const search_info *info);

/* Tells a person at a terminal that work which keeps what is done can be stopped. `unit` is what a
 * stop cuts off, such as "game". */
void verb_tell_resumable(const char *unit);

/* Prints a warning to standard error if the last search had fewer threads than its options say. */
void verb_tell_threads(const search *s);

/* The commands that a session has beside those of UCI: help, d, and some of the verbs. */
extern const extra_command shell_commands[];

#endif
