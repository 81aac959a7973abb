/* Both searches with endgame tables of three pieces (tests/data/syzygy): roots that the tables
 * know, and positions below roots that they do not know. Skipped without Fathom. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chess/movegen.h"
#include "search_fixture.h"
#include "system/library.h"

static syzygy_tables *tables;
static failure why;

/* Opens the tables of a folder in place of those of the search. */
static void open_tables(const char *folder)
{
    f.options.endgames.tables = NULL;
    fixture_configure();
    syzygy_close(tables);
    tables = syzygy_open(folder, &why);
    cr_assert_not_null(tables, "%s", why.text);
    f.options.endgames.tables = tables;
    fixture_configure();
}

/* With nets of noise or the default nets, as `make` says. */
static void begin_with(search_algorithm by, void (*make)(search_algorithm, size_t))
{
    system_library library;
    if (!system_library_open(&library, "fathom", 1, NULL)) {
        cr_skip_test("libfathom1 is not installed");
    }
    make(by, 4);
    f.options.endgames = (search_endgames){.pieces_max = 7, .depth_least = 1, .fifty_moves = true};
    open_tables(TEST_DATA "/syzygy");
}

static void begin(search_algorithm by)
{
    begin_with(by, fixture_begin_by);
}

static void close_tables(void)
{
    syzygy_close(tables);
}

TestSuite(endgames, .fini = close_tables, .timeout = 300);

static const search_limits some = {.nodes = 3000};

/* A pawn that wins only if the king goes aside, and one that is lost. */
static const char won_pawn[] = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";
static const char lost_rook[] = "8/8/8/8/3k4/8/8/K2R4 b - - 0 1";
static const char drawn_rook[] = "8/8/8/8/8/8/3k4/K2R4 b - - 0 1"; /* the king takes it */

/* The rook takes a knight, and the tables know the rest. No mate is near. */
static const char rook_takes[] = "8/8/8/8/4k3/8/8/K1R1n3 w - - 0 1";

/* The pawn takes the knight, and the tables know that the edge pawn does not win. */
static const char pawn_takes[] = "1k6/8/8/8/8/n7/1P6/7K w - - 0 1";

static bool is_score(int value)
{
    return f.last.score.kind == SCORE_CENTIPAWNS && f.last.score.value == value;
}

BOTH_SEARCHES(endgames, a_root_keeps_its_result)
{
    static const struct {
        const char *fen;
        int score;
        int keeping; /* moves */
    } cases[] = {
        {won_pawn, SCORE_CP_TABLES, 2},
        {lost_rook, -SCORE_CP_TABLES, 6},
        {drawn_rook, 0, 1},
        {"4k3/4P3/8/4K3/8/8/8/8 b - - 0 1", 0, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        root_move moves[MOVES_MAX];
        syzygy_verdict verdict;
        fixture_set(cases[i].fen);
        const search_result result = fixture_go(&some);
        cr_assert(syzygy_judge(tables, &f.position, &verdict));
        bool keeps = false;
        for (int k = 0; k < verdict.count; k++) {
            keeps |= verdict.keeping[k] == result.best;
        }
        cr_expect(keeps && f.last.pv[0] == result.best, "%s: %s", cases[i].fen,
                  fixture_text(result.best));
        cr_expect(is_score(cases[i].score), "%s: %d", cases[i].fen, f.last.score.value);
        cr_expect_eq(search_root_moves(f.search, moves, MOVES_MAX), cases[i].keeping, "%s",
                     cases[i].fen);
        cr_expect_eq(f.last.table_hits, (uint64_t)gen_count(&f.position), "%s: only the root's",
                     cases[i].fen);
    }
}

/* A mate is better than what the tables tell. */
BOTH_SEARCHES(endgames, a_root_reports_a_mate)
{
    fixture_set("k7/8/1K6/8/8/8/8/7R w - - 0 1");
    fixture_go(&some);
    cr_expect(f.last.score.kind == SCORE_MATE && f.last.score.value > 0);
    fixture_set("7k/5K2/8/8/8/8/8/6R1 b - - 0 1");
    fixture_go(&some);
    /* Mcts may prove a longer mate first. */
    cr_expect(f.last.score.kind == SCORE_MATE && f.last.score.value < 0);
}

BOTH_SEARCHES(endgames, several_lines_have_only_moves_that_keep_the_result)
{
    f.options.multi_pv = 5;
    fixture_configure();
    fixture_set(won_pawn);
    fixture_go(&some);
    cr_expect_eq(f.last.multi_pv, 2, "two moves win");
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(f.lines[i].score.value, SCORE_CP_TABLES);
        cr_expect(f.lines[i].score.win > 0.999f && f.lines[i].score.draw < 0.001f);
    }
}

