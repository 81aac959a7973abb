/* Tests the report's tables of searches: order, suites, rules of mcts, threads. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report_fixture.h"

TestSuite(report_searches, .init = report_fixture_begin, .fini = report_fixture_end);

Test(report_searches, order_and_suites)
{
    report_fixture_put("a.csv",
                       SUITE_HEAD "negamax,mia,depth 6,16,0000beef,p1,7,a2a3,cp "
                                  "1,6,1000,1,1,1,0,0,0,c,00000001,m,o.epd,\"1\"\n"
                                  "negamax,mia,depth 6,16,0000beef,p2,7,a2a3,cp "
                                  "1,6,1000,1,1,1,0,0,0,c,00000001,m,o.epd,\"2\"\n"
                                  "negamax,mia QuietRule=relative,depth 6,16,0000beef,p1,7,a2a3,cp "
                                  "1,6,500,1,1,1,0,0,0,c,00000001,m,o.epd,"
                                  "\"1\"\n"
                                  "negamax,mia QuietRule=relative,depth 6,16,0000beef,p2,7,a2a3,cp "
                                  "1,6,500,1,1,1,0,0,0,c,00000001,m,o.epd,"
                                  "\"2\"\n"
                                  "negamax,mia -NullMove,depth 6,16,0000beef,p2,7,a2a3,cp "
                                  "1,6,4000,1,1,1,0,0,0,c,00000001,m,o.epd,\"2\"\n"
                                  "negamax,modern -Killers QuietRule=none,nodes "
                                  "100,16,0000beef,p1,7,a2a3,cp 1,6,100,7,60,5,1,"
                                  "3,10,c,00000001,m,<i>.epd,\"a \"\"b\"\", c\"\n"
                                  "mcts,default,nodes 50,16,0000beef,p1,7,a2a3,cp "
                                  "1,6,50,7,50,5,0,0,10,c,00000001,m,<i>.epd,\"x\"\n");
    report_fixture_read();
    cr_expect_eq(results.suites.count, 5);
    char *html = report_fixture_write(REPORT_HTML), *text = report_fixture_write(REPORT_TEXT);
    expect_text(html, "0.500 (0.500-0.500)<br><small>depth 6, mia</small>");
    /* With null moves a quarter of the nodes. */
    expect_text(html, "0.250 (0.250-0.250)<br><small>depth 6, o.epd, 1 position, mia</small>");
    expect_text(text, "1,000 (0.500 (0.500-0.500)) (0.500 (0.500-0.500))");
    expect_text(html, "&lt;i&gt;.epd");
    cr_expect_null(strstr(html, "<i>.epd"));
    expect_text(html, "1 of 1<br><small>100.0%</small>");
    /* Of each suite and search one row, each figure below its head. */
    expect_text(text, "(hash 16 MB) | 1 of 1 (100.0%) |");
    expect_text(text, "morpho-lab order o.epd --setting mia --depth 6 --rule QuietRule=schaeffer "
                      "--rule QuietRule=relative --hash 16 --limit 2\n"
                      "morpho-lab order o.epd --setting mia --depth 6 --rule QuietRule=schaeffer "
                      "--rule NullMove=off --hash 16 --limit 1\n");
    expect_text(text, "morpho-lab suite '<i>.epd' --search negamax --setting modern --set "
                      "Killers=off --set QuietRule=none --nodes 100 --hash 16 --limit 1\n");
    expect_text(text, "morpho-lab suite '<i>.epd' --search mcts --nodes 50 --hash 16 --limit 1\n");
    free(html);
    free(text);
}

/* Adds a search of negamax, in a setting that differs from mia by these words, to a record. */
static void add_search(char *record, size_t size, const char *words, const char *depth, int hash_mb,
                       int nodes)
{
    snprintf(record + strlen(record), size - strlen(record),
             "negamax,mia%s,depth %s,%d,0000beef,p1,7,a2a3,cp "
             "1,6,%d,1,1,1,0,0,0,c,00000001,m,o.epd,\"1\"\n",
             words, depth, hash_mb, nodes);
}

/* Reads a record of searches of one position by negamax: what is changed in the setting mia, the
 * depth and the nodes of each. */
static void read_searches(const char *const rows[][3], size_t count)
{
    char all[2048] = SUITE_HEAD;
    for (size_t i = 0; i < count; i++) {
        add_search(all, sizeof all, rows[i][0], rows[i][1], 16, atoi(rows[i][2]));
    }
    report_fixture_put("a.csv", all);
    report_fixture_read();
}

