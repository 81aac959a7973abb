/* What the endgame tables of three pieces (tests/data/syzygy) say, and paths of tables. Skipped
 * without Fathom. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random_numbers.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "syzygy/tablebases.h"
#include "syzygy_fixture.h"

static syzygy_tables *tables;
static failure why;

static void begin(void)
{
    syzygy_fixture_begin();
    tables = syzygy_open(SYZYGY_DATA, &why);
    cr_assert_not_null(tables, "%s", why.text);
}

static void end(void)
{
    syzygy_close(tables);
    syzygy_fixture_end();
}

TestSuite(syzygy_tables, .init = begin, .fini = end, .timeout = 300);

static void set(position *pos, const char *fen)
{
    cr_assert(fen_parse(pos, fen, NULL, &why), "%s", why.text);
}

Test(syzygy_tables, endings_that_they_know_and_others)
{
    static const struct {
        const char *fen;
        int result;
        int keeping;      /* number of moves that keep the result; 0: it is not known */
        const char *best; /* NULL: several are as good */
    } cases[] = {
        {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 1, 2, NULL}, /* the king goes aside */
        {"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", -1, 2, NULL},
        {"4k3/4P3/8/4K3/8/8/8/8 b - - 0 1", 0, 3, NULL},
        {"8/5P1k/8/6K1/8/8/8/8 w - - 0 1", 1, 2, "f7f8r"}, /* a queen stalemates */
        {"8/P7/8/8/8/8/k7/7K w - - 0 1", 1, 5, "a7a8q"},
        {"8/8/8/8/3k4/8/8/K2R4 b - - 0 1", -1, 6, NULL},
        {"8/8/8/8/8/8/3k4/K2R4 b - - 0 1", 0, 1, "d2d1"},
        {"8/8/8/8/4k3/8/8/K3N3 w - - 0 1", 0, 7, NULL},
        /* The fifty-move rule ends this game before the mate; a pawn's move resets its clock. */
        {"8/8/8/3k4/8/8/8/1R2K3 w - - 95 80", 0, 15, NULL},
        {"4k3/8/4K3/8/4P3/8/8/8 w - - 99 80", 1, 1, "e4e5"},
        {"4k3/8/4K3/4P3/4p3/8/8/8 w - - 0 1", 0, 0, NULL}, /* no such table */
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 0, 0, NULL},    /* castling is not in the tables */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position pos;
        syzygy_verdict v;
        char best[MOVE_TEXT_MAX];
        set(&pos, cases[i].fen);
        cr_assert_eq(syzygy_judge(tables, &pos, &v), cases[i].keeping > 0, "%s", cases[i].fen);
        if (cases[i].keeping == 0) {
            continue;
        }
        move_to_uci(v.best, false, best);
        cr_expect(v.result == cases[i].result && v.count == cases[i].keeping, "%s: %d, %d moves",
                  cases[i].fen, v.result, v.count);
        cr_expect(!cases[i].best || strcmp(best, cases[i].best) == 0, "%s: %s", cases[i].fen, best);
    }
}

/* The result after a move, for the side that made it; also by the rules alone. */
static int after(const position *pos, move m, bool *known)
{
    position child = *pos;
    syzygy_verdict v;
    pos_make(&child, m);
    *known = true;
    if (!gen_any(&child)) {
        return pos_in_check(&child) ? 1 : 0;
    }
    *known = syzygy_judge(tables, &child, &v);
    return *known ? -v.result : 0;
}

/* A result is that of the best move, and the moves that keep it are those that lead to it. */
Test(syzygy_tables, verdicts_agree_with_those_a_ply_later)
{
    uint64_t random = 1;
    int results[3] = {0};
    for (int tried = 0; tried < 1500; tried++) {
        position pos;
        syzygy_verdict v;
        move legal[MOVES_MAX];
        do {
            random_three(&pos, "QRBNP"[tried % 5], &random);
        } while (!gen_any(&pos));
        cr_assert(syzygy_judge(tables, &pos, &v));
        const int count = gen_legal(&pos, legal);
        int keeping = 0;
        for (int i = 0; i < count; i++) {
            bool known, listed = false;
            const int result = after(&pos, legal[i], &known);
            for (int k = 0; k < v.count; k++) {
                listed |= v.keeping[k] == legal[i];
            }
            cr_assert(known && result <= v.result && listed == (result == v.result));
            keeping += listed;
            cr_assert(v.best != legal[i] || listed);
        }
        cr_assert_eq(keeping, v.count);
        results[v.result + 1]++;
    }
    cr_expect(results[0] > 100 && results[1] > 100 && results[2] > 100);
}

