#include "uci/params.h"

#include "help_text.h"
#include "uci/options.h"
#include "uci/text.h"

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
        return fail(why, "params --spsa: this build has no options for parameters; `make TUNE=ON` "
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

bool params_run(const char *arguments, search_algorithm by, writer *out, failure *why)
{
    char word[TEXT_WORD_MAX];
    const bool given = text_next_word(&arguments, word);
    if (given && (!text_equal(word, "--spsa") || text_next_word(&arguments, word))) {
        return fail(why, "params: expected --spsa or nothing, not \"%.64s\"", word);
    }
    if (given) {
        return write_spsa(by, out, why);
    }
    writer_line(out, "%s", "The option Search chooses the search: " HELP_SEARCH ".");
    writer_line(out, "%s", "");
    write_params(out);
    writer_line(out, "%s", "");
    write_techniques(out);
    return true;
}