Test(report_searches, increments_have_tables_of_their_own)
{
    static const char *const rows[][3] = {
        {"", "6", "1000"},
        {"", "8", "5000"},
        {" HistoryIncrement=d3", "6", "1100"},
        {" QuietRule=relative", "6", "950"},
        {" QuietRule=relative", "8", "4500"},
        {" QuietRule=relative HistoryIncrement=d ButterflyIncrement=2d", "6", "900"},
        {" QuietRule=hyatt", "6", "1300"}};
    read_searches(rows, sizeof rows / sizeof *rows);
    char *text = report_fixture_write(REPORT_TEXT);
    const char *table = strstr(text, "\n| rule "), *grid = strstr(text, "\n| depth 6 (gain)");
    cr_assert(table && grid && table < grid, "%s", text);
    /* What was searched deepest comes first, then the fewest nodes. */
    const char *relative = strstr(table, "\n| QuietRule=relative "),
               *hyatt = strstr(table, "\n| QuietRule=hyatt ");
    cr_assert(relative && hyatt && relative < hyatt && hyatt < grid);
    const char *worse = strstr(table, "\n| QuietRule=relative HistoryIncrement=d");
    cr_expect(!worse || worse > grid, "only the best of a rule stands in the first table");
    cr_expect_null(strstr(text, "\n| depth 8 (gain)"), "one relative history is no table");
    expect_text(grid, "1,100 (1.100 (1.100-1.100)) |");
    expect_text(grid, "900 (0.900 (0.900-0.900)) |");
    free(text);
}

Test(report_searches, depths_without_room_are_counted)
{
    static const char *const rows[][3] = {
        {"", "1", "1"}, {"", "2", "2"}, {"", "3", "3"}, {"", "4", "4"},   {"", "5", "5"},
        {"", "6", "6"}, {"", "7", "7"}, {"", "8", "8"}, {"", "9", "999"}, {"", "10", "1010"}};
    read_searches(rows, sizeof rows / sizeof *rows - 2);
    char *text = report_fixture_write(REPORT_TEXT);
    cr_expect_null(strstr(text, "left out"));
    free(text);
    report_results_free(&results);
    read_searches(rows, sizeof rows / sizeof *rows);
    text = report_fixture_write(REPORT_TEXT);
    expect_text(text,
                "2 runs are left out: there is room for the greatest 8 depths and for 256 rules.");
    expect_text(text, "| depth 3 ");
    expect_text(text, "1,010");
    free(text);
}

Test(report_searches, increments_without_the_measure_have_no_ratio)
{
    static const char *const rows[][3] = {
        {"", "6", "1000"},
        {" QuietRule=relative", "8", "4500"},
        {" QuietRule=relative HistoryIncrement=d ButterflyIncrement=2d", "8", "4000"}};
    read_searches(rows, sizeof rows / sizeof *rows);
    char *text = report_fixture_write(REPORT_TEXT);
    const char *grid = strstr(text, "\n| depth 8 (gain)");
    cr_assert_not_null(grid, "%s", text);
    expect_text(grid, "4,500 (not measured by the first) |");
    free(text);
}

/* Where switches go along with a rule they are of the setting, and have a measure of their own. */
Test(report_searches, an_experiment_without_a_technique_is_one_of_its_own)
{
    static const char *const rows[][3] = {{"", "6", "1000"},
                                          {" -MultiCut", "6", "4000"},
                                          {" -MultiCut QuietRule=relative", "6", "3000"},
                                          {" QuietRule=relative", "6", "900"},
                                          {"", "8", "9000"}};
    read_searches(rows, sizeof rows / sizeof *rows);
    char *text = report_fixture_write(REPORT_TEXT);
    const char *own = strstr(text, "### o.epd, setting mia -MultiCut\n");
    const char *plain = strstr(text, "### o.epd, setting mia\n");
    cr_assert(own && plain);
    expect_text(own, "0.750 (0.750-0.750)");
    expect_text(plain, "4.000 (4.000-4.000)");
    expect_text(plain, "0.900 (0.900-0.900)");
    expect_text(own, "\nmorpho-lab order o.epd --setting mia --off MultiCut --depth 6 --rule "
                     "QuietRule=schaeffer --rule QuietRule=relative --hash 16 --limit 1\n");
    /* Not all rules were searched to all depths. */
    expect_text(plain,
                "\nmorpho-lab order o.epd --setting mia --depth 6 --rule QuietRule=schaeffer "
                "--rule QuietRule=relative --rule MultiCut=off --hash 16 --limit 1\n"
                "morpho-lab order o.epd --setting mia --depth 8 --rule QuietRule=schaeffer "
                "--hash 16 --limit 1\n");
    free(text);
}

/* Switches that were searched with a rule alone are of the rule, and have the setting as measure.
 */
