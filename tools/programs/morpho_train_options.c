#include "morpho_train_options.h"

#include "data_path.h"

static const char program[] = "morpho-train";

train_options train_options_default(void)
{
    const train_plan plan = train_plan_default();
    return (train_options){.share = plan.data_share,
                           .decided_weight = (double)plan.decided_weight,
                           .decided_score = plan.decided_score,
                           .copies = plan.copies,
                           .threads = plan.threads};
}

bool train_options_plan(train_plan *plan, train_options *arguments, const command_line *command,
                        failure *why)
{
    *plan = train_plan_default();
    plan->data = arguments->data.text;
    plan->data_count = arguments->data.count;
    plan->readings = arguments->readings;
    plan->folder = command->folder;
    plan->data_share = arguments->share;
    plan->after_best = arguments->after_best;
    plan->decided_weight = (float)arguments->decided_weight;
    plan->decided_score = (int)arguments->decided_score;
    plan->copies = (int)arguments->copies;
    plan->threads = (int)arguments->threads;
    for (int i = 0; i < plan->data_count; i++) {
        arguments->readings[i] = train_reading_default();
    }
    for (int number = 0; number < READING_NUMBERS; number++) {
        const command_list *list = &arguments->by_file[number];
        const train_reading_texts texts = {(train_reading_number)number, list->text, list->count};
        if (!train_readings_set(arguments->readings, plan->data, plan->data_count, &texts, why)) {
            return false;
        }
    }
    return true;
}

bool train_options_outputs(const train_options *arguments, const command_line *command,
                           const char *const files[], int outputs, int count, failure *why)
{
    const data_paths written = {files, outputs}, read = {files + outputs, count - outputs};
    const data_paths data = {arguments->data.text, arguments->data.count};
    return data_paths_apart(written, read, command->folder, why) &&
           data_paths_apart(written, data, command->folder, why);
}

int train_misuse(const failure *why)
{
    return command_misuse(program, why);
}

int train_complain(const failure *why)
{
    return command_complain(program, why);
}

command_parsed train_command_read(command_line *command, int argc, char **argv)
{
    command->program = program;
    return command_read(command, argc, argv);
}
