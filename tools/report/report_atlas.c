#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "history/tables.h"
#include "report_sections.h"

enum { FIGURES_SHOWN = 5, OPTIONS_NAMED = 5, OPTION_MAX = 64, NOTE_MAX = 512 };

/* Bytes of a cell that is full of figures with notes. */
enum { CELL_MAX = (FIGURES_SHOWN + 1) * (NOTE_MAX + REPORT_WITH_MAX) };

static const char unmeasured[] = "not measured"; /* stands where there is no figure */

/* Options of both searches that are one idea; NULL where a search has none. */
typedef struct counterparts {
    const char *negamax, *mcts;
} counterparts;

/* The option that each table of the histories has in each search. Of a table with a condition it is
 * a text that begins with the option of the condition. */
static const counterparts tables[HIST_TABLES] = {
#define NEGAMAX_TABLE(ID, name, option, modern, mia, order, judge, what)                           \
    [HIST_TABLE_##ID].negamax = #option,
#define NEGAMAX_TABLE_IF(ID, name, condition, order, judge, what) [HIST_TABLE_##ID].negamax = what,
#define MCTS_TABLE(ID, name, option, value, percent, what)        [HIST_TABLE_##ID].mcts = #option,
#define MCTS_TABLE_IF(ID, name, condition, percent, what)         [HIST_TABLE_##ID].mcts = what,
#include "history/tables.def"
};

/* Kinds of tables, by what chooses a row. */
typedef enum { NO_TABLES, OF_MOVE, OF_SEQUENCE, OF_PLACE } table_kind;

/* The atlas from top to bottom: titles, ideas, and all tables of a kind. Other options come last.
 */
static const struct {
    const char *title;
    counterparts idea;
    table_kind tables;
} places[] = {
    {.title = "Histories of moves"},
    {.idea = {"QuietRule", "MctsHistoryRule"}},
    {.tables = OF_MOVE},
    {.idea = {"ThreatHistory", NULL}},
    {.idea = {NULL, "MctsHistorySignal"}},
    {.idea = {"PolicyOrder", NULL}},
    {.idea = {"PolicyDepth", NULL}},
    {.title = "Histories of moves after earlier moves"},
    {.tables = OF_SEQUENCE},
    {.title = "Histories by pawns, king and distance from the root"},
    {.tables = OF_PLACE},
    {.title = "Refutations of other moves"},
    {.idea = {"Killers", "MctsKillers"}},
    {.idea = {"KillerBest", NULL}},
    {.idea = {"KillerScope", NULL}},
    {.idea = {"CounterMove", "MctsCounterMove"}},
    {.title = "Reductions and pruning"},
    {.idea = {"LateMoveReductions", "MctsWidening"}},
    {.idea = {"ReductionRule", NULL}},
    {.idea = {"LateMovePruning", NULL}},
    {.idea = {"HistoryPruning", NULL}},
    {.idea = {"ExchangePruning", NULL}},
    {.title = "Corrections of evaluations"},
    {.idea = {"CorrectionPawns", "MctsCorrection"}},
    {.idea = {"CorrectionMinors", NULL}},
    {.idea = {"CorrectionNonPawns", NULL}},
    {.idea = {"CorrectionContinuation", NULL}},
    {.idea = {"CorrectionRule", NULL}},
    {.idea = {"CorrectionWeight", NULL}},
    {.idea = {"CorrectionError", NULL}},
    {.title = "Ageing and refreshing of histories"},
    {.idea = {"HistoryAge", "MctsHistoryAge"}},
    {.idea = {NULL, "MctsHistoryMemory"}},
    {.idea = {NULL, "MctsHistoryRefresh"}},
    {.title = "Details of the classical rules of ordering"},
    {.idea = {"HistoryIncrement", NULL}},
    {.idea = {"ButterflyIncrement", NULL}},
    {.idea = {"HistoryKey", NULL}},
    {.idea = {"HistoryBest", NULL}},
    {.idea = {"HistoryScale", NULL}},
    {.idea = {"HistoryPv", NULL}},
    {.title = "Details of the classical rules of reduction"},
    {.idea = {"ReductionKey", NULL}},
    {.idea = {"ProDeoInit", NULL}},
    {.idea = {"ProDeoInc", NULL}},
    {.idea = {"ProDeoDec", NULL}},
    {.idea = {"ProDeoThreshold", NULL}},
    {.idea = {"ProDeoReplace", NULL}},
    {.idea = {"ProDeoMargin", NULL}},
    {.idea = {"ProDeoLearns", NULL}},
    {.idea = {"PeakShare", NULL}},
    {.idea = {"RomstadWeight", NULL}},
    {.title = "Other techniques"},
};

enum { PLACES = sizeof places / sizeof *places };

/* A cell that is put together. */
typedef struct cell {
    char text[CELL_MAX];
    int figures;
} cell;

/* Appends what fits. */
static void add_text(cell *c, const char *text)
{
    const size_t used = strlen(c->text);
    snprintf(c->text + used, sizeof c->text - used, "%s", text);
}

static bool is_of(const report_figure *f, const search_technique_row *row, int value,
                  report_measure measure)
{
    return f->idea.row == row && f->measure == measure &&
           (f->idea.value == value || (!row->choice.words && !row->choice.is_switch));
}

static long depth_of(const report_figure *f)
{
    return strtol(f->limit + strcspn(f->limit, " "), NULL, 10);
}

/* Appends the options that an idea was measured with, or only their number if there are many. */
static void add_with(cell *c, const char *with)
{
    char text[REPORT_FIGURE_MAX];
    int options = *with != '\0';
    for (const char *blank = strchr(with, ' '); blank; blank = strchr(blank + 1, ' ')) {
        options++;
    }
    if (options > OPTIONS_NAMED) {
        snprintf(text, sizeof text, ", with %d other options", options);
        add_text(c, text);
    } else if (options) {
        add_text(c, ", with ");
        add_text(c, with);
    }
}

/* The conditions of a figure, as a note. */
static void add_note(cell *c, const report_figure *f, const char *what)
{
    char note[NOTE_MAX], number[CHOICE_TEXT_MAX];
    const search_technique_row *row = f->idea.row;
    const bool is_number = !row->choice.words && !row->choice.is_switch;
    snprintf(note, sizeof note, "\n %s%s%s%s%s", is_number ? "= " : "",
             is_number ? choice_text(&row->choice, f->idea.value, number) : "",
             is_number ? ", " : "", what, f->base == SETTING_MIA ? ", mia" : "");
    add_text(c, note);
    add_with(c, f->idea.with);
}

/* Names a hash that is not the usual one, and else nothing. */
static void hash_note(char note[REPORT_FIGURE_MAX], long long hash_mb, long long usual_mb)
{
    note[0] = 0;
    if (hash_mb != usual_mb) {
        snprintf(note, REPORT_FIGURE_MAX, ", hash %lld MB", hash_mb);
    }
}

/* Names a seed that is not the usual one, and else nothing. */
static void seed_note(char note[REPORT_FIGURE_MAX], long long seed, long long usual)
{
    note[0] = 0;
    if (seed != usual) {
        snprintf(note, REPORT_FIGURE_MAX, ", seed %lld", seed);
    }
}

static void add_elo(cell *c, const report_figures *all, const report_figure *f)
{
    char text[REPORT_FIGURE_MAX], games[REPORT_FIGURE_MAX], hash[REPORT_FIGURE_MAX];
    char seed[REPORT_FIGURE_MAX], what[MATCH_LIMIT_MAX + 4 * REPORT_FIGURE_MAX];
    if (c->figures++ >= FIGURES_SHOWN) {
        return;
    }
    const bounded elo = match_elo(&f->counts);
    match_elo_text(&elo, text);
    report_count_text(games, (uint64_t)match_games(&f->counts));
    const int by = (int)f->idea.row->by;
    const bool is_usual = strcmp(f->limit, all->usual.limit[by]) == 0;
    hash_note(hash, f->hash_mb, all->usual.hash_mb[by]);
    seed_note(seed, f->match->seed, all->usual.seed);
    snprintf(what, sizeof what, "%s games%s%s%s%s", games, is_usual ? "" : ", ",
             is_usual ? "" : f->limit, hash, seed);
    add_text(c, c->figures > 1 ? "\n" : "");
    add_text(c, text);
    add_text(c, report_mark(all->results, f->bench));
    add_note(c, f, what);
}

/* True if two figures of nodes are of one build and one hash, and differ only in depth or, if their
 * idea has details, in the details. Of such figures one is shown: the deepest, and of equally deep
 * ones that with the fewest nodes. */
static bool rivals(const report_figure *a, const report_figure *b)
{
    return a->idea.row == b->idea.row && a->idea.value == b->idea.value &&
           a->measure == b->measure && a->base == b->base && a->idea.alone == b->idea.alone &&
           a->bench == b->bench && a->hash_mb == b->hash_mb && strcmp(a->suite, b->suite) == 0 &&
           (!a->idea.alone || strcmp(a->idea.with, b->idea.with) == 0);
}

/* Adds a ratio of nodes, if it is the one of its rivals that is shown. */
static void add_nodes(cell *c, const report_figures *all, const report_figure *f)
{
    char text[REPORT_FIGURE_MAX], best[REPORT_FIGURE_MAX], of[2 * REPORT_FIGURE_MAX] = "";
    char hash[REPORT_FIGURE_MAX], what[6 * REPORT_FIGURE_MAX];
    int count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const report_figure *other = &all->list[i];
        if (other->measure != REPORT_NODES || !rivals(f, other) || depth_of(other) < depth_of(f)) {
            continue;
        }
        if (depth_of(other) > depth_of(f) ||
            (!f->idea.alone && other->ratio.value < f->ratio.value)) {
            return;
        }
        count++;
    }
    if (c->figures++ >= FIGURES_SHOWN) {
        return;
    }
    bounded_text(&f->ratio, 3, text);
    snprintf(best, sizeof best, "best of %d, ", count);
    if (strcmp(f->suite, all->usual.suite) != 0 || f->positions != all->usual.positions) {
        snprintf(of, sizeof of, ", %.48s, %d %s", f->suite, f->positions,
                 plural((uint64_t)f->positions, "position", "positions"));
    }
    hash_note(hash, f->hash_mb, all->usual.suite_hash_mb);
    snprintf(what, sizeof what, "%s%s%s%s", !f->idea.alone && count > 1 ? best : "", f->limit, of,
             hash);
    add_text(c, c->figures > 1 ? "\n" : "");
    add_text(c, text);
    add_text(c, report_mark(all->results, f->bench));
    add_note(c, f, what);
}

