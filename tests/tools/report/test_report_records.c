/* Tests which files the report reads: compressed records, other files, damaged records. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "report_fixture.h"

TestSuite(report_records, .init = report_fixture_begin, .fini = report_fixture_end);

/* Puts a record compressed by gzip, of which the last `cut` bytes are missing. */
static void put_compressed(const char *name, const char *text, long cut)
{
    const char *path = report_fixture_path(name);
    gzFile file = gzopen(path, "wb");
    cr_assert(file && gzputs(file, text) > 0 && gzclose(file) == Z_OK);
    struct stat status;
    cr_assert(stat(path, &status) == 0 && truncate(path, status.st_size - cut) == 0);
}

Test(report_records, records_may_be_compressed)
{
    static const char text[] =
        MATCH_HEAD "NullMove=false,," NEGAMAX ",0,7,c,00000001,100,20,20,60,20,10,13,4,3,0\n";
    put_compressed("a.csv", text, 0);
    report_fixture_read();
    cr_assert_eq(results.match_count, 1);
    cr_expect_eq(match_games(&results.matches[0].counts), 100);
    report_results_free(&results);
    put_compressed("a.csv", text, 6);
    failure why;
    cr_assert_not(report_results_read(&results, report_fixture_folder(), 7, &why));
    cr_expect(strstr(why.text, "a.csv: cannot be read: "), "%s", why.text);
}

Test(report_records, other_files_and_rows_that_are_not_whole)
{
    report_fixture_put("other", "some,other,table\n1,2,3\n");
    report_fixture_put("b.csv", "");
    report_fixture_put("a.csv", MATCH_HEAD "Killers=false,," NEGAMAX
                                           ",0,7,c,00000001,2,2,0,0,0,0,0,0,1,0\nKillers=fal");
    report_fixture_read();
    cr_assert_eq(results.unknown_count, 2);
    cr_expect_str_eq(results.unknown[0], "b.csv");
    cr_expect_str_eq(results.unknown[1], "other");
    cr_expect_eq(results.match_count, 1);
    char *text = report_fixture_write(REPORT_TEXT);
    expect_text(text, "all lost");
    free(text);
    report_fixture_put("b.csv", "");
}

#define WON ORIGIN ",2,2,0,0,0,0,0,0,1,0\n"

static void expect_damage(const char *text, const char *complaint)
{
    failure why;
    report_fixture_put("a.csv", text);
    cr_expect_not(report_results_read(&results, report_fixture_folder(), 7, &why), "taken: %s",
                  text);
    expect_text(why.text, complaint);
    report_results_free(&results);
}

Test(report_records, damage)
{
    expect_damage(MATCH_HEAD
                  "x,,y,nodes 1,b,1,0123abcd,89abcdef,m,0,7,c,00000001,2,1,0,1,0,0,1,0,0,0\nx\n",
                  "a.csv, line 3: not a row of a record of matches");
    expect_damage(MATCH_HEAD "x,,y,nodes 1,b,1,0123abcz,m,0,7,c,00000001,2,1,0,1,0,0,1,0,0,0\n",
                  "line 2");
    expect_damage(MATCH_HEAD
                  "x,,y,nodes 1,b,one,0123abcd,89abcdef,m,0,7,c,00000001,2,1,0,1,0,0,1,0,0,0\n",
                  "line 2");
    expect_damage(MATCH_HEAD
                  "x,,y,nodes 1,b,1,0123abcd,89abcdef,m,0,7,c,00000001,2,2,0,1,0,0,1,0,0,0\n",
                  "line 2");
    expect_damage(MATCH_HEAD
                  "x,,y,nodes 1,b,1,0123abcd,89abcdef,m,0,7,c,00000001,0,0,0,0,0,0,0,0,0,0\n",
                  "line 2");
    /* What a limit says becomes a part of a command. */
    expect_damage(MATCH_HEAD "x,,y,nodes;id 1,b,1,0123abcd,89abcdef,m,0," WON, "line 2");
    expect_damage(MATCH_HEAD "x,,y,nodes 1;id,b,1,0123abcd,89abcdef,m,0," WON, "line 2");
    expect_damage(MATCH_HEAD "x,,y,nodes 1 sprt,b,1,0123abcd,89abcdef,m,0," WON, "line 2");
    expect_damage(SUITE_HEAD
                  "mcts,default,nodes;id 6,16,0000beef,p,7,a2a3,cp 1,6,1,1,1,1,0,0,0,c,00000001,m,"
                  "o,\"1\"\n",
                  "line 2");
    expect_damage(
        SUITE_HEAD
        "both,mia,depth 6,16,0000beef,p,7,a2a3,cp 1,6,1,1,1,1,0,0,0,c,00000001,m,o,\"1\"\n",
        "a.csv, line 2: not a row of a suite's record");
    expect_damage(
        SUITE_HEAD
        "mcts,mia,depth 6,16,0000beef,p,7,a2a3,cp 1,6,1,1,1,1,2,0,0,c,00000001,m,o,\"1\"\n",
        "line 2");
    expect_damage(SUITE_HEAD
                  "mcts,mia,depth 6,16,0000beef,p,7,a2a3,cp 1,6,1,1,1,1,1,0,0,c,00000001,m,o,1\n",
                  "line 2");
    expect_damage(SUITE_HEAD
                  "mcts,mia,depth 6,16,0000beef,p,7,a2a3,cp 1,6,1000000000000001,1,1,1,1,"
                  "0,0,c,00000001,m,o,\"1\"\n",
                  "line 2");
    expect_damage(
        RULES_HEAD
        "reader,default,16,default,9,1,0000beef,p,7,a2a3,0,0,0,1,1,,c,00000001,m,w,\"1\"\n",
        "a.csv, line 2: not a row of a record of morpho-lab mcts");
    expect_damage(RULES_HEAD
                  "rule,default,1000000000000001,default,9,1,0000beef,p,7,a2a3,0,0,0,1,1,,c,"
                  "00000001,m,w,\"1\"\n",
                  "line 2");
    expect_damage(RULES_HEAD
                  "rule,default,16,default,9,1,0000beef,p,7,a2a3,0,0,0,1,2,,c,00000001,m,w,\"1\"\n",
                  "line 2");
    expect_damage(RULES_HEAD
                  "rule,default,16,default,9,1,0000beef,p,7,a2a3,0,0,0,1,1,,c,00000001,m,\"1\"\n",
                  "line 2");
    expect_damage(THREADS_HEAD "1,9,64,0000beef,m,p,7,1,1,1,1,1,1,c,00000001,w,\"1\"\n",
                  "a.csv, line 2: not a row of a record of threads");
    expect_damage(THREADS_HEAD "2,9,64,0000beef,m,p,7,0,1,1,1,1,1,c,00000001,w,\"1\"\n", "line 2");
}