/* Of the moves that the user allows, the best are kept. */
BOTH_SEARCHES(endgames, searchmoves_come_first)
{
    fixture_set(won_pawn);
    const move draws[2] = {gen_from_uci(&f.position, "e6f5"), gen_from_uci(&f.position, "e6d5")};
    search_limits limits = some;
    limits.moves = draws;
    limits.move_count = 2;
    const search_result result = fixture_go(&limits);
    cr_expect(result.best == draws[0] || result.best == draws[1]);
    cr_expect(is_score(0), "%d", f.last.score.value);
}

/* The rook needs more than the five plies that are left, so the game is drawn. */
BOTH_SEARCHES(endgames, the_fifty_move_rule)
{
    fixture_set("8/8/8/3k4/8/8/8/1R2K3 w - - 95 80");
    fixture_go(&some);
    cr_expect(is_score(1), "%d", f.last.score.value);
    cr_expect(f.last.score.draw > 0.999f);
    f.options.endgames.fifty_moves = false;
    fixture_configure();
    fixture_go(&some);
    cr_expect(is_score(SCORE_CP_TABLES), "%d", f.last.score.value);
    fixture_set("4k3/8/4K3/8/4P3/8/8/8 w - - 99 80"); /* only the pawn's move is in time */
    f.options.endgames.fifty_moves = true;
    fixture_configure();
    cr_expect_str_eq(fixture_text(fixture_go(&some).best), "e4e5");
    cr_expect(is_score(SCORE_CP_TABLES), "%d", f.last.score.value);
}

/* The plies that the best defence leaves after a move. */
static int plies_after(move m)
{
    syzygy_move moves[MOVES_MAX];
    const int count = syzygy_probe_moves(tables, &f.position, moves);
    int plies = 0, least = 1000;
    for (int i = 0; i < count; i++) {
        plies = moves[i].move == m ? moves[i].plies : plies;
        least = moves[i].plies > 0 && moves[i].plies < least ? moves[i].plies : least;
    }
    return plies - least;
}

/* A winner who has gone to and fro must take the shortest way. */
BOTH_SEARCHES(endgames, repetitions_end)
{
    static const char *const moves[] = {"d1d2", "e5e4", "d2d1", "e4e5"};
    root_move allowed[MOVES_MAX];
    fixture_set("8/8/8/4k3/8/8/8/K2R4 w - - 0 1");
    fixture_go(&some);
    const int before = search_root_moves(f.search, allowed, MOVES_MAX);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        fixture_play(moves[i]);
    }
    const search_result result = fixture_go(&some);
    cr_expect_eq(plies_after(result.best), 0);
    cr_expect_lt(search_root_moves(f.search, allowed, MOVES_MAX), before);
}

/* The proof is a score beyond evaluations that is no mate; its line ends in the tables. */
BOTH_SEARCHES(endgames, a_win_below_the_root_is_no_mate)
{
    fixture_set(rook_takes);
    const search_result result = fixture_go(&some);
    cr_expect_str_eq(fixture_text(result.best), "c1e1");
    cr_expect(is_score(SCORE_CP_TABLES - 1), "%d", f.last.score.value);
    cr_expect(f.last.score.win > 0.999f);
    cr_expect(f.last.table_hits > 0);
}

