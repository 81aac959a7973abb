/* Tests the report: what it says of matches and ideas, and the picture. */
#include <stdio.h>
#include <stdlib.h>

#include "history/tables.h"
#include "report_figures.h"
#include "report_fixture.h"

TestSuite(report_page, .init = report_fixture_begin, .fini = report_fixture_end);

Test(report_page, empty_folder)
{
    report_fixture_read();
    cr_expect_eq(results.record_count, 0);
    char *text = report_fixture_write(REPORT_TEXT), *html = report_fixture_write(REPORT_HTML);
    cr_expect_eq(count_of(text, "Not measured yet."), 5);
    cr_expect_null(strstr(text, "+- "), "a figure of nothing");
    expect_text(html, "</html>");
    free(text);
    free(html);
}

Test(report_page, characters_of_text_are_no_marks)
{
    report_page page;
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    cr_assert(file);
    report_page_begin(&page, file, REPORT_TEXT, "A page");
    report_page_text(&page, "%s", "_a_ b_c d_ *e* ~~f~~ &lt; <g> [h] `i` |\\");
    cr_assert(report_page_end(&page) && fclose(file) == 0);
    cr_expect_str_eq(text, "# A page\n\n\\_a\\_ b_c d\\_ \\*e\\* \\~\\~f\\~\\~ \\&lt; \\<g> \\[h] "
                           "\\`i\\` \\|\\\\\n");
    free(text);
}

Test(report_page, every_idea_has_one_place)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    report_fixture_read();
    char *text = report_fixture_write(REPORT_TEXT), *html = report_fixture_write(REPORT_HTML);
    for (int i = 0; i < count; i++) {
        char words[80];
        snprintf(words, sizeof words, "| %s (", rows[i].option);
        const size_t expected = rows[i].choice.is_switch || rows[i].choice.words;
        cr_expect_eq(count_of(text, words), expected, "%s stands %zu times", rows[i].option,
                     count_of(text, words));
        cr_expect(!expected || strstr(html, rows[i].what), "%s", rows[i].option);
    }
    free(text);
    free(html);
}

static void expect_side_by_side(const char *text, const char *negamax, const char *mcts)
{
    char words[80];
    snprintf(words, sizeof words, "| %s (", negamax);
    const char *row = strstr(text, words);
    snprintf(words, sizeof words, "| %s (", mcts);
    const char *other = row ? strstr(row, words) : NULL;
    cr_expect(other && other < strchr(row, '\n'), "%s is not beside %s", mcts, negamax);
}

