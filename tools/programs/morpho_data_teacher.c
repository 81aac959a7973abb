#include "morpho_data_teacher.h"

#include <string.h>
#include <unistd.h>

static const double usual_patience = 60.0; /* seconds */

data_teacher data_teacher_default(void)
{
    return (data_teacher){.hash_mb = 16};
}

int data_teacher_workers(const data_teacher *given, bool waits)
{
    /* A worker and its engine wait for each other, so one pair cannot keep a core busy. */
    const long online = sysconf(_SC_NPROCESSORS_ONLN), cores = online < 1 ? 1 : online;
    const long usual = waits ? 2 * cores : cores;
    return (int)(given->processes           ? given->processes
                 : usual > GAME_WORKERS_MAX ? GAME_WORKERS_MAX
                                            : usual);
}

/* Control characters would end the line that the engine is sent. */
static bool is_printable(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ') {
            return false;
        }
    }
    return true;
}

static bool take_settings(teacher_plan *plan, const command_list *settings, failure *why)
{
    for (int i = 0; i < settings->count; i++) {
        const char *text = settings->text[i];
        if (text[0] == '=' || !strchr(text, '=') || !is_printable(text)) {
            return fail(why, "--engine-option %s: expected NAME=VALUE", text);
        }
        if (plan->setting_count == ENGINE_SETTINGS_MAX) {
            return fail(why, "--engine-option %s: more than %d options", text, ENGINE_SETTINGS_MAX);
        }
        plan->settings[plan->setting_count++] = text;
    }
    return true;
}

bool data_teacher_take(teacher_plan *plan, const data_teacher *given, long engine, long own,
                       failure *why)
{
    if (plan->engine && plan->net) {
        return fail(why, "--net is for the own search, not for an engine");
    }
    if (!plan->engine && plan->patience_seconds > 0.0) {
        return fail(why, "--patience is for an engine, not for the own search");
    }
    plan->patience_seconds = plan->patience_seconds > 0.0 ? plan->patience_seconds : usual_patience;
    if (!take_settings(plan, &given->settings, why)) {
        return false;
    }
    if (!plan->engine && given->settings.count) {
        return fail(why, "--engine-option needs --engine");
    }
    plan->nodes = (uint64_t)(given->nodes ? given->nodes : plan->engine ? engine : own);
    plan->ending_nodes = (uint64_t)given->ending_nodes;
    plan->hash_mb = (int)given->hash_mb;
    return true;
}
