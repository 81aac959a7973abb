#include "train_plan.h"

#include "chess/plural.h"
#include "seconds.h"

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
                        .data_share = 1.0,
                        .decided_score = 300,
                        .decided_weight = 0.3f,
                        .copies = 1,
                        .judged = SET_HELD_OUT,
                        .threads = 1,
                        .save_minutes = 5.0};
}

/* "5 games, 300 positions", and what comes behind it. */
static void print_set(FILE *out, const train_data *data, train_role role, const char *behind)
{
    const long games = data->games[role];
    const size_t positions = data->set[role].count;
    fprintf(out, "%ld %s, %zu %s%s", games, plural((uint64_t)games, "game", "games"), positions,
            plural(positions, "position", "positions"), behind);
}

bool train_corpus_read(train_corpus *corpus, const train_plan *plan, train_kind kind, FILE *out,
                       failure *why)
{
    failure warning;
    double begin = seconds_now();
    *corpus = (train_corpus){.pool = thread_pool_new(plan->threads, why)};
    const train_request request = {kind, plan->data, plan->data_count, plan->folder,
                                   plan->data_share};
    if (!corpus->pool || !train_data_read(&corpus->data, &request, corpus->pool, &warning, why)) {
        return false;
    }
    if (warning.text[0]) {
        fprintf(out, "warning: %s\n", warning.text);
    }
    const train_data *data = &corpus->data;
    corpus->recipe = (train_recipe){
        .fit = train_fit_of(&data->set[SET_TRAIN], plan->draw_rate),
        .result_share = plan->result_share,
        .decided_score = plan->decided_score,
        .decided_weight = plan->decided_weight,
        .copies = plan->copies,
    };
    const train_fit *fit = &corpus->recipe.fit;
    print_set(out, data, SET_TRAIN, " to train on; held out: ");
    print_set(out, data, SET_HELD_OUT, "; final: ");
    print_set(out, data, SET_FINAL, "; ");
    fprintf(out, "read in %.1f s\n", seconds_now() - begin);
    fprintf(out, "left out of the test sets, because they are in the training set: %zu %s\n",
            data->repeated, plural(data->repeated, "position", "positions"));
    fprintf(out,
            "scores: sigmoid(s / %.1f) over %zu %s after the last deviation; level %.1f, "
            "spread %.1f\n",
            (double)fit->scale, fit->positions, plural(fit->positions, "position", "positions"),
            (double)fit->level, (double)fit->spread);
    fflush(out);
    return true;
}

void train_corpus_free(train_corpus *corpus)
{
    train_data_free(&corpus->data);
    thread_pool_free(corpus->pool);
    corpus->pool = NULL;
}