Test(report_page, a_table_of_both_searches_has_one_row)
{
    static const struct {
        const char *negamax, *mcts;
    } tables[HIST_TABLES] = {
#define NEGAMAX_TABLE(ID, name, option, modern, mia, order, judge, what)                           \
    [HIST_TABLE_##ID].negamax = #option,
#define MCTS_TABLE(ID, name, option, value, percent, what) [HIST_TABLE_##ID].mcts = #option,
#include "history/tables.def"
    };
    report_fixture_read();
    char *text = report_fixture_write(REPORT_TEXT);
    for (int i = 0; i < HIST_TABLES; i++) {
        if (tables[i].negamax && tables[i].mcts) {
            expect_side_by_side(text, tables[i].negamax, tables[i].mcts);
        }
    }
    expect_side_by_side(text, "QuietHistory", "MctsHistory");
    expect_side_by_side(text, "ContinuationHistory", "MctsContinuationHistory");
    free(text);
}

/* A table with a condition has its place by this. */
Test(report_page, a_condition_is_named_first)
{
    static const char *const texts[] = {
#define NEGAMAX_TABLE_IF(ID, name, condition, order, judge, what) what,
#define MCTS_TABLE_IF(ID, name, condition, percent, what)         what,
#include "history/tables.def"
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char option[64];
        snprintf(option, sizeof option, "%.*s", (int)strcspn(texts[i], " ,"), texts[i]);
        cr_expect_not_null(search_technique_find(option), "no option begins \"%s\"", texts[i]);
    }
}

Test(report_page, matches)
{
    report_fixture_put(
        "a.csv", MATCH_HEAD
        "NullMove=false,," NEGAMAX ",50,7,c,00000001,100,20,20,60,20,10,13,4,3,0\n"
        "NullMove=false,," NEGAMAX ",0,7,c,00000001,100,20,20,60,20,10,13,4,3,1\n"
        "MctsHistory=threats,," MCTS ",0,7,c,00000001,100,60,20,20,3,4,13,10,20,0\n"
        "MctsHistory=threats,," MCTS ",950,7,c,00000001,100,60,20,20,3,4,13,10,20,0\n"
        "MctsHistory=threats,," MCTS ",1000,7,c,00000001,100,60,20,20,3,4,13,10,20,0\n"
        "Killers=true Razoring=false,," NEGAMAX ",0,7,c,00000001,100,60,20,20,3,4,13,10,20,0\n"
        "MctsHistory=off,," CLOCK ",0,7,c,00000001,100,60,20,20,3,4,13,10,20,0\n");
    report_fixture_read();
    cr_assert_eq(results.match_count, 5);
    char *html = report_fixture_write(REPORT_HTML), *text = report_fixture_write(REPORT_TEXT);
    /* 30% of the points: -147.2 Elo, which is what the idea is worth; the match has the other sign.
     */
    expect_text(html, "+147.2 &plusmn;");
    expect_text(html, "<td class=\"n\">-147.2 &plusmn;");
    expect_text(html, "<td class=\"n\">200<br><small>1 forfeit</small></td>");
    /* Two of the three of mcts were by nodes. */
    expect_text(html, "matches of mcts have the limit nodes 1000 and a hash of 16 MB; ");
    expect_text(html, "<small>100 games, tc 2+0.02 concurrency 2 sprt 0/5</small>");
    expect_text(html, ">40 won, 40 drawn, 120 lost<");
    expect_text(html, "A &lt;CPU&gt;");
    cr_expect_null(strstr(html, "<CPU>"));
    expect_text(text, "morpho-lab match --both Search=negamax --hash 16 --first NullMove=false "
                      "--nodes 5000 --book book.epd --seed 1 --start 0 --games 200\n");
    expect_text(text, "--first MctsHistory=threats --nodes 1000 --book book.epd --seed 1 "
                      "--start 950 --games 200\n");
    expect_text(text, "--first MctsHistory=off --tc 2+0.02 --concurrency 2 --sprt 0,5 "
                      "--book book.epd");
    free(html);
    free(text);
}

Test(report_page, a_screen_ends_where_a_confirmation_begins)
{
    char all[8192] = MATCH_HEAD;
    for (int start = 900; start < 1200; start += 50) {
        snprintf(all + strlen(all), sizeof all - strlen(all),
                 "Killers=false,," NEGAMAX ",%d,7,c,00000001,100,20,20,60,20,10,13,4,3,0\n", start);
    }
    report_fixture_put("a.csv", all);
    /* The same games in another file count once. */
    report_fixture_put("b.csv", all);
    for (int start = 0; start < 900; start += 50) {
        snprintf(all + strlen(all), sizeof all - strlen(all),
                 "Killers=false,," NEGAMAX ",%d,7,c,00000001,100,20,20,60,20,10,13,4,3,0\n", start);
    }
    report_fixture_read();
    cr_assert_eq(results.match_count, 1);
    cr_expect(results.matches[0].confirms, "fresh openings do not confirm");
    report_results_free(&results);
    report_fixture_put("c.csv", all);
    report_fixture_read();
    cr_assert_eq(results.match_count, 2);
    cr_expect_not(results.matches[0].confirms);
    cr_expect_eq(match_games(&results.matches[0].counts), 2000);
    cr_expect(results.matches[1].confirms);
    cr_expect_eq(match_games(&results.matches[1].counts), 400);
}

Test(report_page, a_short_run_of_a_screen_makes_no_confirmation)
{
    report_fixture_put("a.csv", MATCH_HEAD "Killers=false,," NEGAMAX
                                           ",0,7,c,00000001,20,4,4,12,4,2,3,0,1,0\n");
    report_fixture_put("b.csv", MATCH_HEAD
                       "Killers=false,," NEGAMAX ",0,7,c,00000001,100,20,20,60,20,10,13,4,3,0\n"
                       "Killers=false,," NEGAMAX ",50,7,c,00000001,100,20,20,60,20,10,13,4,3,0\n");
    report_fixture_read();
    cr_assert_eq(results.match_count, 1);
    cr_expect_eq(match_games(&results.matches[0].counts), 200);
    cr_expect_not(results.matches[0].confirms);
}

/* Whether the only match from this opening on confirms anything. */
static bool confirms_from(long start)
{
    const report_match *found = NULL;
    for (size_t i = 0; i < results.match_count; i++) {
        if (results.matches[i].row->start == start) {
            cr_expect_null(found, "two matches begin with opening %ld", start);
            found = &results.matches[i];
        }
    }
    cr_assert(found, "no match begins with opening %ld", start);
    return found->confirms;
}

#define GAMES ORIGIN ",100,20,20,60,20,10,13,4,3,0\n"

Test(report_page, openings_of_a_screen_confirm_nothing)
{
    /* A screen of 100 openings; then what plays the same settings from a later opening on. */
    report_fixture_put("a.csv", MATCH_HEAD
                       "Killers=false,," NEGAMAX ",0," GAMES "Killers=false,," NEGAMAX ",50," GAMES
                       "Killers=false,," LONGER ",10," GAMES ",Killers=false," LONGER ",20," GAMES
                       "Killers=true,Killers=off," LONGER ",30," GAMES "Killers=false,," LONGER
                       ",99," GAMES "Killers=false,," LONGER ",200," GAMES "NullMove=false,," LONGER
                       ",40," GAMES);
    report_fixture_put("b.csv", MATCH_HEAD
                       "Killers=false,,Search=negamax Hash=64,nodes 5000,book.epd,1,76543210,"
                       "89abcdef,A <CPU>,60," GAMES
                       "Killers=false,,Search=negamax Hash=16,nodes 5000,book.epd,2,76543210,"
                       "89abcdef,A <CPU>,70," GAMES
                       "Killers=false,,Search=negamax Hash=16,nodes 5000,other.epd,1,76543210,"
                       "89abcdef,A <CPU>,80," GAMES);
    report_fixture_read();
    cr_expect_not(confirms_from(10), "a screen's openings at another limit confirm");
    cr_expect_not(confirms_from(20), "a screen's openings confirm with the players turned");
    cr_expect_not(confirms_from(30), "a screen's openings confirm under another name");
    cr_expect_not(confirms_from(60), "a screen's openings confirm a new build");
    cr_expect(confirms_from(200), "fresh openings do not confirm");
    cr_expect(confirms_from(40), "another idea's screen counts");
    cr_expect(confirms_from(70), "another order of openings counts");
    cr_expect(confirms_from(80), "another book counts");
    cr_expect_not(confirms_from(99), "openings of which a screen has one confirm");
}

Test(report_page, openings_that_one_match_has_twice_count_once)
{
    report_fixture_put("a.csv",
                       MATCH_HEAD "Killers=false,," NEGAMAX ",0," GAMES "Killers=false,," NEGAMAX
                                  ",25," GAMES "Killers=false,," NEGAMAX ",50," GAMES);
    report_fixture_read();
    cr_assert_eq(results.match_count, 1);
    cr_expect_eq(match_games(&results.matches[0].counts), 200);
}

Test(report_page, a_figure_is_of_all_openings_of_one_kind)
{
    /* Two confirmations with openings between them that nobody played, of 30% and 70% to the player
     * that lacks killers; one of longer searches; and a screen. */
    report_fixture_put("a.csv", MATCH_HEAD
                       "Killers=false,," NEGAMAX ",1000,7,c,00000001,100,20,20,60,20,10,13,4,3,0\n"
                       "Killers=false,," NEGAMAX ",2000,7,c,00000001,100,60,20,20,3,4,13,10,20,0\n"
                       "Killers=false,," NEGAMAX ",0,7,c,00000001,100,20,20,60,20,10,13,4,3,0\n"
                       "Killers=false,," LONGER ",1000,7,c,00000001,100,20,20,60,20,10,13,4,3,0\n");
    report_fixture_read();
    cr_expect_eq(results.match_count, 4);
    char *html = report_fixture_write(REPORT_HTML);
    expect_text(html, "+0.0 &plusmn;");
    expect_text(html, "<small>200 games</small>");
    expect_text(html, "<small>100 games</small>");
    expect_text(html, "<small>100 games, nodes 25000</small>");
    free(html);
}

/* The length of a sequential test depends on all of its games. */
Test(report_page, a_sequential_test_is_not_divided)
{
    report_fixture_put("a.csv", MATCH_HEAD "MctsHistory=off,," CLOCK
                                           ",0,7,c,00000001,2000,400,1200,400,0,0,1000,0,0,0\n"
                                           "MctsHistory=off,," CLOCK
                                           ",1000,7,c,00000001,100,60,20,20,3,4,13,10,20,0\n");
    report_fixture_read();
    cr_assert_eq(results.match_count, 1);
    cr_expect_not(results.matches[0].confirms);
    cr_expect_eq(match_games(&results.matches[0].counts), 2100);
}

/* The figures of one idea: of another build, at a usual limit (that of NullMove and MultiCut too),
 * with another option, and at another limit. */
Test(report_page, the_first_figures_are_those_that_say_most)
{
    report_fixture_put("a.csv", MATCH_HEAD
                       "Killers=false,," NEGAMAX ",0," OTHER_ORIGIN
                       ",200,40,40,120,40,20,26,8,6,0\n"
                       "Killers=false,," LONGER ",0," GAMES "NullMove=false,," NEGAMAX ",0," GAMES
                       "MultiCut=true,," NEGAMAX ",0," GAMES
                       "Killers=false,,Search=negamax Hash=16 Razoring=false,nodes 5000,book.epd,1,"
                       "0123abcd,89abcdef,A <CPU>,0," GAMES "Killers=false,," NEGAMAX ",0," GAMES);
    report_fixture_read();
    report_figures all;
    failure why;
    cr_assert(report_figures_make(&all, &results, &why));
    cr_assert_eq(all.count, 6);
    const report_figure *killers[6];
    int count = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (strcmp(all.list[i].idea.row->option, "Killers") == 0) {
            killers[count++] = &all.list[i];
        }
    }
    cr_assert_eq(count, 4);
    cr_expect_str_eq(killers[0]->limit, "nodes 5000");
    cr_expect_str_eq(killers[0]->idea.with, "");
    cr_expect_str_eq(killers[1]->idea.with, "Razoring=off");
    cr_expect_str_eq(killers[2]->limit, "nodes 25000");
    cr_expect_eq(killers[3]->bench, 8);
    report_figures_free(&all);
}