/* The library keeps the clock in a byte. */
Test(syzygy_tables, a_clock_beyond_a_byte)
{
    position pos;
    syzygy_verdict v;
    set(&pos, "4k3/8/4K3/8/8/8/8/3R4 w - - 0 80");
    for (int clock = 99; clock <= 300; clock++) {
        pos.halfmove_clock = (uint16_t)clock;
        cr_assert(syzygy_judge(tables, &pos, &v));
        cr_expect_eq(v.result, 0, "%d", clock);
    }
}

/* The plies of each move: above 0 for wins, and one for a mate. */
Test(syzygy_tables, plies_of_moves)
{
    position pos;
    syzygy_move moves[MOVES_MAX];
    set(&pos, "k7/8/1K6/8/8/8/8/7R w - - 0 1");
    const int count = syzygy_probe_moves(tables, &pos, moves);
    cr_assert_eq(count, gen_count(&pos));
    for (int i = 0; i < count; i++) {
        position after = pos;
        pos_make(&after, moves[i].move);
        const bool mates = pos_in_check(&after) && !gen_any(&after);
        cr_expect_eq(moves[i].plies == 1, mates);
        cr_expect_eq(moves[i].plies > 0, syzygy_probe(tables, &after) == SYZYGY_LOST);
    }
    set(&pos, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"); /* stalemate */
    cr_expect_eq(syzygy_probe_moves(tables, &pos, moves), 0);
    cr_expect_eq(syzygy_probe(tables, &pos), SYZYGY_DRAWN);
    set(&pos, "8/8/8/3k4/8/8/8/K7 w - - 0 1");
    cr_expect_eq(syzygy_probe(tables, &pos), SYZYGY_DRAWN, "bare kings");
}

Test(syzygy_tables, a_process_opens_them_once)
{
    cr_expect_null(syzygy_open(SYZYGY_DATA, &why));
    cr_expect(strstr(why.text, "has opened other endgame tables"), "%s", why.text);
}

/* ---- Paths ---- */

TestSuite(syzygy_path, .init = syzygy_fixture_begin, .fini = syzygy_fixture_end, .timeout = 300);

static void expect_refused(const char *path, const char *reason)
{
    cr_expect_null(syzygy_open(path, &why));
    cr_expect(strstr(why.text, reason), "%s", why.text);
}

Test(syzygy_path, a_folder_without_tables_is_refused)
{
    expect_refused(TEST_DATA, "data: no endgame tables");
    expect_refused("none", "none: No such file or directory");
    expect_refused(TEST_DATA "/perft.epd", "data/perft.epd: Not a directory");
    expect_refused("", "names no folder");
    expect_refused("::", "names no folder");
    table_copy("KQvK.rtbz");
    expect_refused(".", "no endgame tables (.rtbw)");
}

static void expect_left_out(const char *path, int wdl, const char *reason)
{
    tables = syzygy_open(path, &why);
    cr_assert_not_null(tables, "%s", why.text);
    cr_expect_eq(syzygy_found_in(tables).wdl, wdl);
    cr_expect(syzygy_next_problem(tables, &why) && strstr(why.text, reason), "%s", why.text);
    cr_expect_not(syzygy_next_problem(tables, &why));
    syzygy_close(tables);
}

/* The others are used. */
Test(syzygy_path, folders_that_cannot_be_read_are_left_out)
{
    expect_left_out(SYZYGY_DATA ":none", 5, "none: No such file or directory");
    expect_left_out("none:" SYZYGY_DATA, 5, "none: No such file or directory");
    expect_left_out(":" TEST_DATA "/perft.epd::" SYZYGY_DATA, 5, "Not a directory");
}

/* No folder is a table, and the library would wait for ever for who writes into the pipe. */
Test(syzygy_path, what_is_no_file_is_refused)
{
    table_copy("KQvK.rtbw");
    for (int folder = 0; folder < 2; folder++) {
        cr_assert_eq(folder ? mkdir("KRvK.rtbw", 0700) : mkfifo("KRvK.rtbw", 0600), 0);
        expect_refused(".", "KRvK.rtbw: it is no file");
        expect_left_out(".:" SYZYGY_DATA, 5, "KRvK.rtbw: it is no file");
        cr_assert_eq(folder ? rmdir("KRvK.rtbw") : unlink("KRvK.rtbw"), 0);
    }
}

static void expect_found(const char *path, int wdl, int dtz)
{
    tables = syzygy_open(path, &why);
    cr_assert_not_null(tables, "%s: %s", path, why.text);
    const syzygy_found found = syzygy_found_in(tables);
    cr_expect(found.wdl == wdl && found.dtz == dtz && found.pieces == 3, "%s: %d %d %d", path,
              found.wdl, found.dtz, found.pieces);
    cr_expect_not(syzygy_next_problem(tables, &why));
    syzygy_close(tables);
}

/* Names that no table has do not count, whatever they hold. */
Test(syzygy_path, other_files_are_left_alone)
{
    static const char *const names[] = {"KvK.rtbw",  "KvKQ.rtbw",     "KRQvK.rtbw",
                                        "KQvK.rtbm", "KQvK.rtbw.old", "KBvKR.rtbw",
                                        "QvK.rtbw",  "KQQQQQQvK.rtbw"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        table_make(names[i], "text", 4);
    }
    table_copy("KRvK.rtbw");
    expect_found(".", 1, 0);
}

Test(syzygy_path, several_folders_and_empty_names)
{
    table_copy("KQvK.rtbw");
    table_copy("KRvK.rtbz");
    expect_found(".:" SYZYGY_DATA, 5, 5);
    expect_found(":.::" SYZYGY_DATA "::", 5, 5);
}

/* Other tables after the first ones, and the first ones again. What the library writes to standard
 * output and error when it finds a file of a wrong size, and when it closes tables that were used,
 * is not heard. */
Test(syzygy_path, tables_are_closed_and_others_opened)
{
    position won;
    struct stat status;
    set(&won, "4k3/8/8/8/8/8/8/K2R4 w - - 0 1");
    table_copy("KQvK.rtbw");
    table_make("KNvK.rtbw", "text", 4);
    fflush(stdout);
    const int kept = dup(fileno(stderr)), kept_output = dup(fileno(stdout));
    cr_assert(freopen("heard", "a", stderr) && freopen("heard", "a", stdout));
    for (int i = 0; i < 6; i++) {
        const bool few = i % 2 == 1;
        tables = syzygy_open(few ? "." : SYZYGY_DATA, &why);
        cr_assert_not_null(tables, "%s", why.text);
        cr_expect_eq(syzygy_probe(tables, &won), few ? SYZYGY_UNKNOWN : SYZYGY_WON);
        syzygy_close(tables);
    }
    fflush(stderr);
    fflush(stdout);
    dup2(kept, fileno(stderr));
    dup2(kept_output, fileno(stdout));
    close(kept);
    close(kept_output);
    cr_expect_eq(stat("heard", &status), 0);
    cr_expect_eq(status.st_size, 0);
}

/* Without DTZ the results are known, but not the moves. */
Test(syzygy_path, results_without_dtz)
{
    position pos;
    syzygy_move moves[MOVES_MAX];
    table_copy("KRvK.rtbw");
    tables = syzygy_open(".", &why);
    cr_assert_not_null(tables, "%s", why.text);
    set(&pos, "4k3/8/8/8/8/8/8/K2R4 b - - 0 1");
    cr_expect_eq(syzygy_probe(tables, &pos), SYZYGY_LOST);
    cr_expect_eq(syzygy_probe_moves(tables, &pos, moves), 0);
    syzygy_close(tables);
}
