#include "morpho_data_teacher.h"

#include <string.h>
#include <unistd.h>

enum { USUAL_HASH_MB = 16, USUAL_PATIENCE_SECONDS = 60 };

int data_teacher_workers(long processes, bool waits)
{
    /* A worker and its engine wait for each other, so one pair cannot keep a core busy. */
    const long online = sysconf(_SC_NPROCESSORS_ONLN), cores = online < 1 ? 1 : online;
    const long usual = waits ? 2 * cores : cores;
    return (int)(processes ? processes : usual > GAME_WORKERS_MAX ? GAME_WORKERS_MAX : usual);
}

/* The end of a line would end the command that sets the option. */
static bool take_settings(teacher_plan *plan, const command_list *settings, failure *why)
{
    for (int i = 0; i < settings->count; i++) {
        const char *text = settings->text[i];
        if (text[0] == '=' || !strchr(text, '=') || strpbrk(text, "\r\n")) {
            return fail(why, "--engine-option %s: expected NAME=VALUE", text);
        }
        if (i == ENGINE_SETTINGS_MAX) {
            return fail(why, "--engine-option %s: more than %d options", text, ENGINE_SETTINGS_MAX);
        }
    }
    plan->settings = settings->text;
    plan->setting_count = settings->count;
    return true;
}

bool data_teacher_complete(teacher_plan *plan, const command_list *settings, long engine_nodes,
                           long own_nodes, failure *why)
{
    if (plan->engine && plan->net) {
        return fail(why, "--net cannot be used with --engine");
    }
    if (!plan->engine && plan->patience_seconds > 0.0) {
        return fail(why, "--patience needs --engine");
    }
    if (!take_settings(plan, settings, why)) {
        return false;
    }
    if (!plan->engine && settings->count) {
        return fail(why, "--engine-option needs --engine");
    }
    if (plan->patience_seconds <= 0.0) {
        plan->patience_seconds = USUAL_PATIENCE_SECONDS;
    }
    plan->nodes = plan->nodes ? plan->nodes : plan->engine ? engine_nodes : own_nodes;
    plan->hash_mb = plan->hash_mb ? plan->hash_mb : USUAL_HASH_MB;
    return true;
}
