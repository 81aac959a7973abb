#include "train_plan.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/plural.h"
#include "system/clock.h"
#include "system/files.h"

train_plan train_plan_default(void)
{
    return (train_plan){.seed = 1,
                        .batch = 4096,
                        .epochs = 8,
                        .rate = 1e-3,
                        .rate_end = 0.01,
                        .decay = 0.8,
                        .beta1 = 0.9,
                        .smoothing = 0.03,
                        .data_share = 1.0,
                        .decided_score = 300,
                        .decided_weight = 0.3,
                        .copies = 1,
                        .threads = 1,
                        .save_minutes = 5.0};
}

/* "5 games, 300 positions", and what comes behind it. */
static void print_set(FILE *out, const train_data *data, game_part role, const char *behind)
{
    const long games = data->games[role];
    const size_t positions = data->set[role].count;
    fprintf(out, "%ld %s, %zu %s%s", games, plural((uint64_t)games, "game", "games"), positions,
            plural(positions, "position", "positions"), behind);
}

/* The number of games and positions, and the time since `begin`. */
static void print_data(FILE *out, const train_data *data, bool whole, double begin)
{
    if (whole) {
        print_set(out, data, GAME_TRAINING, " in all; ");
        fprintf(out, "read in %.1f s\n", system_seconds() - begin);
        return;
    }
    print_set(out, data, GAME_TRAINING, " to train on; held out: ");
    print_set(out, data, GAME_HELD_OUT, "; final: ");
    print_set(out, data, GAME_FINAL, "; ");
    fprintf(out, "read in %.1f s\n", system_seconds() - begin);
    fprintf(out, "left out of the test sets, because they are in the training set: %zu %s\n",
            data->repeated, plural(data->repeated, "position", "positions"));
}

/* A row for each file. The fit of a policy net is not printed, since its targets have no scores. */
static void print_fits(FILE *out, const train_corpus *corpus, const train_plan *plan)
{
    static const char *const sources[] = {[FIT_RESULTS] = "results",
                                          [FIT_READING] = "--scale",
                                          [FIT_OTHER_FILES] = "other files",
                                          [FIT_DEFAULT] = "the default"};
    int width = (int)strlen("file");
    for (int i = 0; i < plan->data_count; i++) {
        const int length = (int)strlen(system_name_in(plan->data[i]));
        width = length > width ? length : width;
    }
    fprintf(out, "%-*s  positions     fitted   scale  result share  scale from\n", width, "file");
    for (int i = 0; i < plan->data_count; i++) {
        const train_fit *fit = &corpus->fits[i];
        fprintf(out, "%-*s  %9zu  %9zu  %6.1f  %12.3f  %s\n", width, system_name_in(plan->data[i]),
                fit->positions, fit->fitted, (double)fit->scale, (double)fit->result_share,
                sources[fit->source]);
    }
    fprintf(out, "scale of the net, the median over the positions: %.1f centipawns\n",
            (double)corpus->scale);
}

/* Fits the model of each file. */
static bool fit_files(train_corpus *corpus, const train_reading *readings, failure *why)
{
    const train_data *data = &corpus->data;
    const train_record *records = data->set[GAME_TRAINING].records;
    const size_t count = (size_t)data->files;
    corpus->fits = calloc(count, sizeof *corpus->fits);
    if (!corpus->fits) {
        return fail(why, "not enough memory for the models of %zu %s", count,
                    plural(count, "file", "files"));
    }
    for (int i = 0; i < data->files; i++) {
        corpus->fits[i] = train_fit_of(records, data->from_file[i], &readings[i]);
        records += data->from_file[i];
    }
    corpus->scale = train_fit_complete(corpus->fits, data->files);
    corpus->readings_checksum =
        (uint32_t)crc32_z(0, (const unsigned char *)readings, count * sizeof *readings);
    return true;
}

bool train_corpus_read(train_corpus *corpus, const train_plan *plan, net_kind kind, FILE *out,
                       failure *why)
{
    failure warning;
    double begin = system_seconds();
    *corpus = (train_corpus){.pool = thread_pool_new((int)plan->threads, why)};
    const train_request request = {.kind = kind,
                                   .paths = plan->data,
                                   .readings = plan->readings,
                                   .count = plan->data_count,
                                   .folder = plan->folder,
                                   .whole = plan->whole,
                                   .after_moves = plan->after_moves,
                                   .share = plan->data_share};
    if (!corpus->pool || !train_data_read(&corpus->data, &request, corpus->pool, &warning, why)) {
        return false;
    }
    if (warning.text[0]) {
        fprintf(out, "warning: %s\n", warning.text);
    }
    print_data(out, &corpus->data, plan->whole, begin);
    if (!fit_files(corpus, plan->readings, why)) {
        return false;
    }
    if (kind != NET_POLICY) {
        print_fits(out, corpus, plan);
    }
    corpus->recipe = (train_recipe){.fits = corpus->fits,
                                    .decided_score = (int)plan->decided_score,
                                    .decided_weight = (float)plan->decided_weight,
                                    .copies = (int)plan->copies};
    fflush(out);
    return true;
}

void train_corpus_free(train_corpus *corpus)
{
    train_data_free(&corpus->data);
    free(corpus->fits);
    thread_pool_free(corpus->pool);
    corpus->fits = NULL;
    corpus->pool = NULL;
}