/* A note names the seed of the openings where it is not the usual one: these are other games. */
Test(report_page, other_openings_are_named)
{
    report_fixture_put("a.csv", MATCH_HEAD
                       "Killers=false,," NEGAMAX ",0," GAMES "NullMove=false,," NEGAMAX ",0," GAMES
                       "Killers=false,,Search=negamax Hash=16,nodes 5000,book.epd,2,0123abcd,"
                       "89abcdef,A <CPU>,0," GAMES);
    report_fixture_read();
    char *text = report_fixture_write(REPORT_TEXT);
    expect_text(text, "a hash of 16 MB; the seed of their openings is 1.");
    expect_text(text, " +- 71.2 (100 games); +147.2 +- 71.2 (100 games, seed 2) ");
    free(text);
}

/* A note names the hash where it is not the usual one. Players with different ones test no idea. */
Test(report_page, other_hashes_are_named)
{
    report_fixture_put("a.csv", MATCH_HEAD
                       "Killers=false,," NEGAMAX ",0," GAMES "NullMove=false,," NEGAMAX ",0," GAMES
                       "Killers=false,,Search=negamax Hash=64,nodes 5000,book.epd,1,0123abcd,"
                       "89abcdef,A <CPU>,0," GAMES "MultiCut=true Hash=64,," NEGAMAX ",0," GAMES);
    report_fixture_read();
    report_figures all;
    failure why;
    cr_assert(report_figures_make(&all, &results, &why));
    cr_expect_eq(all.count, 3);
    report_figures_free(&all);
    char *text = report_fixture_write(REPORT_TEXT);
    expect_text(text, "matches of negamax have the limit nodes 5000 and a hash of 16 MB");
    expect_text(text, " +- 71.2 (100 games); +147.2 +- 71.2 (100 games, hash 64 MB) ");
    free(text);
}

