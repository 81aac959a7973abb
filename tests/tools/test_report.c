/* The report: what it makes of records, and what it says of all ideas. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "chess/attacks.h"
#include "report.h"
#include "report_figures.h"
#include "report_picture.h"

#define MATCH_HEAD                                                                                 \
    "first,second,both,limit,book,seed,program,files,machine,start,games,won,drawn,lost,"          \
    "p0,p1,p2,p3,p4,forfeits\n"
#define SUITE_HEAD                                                                                 \
    "search,setting,limit,hash_mb,net,position,move,score,depth,nodes,time_ms,solution_nodes,"     \
    "solution_ms,solved,points,points_most,suite,id\n"
#define THREADS_HEAD                                                                               \
    "threads,depth,hash_mb,net,machine,position,one_us,one_nodes,shared_us,shared_nodes,"          \
    "beside_us,beside_nodes,suite,id\n"
#define RULES_HEAD                                                                                 \
    "kind,setting,playouts,reference,reference_playouts,hash_mb,net,position,move,visits,"         \
    "root_priors,inner_priors,agrees,solved,sites,suite,id\n"
#define NEGAMAX "Search=negamax Hash=16,nodes 5000,book.epd,1,0123abcd,89abcdef,A <CPU>"
#define LONGER  "Search=negamax Hash=16,nodes 25000,book.epd,1,0123abcd,89abcdef,A <CPU>"
#define MCTS    "Search=mcts Hash=16,nodes 1000,book.epd,1,0123abcd,89abcdef,A <CPU>"
#define CLOCK   "Search=mcts Hash=16,tc 2+0.02 concurrency 2,book.epd,1,0123abcd,89abcdef,A <CPU>"

/* A folder of records, and what was made of it. */
static char folder[64], path[128];
static report_results results;
static failure why;

static void make_folder(void)
{
    attacks_init(true);
    strcpy(folder, "/tmp/morpho_report_XXXXXX");
    cr_assert(mkdtemp(folder));
}

static void put(const char *name, const char *text)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void remove_folder(void)
{
    static const char *const names[] = {"a.csv", "b.csv", "c.csv", "other"};
    report_results_free(&results);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    cr_expect(rmdir(folder) == 0);
}

TestSuite(report, .init = make_folder, .fini = remove_folder);

static void read_all(void)
{
    cr_assert(report_results_read(&results, folder, &why), "%s", why.text);
}

/* The whole report; freed by the caller. */
static char *write_report(report_format format)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    cr_assert(file && report_write(file, format, &results) && fclose(file) == 0);
    return text;
}

#define expect_text(text, words) cr_expect(strstr(text, words) != NULL, "no \"%s\"", words)

static size_t count_of(const char *text, const char *words)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, words)); at += strlen(words)) {
        count++;
    }
    return count;
}

Test(report, empty_folder)
{
    read_all();
    cr_expect_eq(results.record_count, 0);
    char *text = write_report(REPORT_TEXT), *html = write_report(REPORT_HTML);
    cr_expect_eq(count_of(text, "Not measured yet."), 5);
    cr_expect_null(strstr(text, "+- "), "a figure of nothing");
    expect_text(html, "</html>");
    free(text);
    free(html);
}

Test(report, every_idea_has_one_place)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    read_all();
    char *text = write_report(REPORT_TEXT), *html = write_report(REPORT_HTML);
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

Test(report, matches)
{
    put("a.csv",
        MATCH_HEAD "NullMove=false,," NEGAMAX ",50,100,20,20,60,20,10,13,4,3,0\n"
                   "NullMove=false,," NEGAMAX ",0,100,20,20,60,20,10,13,4,3,1\n"
                   "MctsHistory=threats,," MCTS ",0,100,60,20,20,3,4,13,10,20,0\n"
                   "MctsHistory=threats,," MCTS ",950,100,60,20,20,3,4,13,10,20,0\n"
                   "MctsHistory=threats,," MCTS ",1000,100,60,20,20,3,4,13,10,20,0\n"
                   "Killers=true Razoring=false,," NEGAMAX ",0,100,60,20,20,3,4,13,10,20,0\n"
                   "MctsHistory=off,," CLOCK ",0,100,60,20,20,3,4,13,10,20,0\n");
    read_all();
    cr_assert_eq(results.match_count, 5);
    char *html = write_report(REPORT_HTML), *text = write_report(REPORT_TEXT);
    /* 30% of the points: -147.2 Elo, which is what the idea is worth; the match has the other sign.
     */
    expect_text(html, "+147.2 &plusmn;");
    expect_text(html, "<td class=\"n\">-147.2 &plusmn;");
    expect_text(html, "<td class=\"n\">200<br><small>1 forfeits</small></td>");
    /* Two of the three of mcts were by nodes. */
    expect_text(html, "matches of mcts have the limit nodes 1000; ");
    expect_text(html, "<small>100 games, tc 2+0.02 concurrency 2</small>");
    expect_text(html, "A &lt;CPU&gt;");
    cr_expect_null(strstr(html, "<CPU>"));
    expect_text(text, "morpho-lab match --both Search=negamax --hash 16 --first NullMove=false "
                      "--nodes 5000 --book book.epd --seed 1 --start 0 --games 200\n");
    expect_text(text, "--first MctsHistory=threats --nodes 1000 --book book.epd --seed 1 "
                      "--start 950 --games 200\n");
    expect_text(text, "--first MctsHistory=off --tc 2+0.02 --concurrency 2 --book book.epd");
    free(html);
    free(text);
}

