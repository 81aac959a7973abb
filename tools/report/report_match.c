#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "report_list.h"
#include "report_sections.h"

static const report_column columns[] = {{"first\n against the second", false},
                                        {"Elo of the first", true},
                                        {"games", true},
                                        {"result of the first", true},
                                        {"LLR\n of 5 against 0 Elo", true},
                                        {"pairs by points\n 0, 1/2, 1, 3/2, 2", true},
                                        {"both", false},
                                        {"limit", false},
                                        {"kind", false},
                                        {"program", false}};

static const char *or_dash(const char *words)
{
    return *words ? words : "-";
}

static void add_row(report_table *t, const report_results *results, const void *item)
{
    const report_match *m = item;
    const match_row *r = m->row;
    const match_counts *c = &m->counts;
    const bounded e = match_elo(c);
    char won[MATCH_COUNTS_TEXT_MAX];
    char elo[REPORT_FIGURE_MAX], games[REPORT_FIGURE_MAX], forfeits[REPORT_FIGURE_MAX] = "";
    match_elo_text(&e, elo);
    report_count_text(games, (uint64_t)match_games(c));
    if (c->forfeits) {
        snprintf(forfeits, sizeof forfeits, "\n %d %s", c->forfeits,
                 plural((uint64_t)c->forfeits, "forfeit", "forfeits"));
    }
    report_table_cell(t, "%s%s%s", or_dash(r->first), *r->second ? "\n against " : "", r->second);
    report_table_cell(t, "%s%s", elo, report_mark(results, r->origin.bench));
    report_table_cell(t, "%s%s", games, forfeits);
    match_counts_text(c, won);
    report_table_cell(t, "%s", won);
    report_table_cell(t, "%+.2f", match_llr(c, 0.0, 5.0));
    report_table_cell(t, "%d, %d, %d, %d, %d", c->pairs[0], c->pairs[1], c->pairs[2], c->pairs[3],
                      c->pairs[4]);
    report_table_cell(t, "%s", or_dash(r->both));
    report_table_cell(t, "%s", r->limit);
    report_table_cell(t, "%s\n %s, seed %lld, from opening %lld",
                      m->confirms ? "confirmation" : "screen", r->book, r->seed, r->start);
    report_table_cell(t, "%08x\n %s", r->program, r->origin.machine);
}

/* Options, each behind the name of its list; Hash has an option of its own. */
static void add_options(report_commands *c, const char *name, const char *words)
{
    char word[MATCH_WORDS_MAX];
    while (setting_word(&words, word, sizeof word)) {
        if (strcmp(name, "--both") == 0 && strncmp(word, "Hash=", 5) == 0) {
            report_commands_word(c, "--hash");
            report_commands_word(c, word + 5);
        } else {
            report_commands_word(c, name);
            report_commands_word(c, word);
        }
    }
}

void report_match_command(report_commands *c, const match_row *r, int games)
{
    fputs("morpho-lab match", c->file);
    add_options(c, "--both", r->both);
    add_options(c, "--first", r->first);
    add_options(c, "--second", r->second);
    report_commands_pairs(c, r->limit);
    report_commands_word(c, "--book");
    report_commands_word(c, r->book);
    report_commands_number(c, "seed", (long)r->seed);
    report_commands_number(c, "start", (long)r->start);
    report_commands_number(c, "games", games);
    report_commands_line(c);
}

static void add_command(report_commands *c, const void *item)
{
    const report_match *m = item;
    report_match_command(c, m->row, match_games(&m->counts));
}

static int compare_by_elo(const void *left, const void *right)
{
    const report_match *a = *(const report_match *const *)left;
    const report_match *b = *(const report_match *const *)right;
    const int order = strcmp(a->row->both, b->row->both);
    const double x = match_elo(&a->counts).value, y = match_elo(&b->counts).value;
    const int by_elo = (x < y) - (x > y);
    return order ? order : by_elo ? by_elo : (a > b) - (a < b);
}

void report_section_match(report_page *p, const report_results *results)
{
    const report_list list = {columns, sizeof columns / sizeof *columns, add_row, add_command};
    const void **sorted = calloc(results->match_count + 1, sizeof *sorted);
    report_page_section(p, "matches", "Matches");
    report_page_text(p,
                     "Two settings of one program played each other, and each opening was played "
                     "twice with colours reversed. Elo is that of the first player, with 95%% "
                     "bounds from the scores of the pairs. The log-likelihood ratio (LLR) is that "
                     "of a sequential test, which ends above %.2f or below the negative of it.",
                     MATCH_LLR_BOUND);
    if (!sorted) {
        p->failed = true;
        return;
    }
    for (size_t i = 0; i < results->match_count; i++) {
        sorted[i] = &results->matches[i];
    }
    qsort(sorted, results->match_count, sizeof *sorted, compare_by_elo);
    report_list_write(p, &list, results, sorted, results->match_count);
    free(sorted);
}
