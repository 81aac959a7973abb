/* The settings of a training run, and the data that they name. */
#ifndef TOOLS_TRAIN_PLAN_H
#define TOOLS_TRAIN_PLAN_H

#include <stdio.h>

#include "train_chunk.h"

/* Numbers have the types of command.h, so that options can be read into a plan. */
typedef struct train_plan {
    architecture arch;
    const char *const *data; /* game files */
    int data_count;
    const train_reading *readings; /* [data_count] */
    const char *folder;            /* folder of the data; NULL: that of the environment */
    double data_share;             /* of train_request, as is the next member */
    bool after_moves;
    bool whole; /* no games are set aside */

    const char *out;  /* checkpoint */
    const char *from; /* of train_begin() */
    const char *log;  /* CSV, or NULL */
    bool resume;      /* continue from the checkpoint */
    long seed, batch, epochs, threads;
    double minutes;      /* stop with a checkpoint after this time; 0: never */
    double save_minutes; /* between checkpoints */

    double rate, rate_end; /* largest learning rate; the last one as a share of it */
    double decay;          /* averaging time of weights in epochs (train_decay_of()); 0: none */
    double beta1;          /* of train_step */
    double smoothing;      /* of train_settings */
    long decided_score;    /* of train_recipe, as are the next two */
    double decided_weight;
    long copies;
} train_plan;

/* The recommended settings without architecture, data and checkpoint. */
train_plan train_plan_default(void);

/* The data of a plan for one kind of net, the models of their scores, and the threads for the
 * work. */
typedef struct train_corpus {
    thread_pool *pool;
    train_data data;
    train_fit *fits; /* [data.files] */
    float scale;     /* one for all files: train_fit_complete() */
    uint32_t readings_checksum;
    train_recipe recipe;
} train_corpus;

/* Reads the plan's files and prints their contents to `out`. train_corpus_free() may be called
 * after a failure too. */
bool train_corpus_read(train_corpus *corpus, const train_plan *plan, net_kind kind, FILE *out,
                       failure *why);
void train_corpus_free(train_corpus *corpus);

#endif