/* Whatever the knight does, the rook takes it. */
BOTH_SEARCHES(endgames, a_loss_below_the_root_is_no_mate)
{
    fixture_set("1R6/8/8/8/8/8/k5K1/7n b - - 0 1");
    fixture_go(&some);
    cr_expect(f.last.table_hits > 0);
    cr_expect(f.last.score.kind == SCORE_MATE || abs(f.last.score.value) <= SCORE_CP_TABLES);
    if (f.last.score.kind != SCORE_MATE) {
        cr_expect(f.last.score.value < -SCORE_CP_MAX, "%d", f.last.score.value);
    }
}

BOTH_SEARCHES(endgames, a_draw_below_the_root)
{
    fixture_set(pawn_takes);
    fixture_go(&some);
    cr_expect(f.last.table_hits > 0);
    cr_expect(f.last.score.kind == SCORE_CENTIPAWNS && abs(f.last.score.value) <= SCORE_CP_MAX);
    const move takes = gen_from_uci(&f.position, "b2a3");
    fixture_go(&(search_limits){.nodes = 1000, .moves = &takes, .move_count = 1});
    cr_expect(is_score(0), "%d", f.last.score.value);
}

/* What a search learnt with other tables does not stay. */
BOTH_SEARCHES(endgames, no_position_is_looked_up_beyond_the_limit)
{
    for (int most = 3; most >= 0; most--) {
        f.options.endgames.pieces_max = most;
        fixture_configure();
        fixture_set(rook_takes);
        fixture_go(&some);
        cr_expect_eq(is_score(SCORE_CP_TABLES - 1), most == 3, "%d", f.last.score.value);
        cr_expect(most == 3 ? f.last.table_hits > 0 : most > 1 || f.last.table_hits == 0);
        fixture_set(lost_rook);
        fixture_go(&some);
        cr_expect_eq(is_score(-SCORE_CP_TABLES), most == 3, "%d", f.last.score.value);
    }
}

/* Wins that earlier searches found in the tables must not hide the mate once the game has entered
 * them, and no position is looked up any more. */
BOTH_SEARCHES(endgames, a_root_in_the_tables_sees_mates_again)
{
    static const char *const moves[] = {"g6g7", "e3d2", "g7g8q", "d2e1",
                                        "g8g4", "e1f1", "g4f4",  "f1g1"};
    const search_limits deep = {.depth = f.options.algorithm == SEARCH_NEGAMAX ? 12 : 0,
                                .nodes = 200000};
    fixture_set("8/8/6P1/1K6/5p2/4k3/8/8 w - - 0 1");
    fixture_go(&deep);
    cr_expect(f.last.table_hits > 0);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        fixture_play(moves[i]);
        if (i % 2 == 1) {
            fixture_go(&deep);
        }
    }
    cr_expect(f.last.score.kind == SCORE_MATE && f.last.score.value > 0, "%d", f.last.score.value);
}

/* Mcts clears its value table on the clock when the game enters the endgame tables. A small one
 * takes no time, and the next game has all of it again. */
ONE_SEARCH(endgames, few_pieces_have_a_small_table_of_values, SEARCH_MCTS)
{
    f.options.hash_mb = 64;
    fixture_configure();
    fixture_set(rook_takes);
    fixture_go(&some);
    const size_t all = search_bytes_total(f.search);
    fixture_play("c1e1");
    fixture_play("e4d3");
    fixture_go(&some);
    cr_expect_lt(search_bytes_total(f.search), all);
    search_new_game(f.search);
    fixture_set(rook_takes);
    fixture_go(&some);
    cr_expect_eq(search_bytes_total(f.search), all);
}

/* `go mate` asks for a mate, which no table shows. */
BOTH_SEARCHES(endgames, a_search_for_a_mate)
{
    fixture_set("k7/8/2K5/8/8/8/7R/n7 w - - 0 1"); /* Kc7 and Rh8, or Ra2+ first */
    fixture_go(&(search_limits){.mate = 2, .nodes = 100000});
    cr_expect(f.last.score.kind == SCORE_MATE && f.last.score.value == 2, "%d", f.last.score.value);
    cr_expect_eq(f.last.table_hits, 0);
    fixture_set("k7/8/2K5/8/8/8/8/7R w - - 0 1"); /* a root in the tables */
    fixture_go(&(search_limits){.mate = 2, .nodes = 100000});
    cr_expect(f.last.score.kind == SCORE_MATE && f.last.score.value == 2, "%d", f.last.score.value);
}

