/* The whole state of a training run in one file, so that a run that was stopped for any reason
 * continues as if it had not been. */
#ifndef TOOLS_TRAIN_CHECKPOINT_H
#define TOOLS_TRAIN_CHECKPOINT_H

#include <assert.h>

#include "files/whole_file.h"
#include "train_net.h"

/* The version of the file's format; a program reads its own only. */
enum { TRAIN_CHECKPOINT_VERSION = 7 };

/* The settings of a run and its progress. Two runs with equal states and data compute the same. */
typedef struct train_state {
    char arch[NET_ARCH_MAX];
    uint64_t seed;
    uint64_t positions; /* training positions */
    uint64_t step;      /* optimiser steps done */
    uint32_t checksum;  /* of the data */
    uint32_t batch, epochs;
    float rate, rate_end;           /* largest learning rate; the last one as a share of it */
    float decay;                    /* of weights: averaging time in epochs */
    float beta1;                    /* of train_step */
    float smoothing;                /* of policy targets */
    float scale;                    /* of train_corpus: centipawns per unit of ln(q / (1 - q)) */
    uint32_t readings;              /* checksum of the train_reading of all files */
    uint32_t decided_score, copies; /* of train_recipe, as is the next member */
    float decided_weight;
    uint32_t from; /* train_checkpoint_sum() of the net that the run began from; 0: none */
} train_state;
static_assert(sizeof(train_state) == NET_ARCH_MAX + 80, "no padding");

/* Replaces the checkpoint. A run keeps the file open (whole_file_open()) from beginning to end, so
 * that no other run can write it. Returns false and fills `why` on any error. */
bool train_checkpoint_write(whole_file *file, const train_state *state, const train_net *net,
                            failure *why);

/* Reads the net with its moments, and the state. The caller frees the net by train_net_free().
 * Returns NULL and fills `why` if the file is missing or damaged, or if a number in it is not
 * finite. */
train_net *train_checkpoint_read(const char *path, train_state *state, failure *why);

/* A checksum of state, weights and moments, which tells checkpoints apart. */
uint32_t train_checkpoint_sum(const train_state *state, const train_net *net);

/* As train_checkpoint_read(); it is an error if the net is of another kind. */
train_net *train_checkpoint_read_kind(const char *path, net_kind kind, train_state *state,
                                      failure *why);

#endif
