#include "train_wishes.h"

static const char program[] = "morpho-train";

train_wishes train_wishes_default(void)
{
    const train_plan plan = train_plan_default();
    return (train_wishes){.share = plan.data_share,
                          .result_share = (double)plan.result_share,
                          .draw_rate = (double)plan.draw_rate,
                          .decided_weight = (double)plan.decided_weight,
                          .decided_score = plan.decided_score,
                          .copies = plan.copies,
                          .threads = plan.threads};
}

train_plan train_wishes_plan(const train_wishes *wishes, const command_line *command)
{
    train_plan plan = train_plan_default();
    plan.data = wishes->data.text;
    plan.data_count = wishes->data.count;
    plan.folder = command->folder;
    plan.data_share = wishes->share;
    plan.result_share = (float)wishes->result_share;
    plan.draw_rate = (float)wishes->draw_rate;
    plan.decided_weight = (float)wishes->decided_weight;
    plan.decided_score = (int)wishes->decided_score;
    plan.copies = (int)wishes->copies;
    plan.threads = (int)wishes->threads;
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

command_reading train_command_read(command_line *command, int argc, char **argv)
{
    command->program = program;
    return command_read(command, argc, argv);
}
