#include "morpho_lab_experiment.h"

#include <stdlib.h>

#include "build_origin.h"
#include "data_path.h"
#include "weights/default_net.h"

const char lab_program[] = "morpho-lab";

static bool read_files(suite *s, const command_line *c, long limit, failure *why)
{
    for (int i = 0; i < c->file_count; i++) {
        char path[DATA_PATH_MAX];
        if (!data_path_find(c->files[i], c->folder, path, why) || !suite_read(s, path, why)) {
            return false;
        }
    }
    s->count = limit && limit < s->count ? (int)limit : s->count;
    return true;
}

static bool open_inputs(lab_inputs *in, const lab_experiment *experiment, const command_line *c,
                        const lab_options *given, failure *why)
{
    *in = (lab_inputs){.suite = {.answers_wanted = experiment->answers_wanted}};
    if (!read_files(&in->suite, c, given->limit, why)) {
        return false;
    }
    in->nets = given->weights
                   ? nets_load(given->weights, why)
                   : nets_load_bytes(default_net, default_net_size, "the built-in net", why);
    in->origin = build_origin(in->machine);
    if (!in->nets || !given->out) {
        return in->nets != NULL;
    }
    in->record = lab_record_open(given->out, experiment->schema, why);
    return in->record != NULL;
}

static bool close_inputs(lab_inputs *in, failure *why)
{
    const bool good = lab_record_close(in->record, why);
    suite_free(&in->suite);
    nets_free(in->nets);
    return good;
}

/* Runs the experiment as planned, and returns the exit status. */
static int run_planned(const lab_experiment *experiment, void *plan, const command_line *c,
                       const lab_options *given)
{
    failure why, reason;
    lab_inputs in;
    bool good = open_inputs(&in, experiment, c, given, &why) && experiment->run(plan, &in, &why);
    if (!close_inputs(&in, &reason) && good) {
        good = fail(&why, "%s", reason.text);
    }
    return good ? EXIT_SUCCESS : command_complain(lab_program, &why);
}

int lab_experiment_run(const lab_experiment *experiment, const command_line *c,
                       const lab_options *given, const void *arguments)
{
    failure why;
    void *plan = calloc(1, experiment->plan_size);
    if (!plan) {
        fail(&why, "not enough memory for the plan");
        return command_complain(lab_program, &why);
    }
    const int status = experiment->make_plan(plan, arguments, &why)
                           ? run_planned(experiment, plan, c, given)
                           : command_misuse(lab_program, &why);
    if (experiment->free_plan) {
        experiment->free_plan(plan);
    }
    free(plan);
    return status;
}
