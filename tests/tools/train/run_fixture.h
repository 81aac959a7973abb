/* Small training runs on random games, for tests of what comes out of them. */
#ifndef TESTS_RUN_FIXTURE_H
#define TESTS_RUN_FIXTURE_H

#include "train_checkpoint.h"
#include "train_fixture.h"
#include "train_plan.h"

/* 150 random games on disk, and attack tables: for a suite's begin and end. */
void run_fixture_start(void);
void run_fixture_end(void);

/* The file of the games, and a stream that nobody hears. */
const char *run_fixture_games(void);
FILE *run_fixture_quiet(void);

/* Two epochs of small batches. `out` is kept, not copied. */
train_plan run_fixture_plan(const char *arch, const char *out);

/* Trains as planned and reads the checkpoint back; the caller frees the net. */
train_net *run_fixture_train(const train_plan *plan, train_state *state);

#endif
