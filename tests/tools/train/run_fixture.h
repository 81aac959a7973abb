/* Small training runs on random games. */
#ifndef TESTS_RUN_FIXTURE_H
#define TESTS_RUN_FIXTURE_H

#include "train_checkpoint.h"
#include "train_fixture.h"
#include "train_pass.h"
#include "train_plan.h"

/* Write and remove a file of 150 random games, and fill the attack tables; for .init and .fini of a
 * suite. */
void run_fixture_start(void);
void run_fixture_end(void);

/* The path of the file of games. */
const char *run_fixture_games(void);

/* A stream for messages, which are not tested. */
FILE *run_fixture_quiet(void);

/* A plan of two epochs of small batches. `out` must outlive it. */
train_plan run_fixture_plan(const char *arch, const char *out);

/* Reads the plan's data. The caller frees the corpus. */
train_corpus run_fixture_corpus(const train_plan *plan);

/* A new net whose biases are not zero either. The caller frees it by train_net_free(). */
train_net *run_fixture_net(const char *arch, uint64_t seed);

/* A pass that computes like the engine. The caller frees it by train_pass_free(). */
train_pass *run_fixture_pass(train_net *net, const train_corpus *corpus);

/* Fills the first `count` places of a chunk of a net from records. The caller frees it by free().
 */
train_chunk *run_fixture_chunk(const char *arch, const train_set *set, const train_recipe *recipe,
                               size_t count);

/* Trains as planned and reads the checkpoint back. The caller frees the net by train_net_free(). */
train_net *run_fixture_train(const train_plan *plan, train_state *state);

/* Trains for one epoch, and leaves a checkpoint of this name, whose path it fills in. */
void run_fixture_checkpoint(const char *arch, const char *name, char path[FIXTURE_PATH_MAX]);

/* A figure in a run's log, of which row 0 follows the names of the columns; NAN behind the last
 * row. */
double run_fixture_logged(const char *log, int row, const char *column);

/* Expects that a run fails with this message. */
void run_fixture_expect_refused(const train_plan *plan, const char *message);

#endif
