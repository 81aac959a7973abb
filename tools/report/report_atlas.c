#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "report_atlas_cells.h"
#include "report_picture.h"
#include "report_sections.h"
#include "report_text.h"

/* An idea as the searches have it: names of options, NULL where a search has none. */
typedef struct counterparts {
    const char *negamax, *mcts;
} counterparts;

enum { MEMBERS = 14 };

/* Ideas that belong together. Ideas that are not named here come last. */
static const struct {
    const char *title;
    counterparts members[MEMBERS];
} families[] = {
    {"How a move fared",
     {{"QuietRule", "MctsHistoryRule"},
      {"QuietHistory", "MctsHistory"},
      {"ThreatHistory", NULL},
      {"PieceToHistory", NULL},
      {"CaptureHistory", NULL},
      {NULL, "MctsHistorySignal"}}},
    {"How it fared behind the moves before",
     {{"ContinuationHistory", "MctsContinuationHistory"},
      {"ContinuationFour", NULL},
      {"ContinuationSix", NULL}}},
    {"How it fared here: with these pawns, near this root",
     {{"PawnHistory", "MctsPawnHistory"}, {"LowPlyHistory", NULL}}},
    {"What refuted other moves", {{"Killers", "MctsKillers"}, {"CounterMove", "MctsCounterMove"}}},
    {"What is worth less effort",
     {{"LateMoveReductions", "MctsWidening"},
      {"ReductionRule", NULL},
      {"HistoryPruning", NULL},
      {"ExchangePruning", "MctsExchange"}}},
    {"How far evaluations were out",
     {{"CorrectionPawns", "MctsCorrection"},
      {"CorrectionMinors", NULL},
      {"CorrectionNonPawns", NULL},
      {"CorrectionContinuation", NULL},
      {"CorrectionRule", NULL},
      {"CorrectionError", NULL}}},
    {"What a new search, or a later visit, makes of it",
     {{"HistoryAge", "MctsHistoryAge"}, {NULL, "MctsHistoryMemory"}, {NULL, "MctsHistoryRefresh"}}},
    {"How the classical rules count",
     {{"HistoryIncrement", NULL},
      {"ButterflyIncrement", NULL},
      {"HistoryKey", NULL},
      {"HistoryBest", NULL},
      {"HistoryScale", NULL},
      {"HistoryPrior", NULL},
      {"HistoryPv", NULL},
      {"HistoryTableCuts", NULL},
      {"HistoryQuiescence", NULL}}},
    {"How the classical rules reduce",
     {{"ReductionKey", NULL},
      {"ProDeoInit", NULL},
      {"ProDeoInc", NULL},
      {"ProDeoDec", NULL},
      {"ProDeoThreshold", NULL},
      {"ProDeoReplace", NULL},
      {"ProDeoMargin", NULL},
      {"ProDeoReduces", NULL},
      {"PeakShare", NULL},
      {"RomstadWeight", NULL}}},
};

enum { FAMILIES = sizeof families / sizeof *families };

static const report_column columns[] = {
    {"negamax", false},       {"Elo, screen", true},
    {"Elo, confirmed", true}, {"nodes\n by those without it", true},
    {"mcts", false},          {"Elo, screen", true},
    {"Elo, confirmed", true}};

/* The kinds of an idea's rows in the table. */
typedef enum {
    STEP_NONE,
    STEP_IDEA,  /* the first one: the idea itself */
    STEP_VALUE, /* a value of a choice that was measured */
    STEP_REST   /* its other values */
} step_kind;

static bool is_choice(const search_technique_row *row)
{
    return row->choice.words && !row->choice.is_switch;
}

static bool is_measured(const report_figures *all, const search_technique_row *row, int value)
{
    for (size_t i = 0; i < all->count; i++) {
        if (all->list[i].idea.row == row && all->list[i].idea.value == value) {
            return true;
        }
    }
    return false;
}

/* The kind of row number `step` of an idea; *value is its value, if it has one. */
static step_kind step_of(const report_figures *all, const search_technique_row *row, int step,
                         int *value)
{
    int measured = 0, others = 0;
    *value = 1;
    if (!row || step == 0 || !is_choice(row)) {
        return row && step == 0 ? STEP_IDEA : STEP_NONE;
    }
    for (int i = 0; row->choice.words[i]; i++) {
        if (is_measured(all, row, i)) {
            if (++measured == step) {
                *value = i;
                return STEP_VALUE;
            }
        } else {
            others += i != row->value[SETTING_MODERN];
        }
    }
    return measured && others && step == measured + 1 ? STEP_REST : STEP_NONE;
}

/* The values that were not measured, but for the default: "a, b, c". */
static void list_rest(report_cell *c, const report_figures *all, const search_technique_row *row)
{
    const char *before = "";
    for (int i = 0; row->choice.words[i]; i++) {
        if (i != row->value[SETTING_MODERN] && !is_measured(all, row, i)) {
            report_cell_add(c, before);
            report_cell_add(c, row->choice.words[i]);
            before = ", ";
        }
    }
}

/* The idea in its own words, and its default. */
static void add_idea_name(report_table *t, const report_figures *all,
                          const search_technique_row *row)
{
    char text[2][CHOICE_TEXT_MAX];
    int value;
    report_cell rest = {.figures = 0};
    const char *modern = choice_text(&row->choice, row->value[SETTING_MODERN], text[0]);
    const char *mia = choice_text(&row->choice, row->value[SETTING_MIA], text[1]);
    const bool differ = strcmp(modern, mia) != 0;
    if (is_choice(row) && step_of(all, row, 1, &value) == STEP_NONE) {
        report_cell_add(&rest, "\n or ");
        list_rest(&rest, all, row);
    }
    report_table_cell(t, "%s\n %s\n default %s%s%s%s", row->option, row->what, modern,
                      differ ? ", mia " : "", differ ? mia : "", rest.text);
}