Test(report_searches, a_rule_of_switches_and_choices_has_a_ratio)
{
    static const char *const rows[][3] = {
        {"", "6", "1000"},
        {" -MultiCut QuietRule=relative", "6", "3000"},
        {" -NullMove -Killers -CounterMove -EnhancedTableCutoffs QuietRule=relative", "6", "500"},
        {" -NullMove -Killers -CounterMove -EnhancedTableCutoffs", "8", "600"},
        {" -NullMove -Killers -CounterMove -EnhancedTableCutoffs -TwoDeepTable", "6", "700"}};
    read_searches(rows, sizeof rows / sizeof *rows);
    char *text = report_fixture_write(REPORT_TEXT);
    const char *plain = strstr(text, "### o.epd, setting mia\n");
    cr_assert(plain);
    expect_text(plain, "| MultiCut=off QuietRule=relative ");
    expect_text(plain, "3.000 (3.000-3.000)");
    /* The name of a setting is not cut. */
    expect_text(text, "### o.epd, setting mia -NullMove -Killers -CounterMove "
                      "-EnhancedTableCutoffs\n");
    free(text);
}

/* Figures with one hash are not rivals of those with another. */
Test(report_searches, hashes_are_not_mixed)
{
    char all[4096] = SUITE_HEAD;
    static const int hash_mb[] = {16, 64, 256};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 2; k++) {
            add_search(all, sizeof all, k ? " QuietRule=relative HistoryIncrement=d" : "", "6",
                       hash_mb[i], k ? 900 - i : 1000);
        }
    }
    report_fixture_put("a.csv", all);
    report_fixture_read();
    char *text = report_fixture_write(REPORT_TEXT);
    cr_expect_null(strstr(text, "best of"), "figures with different hashes are rivals");
    expect_text(text, "of o.epd, with a hash of 16 MB.");
    expect_text(text, "0.900 (0.900-0.900) (depth 6, mia, with HistoryIncrement=d); ");
    expect_text(text, "0.898 (0.898-0.898) (depth 6, hash 256 MB, mia, with HistoryIncrement=d)");
    free(text);
}

/* What is found in a time depends on the machine, and what is found in so many nodes does not. */
Test(report_searches, suites_by_time_are_of_one_machine)
{
    static const char *const limits[] = {"movetime 100 threads 2", "nodes 100", "movetime 100"};
    char all[4096] = SUITE_HEAD;
    for (int i = 0; i < 6; i++) {
        snprintf(all + strlen(all), sizeof all - strlen(all),
                 "mcts,default,%s,16,0000beef,p%d,7,a2a3,cp "
                 "1,6,50,7,50,5,1,0,10,c,00000001,CPU %d,w.epd,\"x\"\n",
                 limits[i / 2], i % 2, i % 2);
    }
    report_fixture_put("a.csv", all);
    report_fixture_read();
    cr_expect_eq(results.suites.count, 5);
    char *text = report_fixture_write(REPORT_TEXT);
    expect_text(text, "| movetime 100 threads 2 (hash 16 MB, CPU 1) ");
    expect_text(text, " --movetime 100 --threads 2 --hash 16 --limit 1\n");
    expect_text(text, "| nodes 100 (hash 16 MB) ");
    free(text);
}

/* What the details of a rule are worth is measured beside that rule. */
Test(report_searches, details_of_a_rule)
{
    static const char *const rows[][3] = {
        {"", "6", "1000"},
        {" HistoryKey=piece-to", "6", "800"},
        {" QuietRule=relative", "6", "500"},
        {" QuietRule=relative HistoryKey=piece-to", "6", "350"},
        {" QuietRule=relative HistoryScale=9", "6", "450"},
        {" QuietRule=relative HistoryKey=piece-to HistoryBest=cut", "6", "100"},
        {" QuietRule=hyatt HistoryKey=piece-to", "6", "400"},
        {" QuietRule=hyatt HistoryKey=piece-to HistoryBest=cut HistoryPv=ignore "
         "HistoryAge=keep",
         "6", "50"},
        {" -MultiCut", "6", "4000"},
        {" -MultiCut QuietRule=relative", "6", "3000"}};
    read_searches(rows, sizeof rows / sizeof *rows);
    char *text = report_fixture_write(REPORT_TEXT);
    /* Rules of ordering alone are drawn. */
    char *html = report_fixture_write(REPORT_HTML);
    const char *chart = strstr(html, "<figure>");
    cr_assert(chart);
    char *drawn = strndup(chart, (size_t)(strstr(chart, "</figure>") - chart));
    if (strstr(drawn, "<svg")) {
        expect_text(drawn, "QuietRule=relative");
        cr_expect_null(strstr(drawn, "HistoryKey"));
    } else {
        expect_text(drawn, "gnuplot");
    }
    free(drawn);
    expect_text(html, ", with QuietRule=<wbr>relative</small>");
    free(html);
    const char *key = strstr(text, "\n| HistoryKey "), *key_end = strstr(key, "\n| HistoryBest ");
    char *own = strndup(key, (size_t)(key_end - key));
    expect_text(own, "0.800 (0.800-0.800) (depth 6, mia)");
    expect_text(own, "0.700 (0.700-0.700) (depth 6, mia, with "
                     "QuietRule=relative)");
    cr_expect_eq(count_of(own, "depth 6"), 2, "%s", own);
    expect_text(text, "0.900 (0.900-0.900) (= 9, depth 6, mia, with "
                      "QuietRule=relative)");
    expect_text(text, "0.750 (0.750-0.750) (depth 6, mia, with MultiCut=off)");
    /* A rule and its details together are the rule's, and the best of those is shown. */
    expect_text(text, "0.100 (0.100-0.100) (best of 3, depth 6, mia, with "
                      "HistoryKey=piece-to HistoryBest=cut)");
    expect_text(text, "0.050 (0.050-0.050) (best of 2, depth 6, mia, with 6 other options)");
    cr_expect_null(strstr(text, "0.286"), "two details at once are no idea");
    free(own);
    free(text);
}

