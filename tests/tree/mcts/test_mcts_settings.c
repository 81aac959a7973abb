/* What the options of histories make of the tables of MCTS. */
#include <criterion/criterion.h>

#include "mcts.h"
#include "search_fixture.h"

static fixture f;

static void begin(void)
{
    fixture_begin(&f, 1);
}
static void end(void)
{
    fixture_end(&f);
}

TestSuite(mcts_settings, .init = begin, .fini = end);

/* Options beside the main table's, each with the one table that it switches on. */
static const struct {
    const char *option, *value;
    hist_table table;
} switches[] = {
    {"MctsContinuationHistory", "one", HIST_TABLE_AFTER_1},
    {"MctsContinuationHistory", "two", HIST_TABLE_AFTER_2},
    {"MctsContinuationFour", "on", HIST_TABLE_AFTER_4},
    {"MctsContinuationSix", "on", HIST_TABLE_AFTER_6},
    {"MctsPawnHistory", "on", HIST_TABLE_PAWNS},
    {"MctsCaptureHistory", "on", HIST_TABLE_CAPTURES},
    {"MctsLowPlyHistory", "on", HIST_TABLE_LOW_PLY},
};

static void set(const char *option, const char *value)
{
    const search_technique_row *row = search_technique_find(option);
    int number;
    failure why;
    cr_assert_not_null(row, "%s", option);
    cr_assert(choice_read(&row->choice, value, &number, &why), "%s", why.text);
    search_technique_put(&f.options.techniques, row, number);
}

static void expect_tables(hist_table main, hist_table other, const char *option)
{
    const hist_mcts_settings s = mcts_history_settings(&f.options);
    for (int i = 0; i < HIST_TABLES; i++) {
        const int wanted = i == (int)main ? 100 : i == (int)other ? 50 : 0;
        cr_expect_eq(s.percent[i], wanted, "%s: table %d has %d%%", option, i, s.percent[i]);
    }
}

Test(mcts_settings, each_option_switches_its_table_on_and_no_other)
{
    const search_techniques usual = f.options.techniques;
    expect_tables(HIST_TABLE_BUTTERFLY, HIST_TABLES, "default");
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        f.options.techniques = usual;
        set(switches[i].option, switches[i].value);
        expect_tables(HIST_TABLE_BUTTERFLY, switches[i].table, switches[i].option);
    }
}

Test(mcts_settings, the_main_table_is_by_squares_or_by_piece_or_off)
{
    set("MctsHistory", "piece-to");
    expect_tables(HIST_TABLE_PIECE_TO, HIST_TABLES, "piece-to");
    set("MctsHistory", "off");
    expect_tables(HIST_TABLES, HIST_TABLES, "off");
    set("MctsHistory", "threats");
    expect_tables(HIST_TABLE_BUTTERFLY, HIST_TABLES, "threats");
    set("MctsHistory", "seed");
    expect_tables(HIST_TABLE_BUTTERFLY, HIST_TABLES, "seed");
}
