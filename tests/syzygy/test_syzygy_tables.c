/* What the endgame tables of three pieces (tests/data/syzygy) say, and paths of tables. Skipped
 * without Fathom. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/random_numbers.h"
#include "syzygy/tables.h"

static syzygy_tables *tables;
static failure why;

static void begin(void)
{
    attacks_init(true);
    why = (failure){""};
    if (!dlopen("libfathom.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {
        cr_skip_test("libfathom1 is not installed");
    }
    tables = syzygy_open(TEST_DATA "/syzygy", &why);
    cr_assert_not_null(tables, "%s", why.text);
}

static void end(void)
{
    syzygy_close(tables);
}

TestSuite(syzygy_tables, .init = begin, .fini = end, .timeout = 300);

static void set(position *pos, const char *fen)
{
    cr_assert(fen_parse(pos, fen, NULL, &why), "%s", why.text);
}

Test(syzygy_tables, known_endings)
{
    static const struct {
        const char *fen;
        int result;
        int keeping;      /* number of moves that keep the result */
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
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position pos;
        syzygy_verdict v;
        char best[MOVE_TEXT_MAX];
        set(&pos, cases[i].fen);
        cr_assert(syzygy_judge(tables, &pos, &v), "%s", cases[i].fen);
        move_to_uci(v.best, false, best);
        cr_expect(v.result == cases[i].result && v.count == cases[i].keeping, "%s: %d, %d moves",
                  cases[i].fen, v.result, v.count);
        cr_expect(!cases[i].best || strcmp(best, cases[i].best) == 0, "%s: %s", cases[i].fen, best);
    }
}

Test(syzygy_tables, positions_that_they_do_not_know)
{
    static const char *const fens[] = {
        "4k3/8/4K3/4P3/4p3/8/8/8 w - - 0 1", /* no such table */
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",    /* castling is not in the tables */
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        position pos;
        syzygy_verdict v;
        set(&pos, fens[i]);
        cr_expect_not(syzygy_judge(tables, &pos, &v), "%s", fens[i]);
    }
    cr_expect_eq(syzygy_found_in(tables).pieces, 3);
}

