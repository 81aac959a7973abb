/* The check of endgame tables: some at once, others in a thread when they are first wanted. */
#ifndef SYZYGY_CHECKER_H
#define SYZYGY_CHECKER_H

#include <pthread.h>

#include "folders.h"
#include "syzygy/tablebases.h"

enum { CLEARED_BITS = 12 };

typedef struct checker {
    syzygy_folders found; /* after checker_new(), only the files that are not known to be good */
    pthread_mutex_t lock; /* guards the problems, and changes of a state to TABLE_WANTED */
    pthread_cond_t wanted;
    pthread_t thread;
    bool has_thread;
    atomic_bool quit;
    int told; /* problems that checker_next_problem() has returned */
    /* A hash table of piece sets whose results depend on good tables only. */
    atomic_uint cleared[1 << CLEARED_BITS];
} checker;

/* Finds the tables of a path and checks those that are checked at once. Returns NULL and fills
 * `why` as syzygy_find() does. checker_free() frees the result. */
checker *checker_new(const char *path, const syzygy_checking *how, syzygy_found *found,
                     failure *why);
void checker_free(checker *c);

/* True if all tables that the library would read for a position are good; with `moves`, also those
 * for the results of all its moves. Otherwise the thread checks the unchecked ones soon. */
bool checker_allows(checker *c, const position *pos, bool moves);

/* The next folder or table that is left out. Returns false if there is none. */
bool checker_next_problem(checker *c, failure *why);

#endif
