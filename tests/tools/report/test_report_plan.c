/* Tests which games of a record the tables of a plan show. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report_fixture.h"
#include "report_plan.h"

TestSuite(report_plan, .init = report_fixture_begin, .fini = report_fixture_end);

#define PLAN_HEAD  "place,table,idea,search,first,second,both,limit,book,seed,games\n"
#define PLANNED    "Killers=false,,Search=negamax Hash=16,nodes 5000,book.epd,1"
#define BY_ANOTHER "Search=negamax Hash=16,nodes 5000,book.epd,1,0123abcd,89abcdef,B <CPU>"
#define GAMES      ORIGIN ",100,20,20,60,20,10,13,4,3,0\n"

/* The tables of a plan of this name with one match of so many games; the caller frees them. */
static char *tables_of(const char *name, int games)
{
    char plan_text[256], *text = NULL;
    size_t size;
    failure why;
    snprintf(plan_text, sizeof plan_text, PLAN_HEAD "1,A table,killers,negamax," PLANNED ",%d\n",
             games);
    report_fixture_put(name, plan_text);
    lab_record *plan = report_plan_read(report_fixture_path(name), &why);
    cr_assert(plan, "%s", why.text);
    FILE *file = open_memstream(&text, &size);
    cr_assert(file && report_plan_write(file, plan, &results) && fclose(file) == 0);
    lab_record_close(plan, NULL);
    return text;
}

static void expect_games(int wanted, const char *shown, const char *command)
{
    char *text = tables_of("other", wanted);
    expect_text(text, shown);
    expect_text(text, command);
    free(text);
}

/* The command of a match plays the games of its figure, from the first opening on. */
Test(report_plan, games_that_do_not_follow_are_left_out)
{
    report_fixture_put("a.csv",
                       MATCH_HEAD "Killers=false,," NEGAMAX ",0," GAMES "Killers=false,," NEGAMAX
                                  ",50," GAMES "Killers=false,," NEGAMAX ",5000," GAMES
                                  "Killers=false,," LONGER ",100," GAMES);
    report_fixture_read();
    expect_games(1000, "| 200 of 1000 |", " --start 0 --games 200\n");
}

/* A confirmation is no part of a screen, though it follows it, but of a match of that length. */
Test(report_plan, more_games_than_wanted_are_left_out)
{
    char all[8192] = MATCH_HEAD;
    for (int start = 0; start < 1200; start += 50) {
        snprintf(all + strlen(all), sizeof all - strlen(all),
                 "Killers=false,," NEGAMAX ",%d," GAMES, start);
    }
    report_fixture_put("a.csv", all);
    report_fixture_read();
    expect_games(2000, "| 2,000 |", " --start 0 --games 2000\n");
    expect_games(3000, "| 2,400 of 3000 |", " --start 0 --games 2400\n");
}

/* Without its first games a match was not played. */
Test(report_plan, a_confirmation_alone_is_not_the_match)
{
    report_fixture_put("a.csv", MATCH_HEAD "Killers=false,," NEGAMAX ",1000," GAMES);
    report_fixture_read();
    expect_games(2000, "| not measured |", "| 0 of 2000 |");
}

/* Expects that a plan's figure is that of a processor. */
static void expect_maker(const char *plan, const char *processor)
{
    char *text = tables_of(plan, 400);
    expect_text(text, processor);
    free(text);
}

/* Two plans may share a match. Each shows its own record's, unless the other has more games. */
Test(report_plan, of_equal_matches_that_of_its_own_record_is_shown)
{
    report_fixture_put("a.csv", MATCH_HEAD "Killers=false,," NEGAMAX ",0," GAMES);
    report_fixture_put("b.csv", MATCH_HEAD "Killers=false,," BY_ANOTHER ",0," GAMES);
    report_fixture_read();
    expect_maker("other", ", A ");
    expect_maker("b-plan.csv", ", B ");
    report_results_free(&results);
    report_fixture_put("a.csv", MATCH_HEAD "Killers=false,," NEGAMAX ",0," GAMES
                                           "Killers=false,," NEGAMAX ",50," GAMES);
    unlink(report_fixture_path("b-plan.csv"));
    report_fixture_read();
    expect_maker("b-plan.csv", ", A ");
}
