/* What more threads are worth to negamax: each position of a suite is searched to one depth by one
 * thread, by several that share the work, and by as many single-threaded searches side by side. */
#ifndef TOOLS_SCALING_H
#define TOOLS_SCALING_H

#include "lab_record.h"
#include "suite.h"
#include "tree/search.h"

typedef struct scaling_plan {
    const nets *nets;
    int threads;    /* at least 2 */
    int depth;      /* of every search */
    size_t hash_mb; /* of every search, whatever its threads */
} scaling_plan;

/* The ways of searching; ORDER: scaling_position.way. */
typedef enum { SCALING_ONE, SCALING_SHARED, SCALING_BESIDE, SCALING_WAYS } scaling_way;

typedef struct scaling_position {
    struct {
        double seconds; /* of the clock, to the end; BESIDE: the mean of the searches */
        uint64_t nodes; /* of all threads or searches */
    } way[SCALING_WAYS];
} scaling_position;

/* Measures the positions, each from cleared searches; positions[suite->count]. What the record
 * holds already (scaling_record.h; NULL: there is none) is taken from it, what is new is added at
 * once. Progress goes to standard error, if that is a terminal. False and `why` if memory or
 * threads are short or the record cannot be written. */
bool scaling_run(const scaling_plan *plan, const suite *s, lab_record *record,
                 scaling_position *positions, failure *why);

typedef struct scaling_figures {
    double speedup[3]; /* time of SHARED by that of ONE: geometric mean, and its bounds of 95% */
    double rate[SCALING_WAYS]; /* nodes a second of all; BESIDE: of the searches together */
} scaling_figures;

scaling_figures scaling_sum(const scaling_position *positions, int count);

#endif