Test(report_records, lost_folder)
{
    failure why;
    cr_expect_not(report_results_read(&results, "/nowhere/at/all", 7, &why));
    expect_text(why.text, "/nowhere/at/all: No such file");
}

/* A net file of the same name may be another net. */
Test(report_records, matches_with_other_files_are_not_one_match)
{
    report_fixture_put("a.csv", MATCH_HEAD
                       "WeightsFile=n,,Search=mcts Hash=16,nodes 1000,b,1,0123abcd,00000001,m,"
                       "0,7,c,00000001,2,2,0,0,0,0,0,0,1,0\n"
                       "WeightsFile=n,,Search=mcts Hash=16,nodes 1000,b,1,0123abcd,00000002,m,"
                       "1,7,c,00000001,2,0,0,2,1,0,0,0,0,0\n");
    report_fixture_read();
    cr_assert_eq(results.match_count, 2);
    cr_expect_eq(results.matches[0].counts.won, 2);
    cr_expect_eq(results.matches[1].counts.lost, 2);
    report_results_free(&results);
}

/* A sequential test may name one strength. */
Test(report_records, a_test_with_one_strength)
{
    report_fixture_put("a.csv",
                       MATCH_HEAD "x,,Hash=16,nodes 1 sprt 5,b,1,0123abcd,89abcdef,m,0," WON);
    report_fixture_read();
    char *text = report_fixture_write(REPORT_TEXT);
    expect_text(text, " --nodes 1 --sprt 5 --book b ");
    free(text);
}

#define SEARCH(setting, nodes)                                                                     \
    "negamax," setting ",depth 6,16,0000beef,p1,7,a2a3,cp 1,6," nodes                              \
    ",1,1,1,0,0,0,c,00000001,m,o.epd,\"1\"\n"

/* The same rows in two files, of which one may have gone on growing, are one measurement. */
Test(report_records, a_copy_counts_once)
{
    put_compressed("a.csv", SUITE_HEAD SEARCH("mia", "1000"), 0);
    report_fixture_put("b.csv",
                       SUITE_HEAD SEARCH("mia", "1000") SEARCH("mia QuietRule=hyatt", "500"));
    report_fixture_put("c.csv",
                       SUITE_HEAD SEARCH("mia QuietRule=hyatt", "500") SEARCH("mia", "1000"));
    report_fixture_read();
    cr_assert_eq(results.suites.count, 2);
    cr_expect_eq(results.suites.list[0].record, 1);
    report_results_free(&results);
    report_fixture_put("c.csv",
                       SUITE_HEAD SEARCH("mia QuietRule=hyatt", "400") SEARCH("mia", "1000"));
    report_fixture_read();
    cr_expect_eq(results.suites.count, 4, "another measurement is left out");
}
