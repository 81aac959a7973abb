#include "uci/text.h"
#include "verbs.h"

/* What OpenBench advises for the last gain of a parameter, as part of its last step. */
static const char spsa_last_gain[] = "0.002";

/* Writes the techniques with their values in both settings, one per line. */
static void write_techniques(writer *out)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    writer_line(out, "%-24s %12s %12s  %s", "technique", "modern", "mia", "what");
    for (int i = 0; i < count; i++) {
        const choice *c = &rows[i].choice;
        char text[SETTINGS][CHOICE_TEXT_MAX], values[CHOICE_LIST_MAX];
        choice_list(c, values);
        writer_line(out, "%-24s %12s %12s  %s%s%s", rows[i].option,
                    choice_text(c, rows[i].value[SETTING_MODERN], text[0]),
                    choice_text(c, rows[i].value[SETTING_MIA], text[1]), rows[i].what,
                    c->is_switch ? "" : ": ", c->is_switch ? "" : values);
    }
}

/* Writes the parameters, one per line. */
static void write_params(writer *out)
{
    int count;
    const search_param_row *rows = search_param_rows(&count);
    writer_line(out, "%-34s %8s %8s %8s %6s  %s", "name", "default", "min", "max", "step", "what");
    for (int i = 0; i < count; i++) {
        writer_line(out, "%-34s %8d %8d %8d %6d  %s", rows[i].name, rows[i].value, rows[i].min,
                    rows[i].max, rows[i].step, rows[i].what);
    }
}

static bool write_spsa(search_algorithm by, writer *out, failure *why)
{
    int count;
    const search_param_row *rows = search_param_rows(&count);
    if (option_find(rows[0].name) == NULL) {
        return fail(why, "this build has no options for parameters; `make TUNE=ON` "
                         "makes one that has");
    }
    for (int i = 0; i < count; i++) {
        if (rows[i].by == by) {
            writer_line(out, "%s, int, %d, %d, %d, %d, %s", rows[i].name, rows[i].value,
                        rows[i].min, rows[i].max, rows[i].step, spsa_last_gain);
        }
    }
    return true;
}

/* Writes the table of parameters, then that of techniques. With the argument "--spsa" it writes the
 * parameters of the search that the option Search names as OpenBench reads them to tune them, one a
 * line: name, "int", default, least and most value, last step, last gain. This works in tuning
 * builds only, because only these have options for parameters. */
bool params_run(verb_call *call, failure *why)
{
    if (text_equal(call->text, "--spsa")) {
        return write_spsa((search_algorithm)call->engine->settings.algorithm, call->out, why);
    }
    if (call->text[0] != '\0') {
        return fail(why, "expected --spsa or nothing, not \"%.64s\"", call->text);
    }
    writer_line(call->out, "The option Search chooses the search: %s.", OPTION_SEARCH_ADVICE);
    writer_line(call->out, "%s", "");
    write_params(call->out);
    writer_line(call->out, "%s", "");
    write_techniques(call->out);
    return true;
}
