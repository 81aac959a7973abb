/* The record of what threads are worth, a row a position. It may hold several suites and machines.
 * Columns:
 *
 *   threads,depth,hash_mb,net,machine,position        what was measured, and where: the row's key
 *   one_us,one_nodes                                  microseconds and nodes of one thread,
 *   shared_us,shared_nodes,beside_us,beside_nodes     of several, and of searches side by side
 *   suite,id                                          the suite's file and the position's name
 *
 * The key does not name the build of the program: one file is for one build. */
#ifndef TOOLS_SCALING_RECORD_H
#define TOOLS_SCALING_RECORD_H

#include "lab_record.h"
#include "machine.h"
#include "scaling.h"

/* What a measurement was made of. */
typedef struct scaling_setup {
    int threads, depth;
    long hash_mb;
    uint32_t net_check;
    char machine[MACHINE_NAME_MAX];
} scaling_setup;

/* As lab_record_open. */
lab_record *scaling_record_open(const char *path, failure *why);

/* True if the file, as it was opened, holds the position; then *found has its figures. */
bool scaling_record_find(const lab_record *record, const scaling_setup *setup,
                         const suite_position *p, scaling_position *found);

/* Appends a row. */
bool scaling_record_add(lab_record *record, const scaling_setup *setup, const suite_position *p,
                        const scaling_position *figures, failure *why);

/* A row of the file. */
typedef struct scaling_row {
    scaling_setup setup;
    scaling_position figures;
    char suite[SUITE_FILE_MAX];
} scaling_row;

/* Reads a row that scaling_record_kind takes for one; false if it does not. */
bool scaling_record_row(const char *row, scaling_row *out);

extern const lab_record_kind scaling_record_kind;

#endif