Test(report, a_screen_ends_where_a_confirmation_begins)
{
    char all[8192] = MATCH_HEAD;
    for (int start = 900; start < 1200; start += 50) {
        snprintf(all + strlen(all), sizeof all - strlen(all),
                 "Killers=false,," NEGAMAX ",%d,100,20,20,60,20,10,13,4,3,0\n", start);
    }
    put("a.csv", all);
    /* The same games in another file count once. */
    put("b.csv", all);
    for (int start = 0; start < 900; start += 50) {
        snprintf(all + strlen(all), sizeof all - strlen(all),
                 "Killers=false,," NEGAMAX ",%d,100,20,20,60,20,10,13,4,3,0\n", start);
    }
    read_all();
    cr_assert_eq(results.match_count, 1);
    cr_expect(results.matches[0].confirms, "fresh openings do not confirm");
    report_results_free(&results);
    put("c.csv", all);
    read_all();
    cr_assert_eq(results.match_count, 2);
    cr_expect_not(results.matches[0].confirms);
    cr_expect_eq(match_games(&results.matches[0].row.counts), 2000);
    cr_expect(results.matches[1].confirms);
    cr_expect_eq(match_games(&results.matches[1].row.counts), 400);
}

Test(report, a_figure_is_of_all_openings_of_one_kind)
{
    /* Two confirmations with openings between them that nobody played, of 30% and 70% to the player
     * that lacks killers; one of longer searches; and a screen. */
    put("a.csv", MATCH_HEAD "Killers=false,," NEGAMAX ",1000,100,20,20,60,20,10,13,4,3,0\n"
                            "Killers=false,," NEGAMAX ",2000,100,60,20,20,3,4,13,10,20,0\n"
                            "Killers=false,," NEGAMAX ",0,100,20,20,60,20,10,13,4,3,0\n"
                            "Killers=false,," LONGER ",1000,100,20,20,60,20,10,13,4,3,0\n");
    read_all();
    cr_expect_eq(results.match_count, 4);
    char *html = write_report(REPORT_HTML);
    expect_text(html, "+0.0 &plusmn;");
    expect_text(html, "<small>200 games</small>");
    expect_text(html, "<small>100 games</small>");
    expect_text(html, "<small>100 games, nodes 25000</small>");
    expect_text(html, ">Killers, nodes 25000<");
    expect_text(html, ">Killers<");
    free(html);
}

static bool find_idea(report_idea *idea, const char *first, const char *second, const char *both)
{
    match_words words[3];
    report_setting a, b;
    const char *const texts[] = {first, second, both};
    for (int i = 0; i < 3; i++) {
        snprintf(words[i].text, sizeof words[i].text, "%s", texts[i]);
    }
    report_setting_of_player(&a, &words[0], &words[2]);
    report_setting_of_player(&b, &words[1], &words[2]);
    return report_idea_find(idea, &a, &b);
}

