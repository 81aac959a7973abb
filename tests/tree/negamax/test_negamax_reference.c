/* Compares the search without techniques with a simple alpha-beta search. The simple search has the
 * same evaluation and quiescence (captures, in check all moves), and no table, move order, null
 * windows or iterations. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/value_stack.h"
#include "score.h"
#include "search_fixture.h"

static void begin(void)
{
    fixture_begin_negamax(8, 2);
    f.options.techniques = (search_techniques){0};
    fixture_configure();
}

TestSuite(negamax_reference, .init = begin, .fini = fixture_end);

typedef struct reference {
    value_stack *sums;
    line path;
} reference;

static int evaluate(reference *r, const position *pos)
{
    value_stack_reset(r->sums);
    const int clock = pos->halfmove_clock < 100 ? pos->halfmove_clock : 100;
    return value_stack_evaluate(r->sums, pos) * (200 - clock) / 200;
}

static bool is_draw(const reference *r, const position *pos)
{
    if (pos->halfmove_clock >= 100) {
        return !pos_in_check(pos) || gen_any(pos);
    }
    return pos_insufficient_material(pos) || line_repeats(&r->path, pos->halfmove_clock);
}

/* `depth` 0 and below: captures, promotions and evasions alone. */
static int plain(reference *r, const position *pos, int alpha, int beta, int depth, int ply)
{
    move moves[MOVES_MAX];
    const check_info checks = pos_check_info(pos);
    const bool all = depth > 0 || checks.checkers;
    if (ply > 0 && is_draw(r, pos)) {
        return SCORE_DRAW;
    }
    const int count = all ? gen_legal(pos, moves) : gen_noisy(pos, &checks, moves);
    if (count == 0 && all) {
        return checks.checkers ? score_mated_in(ply) : SCORE_DRAW;
    }
    int best = all ? -SCORE_INFINITE : evaluate(r, pos);
    alpha = best > alpha ? best : alpha;
    for (int i = 0; i < count && alpha < beta; i++) {
        position after = *pos;
        pos_make(&after, moves[i]);
        line_push(&r->path, after.key);
        const int score = -plain(r, &after, -beta, -alpha, depth - 1, ply + 1);
        line_cut(&r->path, r->path.length - 1);
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

/* A report's score as the search has it. */
static int score_of(const search_info *info)
{
    const int value = info->score.value;
    if (info->score.kind == SCORE_CENTIPAWNS) {
        return value;
    }
    return value > 0 ? score_mates_in(2 * value - 1) : score_mated_in(-2 * value);
}

static const char *const fens[] = {
    FEN_START,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/pp3ppp/8/3r4/3R4/8/PP3PPP/4K3 b - - 30 40",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "8/1P6/8/4k3/8/4K3/6p1/8 w - - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 96 90",
    "7k/8/8/8/8/R7/1R6/7K w - - 97 90",
    "3q1rk1/5ppp/8/8/8/8/5PPP/3Q1RK1 w - - 0 1",
};

enum { FENS = sizeof fens / sizeof *fens };

static void compare(const char *fen, int depth, bool lines)
{
    failure why;
    reference r = {value_stack_new(&f.nets->value, f.options.kernels, 1, &why), {.length = 0}};
    cr_assert_not_null(r.sums);
    f.options.multi_pv = lines ? MULTI_PV_MAX : 1;
    fixture_configure();
    search_new_game(f.search);
    fixture_set(fen);
    fixture_go(&(search_limits){.depth = depth});
    r.path = f.game;
    if (!lines) {
        const int wanted = plain(&r, &f.position, -SCORE_INFINITE, SCORE_INFINITE, depth, 0);
        /* From depth 3 on the table knows positions by paths of another fifty-move clock. */
        cr_expect_leq(abs(score_of(&f.last) - wanted), depth > 2, "%s, depth %d: %d, not %d", fen,
                      depth, score_of(&f.last), wanted);
    }
    for (int i = 0; lines && i < f.finals; i++) {
        const search_info *told = &f.lines[i];
        position after = f.position;
        pos_make(&after, told->pv[0]);
        line_push(&r.path, after.key);
        const int wanted = -plain(&r, &after, -SCORE_INFINITE, SCORE_INFINITE, depth - 1, 1);
        line_cut(&r.path, r.path.length - 1);
        cr_expect_eq(score_of(told), wanted, "%s, depth %d, %s: %d, not %d", fen, depth,
                     fixture_text(told->pv[0]), score_of(told), wanted);
    }
    cr_expect(!lines || f.finals == gen_count(&f.position));
    value_stack_free(r.sums);
}

Test(negamax_reference, the_bare_search_is_worth_what_the_plainest_is)
{
    for (int i = 0; i < FENS; i++) {
        for (int depth = 1; depth <= 3; depth++) {
            compare(fens[i], depth, false);
        }
    }
}

/* Every root move is worth what the plainest search gives it. */
Test(negamax_reference, so_is_every_root_move)
{
    for (int i = 0; i < FENS; i++) {
        for (int depth = 1; depth <= 2; depth++) {
            compare(fens[i], depth, true);
        }
    }
}

/* The order of moves changes no score. */
Test(negamax_reference, histories_cost_nothing)
{
    f.options.techniques.killers = f.options.techniques.counter_move = true;
    f.options.techniques.butterfly_history = f.options.techniques.threat_history = true;
    f.options.techniques.captures_history = true;
    f.options.techniques.continuation_history = HIST_CONTINUE_BOTH;
    for (int i = 0; i < FENS; i++) {
        compare(fens[i], 3, false);
    }
    compare("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47", 4, false);
}
