#include "train_plan.h"

#include "train_report.h"

/* Positions that are as good as decided count less: for the value beyond 1000 centipawns, for the
 * policy beyond 1500. */
enum { VALUE_DECIDED = 1000, POLICY_DECIDED = 1500 };
static const float decided_weight = 0.3f;

/* The integer net's pairs are multiples of 1/128, cut down; training sees the same. */
const float train_pair_grain = 128.0f;

train_plan train_plan_default(void)
{
    return (train_plan){.seed = 1,
                        .batch = 4096,
                        .epochs = 8,
                        .rate = 1e-3f,
                        .decay = 0.3f,
                        .result_share = 0.3f,
                        .draw_rate = 0.35f,
                        .smoothing = 0.03f,
                        .threads = 1,
                        .save_minutes = 5.0};
}

bool train_corpus_read(train_corpus *corpus, const train_plan *plan, train_kind kind, FILE *out,
                       failure *why)
{
    failure warning;
    double begin = train_clock();
    *corpus = (train_corpus){.pool = train_pool_new(plan->threads, why)};
    if (!corpus->pool || !train_data_read(&corpus->data, kind, plan->data, plan->data_count,
                                          corpus->pool, &warning, why)) {
        return false;
    }
    if (warning.text[0]) {
        fprintf(out, "warning: %s\n", warning.text);
    }
    const train_data *data = &corpus->data;
    corpus->recipe = (train_recipe){
        .fit = train_fit_of(&data->train, plan->draw_rate),
        .result_share = plan->result_share,
        .decided_weight = decided_weight,
        .decided_score = kind == TRAIN_POLICY ? POLICY_DECIDED : VALUE_DECIDED,
    };
    const train_fit *fit = &corpus->recipe.fit;
    fprintf(out,
            "%ld games, %zu positions to train on; held out: %ld games, %zu positions; read in "
            "%.1f s\nscores: sigmoid(s / %.1f) over %zu positions after the last deviation; level "
            "%.1f, spread %.1f\n",
            data->games, data->train.count, data->games_held_out, data->held_out.count,
            train_clock() - begin, (double)fit->scale, fit->positions, (double)fit->level,
            (double)fit->spread);
    fflush(out);
    return true;
}

void train_corpus_free(train_corpus *corpus)
{
    train_data_free(&corpus->data);
    train_pool_free(corpus->pool);
    corpus->pool = NULL;
}