static bool random_position(position *pos, uint64_t *random)
{
    static const char pieces[] = "QRBNPqrbnp";
    char fen[96], board[64];
    memset(board, 0, sizeof board);
    const char men[] = {'K', 'k', pieces[random_next(random) % 10]};
    for (int i = 0; i < 3; i++) {
        board[random_next(random) % 64] = men[i];
    }
    int at = 0;
    for (int i = 0; i < 64; i++) {
        if (i % 8 == 0 && i > 0) {
            fen[at++] = '/';
        }
        fen[at++] = board[i] ? board[i] : '1';
    }
    snprintf(fen + at, sizeof fen - (size_t)at, " %c - - 0 1", random_next(random) % 2 ? 'w' : 'b');
    return strchr(fen, 'K') && strchr(fen, 'k') && fen_parse(pos, fen, NULL, NULL) && gen_any(pos);
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
    for (int tried = 0; tried < 1500;) {
        position pos;
        syzygy_verdict v;
        move legal[MOVES_MAX];
        if (!random_position(&pos, &random)) {
            continue;
        }
        tried++;
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

/* From a won position the best moves lead to mate. */
Test(syzygy_tables, best_moves_win)
{
    position pos;
    syzygy_verdict v;
    int plies = 0;
    set(&pos, "4k3/8/4K3/8/4P3/8/8/8 w - - 0 1");
    while (gen_any(&pos)) {
        cr_assert(syzygy_judge(tables, &pos, &v) && plies < 100);
        cr_assert_eq(v.result, plies % 2 ? -1 : 1);
        pos_make(&pos, v.best);
        plies++;
    }
    cr_expect(pos_in_check(&pos) && plies % 2 == 1);
}

/* The library keeps the clock in a byte. */
Test(syzygy_tables, a_clock_beyond_a_byte)
{
    static const int clocks[] = {99, 100, 255, 256, 300, 60000};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        position pos;
        syzygy_verdict v;
        set(&pos, "4k3/8/4K3/8/8/8/8/3R4 w - - 0 80");
        pos.halfmove_clock = (uint16_t)clocks[i];
        cr_assert(syzygy_judge(tables, &pos, &v));
        cr_expect_eq(v.result, 0, "%d", clocks[i]);
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
    cr_expect_null(syzygy_open(TEST_DATA "/syzygy", &why));
    cr_expect(strstr(why.text, "has opened other endgame tables"), "%s", why.text);
}

/* ---- Paths ---- */

enum { PATH_ROOM = 2048 };

static char folder[PATH_ROOM]; /* a new folder of this test */

static void begin_path(void)
{
    begin();
    end();
    snprintf(folder, sizeof folder, "syzygy_tables_%ld", (long)getpid());
    cr_assert_eq(mkdir(folder, 0700), 0);
}

/* Links a table of tests/data into the folder, and returns its path there. */
static const char *add(const char *name)
{
    static char path[2 * PATH_ROOM], target[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(target, sizeof target, "%s/syzygy/%s", TEST_DATA, name);
    cr_assert_eq(symlink(target, path), 0, "%s", path);
    return path;
}

/* A table of so many bytes, which begins with `magic`. */
static void write_table(const char *name, const char *magic, long size)
{
    char path[2 * PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    fputs(magic, file);
    fclose(file);
    cr_assert_eq(truncate(path, size), 0);
}

static void end_path(void)
{
    char path[2 * PATH_ROOM];
    DIR *directory = opendir(folder);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    closedir(directory);
    rmdir(folder);
}

TestSuite(syzygy_path, .init = begin_path, .fini = end_path, .timeout = 300);

static void expect_refused(const char *path, const char *reason)
{
    cr_expect_null(syzygy_open(path, &why));
    cr_expect(strstr(why.text, reason), "%s", why.text);
}

Test(syzygy_path, a_folder_without_tables_is_refused)
{
    expect_refused(TEST_DATA, "data: no endgame tables");
    expect_refused(TEST_DATA "/none", "data/none: No such file or directory");
    expect_refused(TEST_DATA "/perft.epd", "data/perft.epd: Not a directory");
    expect_refused("", "names no folder");
    expect_refused("::", "names no folder");
    add("KQvK.rtbz");
    expect_refused(folder, "no endgame tables (.rtbw)");
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

Test(syzygy_path, damaged_tables_are_left_out)
{
    add("KQvK.rtbw");
    write_table("KRvK.rtbw", "\x71\xe8\x23\x5d", 100);
    expect_left_out(folder, 1, "KRvK.rtbw: it is cut off");
    write_table("KRvK.rtbw", "", 0);
    expect_left_out(folder, 1, "KRvK.rtbw: it is cut off");
    write_table("KRvK.rtbw", "\x71\xe8\x23\x5d", 16);
    expect_left_out(folder, 1, "KRvK.rtbw: it is cut off");
    write_table("KRvK.rtbw", "\xd7\x66\x0c\xa5", 80); /* a DTZ table */
    expect_left_out(folder, 1, "KRvK.rtbw: it is no Syzygy table");
    write_table("KRvK.rtbw", "text", 80);
    expect_left_out(folder, 1, "KRvK.rtbw: it is no Syzygy table");
    write_table("KRvK.rtbw", "\x71\xe8\x23\x5d", 80);
    expect_left_out(folder, 1, "KRvK.rtbw: it is damaged: its checksum is wrong");
}

/* The others are used. */
Test(syzygy_path, folders_that_cannot_be_read_are_left_out)
{
    static const char none[] = "data/none: No such file or directory";
    expect_left_out(TEST_DATA "/syzygy:" TEST_DATA "/none", 5, none);
    expect_left_out(TEST_DATA "/none:" TEST_DATA "/syzygy", 5, none);
    expect_left_out(":" TEST_DATA "/perft.epd::" TEST_DATA "/syzygy", 5, "Not a directory");
}

/* No folder is a table, and the library would wait for ever for who writes into the pipe. */
Test(syzygy_path, what_is_no_file_is_refused)
{
    char path[2 * PATH_ROOM], both[2 * PATH_ROOM];
    add("KQvK.rtbw");
    snprintf(both, sizeof both, "%s:%s", folder, TEST_DATA "/syzygy");
    snprintf(path, sizeof path, "%s/KRvK.rtbw", folder);
    cr_assert_eq(mkfifo(path, 0600), 0);
    expect_refused(folder, "KRvK.rtbw: it is no file");
    expect_left_out(both, 5, "KRvK.rtbw: it is no file");
    cr_assert_eq(unlink(path), 0);
    cr_assert_eq(mkdir(path, 0700), 0);
    expect_refused(folder, "KRvK.rtbw: ");
    expect_left_out(both, 5, "KRvK.rtbw: ");
    cr_assert_eq(rmdir(path), 0);
}

/* Names that no table has do not count, whatever they hold. */
Test(syzygy_path, other_files_are_left_alone)
{
    static const char *const names[] = {"KvK.rtbw",  "KvKQ.rtbw",     "KRQvK.rtbw",
                                        "KQvK.rtbm", "KQvK.rtbw.old", "KBvKR.rtbw",
                                        "QvK.rtbw",  "KQQQQQQvK.rtbw"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        write_table(names[i], "text", 4);
    }
    add("KRvK.rtbw");
    tables = syzygy_open(folder, &why);
    cr_assert_not_null(tables, "%s", why.text);
    const syzygy_found found = syzygy_found_in(tables);
    cr_expect(found.wdl == 1 && found.dtz == 0 && found.pieces == 3);
    cr_expect_not(syzygy_next_problem(tables, &why));
    syzygy_close(tables);
}

Test(syzygy_path, several_folders_and_empty_names)
{
    char path[2 * PATH_ROOM];
    add("KQvK.rtbw");
    add("KRvK.rtbz");
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s%s%s%s%s", i == 1 ? ":" : "", folder, i == 2 ? "::" : ":",
                 TEST_DATA "/syzygy",
                 i == 3 ? "::"
                 : i    ? ":"
                        : "");
        tables = syzygy_open(path, &why);
        cr_assert_not_null(tables, "%s: %s", path, why.text);
        const syzygy_found found = syzygy_found_in(tables);
        cr_expect(found.wdl == 5 && found.dtz == 5 && found.pieces == 3, "%s: %d %d %d", path,
                  found.wdl, found.dtz, found.pieces);
        syzygy_close(tables);
    }
}

/* Other tables after the first ones, and the first ones again. What the library writes to standard
 * output and error when it finds a file of a wrong size, and when it closes tables that were used,
 * is not heard. */
Test(syzygy_path, tables_are_closed_and_others_opened)
{
    position won;
    char heard[2 * PATH_ROOM];
    struct stat status;
    set(&won, "4k3/8/8/8/8/8/8/K2R4 w - - 0 1");
    snprintf(heard, sizeof heard, "%s/heard", folder);
    add("KQvK.rtbw");
    write_table("KNvK.rtbw", "text", 4);
    fflush(stdout);
    const int kept = dup(fileno(stderr)), kept_output = dup(fileno(stdout));
    cr_assert(freopen(heard, "a", stderr) && freopen(heard, "a", stdout));
    for (int i = 0; i < 6; i++) {
        const bool few = i % 2 == 1;
        tables = syzygy_open(few ? folder : TEST_DATA "/syzygy", &why);
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
    cr_expect_eq(stat(heard, &status), 0);
    cr_expect_eq(status.st_size, 0);
}

/* Without DTZ the results are known, but not the moves. */
Test(syzygy_path, results_without_dtz)
{
    position pos;
    syzygy_move moves[MOVES_MAX];
    add("KRvK.rtbw");
    tables = syzygy_open(folder, &why);
    cr_assert_not_null(tables, "%s", why.text);
    set(&pos, "4k3/8/8/8/8/8/8/K2R4 b - - 0 1");
    cr_expect_eq(syzygy_probe(tables, &pos), SYZYGY_LOST);
    cr_expect_eq(syzygy_probe_moves(tables, &pos, moves), 0);
    syzygy_close(tables);
}
