#include "morpho_train_options.h"

static const char program[] = "morpho-train";

train_options train_options_default(void)
{
    const train_plan plan = train_plan_default();
    return (train_options){.share = plan.data_share,
                           .result_share = (double)plan.result_share,
                           .draw_rate = (double)plan.draw_rate,
                           .decided_weight = (double)plan.decided_weight,
                           .decided_score = plan.decided_score,
                           .copies = plan.copies,
                           .threads = plan.threads};
}

train_plan train_options_plan(const train_options *arguments, const command_line *command)
{
    train_plan plan = train_plan_default();
    plan.data = arguments->data.text;
    plan.data_count = arguments->data.count;
    plan.folder = command->folder;
    plan.data_share = arguments->share;
    plan.result_share = (float)arguments->result_share;
    plan.draw_rate = (float)arguments->draw_rate;
    plan.decided_weight = (float)arguments->decided_weight;
    plan.decided_score = (int)arguments->decided_score;
    plan.copies = (int)arguments->copies;
    plan.threads = (int)arguments->threads;
    return plan;
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