/* Players may have more options than a line can show. */
Test(report_page, long_cells_are_whole)
{
    char all[4096] = MATCH_HEAD;
    for (int i = 0; i < 60; i++) {
        snprintf(all + strlen(all), sizeof all - strlen(all), "%sparameter=%d", i ? " " : "", i);
    }
    snprintf(all + strlen(all), sizeof all - strlen(all), ",");
    for (int i = 0; i < 60; i++) {
        snprintf(all + strlen(all), sizeof all - strlen(all), "%sparameter=%d", i ? " " : "", i);
    }
    snprintf(all + strlen(all), sizeof all - strlen(all), "," MCTS ",0," GAMES);
    report_fixture_put("a.csv", all);
    report_fixture_read();
    char *text = report_fixture_write(REPORT_TEXT), *html = report_fixture_write(REPORT_HTML);
    expect_text(text, "parameter=59 (against parameter=0 ");
    expect_text(text, " parameter=59) |");
    expect_text(html, "parameter=<wbr>59</small></td>");
    free(text);
    free(html);
}

/* What today's build has not made is marked, and is no part of what it has made. */
Test(report_page, figures_of_other_builds_are_marked)
{
    report_fixture_put("a.csv", MATCH_HEAD "Killers=false,," NEGAMAX ",0," ORIGIN
                                           ",100,20,20,60,20,10,13,4,3,0\n"
                                           "Killers=false,," NEGAMAX ",50," OTHER_ORIGIN
                                           ",100,60,20,20,3,4,13,10,20,0\n"
                                           "NullMove=false,," NEGAMAX ",0,0,,00000000"
                                           ",100,60,20,20,3,4,13,10,20,0\n");
    report_fixture_read();
    cr_assert_eq(results.match_count, 3);
    char *text = report_fixture_write(REPORT_TEXT);
    const char *killers = strstr(text, "\n| Killers (");
    cr_assert(killers);
    char *own = strndup(killers, strcspn(killers + 1, "\n"));
    expect_text(own, " +147.2 +- 71.2 (100 games) ");
    expect_text(own, " -147.2 +- 71.2\\* (100 games) ");
    free(own);
    const char *null_move = strstr(text, "\n| NullMove (");
    cr_assert(null_move);
    own = strndup(null_move, strcspn(null_move + 1, "\n"));
    expect_text(own, "\\* (100 games)");
    expect_text(text, "| bench counts of the builds");
    expect_text(text, "7; 8; not recorded");
    free(own);
    free(text);
}