/* Negamax looks up positions with as many pieces as tables can have only from a depth on. */
ONE_SEARCH(endgames, a_least_depth, SEARCH_NEGAMAX)
{
    f.options.endgames.depth_least = 100;
    fixture_configure();
    fixture_set(rook_takes);
    fixture_go(&(search_limits){.depth = 6});
    cr_expect_eq(f.last.table_hits, 0);
}

/* Without DTZ tables the root is ranked by results, and a winner finds his way below it. */
BOTH_SEARCHES(endgames, a_root_without_dtz)
{
    static const char *const names[] = {"KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw",
                                        "KPvK.rtbw"};
    char folder[64], path[128], target[512];
    snprintf(folder, sizeof folder, "endgames_%ld", (long)getpid());
    cr_assert_eq(mkdir(folder, 0700), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        snprintf(target, sizeof target, "%s/syzygy/%s", TEST_DATA, names[i]);
        cr_assert_eq(symlink(target, path), 0);
    }
    open_tables(folder);

    root_move moves[MOVES_MAX];
    fixture_set(won_pawn);
    fixture_go(&some);
    cr_expect(is_score(SCORE_CP_TABLES), "%d", f.last.score.value);
    cr_expect_eq(search_root_moves(f.search, moves, MOVES_MAX), 2);
    cr_expect(f.last.table_hits > (uint64_t)gen_count(&f.position), "below the root, too");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* True if White, which is to move, mates before the game is drawn. Black chooses the longest
 * defence. */
static bool wins(const char *fen)
{
    const uint64_t nodes = f.options.algorithm == SEARCH_MCTS ? 800 : 8000;
    search_new_game(f.search);
    fixture_set(fen);
    while (gen_any(&f.position) && f.position.halfmove_clock < 100 &&
           line_occurrences(&f.game, &f.position) < 2 && !pos_insufficient_material(&f.position)) {
        syzygy_verdict defence;
        const bool attacks = f.position.to_move == WHITE;
        cr_assert(attacks || syzygy_judge(tables, &f.position, &defence));
        line_play(&f.game, &f.position,
                  attacks ? fixture_go(&(search_limits){.nodes = nodes}).best : defence.best);
    }
    return f.position.to_move == BLACK && pos_in_check(&f.position) && !gen_any(&f.position);
}

static void expect_wins(const char *const fens[], int count)
{
    for (int i = 0; i < count; i++) {
        cr_expect(wins(fens[i]), "%s by %s", fens[i], search_algorithm_words[f.options.algorithm]);
    }
}

/* With the default nets, and without tables too. MORPHO_SYZYGY may name a folder with tables of
 * four pieces. */
Test(endgames, won_endings_are_won)
{
    static const char *const of_three[] = {"8/8/8/3k4/8/8/8/K6R w - - 0 1",
                                           "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
                                           "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"};
    static const char *const of_four[] = {"8/8/8/3k4/8/3K4/3BN3/8 w - - 0 1",
                                          "8/8/8/3k4/8/3K4/3BB3/8 w - - 0 1",
                                          "8/8/3r4/3k4/8/8/4Q3/3K4 w - - 0 1"};
    const char *larger = getenv("MORPHO_SYZYGY");
    for (int by = 0; by < SEARCH_ALGORITHMS; by++) {
        begin_with((search_algorithm)by, fixture_begin_strong);
        expect_wins(of_three, 3);
        if (larger) {
            open_tables(larger);
            expect_wins(of_four, 3);
        }
        f.options.endgames.tables = NULL;
        fixture_configure();
        expect_wins(of_three, 3);
        fixture_end();
    }
}
