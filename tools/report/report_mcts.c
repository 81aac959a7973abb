#include <stdlib.h>

#include "mcts_report.h"
#include "report_sections.h"

static const report_column columns[] = {
    {"rule", false},
    {"solved", true},
    {"agreed", true},
    {"priors at the root\n nats, minus the first rule", true},
    {"priors at inner nodes\n nats, minus the first rule", true},
    {"playouts needed\n to agree as often", true},
    {"playouts needed\n for visits as near", true}};

static void add_share(report_table *t, const mcts_comparison *c, int rule, mcts_aspect aspect)
{
    bounded share;
    int count;
    if (mcts_comparison_mean(c, rule, aspect, c->budget, &share, &count)) {
        report_table_cell(t, "%.1f%%\n of %d", 100.0 * share.value, count);
    } else {
        report_table_cell(t, "-");
    }
}

static void add_difference(report_table *t, const mcts_comparison *c, int rule, mcts_aspect aspect)
{
    bounded b;
    if (rule > 0 && mcts_comparison_difference(c, rule, aspect, c->budget, &b)) {
        report_table_cell(t, "%+.3f +- %.3f", b.value, b.high - b.value);
    } else {
        report_table_cell(t, "-");
    }
}

static void add_needed(report_table *t, const mcts_comparison *c, int rule, mcts_aspect aspect)
{
    char text[BOUNDED_TEXT_MAX] = "-";
    bounded b;
    if (mcts_comparison_needed(c, rule, aspect, &b)) {
        bounded_text(&b, 2, text);
    }
    report_table_cell(t, "%s", text);
}

static void name_rule(const mcts_comparison *c, int rule, char name[SETTING_RULE_MAX])
{
    setting_rule(c->rules[rule].setting, name);
    if (!*name) {
        snprintf(name, SETTING_RULE_MAX, "the defaults");
    }
}

static void write_table(report_page *p, const mcts_comparison *c)
{
    char name[SETTING_RULE_MAX];
    report_table t;
    report_table_start(&t, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < c->rule_count; i++) {
        name_rule(c, i, name);
        report_table_cell(&t, "%s", name);
        add_share(&t, c, i, MCTS_SOLVED);
        add_share(&t, c, i, MCTS_AGREED);
        add_difference(&t, c, i, MCTS_ROOT_PRIORS);
        add_difference(&t, c, i, MCTS_INNER_PRIORS);
        add_needed(&t, c, i, MCTS_AGREED);
        add_needed(&t, c, i, MCTS_VISITS);
    }
    report_page_table(p, &t);
    report_table_free(&t);
}

/* The picture that `mcts --plot` draws. */
static void draw(report_page *p, const mcts_comparison *c)
{
    char(*names)[SETTING_RULE_MAX] = calloc((size_t)c->rule_count, sizeof *names);
    const char *shown[MCTS_RULES_MAX];
    failure why;
    for (int i = 0; names && i < c->rule_count; i++) {
        name_rule(c, i, names[i]);
        shown[i] = names[i];
    }
    p->failed |= !names;
    if (names && p->format == REPORT_HTML) {
        report_page_figure(p, mcts_picture_inline(report_page_chart(p), c, shown, &why), &why);
    }
    free(names);
}

static void write_command(report_page *p, const mcts_comparison *c, const mcts_row *row)
{
    char text[SETTING_RULE_MAX];
    report_commands commands;
    if (!report_commands_start(&commands, p)) {
        return;
    }
    fputs("morpho-lab mcts", commands.file);
    report_commands_word(&commands, row->suite);
    for (int i = 0; i < c->rule_count; i++) {
        setting_rule(c->rules[i].setting, text);
        report_commands_word(&commands, "--rule");
        report_commands_word(&commands, text);
    }
    report_commands_number(&commands, "playouts", (long)c->playouts[c->budget]);
    report_commands_number(&commands, "reference", (long)row->reference_playouts);
    setting_rule(row->reference, text);
    if (*text) {
        report_commands_word(&commands, "--reference-rule");
        report_commands_word(&commands, text);
    }
    report_commands_number(&commands, "hash", (long)row->hash_mb);
    report_commands_number(&commands, "limit", (long)c->positions);
    report_commands_line(&commands);
    report_commands_write(&commands, p, "The command");
}

static void write_comparison(report_page *p, const report_results *results,
                             const mcts_comparison *c, const mcts_row *row)
{
    char head[128];
    snprintf(head, sizeof head, "%s, %ld playouts", row->suite, (long)c->playouts[c->budget]);
    report_page_head(p, head);
    report_page_text(p, "The long search: %s, %lld playouts. Net %08x, hash %lld MB%s.",
                     row->reference, row->reference_playouts, (unsigned)row->net, row->hash_mb,
                     report_build_text(results, row->origin.bench));
    draw(p, c);
    write_table(p, c);
    write_command(p, c, row);
}

/* Writes the comparison that a group is the first of. */
static void write_comparison_of(report_page *p, const report_results *results, size_t first)
{
    const lab_groups *all = &results->mcts;
    mcts_comparison *c = calloc(1, sizeof *c);
    const lab_group **groups = calloc(all->count, sizeof *groups);
    size_t count = 0;
    for (size_t i = first; groups && i < all->count; i++) {
        if (mcts_comparable(&all->list[first], &all->list[i])) {
            groups[count++] = &all->list[i];
        }
    }
    if (c && groups && mcts_comparison_make(c, groups, count)) {
        mcts_comparison_choose_measure(c);
        write_comparison(p, results, c, mcts_row_at(groups[0], 0));
    } else {
        p->failed = true;
    }
    if (c) {
        mcts_comparison_free(c);
    }
    free(groups);
    free(c);
}

/* True if an earlier group is of the same comparison, which was written with that one. */
static bool is_written(const lab_groups *all, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (mcts_comparable(&all->list[i], &all->list[index])) {
            return true;
        }
    }
    return false;
}

void report_section_mcts(report_page *p, const report_results *results)
{
    const lab_groups *all = &results->mcts;
    report_page_section(p, "rules", "Rules of mcts");
    report_page_text(
        p, "Each position was searched with each rule, and the results were compared with a long "
           "search of the same position. The table shows the share of positions that are solved, "
           "and the share where the best move is that of the long search. It shows the divergence "
           "(Kullback-Leibler) of the long search's visits from the priors that the rule gives "
           "after its search, minus that of the first rule; less is nearer. It also shows the "
           "playouts that a rule needs to come as near to the long search as the first rule, "
           "divided by those of the first rule; below 1 is a gain. Bounds and errors are of 95%%.");
    if (all->count == 0) {
        report_page_text(p, "Not measured yet.");
    }
    for (size_t i = 0; i < all->count; i++) {
        if (!is_written(all, i)) {
            write_comparison_of(p, results, i);
        }
    }
}