static bool find_idea(report_idea *idea, const char *first, const char *second, const char *both)
{
    const match_player a = match_player_of(both, first), b = match_player_of(both, second);
    return report_idea_find(idea, &a, &b);
}

static bool has_value(const report_idea *idea, const char *word)
{
    return strcmp(idea->row->choice.words[idea->value], word) == 0;
}

Test(report_page, what_a_match_tests)
{
    report_idea idea;
    cr_assert(find_idea(&idea, "NullMove=false", "", "Search=negamax Hash=16"));
    cr_expect_str_eq(idea.row->option, "NullMove");
    cr_expect(idea.sign == -1 && idea.value == 1 && idea.alone);
    cr_assert(find_idea(&idea, "", "MctsKillers=on", "Search=mcts"));
    cr_expect(idea.sign == -1 && idea.value == 1);
    cr_assert(find_idea(&idea, "QuietRule=gravity", "", "Search=negamax Setting=mia"));
    cr_expect(idea.sign == 1 && has_value(&idea, "gravity"));
    cr_assert(find_idea(&idea, "QuietRule=relative HistoryIncrement=d", "", "Search=negamax"));
    cr_expect(has_value(&idea, "relative"));
    cr_expect_str_eq(idea.with, "HistoryIncrement=d");
    cr_expect_not(idea.alone);
    cr_assert(find_idea(&idea, "HistoryIncrement=d", "", "Search=negamax QuietRule=schaeffer"));
    cr_expect_str_eq(idea.with, "QuietRule=schaeffer");
    cr_expect_not(find_idea(&idea, "Killers=false NullMove=false", "", "Search=negamax"));
    cr_expect_not(find_idea(&idea, "MctsHistory=off", "MctsHistory=threats", "Search=mcts"));
    cr_expect_not(find_idea(&idea, "", "", "Search=mcts"));
    cr_expect_not(find_idea(&idea, "Search=mcts", "", "Search=negamax"));
    cr_expect_not(find_idea(&idea, "WeightsFile=x MctsHistory=off", "", "Search=mcts"));
    cr_expect_not(find_idea(&idea, "Killers=perhaps", "", "Search=negamax"));
}