Test(report_searches, rules)
{
    char all[4096] =
        RULES_HEAD "reference,default,1000,default,1000,1,0000beef,p1,7,a2a3,0,0,0,1,1,"
                   "x:a2a3=1,c,00000001,m,w.epd,\"1\"\n";
    /* From the second checkpoint on the defaults do what no history does one later. */
    static const struct {
        const char *setting;
        int playouts, visits, inner, agrees;
    } rows[] = {{"default", 16, 250000, 300000, 0},
                {"default", 32, 250000, 200000, 1},
                {"default", 64, 250000, 100000, 1},
                {"default MctsHistory=off", 16, 500000, 300000, 0},
                {"default MctsHistory=off", 32, 250000, 300000, 0},
                {"default MctsHistory=off", 64, 250000, 200000, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int k = 1; k <= 2; k++) {
            snprintf(all + strlen(all), sizeof all - strlen(all),
                     "rule,%s,%d,default,1000,1,0000beef,p%d,7,a2a3,%d,-1,%d,%d,-1,,c,00000001,m,w."
                     "epd,\"%d\"\n",
                     rows[i].setting, rows[i].playouts, k, rows[i].visits, rows[i].inner,
                     rows[i].agrees, k);
        }
    }
    report_fixture_put("a.csv", all);
    report_fixture_read();
    cr_expect_eq(results.mcts.count, 6);
    char *html = report_fixture_write(REPORT_HTML), *text = report_fixture_write(REPORT_TEXT);
    /* At the budget, 32 playouts: 0.2 nats against 0.3. */
    expect_text(html, "<td class=\"n\">-0.100 &plusmn; 0.000</td>");
    expect_text(html, "<td class=\"n\">100.0%<br><small>of 2</small></td>");
    /* The defaults need half of the playouts. */
    expect_text(html, "0.50 (0.50-0.50)");
    expect_text(text, "morpho-lab mcts w.epd --rule MctsHistory=off --rule '' --playouts 32 "
                      "--reference 1000 --hash 1 --limit 2\n");
    free(html);
    free(text);
}

/* What a record says reaches gnuplot, in which nothing of it is run. */
Test(report_searches, names_are_not_run)
{
    char all[2048] = RULES_HEAD;
    const char *const words[] = {"default", "default X=`touch %s`",
                                 "default Y='.system('touch %s')"};
    for (int i = 0; i < 3; i++) {
        char name[256];
        snprintf(name, sizeof name, words[i], report_fixture_path("other"));
        for (int k = 1; k <= 2; k++) {
            snprintf(all + strlen(all), sizeof all - strlen(all),
                     "rule,%s,%d,default,1000,1,0000beef,p1,7,a2a3,5,5,5,1,1,,c,00000001,m,w.epd,"
                     "\"1\"\n",
                     name, 16 * k);
        }
    }
    report_fixture_put("a.csv", all);
    report_fixture_read();
    cr_assert_eq(results.mcts.count, 6);
    char *html = report_fixture_write(REPORT_HTML);
    expect_text(html, "</html>");
    cr_expect(access(report_fixture_path("other"), F_OK) != 0, "a name was run");
    free(html);
}

Test(report_searches, threads)
{
    report_fixture_put(
        "a.csv", THREADS_HEAD
        "2,9,64,0000beef,A "
        "CPU,p1,7,2000000,1000000,1000000,900000,2000000,2000000,c,00000001,w.epd,\"1\"\n");
    report_fixture_read();
    char *text = report_fixture_write(REPORT_TEXT);
    expect_text(text, "0.500 (0.500-0.500)");
    expect_text(text, " 500,000 |");
    expect_text(text, " 0.900 |");
    expect_text(text, "morpho-lab threads w.epd --threads 2 --depth 9 --hash 64 --limit 1\n");
    free(text);
}
