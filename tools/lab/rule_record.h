/* The record of experiments with rules of Monte-Carlo tree search, a row a search. Columns:
 *
 *   kind,setting,playouts           "reference" or "rule", its techniques, its playouts
 *   reference,reference_playouts    the long search it is measured by; of one itself the same
 *   hash_mb,net,position            these eight are the row's key
 *   move                            the answer in UCI's notation
 *   visits,root_priors,inner_priors divergences in millionths of a nat (rule_sites.h), or -1
 *   agrees,solved                   with the long search; the position (-1: it says nothing)
 *   sites                           of a reference
 *   suite,id                        the suite's file and the position's name
 *
 * The key does not name the build of the program: one file is for one build. */
#ifndef TOOLS_RULE_RECORD_H
#define TOOLS_RULE_RECORD_H

#include "lab_record.h"
#include "rule_plan.h"

/* A search of a rule. */
typedef struct rule_search {
    const rule *rule;
    long playouts;
} rule_search;

/* As lab_record_open. */
lab_record *rule_record_open(const char *path, failure *why);

/* A row of a rule or a reference; texts point into it, and are as long as is said. */
typedef struct rule_row {
    bool is_reference;
    const char *setting, *reference, *position, *suite;
    size_t setting_length, reference_length, position_length, suite_length;
    size_t key_length; /* of all but the position */
    long playouts, reference_playouts, hash_mb;
    uint32_t net_check;
    rule_measure measure; /* but for the best move */
    int agrees, solved;   /* 0 or 1; solved may be -1: the position does not say */
} rule_row;

/* Reads a row that rule_record_kind takes for one; false if it does not. */
bool rule_record_row(const char *row, rule_row *out);

extern const lab_record_kind rule_record_kind;

/* Fills `m` with what the file held of a search; m->known says whether it did. False and `why` if
 * the row cannot be right. */
bool rule_record_find(const lab_record *record, const rule_plan *plan, const rule_search *of,
                      const suite_position *p, rule_measure *m, failure *why);

/* The same of the long search; `known` says whether the file held it. */
bool rule_record_find_reference(const lab_record *record, const rule_plan *plan,
                                const suite_position *p, rule_reference *reference, bool *known,
                                failure *why);

/* Appends a row: of the long search if `of` is NULL (its own divergences are `m`). False and
 * `why` if it cannot be written whole: then nothing of it stays. */
bool rule_record_add(lab_record *record, const rule_plan *plan, const rule_search *of,
                     const suite_position *p, const rule_measure *m,
                     const rule_reference *reference, failure *why);

#endif
