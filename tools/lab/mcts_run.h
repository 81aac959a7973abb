/* The searches of an experiment with rules of Monte-Carlo tree search, and their record: a row for
 * each search. The columns:
 *
 *   kind,setting,playouts           "reference" (a long search) or "rule"; techniques; playouts
 *   reference,reference_playouts    techniques and playouts of the long search for comparison; of a
 *                                   long search its own
 *   hash_mb,net,position,bench      these nine columns are the key
 *   move                            the best move in UCI's notation
 *   visits,root_priors,inner_priors divergences in millionths of a nat (mcts_measure), or -1
 *   agrees                          1 if the move is that of the long search, else 0
 *   solved                          1 if the move is right, else 0; -1: the position does not say
 *   probes                          of a long search (mcts_probes_write()), else empty
 *   commit,defaults,machine         what else made the row (lab_origin.h)
 *   suite,id                        the suite's file and the position's name
 */
#ifndef TOOLS_MCTS_RUN_H
#define TOOLS_MCTS_RUN_H

#include "lab_group.h"
#include "lab_origin.h"
#include "mcts_plan.h"
#include "suite.h"

typedef enum { MCTS_REFERENCE, MCTS_RULE } mcts_kind;

typedef struct mcts_row {
    const char *position; /* first, for lab_group_sort() */
    int kind;             /* mcts_kind */
    const char *setting, *reference;
    long long playouts, reference_playouts, hash_mb;
    uint32_t net;
    const char *move;
    long long visits, root, inner, agrees, solved;
    const char *probes, *suite, *id;
    lab_origin origin;
} mcts_row;

extern const lab_schema mcts_schema;

static inline const mcts_row *mcts_row_at(const lab_group *group, size_t index)
{
    return group->rows[index];
}

/* A search of a rule. */
typedef struct mcts_result {
    mcts_row row; /* points into this struct, the plan, the suite or the record */
    char move_text[MOVE_TEXT_MAX];
    bool known; /* the record held it */
} mcts_result;

/* Searches each position with the reference and with each rule to each checkpoint. Each search has
 * one thread and begins cleared. Fills results[rule_count][checkpoints][suite->count]. Takes the
 * searches that the record (NULL: there is none) holds from it, and adds each new one as soon as it
 * is done. A search that the record holds only under another suite or name is added as a copy of
 * that row. *searched is the number of searches that the record did not hold. Returns false and
 * fills `why` if memory is short, the nets do not fit, or the record cannot be used; the rows of
 * the record stay good. */
bool mcts_run(const mcts_plan *plan, const suite *s, lab_record *record, mcts_result results[],
              long *searched, failure *why);

#endif