Test(report, what_a_match_tests)
{
    report_idea idea;
    cr_assert(find_idea(&idea, "NullMove=false", "", "Search=negamax Hash=16"));
    cr_expect_str_eq(idea.row->option, "NullMove");
    cr_expect(idea.sign == -1 && idea.value == 1 && idea.alone);
    cr_assert(find_idea(&idea, "", "MctsKillers=on", "Search=mcts"));
    cr_expect(idea.sign == -1 && idea.value == 1);
    cr_assert(find_idea(&idea, "QuietRule=gravity", "", "Search=negamax Setting=mia"));
    cr_expect(idea.sign == 1 && idea.value == HIST_ORDER_GRAVITY);
    cr_assert(find_idea(&idea, "QuietRule=relative HistoryIncrement=d", "", "Search=negamax"));
    cr_expect_eq(idea.value, HIST_ORDER_RELATIVE);
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

Test(report, order_and_suites)
{
    put("a.csv", SUITE_HEAD
        "negamax,mia,depth 6,16,0000beef,p1,a2a3,cp 1,6,1000,1,1,1,0,0,0,o.epd,\"1\"\n"
        "negamax,mia,depth 6,16,0000beef,p2,a2a3,cp 1,6,1000,1,1,1,0,0,0,o.epd,\"2\"\n"
        "negamax,mia QuietRule=relative,depth 6,16,0000beef,p1,a2a3,cp 1,6,500,1,1,1,0,0,0,o.epd,"
        "\"1\"\n"
        "negamax,mia QuietRule=relative,depth 6,16,0000beef,p2,a2a3,cp 1,6,500,1,1,1,0,0,0,o.epd,"
        "\"2\"\n"
        "negamax,mia -NullMove,depth 6,16,0000beef,p2,a2a3,cp 1,6,4000,1,1,1,0,0,0,o.epd,\"2\"\n"
        "negamax,modern -Killers QuietRule=none,nodes 100,16,0000beef,p1,a2a3,cp 1,6,100,7,60,5,1,"
        "3,10,<i>.epd,\"a \"\"b\"\", c\"\n"
        "mcts,default,nodes 50,16,0000beef,p1,a2a3,cp 1,6,50,7,50,5,0,0,10,<i>.epd,\"x\"\n");
    read_all();
    cr_expect_eq(results.run_count, 5);
    char *html = write_report(REPORT_HTML), *text = write_report(REPORT_TEXT);
    expect_text(html, "0.500 (0.500-0.500)<br><small>depth 6, mia</small>");
    /* With null moves a quarter of the nodes. */
    expect_text(html, "0.250 (0.250-0.250)<br><small>depth 6, o.epd, 1 positions, mia</small>");
    expect_text(html, "&lt;i&gt;.epd");
    cr_expect_null(strstr(html, "<i>.epd"));
    expect_text(html, "1 of 1<br><small>100.0%</small>");
    /* Of each suite and search one row, each figure below its head. */
    expect_text(text, "(hash 16 MB) | 1 of 1 (100.0%) |");
    expect_text(text, "morpho-lab order o.epd --setting mia --depth 6 --rule QuietRule=schaeffer "
                      "--rule QuietRule=relative --rule NullMove=off --hash 16 --limit 2\n");
    expect_text(text, "morpho-lab suite '<i>.epd' --search negamax --setting modern --set "
                      "Killers=off --set QuietRule=none --nodes 100 --hash 16 --limit 1\n");
    expect_text(text, "morpho-lab suite '<i>.epd' --search mcts --nodes 50 --hash 16 --limit 1\n");
    free(html);
    free(text);
}

/* Reads a record of searches of one position by negamax: what is changed in the setting mia, the
 * depth and the nodes of each. */
static void read_searches(const char *const rows[][3], size_t count)
{
    char all[2048] = SUITE_HEAD;
    for (size_t i = 0; i < count; i++) {
        snprintf(all + strlen(all), sizeof all - strlen(all),
                 "negamax,mia%s,depth %s,16,0000beef,p1,a2a3,cp 1,6,%s,1,1,1,0,0,0,o.epd,\"1\"\n",
                 rows[i][0], rows[i][1], rows[i][2]);
    }
    put("a.csv", all);
    read_all();
}

Test(report, increments_have_tables_of_their_own)
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
    char *text = write_report(REPORT_TEXT);
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

/* Where switches go along with a rule they are of the setting, and have a measure of their own. */
Test(report, an_experiment_without_a_technique_is_one_of_its_own)
{
    static const char *const rows[][3] = {{"", "6", "1000"},
                                          {" -MultiCut", "6", "4000"},
                                          {" -MultiCut QuietRule=relative", "6", "3000"},
                                          {" QuietRule=relative", "6", "900"},
                                          {"", "8", "9000"}};
    read_searches(rows, sizeof rows / sizeof *rows);
    char *text = write_report(REPORT_TEXT);
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

/* Puts a record compressed by gzip, of which the last `cut` bytes are missing. */
static void put_compressed(const char *name, const char *text, long cut)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    gzFile file = gzopen(path, "wb");
    cr_assert(file && gzputs(file, text) > 0 && gzclose(file) == Z_OK);
    struct stat status;
    cr_assert(stat(path, &status) == 0 && truncate(path, status.st_size - cut) == 0);
}

Test(report, records_may_be_compressed)
{
    static const char text[] =
        MATCH_HEAD "NullMove=false,," NEGAMAX ",0,100,20,20,60,20,10,13,4,3,0\n";
    put_compressed("a.csv", text, 0);
    read_all();
    cr_assert_eq(results.match_count, 1);
    cr_expect_eq(match_games(&results.matches[0].row.counts), 100);
    report_results_free(&results);
    put_compressed("a.csv", text, 6);
    cr_assert_not(report_results_read(&results, folder, &why));
    cr_expect(strstr(why.text, "a.csv: cannot be read: "), "%s", why.text);
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
Test(report, picture)
{
    put("a.csv", MATCH_HEAD "NullMove=false,," NEGAMAX ",0,100,20,20,60,20,10,13,4,3,0\n"
                            "MctsHistory=off,," MCTS ",0,100,20,20,60,20,10,13,4,3,0\n"
                            "MctsHistory=off,," MCTS ",1000,100,20,20,60,20,10,13,4,3,0\n");
    read_all();
    snprintf(path, sizeof path, "%s/other", folder);
    char name[160];
    snprintf(name, sizeof name, "%s.svg", path);
    cr_assert(report_picture(name, &results, &why), "%s", why.text);
    char *svg = read_text(name);
    expect_text(svg, ">NullMove<");
    cr_expect_eq(count_of(svg, ">MctsHistory off<"), 1);
    expect_text(svg, "rgb(  0, 114, 178)");
    expect_text(svg, "rgb(168, 207, 232)");
    cr_expect(unlink(name) == 0);
    free(svg);
}

Test(report, nothing_is_no_picture)
{
    read_all();
    cr_expect_not(report_picture("picture.svg", &results, &why));
    cr_expect_str_eq(why.text, "picture.svg: there is no match to draw yet");
}

/* What the details of a rule are worth is measured beside that rule. */
Test(report, details_of_a_rule)
{
    static const char *const rows[][3] = {
        {"", "6", "1000"},
        {" HistoryKey=piece-to", "6", "800"},
        {" QuietRule=relative", "6", "500"},
        {" QuietRule=relative HistoryKey=piece-to", "6", "350"},
        {" QuietRule=relative HistoryScale=9", "6", "450"},
        {" QuietRule=relative HistoryKey=piece-to HistoryBest=cut", "6", "100"},
        {" QuietRule=hyatt HistoryKey=piece-to", "6", "400"},
        {" -MultiCut", "6", "4000"},
        {" -MultiCut QuietRule=relative", "6", "3000"}};
    read_searches(rows, sizeof rows / sizeof *rows);
    char *text = write_report(REPORT_TEXT);
    /* Rules of ordering alone are drawn. */
    char *html = write_report(REPORT_HTML);
    expect_text(html, "</svg>QuietRule=relative</li>");
    cr_expect_null(strstr(html, "</svg>HistoryKey"));
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
    cr_expect_null(strstr(text, "0.286"), "two details at once are no idea");
    free(own);
    free(text);
}

Test(report, rules)
{
    char all[4096] = RULES_HEAD "reference,default,1000,default,1000,1,0000beef,p1,a2a3,0,0,0,1,1,"
                                "x:a2a3=1,w.epd,\"1\"\n";
    /* From the second checkpoint on the defaults do what no history does one later. */
    static const struct {
        const char *setting;
        int playouts, visits, inner, agrees;
    } rows[] = {{"default", 16, 500000, 300000, 0},
                {"default", 32, 250000, 200000, 1},
                {"default", 64, 250000, 100000, 1},
                {"default MctsHistory=off", 16, 500000, 300000, 0},
                {"default MctsHistory=off", 32, 500000, 300000, 0},
                {"default MctsHistory=off", 64, 250000, 200000, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int k = 1; k <= 2; k++) {
            snprintf(all + strlen(all), sizeof all - strlen(all),
                     "rule,%s,%d,default,1000,1,0000beef,p%d,a2a3,%d,-1,%d,%d,-1,,w.epd,\"%d\"\n",
                     rows[i].setting, rows[i].playouts, k, rows[i].visits, rows[i].inner,
                     rows[i].agrees, k);
        }
    }
    put("a.csv", all);
    read_all();
    cr_expect_eq(results.look_count, 6);
    char *html = write_report(REPORT_HTML), *text = write_report(REPORT_TEXT);
    /* At the budget, 32 playouts: 0.2 nats against 0.3. */
    expect_text(html, "<td class=\"n\">-0.100 &plusmn; 0.000</td>");
    expect_text(html, "<td class=\"n\">100.0%<br><small>of 2</small></td>");
    expect_text(text, "morpho-lab mcts w.epd --rule MctsHistory=off --rule '' --playouts 32 "
                      "--reference 1000 --hash 1 --limit 2\n");
    free(html);
    free(text);
}

Test(report, threads)
{
    put("a.csv", THREADS_HEAD
        "2,9,64,0000beef,A CPU,p1,2000000,1000000,1000000,900000,2000000,2000000,w.epd,\"1\"\n");
    read_all();
    char *text = write_report(REPORT_TEXT);
    expect_text(text, "0.500 (0.500-0.500)");
    expect_text(text, " 500,000 |");
    expect_text(text, "morpho-lab threads w.epd --threads 2 --depth 9 --hash 64 --limit 1\n");
    free(text);
}

Test(report, strangers_and_rows_that_are_not_whole)
{
    put("other", "some,other,table\n1,2,3\n");
    put("b.csv", "");
    put("a.csv", MATCH_HEAD "Killers=false,," NEGAMAX ",0,2,2,0,0,0,0,0,0,1,0\nKillers=fal");
    read_all();
    cr_assert_eq(results.stranger_count, 2);
    cr_expect_str_eq(results.strangers[0], "b.csv");
    cr_expect_str_eq(results.strangers[1], "other");
    cr_expect_eq(results.match_count, 1);
    char *text = write_report(REPORT_TEXT);
    expect_text(text, "all lost");
    free(text);
    put("b.csv", "");
}

static void expect_damage(const char *text, const char *complaint)
{
    put("a.csv", text);
    cr_expect_not(report_results_read(&results, folder, &why), "taken: %s", text);
    expect_text(why.text, complaint);
    report_results_free(&results);
}

Test(report, damage)
{
    expect_damage(MATCH_HEAD "x,,y,nodes 1,b,1,0123abcd,89abcdef,m,0,2,1,0,1,0,0,1,0,0,0\nx\n",
                  "a.csv, line 3: not a row of a record of matches");
    expect_damage(MATCH_HEAD "x,,y,nodes 1,b,1,0123abcz,m,0,2,1,0,1,0,0,1,0,0,0\n", "line 2");
    expect_damage(MATCH_HEAD "x,,y,nodes 1,b,one,0123abcd,89abcdef,m,0,2,1,0,1,0,0,1,0,0,0\n",
                  "line 2");
    expect_damage(MATCH_HEAD "x,,y,nodes 1,b,1,0123abcd,89abcdef,m,0,2,2,0,1,0,0,1,0,0,0\n",
                  "line 2");
    expect_damage(SUITE_HEAD "both,mia,depth 6,16,0000beef,p,a2a3,cp 1,6,1,1,1,1,0,0,0,o,\"1\"\n",
                  "a.csv, line 2: not a row of a suite's record");
    expect_damage(SUITE_HEAD "mcts,mia,depth 6,16,0000beef,p,a2a3,cp 1,6,1,1,1,1,2,0,0,o,\"1\"\n",
                  "line 2");
    expect_damage(SUITE_HEAD "mcts,mia,depth 6,16,0000beef,p,a2a3,cp 1,6,1,1,1,1,1,0,0,o,1\n",
                  "line 2");
    expect_damage(RULES_HEAD "reader,default,16,default,9,1,0000beef,p,a2a3,0,0,0,1,1,,w,\"1\"\n",
                  "a.csv, line 2: not a row of a record of morpho-lab mcts");
    expect_damage(RULES_HEAD "rule,default,16,default,9,1,0000beef,p,a2a3,0,0,0,1,2,,w,\"1\"\n",
                  "line 2");
    expect_damage(RULES_HEAD "rule,default,16,default,9,1,0000beef,p,a2a3,0,0,0,1,1,,\"1\"\n",
                  "line 2");
    expect_damage(THREADS_HEAD "1,9,64,0000beef,m,p,1,1,1,1,1,1,w,\"1\"\n",
                  "a.csv, line 2: not a row of a record of threads");
    expect_damage(THREADS_HEAD "2,9,64,0000beef,m,p,0,1,1,1,1,1,w,\"1\"\n", "line 2");
}

Test(report, lost_folder)
{
    cr_expect_not(report_results_read(&results, "/nowhere/at/all", &why));
    expect_text(why.text, "/nowhere/at/all: No such file");
}