/* Adds a cell with the figures of an idea (of a choice, of one of its values), each with its
 * conditions as a note: a handful of matches at most, and the nodes at the greatest depth of each
 * suite. */
static void add_figures(report_table *t, const report_figures *all, const search_technique_row *row,
                        int value, report_measure measure)
{
    cell c = {.figures = 0};
    for (size_t i = 0; i < all->count; i++) {
        const report_figure *f = &all->list[i];
        if (!is_of(f, row, value, measure)) {
            continue;
        }
        if (measure == REPORT_NODES) {
            add_nodes(&c, all, f);
        } else {
            add_elo(&c, all, f);
        }
    }
    if (c.figures > FIGURES_SHOWN) {
        add_text(&c, "\n and more, in the report");
    }
    report_table_cell(t, "%s", c.figures ? c.text : unmeasured);
}

static const report_column columns[] = {
    {"negamax", false},       {"Elo, screen", true},
    {"Elo, confirmed", true}, {"nodes\n relative to those without it", true},
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
static void list_rest(cell *c, const report_figures *all, const search_technique_row *row)
{
    const char *before = "";
    for (int i = 0; row->choice.words[i]; i++) {
        if (i != row->value[SETTING_MODERN] && !is_measured(all, row, i)) {
            add_text(c, before);
            add_text(c, row->choice.words[i]);
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
    cell rest = {.figures = 0};
    const char *modern = choice_text(&row->choice, row->value[SETTING_MODERN], text[0]);
    const char *mia = choice_text(&row->choice, row->value[SETTING_MIA], text[1]);
    const bool differ = strcmp(modern, mia) != 0;
    if (is_choice(row) && step_of(all, row, 1, &value) == STEP_NONE) {
        add_text(&rest, "\n or ");
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
    cell name = {.figures = 0};
    const step_kind kind = step_of(all, row, step, &value);
    /* The figures of a choice stand beside its values. */
    const bool empty =
        kind == STEP_NONE || (kind == STEP_IDEA && step_of(all, row, 1, &next) != STEP_NONE);
    if (kind == STEP_IDEA) {
        add_idea_name(t, all, row);
    } else {
        add_text(&name, kind == STEP_NONE ? "" : "= ");
        if (kind == STEP_REST) {
            list_rest(&name, all, row);
        } else if (kind == STEP_VALUE) {
            add_text(&name, row->choice.words[value]);
        }
        report_table_cell(t, "%s", name.text);
    }
    for (int m = REPORT_SCREEN; m <= (nodes ? REPORT_NODES : REPORT_CONFIRMATION); m++) {
        if (empty) {
            report_table_cell(t, "%s", "");
        } else if (kind == STEP_REST || (kind == STEP_IDEA && is_choice(row))) {
            report_table_cell(t, "%s", unmeasured);
        } else {
            add_figures(t, all, row, value, (report_measure)m);
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

/* The atlas as it is filled; an option stands in it once. */
typedef struct atlas {
    report_table table;
    const report_figures *all;
    const search_technique_row *rows;
    int count;
    bool *listed; /* [count] */
} atlas;

/* Takes the option that a text begins with; NULL if there is none, or it is listed already. */
static const search_technique_row *take(atlas *a, const char *text)
{
    char option[OPTION_MAX] = "";
    if (text) {
        snprintf(option, sizeof option, "%.*s", (int)strcspn(text, " ,"), text);
    }
    const search_technique_row *row = search_technique_find(option);
    if (!row || a->listed[row - a->rows]) {
        return NULL;
    }
    a->listed[row - a->rows] = true;
    return is_shown(a->all, row) ? row : NULL;
}

static void add_idea(atlas *a, counterparts idea)
{
    int value;
    const search_technique_row *negamax = take(a, idea.negamax), *mcts = take(a, idea.mcts);
    for (int step = 0; step_of(a->all, negamax, step, &value) != STEP_NONE ||
                       step_of(a->all, mcts, step, &value) != STEP_NONE;
         step++) {
        add_side(&a->table, a->all, negamax, step, true);
        add_side(&a->table, a->all, mcts, step, false);
    }
}

static table_kind kind_of(const hist_table_row *table)
{
    return table->context == HIST_ANYWHERE    ? OF_MOVE
           : table->context < HIST_SAME_PAWNS ? OF_SEQUENCE
                                              : OF_PLACE;
}

static void fill_table(atlas *a)
{
    for (int i = 0; i < PLACES; i++) {
        if (places[i].title) {
            report_table_group(&a->table, places[i].title);
        }
        for (int k = 0; k < HIST_TABLES; k++) {
            if (kind_of(&hist_table_rows[k]) == places[i].tables) {
                add_idea(a, tables[k]);
            }
        }
        add_idea(a, places[i].idea);
    }
    for (int i = 0; i < a->count; i++) {
        const bool negamax = a->rows[i].by == SEARCH_NEGAMAX;
        const char *option = a->rows[i].option;
        add_idea(a, negamax ? (counterparts){option, NULL} : (counterparts){NULL, option});
    }
}

static void write_table(report_page *p, const report_figures *all)
{
    atlas a = {.all = all};
    a.rows = search_technique_rows(&a.count);
    a.listed = calloc((size_t)a.count, sizeof *a.listed);
    if (!a.listed) {
        p->failed = true;
        return;
    }
    report_table_start(&a.table, columns, sizeof columns / sizeof *columns);
    fill_table(&a);
    report_page_table(p, &a.table);
    report_table_free(&a.table);
    free(a.listed);
}

/* Conditions that most figures share. */
static void write_usual(report_page *p, const report_usual *u)
{
    cell said = {.figures = 0};
    char part[REPORT_FIGURE_MAX + SETTING_WORDS_MAX];
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        if (u->limit[i]) {
            snprintf(part, sizeof part, "%smatches of %s have the limit %s and a hash of %lld MB",
                     said.figures++ ? "; " : "", search_algorithm_words[i], u->limit[i],
                     u->hash_mb[i]);
            add_text(&said, part);
        }
    }
    if (said.figures) {
        snprintf(part, sizeof part, "; the seed of their openings is %lld", u->seed);
        add_text(&said, part);
    }
    if (u->suite) {
        snprintf(part, sizeof part, "%snodes are of the %d %s of %s, with a hash of %lld MB",
                 said.figures++ ? "; " : "", u->positions,
                 plural((uint64_t)u->positions, "position", "positions"), u->suite,
                 u->suite_hash_mb);
        add_text(&said, part);
    }
    if (said.figures) {
        report_page_text(p, "Unless a note says otherwise, %s.", said.text);
    }
}

void report_section_atlas(report_page *p, const report_figures *all)
{
    report_page_section(p, "atlas", "The atlas");
    report_page_text(
        p, "The atlas shows what every idea of move histories and of search is worth in both "
           "searches. Elo is how much stronger a search is with the idea than without it, or with "
           "a value than with the default. The errors are 95%% bounds from pairs of games. A "
           "screen finds ideas that are worth a closer look, but flatters the ideas that it finds. "
           "A confirmation does not, since its openings are fresh. Nodes are those that negamax "
           "needs to one depth with the idea, divided by those without it: the geometric mean of "
           "the positions' ratios, with 95%% bounds. For ideas that order moves, fewer nodes are "
           "better. Reductions and pruning save nodes at a price, which Elo shows. Options with "
           "numbers are listed only if they were measured. The report (morpho-lab report) has the "
           "commands that measure each figure again.");
    write_usual(p, &all->usual);
    if (p->format == REPORT_HTML) {
        report_picture_inline(p, all);
    }
    write_table(p, all);
}