/* Of many options none is cut off. */
Test(report_page, what_a_match_tests_beside_many_options)
{
    char many[MATCH_WORDS_MAX] = "Search=mcts", other[MATCH_WORDS_MAX];
    report_idea idea;
    for (int i = 0; i < 19; i++) {
        snprintf(many + strlen(many), sizeof many - strlen(many), " parameter_number_%02d=1", i);
    }
    snprintf(other, sizeof other, "%.*s2", (int)strlen(many) - 1, many);
    cr_assert(find_idea(&idea, "MctsHistory=off", "", many));
    cr_expect_eq(count_of(idea.with, "parameter_number_"), 19);
    const match_player a = match_player_of(many, ""), b = match_player_of(other, "");
    cr_expect_not(report_player_same(&a, &b));
}

/* Reads a whole file; freed by the caller. */
static char *read_text(const char *name)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(name, "rb");
    cr_assert(file && getdelim(&text, &size, 0, file) > 0 && fclose(file) == 0, "%s", name);
    return text;
}

/* Of each idea the picture has the figure that says most. */
Test(report_page, picture)
{
    report_fixture_put("a.csv", MATCH_HEAD
                       "NullMove=false,," NEGAMAX ",0,7,c,00000001,100,20,20,60,20,10,13,4,3,0\n"
                       "MctsHistory=off,," MCTS ",0,7,c,00000001,100,20,20,60,20,10,13,4,3,0\n"
                       "MctsHistory=off,," MCTS ",1000,7,c,00000001,100,20,20,60,20,10,13,4,3,0\n");
    report_fixture_read();
    failure why;
    const char *name = report_fixture_path("other.svg");
    cr_assert(report_picture(name, &results, &why), "%s", why.text);
    char *svg = read_text(name);
    expect_text(svg, ">NullMove<");
    cr_expect_eq(count_of(svg, ">MctsHistory off<"), 1);
    expect_text(svg, "rgb(  0, 114, 178)");
    expect_text(svg, "rgb(168, 207, 232)");
    free(svg);
}

Test(report_page, nothing_is_no_picture)
{
    report_fixture_read();
    failure why;
    cr_expect_not(report_picture("picture.svg", &results, &why));
    cr_expect_str_eq(why.text, "picture.svg: there is no match to draw yet");
}
