/* What more threads are worth to negamax: each position of a suite is searched to one depth by one
 * thread, by several threads that share the work, and by as many single-threaded searches side by
 * side. The record has a row for each position:
 *
 *   threads,depth,hash_mb,net,machine,position,bench  what was measured, where and by which build;
 *                                                     these columns are the key
 *   one_us,one_nodes                                  microseconds and nodes of one thread
 *   shared_us,shared_nodes                            of the threads that share the work
 *   beside_us,beside_nodes                            of the searches side by side
 *   commit,defaults                                   what else made the row (lab_origin.h)
 *   suite,id                                          the suite's file and the position's name
 *
 * Nodes are the sum over threads or searches. The time of searches side by side is their mean. */
#ifndef TOOLS_THREADS_RUN_H
#define TOOLS_THREADS_RUN_H

#include "lab_group.h"
#include "lab_origin.h"
#include "statistics.h"
#include "suite.h"
#include "tree/search.h"

typedef struct threads_row {
    const char *position; /* first, for lab_group_sort() */
    long long threads, depth, hash_mb;
    uint32_t net;
    long long one_us, one_nodes, shared_us, shared_nodes, beside_us, beside_nodes;
    const char *suite, *id;
    lab_origin origin;
} threads_row;

extern const lab_schema threads_schema;

static inline const threads_row *threads_row_at(const lab_group *group, size_t index)
{
    return group->rows[index];
}

typedef struct threads_plan {
    const nets *nets;
    int threads;       /* at least 2 */
    int depth;         /* of every search */
    size_t hash_mb;    /* of every search, whatever its threads */
    lab_origin origin; /* of new rows, without the defaults */
} threads_plan;

/* Measures each position from cleared searches, one position at a time, and fills
 * rows[suite->count], which point into the plan, the suite and the record. Takes the positions that
 * the record (NULL: there is none) holds from it, and adds each new one as soon as it is measured.
 * A position that the record holds only under another suite or name is added as a copy of that row.
 * Returns false and fills `why` if memory or threads are short, or the record cannot be written. */
bool threads_run(const threads_plan *plan, const suite *s, lab_record *record, threads_row rows[],
                 failure *why);

typedef struct threads_figures {
    bounded time;               /* of several threads, divided by that of one: the geometric mean */
    double one, shared, beside; /* nodes a second: of one thread, of the threads that share the work
                                 * together, of the searches side by side together */
} threads_figures;

/* The figures of a group of threads_rows, one at least. False if memory is short. */
bool threads_sum(const lab_group *group, threads_figures *figures);

#endif
