/* The searches of an experiment with rules of Monte-Carlo tree search, and their record: a row a
 * search. Its columns:
 *
 *   kind,setting,playouts           "reference" or "rule", its techniques, its playouts
 *   reference,reference_playouts    the long search it is measured by; of one itself the same
 *   hash_mb,net,position,bench      these nine are the row's key
 *   move                            the answer in UCI's notation
 *   visits,root_priors,inner_priors divergences in millionths of a nat (mcts_probes.h), or -1
 *   agrees,solved                   with the long search; the position (-1: it says nothing)
 *   probes                          of a reference (mcts_probes.h)
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
    mcts_row row; /* points into this struct, the plan, its suite or the record */
    char move_text[MOVE_TEXT_MAX];
    bool known;
} mcts_result;

/* Searches every position with the reference and with each rule to each checkpoint, each from a
 * cleared search of one thread, and fills results[rule_count * checkpoints * suite->count], those
 * of a rule and checkpoint side by side. What the record (NULL: there is none) holds already is
 * taken from it, what is new is added at once. *searched counts the searches of this run. False and
 * `why` if memory is short, the nets do not fit, or the record cannot be used; what it holds then
 * stays good. */
bool mcts_run(const mcts_plan *plan, const suite *s, lab_record *record, mcts_result results[],
              long *searched, failure *why);

#endif
