/* What the endgame tables of three pieces (tests/data/syzygy) say, and what the teacher makes of
 * it. Skipped without Fathom. */
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "endgame_tables.h"
#include "random_numbers.h"
#include "teacher.h"

static endgame_tables *tables;
static failure why;

static void begin(void)
{
    attacks_init(true);
    why = (failure){""};
    if (!dlopen("libfathom.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {
        cr_skip_test("libfathom1 is not installed");
    }
    tables = endgame_tables_open(TEST_DATA "/syzygy", &why);
    cr_assert_not_null(tables, "%s", why.text);
}

static void end(void)
{
    endgame_tables_close(tables);
}

TestSuite(endgame_tables, .init = begin, .fini = end, .timeout = 60);

static void set(position *pos, const char *fen)
{
    cr_assert(fen_parse(pos, fen, NULL, &why), "%s", why.text);
}

Test(endgame_tables, known_endings)
{
    static const struct {
        const char *fen;
        endgame_result result;
        int keeping;      /* number of moves that keep the result */
        const char *best; /* NULL: several are as good */
    } cases[] = {
        {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", ENDGAME_WON, 2, NULL}, /* the king goes aside */
        {"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", ENDGAME_LOST, 2, NULL},
        {"4k3/4P3/8/4K3/8/8/8/8 b - - 0 1", ENDGAME_DRAWN, 3, NULL},
        {"8/5P1k/8/6K1/8/8/8/8 w - - 0 1", ENDGAME_WON, 2, "f7f8r"}, /* a queen stalemates */
        {"8/P7/8/8/8/8/k7/7K w - - 0 1", ENDGAME_WON, 5, "a7a8q"},
        {"8/8/8/8/3k4/8/8/K2R4 b - - 0 1", ENDGAME_LOST, 6, NULL},
        {"8/8/8/8/8/8/3k4/K2R4 b - - 0 1", ENDGAME_DRAWN, 1, "d2d1"},
        {"8/8/8/8/4k3/8/8/K3N3 w - - 0 1", ENDGAME_DRAWN, 7, NULL},
        /* The fifty-move rule ends this game before the mate; a pawn's move resets its clock. */
        {"8/8/8/3k4/8/8/8/1R2K3 w - - 95 80", ENDGAME_DRAWN, 15, NULL},
        {"4k3/8/4K3/8/4P3/8/8/8 w - - 99 80", ENDGAME_WON, 1, "e4e5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position pos;
        endgame_verdict v;
        char best[MOVE_TEXT_MAX];
        set(&pos, cases[i].fen);
        cr_assert(endgame_tables_ask(tables, &pos, &v), "%s", cases[i].fen);
        move_to_uci(v.best, false, best);
        cr_expect(v.result == cases[i].result && v.count == cases[i].keeping, "%s: %d, %d moves",
                  cases[i].fen, v.result, v.count);
        cr_expect(!cases[i].best || strcmp(best, cases[i].best) == 0, "%s: %s", cases[i].fen, best);
    }
}

Test(endgame_tables, positions_that_they_do_not_know)
{
    static const char *const fens[] = {
        "4k3/8/4K3/4P3/4p3/8/8/8 w - - 0 1", /* no such table */
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",    /* castling is not in the tables */
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        position pos;
        endgame_verdict v;
        set(&pos, fens[i]);
        cr_expect_not(endgame_tables_ask(tables, &pos, &v), "%s", fens[i]);
    }
    cr_expect_eq(endgame_tables_pieces(tables), 3);
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
static endgame_result after(const position *pos, move m, bool *known)
{
    position child = *pos;
    endgame_verdict v;
    pos_make(&child, m);
    *known = true;
    if (!gen_any(&child)) {
        return pos_in_check(&child) ? ENDGAME_WON : ENDGAME_DRAWN;
    }
    *known = endgame_tables_ask(tables, &child, &v);
    return *known ? (endgame_result)(-(int)v.result) : ENDGAME_DRAWN;
}

/* A result is that of the best move, and the moves that keep it are those that lead to it. */
Test(endgame_tables, verdicts_agree_with_those_a_ply_later)
{
    uint64_t random = 1;
    int results[3] = {0};
    for (int tried = 0; tried < 1500;) {
        position pos;
        endgame_verdict v;
        move legal[MOVES_MAX];
        if (!random_position(&pos, &random)) {
            continue;
        }
        tried++;
        cr_assert(endgame_tables_ask(tables, &pos, &v));
        const int count = gen_legal(&pos, legal);
        int keeping = 0;
        for (int i = 0; i < count; i++) {
            bool known, listed = false;
            const endgame_result result = after(&pos, legal[i], &known);
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
Test(endgame_tables, best_moves_win)
{
    position pos;
    endgame_verdict v;
    int plies = 0;
    set(&pos, "4k3/8/4K3/8/4P3/8/8/8 w - - 0 1");
    while (gen_any(&pos)) {
        cr_assert(endgame_tables_ask(tables, &pos, &v) && plies < 100);
        cr_assert_eq(v.result, plies % 2 ? ENDGAME_LOST : ENDGAME_WON);
        pos_make(&pos, v.best);
        plies++;
    }
    cr_expect(pos_in_check(&pos) && plies % 2 == 1);
}

static void ask(const teacher_plan *plan, const char *fen, teacher_opinion *opinion)
{
    static teacher_question question;
    teacher_parts parts;
    teacher *t;
    cr_assert(teacher_parts_open(&parts, plan, &why), "%s", why.text);
    parts.tables = tables;
    cr_assert_eq(teacher_start(&t, &parts, -1, &why), ENGINE_ANSWERED, "%s", why.text);
    set(&question.pos, fen);
    question.chess960 = false;
    teacher_question_start(&question);
    cr_assert_eq(teacher_ask(t, &question, NULL, 0, opinion, &why), ENGINE_ANSWERED, "%s",
                 why.text);
    teacher_stop(t);
    parts.tables = NULL; /* they are the suite's */
    teacher_parts_close(&parts);
}

static const char underpromotion[] = "8/5P1k/8/6K1/8/8/8/8 w - - 0 1";

Test(endgame_tables, the_teacher_takes_scores_and_moves_from_them)
{
    teacher_opinion o;
    teacher_plan plan = {
        .engine = FAKE_ENGINE " good", .nodes = 50, .hash_mb = 1, .patience_seconds = 60.0};
    for (int own = 0; own < 2; own++) {
        plan.engine = own ? NULL : plan.engine;
        ask(&plan, underpromotion, &o);
        cr_expect(o.score == TEACHER_SCORE_WON && move_kind_of(o.best) == MOVE_TO_ROOK);
        for (int i = 0; i < o.visit_count; i++) {
            cr_expect(move_kind_of(o.visits[i].move) == MOVE_TO_ROOK ||
                      move_kind_of(o.visits[i].move) == MOVE_PLAIN);
        }
        ask(&plan, "8/8/8/8/3k4/8/8/K2R4 b - - 0 1", &o);
        cr_expect_eq(o.score, -TEACHER_SCORE_WON);
        ask(&plan, "8/8/8/8/8/8/3k4/K2R4 b - - 0 1", &o);
        cr_expect(o.score == 0 && move_to(o.best) == 3 && o.visit_count == own);
        ask(&plan, "4k3/8/4K3/4P3/4p3/8/8/8 w - - 0 1", &o);
        cr_expect_eq(o.visit_count > 0, own, "not in the tables");
    }
}

Test(endgame_tables, a_process_opens_them_once)
{
    cr_expect_null(endgame_tables_open(TEST_DATA "/syzygy", &why));
    cr_expect(strstr(why.text, "has opened other endgame tables"), "%s", why.text);
}

Test(no_endgame_tables, a_folder_without_tables_is_refused)
{
    if (!dlopen("libfathom.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {
        cr_skip_test("libfathom1 is not installed");
    }
    cr_expect_null(endgame_tables_open(TEST_DATA, &why));
    cr_expect(strstr(why.text, "no endgame tables"), "%s", why.text);
    cr_expect_null(endgame_tables_open(TEST_DATA "/none", &why));
    cr_expect(strstr(why.text, "no endgame tables"), "%s", why.text);
}
