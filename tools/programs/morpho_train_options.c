#include "morpho_train.h"

#include "data_path.h"

bool train_options_finish(train_options *options, const command_line *command, failure *why)
{
    train_plan *plan = &options->plan;
    const train_reading_files files = {options->readings, options->data.text, options->data.count};
    plan->data = options->data.text;
    plan->data_count = options->data.count;
    plan->readings = options->readings;
    plan->folder = command->folder;
    for (int i = 0; i < plan->data_count; i++) {
        options->readings[i] = train_reading_default();
    }
    for (int number = 0; number < READING_NUMBERS; number++) {
        const command_list *list = &options->by_file[number];
        if (!train_readings_set(&files, (train_reading_number)number, list->text, list->count,
                                why)) {
            return false;
        }
    }
    return true;
}

bool train_options_outputs(const train_options *options, const command_line *command,
                           const char *const files[], int outputs, int count, failure *why)
{
    const data_paths written = {files, outputs}, read = {files + outputs, count - outputs};
    const data_paths data = {options->data.text, options->data.count};
    return data_paths_apart(written, read, command->folder, why) &&
           data_paths_apart(written, data, command->folder, why);
}