/* One search's cells of a row; empty ones if it has nothing there. */
static void add_side(report_table *t, const report_figures *all, const search_technique_row *row,
                     int step, bool nodes)
{
    int value, next;
    report_cell name = {.figures = 0};
    const step_kind kind = step_of(all, row, step, &value);
    /* The figures of a choice stand beside its values. */
    const bool empty =
        kind == STEP_NONE || (kind == STEP_IDEA && step_of(all, row, 1, &next) != STEP_NONE);
    if (kind == STEP_IDEA) {
        add_idea_name(t, all, row);
    } else {
        report_cell_add(&name, kind == STEP_NONE ? "" : "= ");
        if (kind == STEP_REST) {
            list_rest(&name, all, row);
        } else if (kind == STEP_VALUE) {
            report_cell_add(&name, row->choice.words[value]);
        }
        report_table_cell(t, "%s", name.text);
    }
    for (int m = REPORT_SCREEN; m <= (nodes ? REPORT_NODES : REPORT_CONFIRMATION); m++) {
        if (empty) {
            report_table_cell(t, "%s", "");
        } else if (kind == STEP_REST || (kind == STEP_IDEA && is_choice(row))) {
            report_table_cell(t, "%s", report_unmeasured);
        } else {
            report_atlas_figures(t, all, row, value, (report_measure)m);
        }
    }
}

/* The numbers of a rule are listed only if they were measured. */
static bool is_shown(const report_figures *all, const search_technique_row *row)
{
    bool measured = row->choice.words != NULL || row->choice.is_switch;
    for (size_t i = 0; i < all->count && !measured; i++) {
        measured = all->list[i].idea.row == row;
    }
    return measured;
}

static void add_idea(report_table *t, const report_figures *all,
                     const search_technique_row *negamax, const search_technique_row *mcts)
{
    int value;
    negamax = negamax && is_shown(all, negamax) ? negamax : NULL;
    mcts = mcts && is_shown(all, mcts) ? mcts : NULL;
    for (int step = 0; step_of(all, negamax, step, &value) != STEP_NONE ||
                       step_of(all, mcts, step, &value) != STEP_NONE;
         step++) {
        add_side(t, all, negamax, step, true);
        add_side(t, all, mcts, step, false);
    }
}

static bool is_listed(const char *option)
{
    for (int i = 0; i < FAMILIES; i++) {
        for (int k = 0; k < MEMBERS; k++) {
            const counterparts *own = &families[i].members[k];
            if ((own->negamax && strcmp(own->negamax, option) == 0) ||
                (own->mcts && strcmp(own->mcts, option) == 0)) {
                return true;
            }
        }
    }
    return false;
}

static const search_technique_row *find(const char *option)
{
    return option ? search_technique_find(option) : NULL;
}

static void fill_table(report_table *t, const report_figures *all)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    for (int i = 0; i < FAMILIES; i++) {
        report_table_group(t, families[i].title);
        for (int k = 0; k < MEMBERS; k++) {
            add_idea(t, all, find(families[i].members[k].negamax),
                     find(families[i].members[k].mcts));
        }
    }
    report_table_group(t, "Other techniques");
    for (int i = 0; i < count; i++) {
        if (!is_listed(rows[i].option)) {
            add_idea(t, all, rows[i].by == SEARCH_NEGAMAX ? &rows[i] : NULL,
                     rows[i].by == SEARCH_MCTS ? &rows[i] : NULL);
        }
    }
}

/* Conditions that most figures share. */
static void write_usual(report_page *p, const report_usual *u)
{
    report_cell said = {.figures = 0};
    char part[REPORT_FIGURE_MAX + SETTING_WORDS_MAX];
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        if (u->limit[i]) {
            snprintf(part, sizeof part, "%smatches of %s have the limit %s",
                     said.figures++ ? "; " : "", search_algorithm_words[i], u->limit[i]);
            report_cell_add(&said, part);
        }
    }
    if (u->suite) {
        snprintf(part, sizeof part, "%snodes are of the %d %s of %s", said.figures++ ? "; " : "",
                 u->positions, plural((uint64_t)u->positions, "position", "positions"), u->suite);
        report_cell_add(&said, part);
    }
    if (said.figures) {
        report_page_text(p, "Unless it is noted, %s.", said.text);
    }
}

void report_section_atlas(report_page *p, const report_figures *all)
{
    report_table t;
    report_page_section(p, "atlas", "The atlas");
    report_page_text(
        p,
        "What every idea of move histories and of search is worth, in both searches. Elo is how "
        "much stronger the search is with the idea than without it, and with a value than with "
        "the default, with an error of 95%% by pairs of games. A screen finds what is worth a "
        "closer look and flatters what it finds; a confirmation, in openings that the screen did "
        "not use, does not, and has the strong colour where it is drawn. Nodes are those that "
        "negamax needs to one depth with the idea, by "
        "those without it: the geometric mean of the positions' ratios, with bounds of 95%%. Of "
        "what "
        "orders moves fewer nodes are the better; reductions and pruning save theirs at a price, "
        "which Elo tells. Numbers stand here only if they were measured. "
        "The report (morpho-lab report) has the commands that measure each figure again.");
    write_usual(p, &all->usual);
    if (p->format == REPORT_HTML) {
        report_picture_inline(p, all);
    }
    report_table_start(&t, columns, sizeof columns / sizeof *columns);
    fill_table(&t, all);
    report_page_table(p, &t);
    report_table_free(&t);
}
