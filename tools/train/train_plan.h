/* The settings of a training run, and the data that they name. */
#ifndef TOOLS_TRAIN_PLAN_H
#define TOOLS_TRAIN_PLAN_H

#include <stdio.h>

#include "train_chunk.h"

typedef struct train_plan {
    train_arch arch;
    const char *const *data; /* game files */
    int data_count;
    const train_reading *readings; /* [data_count]; NULL: all as train_reading_default() */
    const char *folder;            /* folder of the data; NULL: that of the environment */
    const char *out;               /* checkpoint */
    const char *from; /* checkpoint or net file whose weights the run begins with; NULL: random */
    const char *log;  /* CSV, or NULL */
    const char *plot; /* picture of the log, drawn after each epoch; or NULL */
    uint64_t seed;
    uint32_t batch, epochs;
    float rate, rate_end; /* largest learning rate; the last one as a share of it */
    float decay;          /* averaging time of weights in epochs (train_decay_of()); 0: none */
    float beta1;          /* of train_step */
    float smoothing;      /* of train_settings */
    double data_share;    /* of the training games (train_data.h) */
    bool after_best;      /* of train_request */
    float visit_share;    /* see train_recipe, as for the next three */
    int decided_score;
    float decided_weight;
    int copies;
    bool whole;       /* no games are set aside */
    game_part judged; /* the set that nets are evaluated on; GAME_TRAINING if `whole` */
    int threads;
    double minutes;      /* stop with a checkpoint after so long; 0: never */
    double save_minutes; /* between checkpoints */
    bool resume;         /* continue from the checkpoint */
} train_plan;

/* The recommended settings without architecture, data and checkpoint. */
train_plan train_plan_default(void);

/* The data of a plan for one kind of net, the models of their scores, and the threads for the
 * work. */
typedef struct train_corpus {
    thread_pool *pool;
    train_data data;
    train_fit *fits; /* [data.files] */
    float scale;     /* one for all files: train_fit_settle() */
    uint32_t readings_checksum;
    train_recipe recipe;
} train_corpus;

/* Reads the plan's files and prints their contents to `out`. train_corpus_free() may be called
 * after a failure too. */
bool train_corpus_read(train_corpus *corpus, const train_plan *plan, train_kind kind, FILE *out,
                       failure *why);
void train_corpus_free(train_corpus *corpus);

#endif
