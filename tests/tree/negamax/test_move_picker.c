#include <criterion/criterion.h>
#include <stdint.h>

#include "chess/see.h"
#include "chess_walk.h"
#include "move_picker.h"
#include "negamax_parts.h"

enum { GAMES = SLOW_BUILD ? 14 : 70, PLIES = 120, TRIES = 6 };

static uint64_t state;
static negamax_history *history;

static const hist_context nowhere = {.row = {HIST_NO_MOVE}};

static void begin(void)
{
    const search_techniques use = search_techniques_of(SETTING_MODERN);
    const search_params params = search_params_default();
    const hist_negamax_settings settings = ab_history_settings(&use, &params);
    walk_start();
    history = hist_negamax_new(&settings);
    cr_assert_not_null(history);
}
static void end(void)
{
    hist_negamax_free(history);
}

TestSuite(move_picker, .init = begin, .fini = end);

static int find(const move moves[], int count, move m)
{
    int i = 0;
    while (i < count && moves[i] != m) {
        i++;
    }
    return i < count ? i : -1;
}

/* Any 16 bits; a legal move; a noisy one; none. */
static move some_move(const position *pos)
{
    move moves[MOVES_MAX];
    const check_info checks = pos_check_info(pos);
    const uint64_t bits = random_next(&state);
    int count = 0;
    switch (bits & 3) {
    case 0:
        return (move)(bits >> 8);
    case 1:
        count = gen_legal(pos, moves);
        break;
    case 2:
        count = gen_noisy(pos, &checks, moves);
        break;
    default:
        break;
    }
    return count > 0 ? moves[(bits >> 8) % (uint64_t)count] : MOVE_NONE;
}

/* Guesses of every kind, often the same one twice. */
static pick_source some_source(const position *pos, const check_info *checks)
{
    pick_source from = {.pos = pos, .checks = checks, .history = history, .context = &nowhere};
    from.threats = pos_attacked_by(pos, (colour)(pos->to_move ^ 1));
    from.table_move = some_move(pos);
    for (int i = 0; i < REFUTATIONS; i++) {
        const move before = i == 2 ? from.refutations[1] : from.table_move;
        from.refutations[i] = random_next(&state) % 4 ? some_move(pos) : before;
    }
    return from;
}

/* Histories that are not empty: a node in which one move cut, and often others too. */
static void teach(const position *pos, bitboard threats)
{
    move moves[MOVES_MAX];
    const int count = gen_legal(pos, moves);
    hist_result r;
    hist_result_begin(&r, &nowhere, 1 + (int)(random_next(&state) % 9), false);
    for (int i = 0; i < count; i++) {
        const hist_move described = hist_move_of(pos, threats, moves[i]);
        const bool cuts = i == count - 1 || random_next(&state) % 4 == 0;
        const int place = hist_result_add(&r, &described, cuts ? HIST_CUT : HIST_FAILED);
        r.best = r.top = cuts ? place : r.best;
    }
    if (count > 0) {
        hist_learn(history, &r);
    }
}

/* A move's place among the steps, as the header lists them. */
static int step_of(const pick_source *from, move m)
{
    if (m == from->table_move) {
        return 0;
    }
    if (move_is_noisy(from->pos, m)) {
        return see_at_least(from->pos, m, 0) ? 1 : 4;
    }
    return find(from->refutations, REFUTATIONS, m) >= 0 ? 2 : 3;
}

static int quiet_score(const pick_source *from, move m)
{
    const hist_move described = hist_move_of(from->pos, from->threats, m);
    int score;
    hist_order(history, &nowhere, &described, 1, &score);
    return score;
}

static int unequal; /* neighbours among the quiet moves, whose order a history made */

static void expect_all_moves(const position *pos, const pick_source *from)
{
    move moves[MOVES_MAX], m;
    const int count = gen_legal(pos, moves);
    bool seen[MOVES_MAX] = {false};
    int picked = 0, step = 0, score = INT32_MAX;
    move_picker p;
    picker_begin(&p, from);
    while ((m = picker_next(&p, false)) != MOVE_NONE) {
        const int i = find(moves, count, m);
        cr_assert(i >= 0, "move %x is not legal", m);
        cr_assert(!seen[i], "move %x came twice", m);
        seen[i] = true;
        picked++;
        const int now = step_of(from, m);
        cr_assert_geq(now, step, "move %x of step %d came after step %d", m, now, step);
        if (now == 3) {
            const int quiet = quiet_score(from, m);
            cr_assert(step < 3 || quiet <= score, "quiet moves by history");
            unequal += step == 3 && quiet < score;
            score = quiet;
        }
        step = now;
    }
    cr_assert_eq(picked, count);
    cr_assert_eq(picker_next(&p, false), MOVE_NONE, "the end is the end");
}

/* From any point on no quiet move comes, and every noisy one still does. */
static void expect_no_quiets(const position *pos, const pick_source *from)
{
    move moves[MOVES_MAX], m;
    const check_info checks = pos_check_info(pos);
    const int noisy = gen_noisy(pos, &checks, moves);
    const int until = (int)(random_next(&state) % 8);
    int picked = 0, noisy_picked = 0;
    move_picker p;
    picker_begin(&p, from);
    while ((m = picker_next(&p, picked >= until)) != MOVE_NONE) {
        const bool is_noisy = find(moves, noisy, m) >= 0;
        cr_assert(is_noisy || picked < until || m == p.from.table_move, "a quiet move %x", m);
        cr_assert(is_noisy || picked < until || picked == 0, "a quiet move %x", m);
        picked++;
        noisy_picked += is_noisy;
    }
    cr_assert_eq(noisy_picked, noisy);
}

static void expect_noisy_only(const position *pos, const pick_source *from)
{
    static const int leasts[] = {-32000, -500, 0, 1, 100, 400, 32000};
    move moves[MOVES_MAX], m;
    const check_info checks = pos_check_info(pos);
    const int noisy = gen_noisy(pos, &checks, moves);
    const int least = leasts[random_next(&state) % (sizeof leasts / sizeof *leasts)];
    bool seen[MOVES_MAX] = {false};
    int wanted = 0, picked = 0;
    for (int i = 0; i < noisy; i++) {
        wanted += see_at_least(pos, moves[i], least);
    }
    move_picker p;
    picker_begin_noisy(&p, from, least);
    while ((m = picker_next(&p, random_next(&state) & 1)) != MOVE_NONE) {
        const int i = find(moves, noisy, m);
        cr_assert(i >= 0 && !seen[i] && see_at_least(pos, m, least), "move %x", m);
        cr_assert(picked == 0 || m != from->table_move, "the table move first");
        seen[i] = true;
        picked++;
    }
    cr_assert_eq(picked, wanted, "least %d", least);
}

static int in_check;

static void visit(const position *pos)
{
    const check_info checks = pos_check_info(pos);
    in_check += checks.checkers != 0;
    for (int i = 0; i < TRIES; i++) {
        const pick_source from = some_source(pos, &checks);
        teach(pos, from.threats);
        expect_all_moves(pos, &from);
        expect_no_quiets(pos, &from);
        expect_noisy_only(pos, &from);
    }
}

Test(move_picker, each_legal_move_comes_once_and_in_its_step_whatever_is_guessed)
{
    state = 7;
    walk_games(GAMES, PLIES, visit);
    cr_expect_gt(in_check, GAMES, "checks too");
    cr_expect_gt(unequal, GAMES * 100, "%d", unequal);
}

Test(move_picker, killers_and_counter_come_in_their_order)
{
    const position pos = walk_fen(FEN_KIWIPETE);
    const check_info checks = pos_check_info(&pos);
    pick_source from = {.pos = &pos, .checks = &checks, .history = history, .context = &nowhere};
    from.refutations[0] = gen_from_uci(&pos, "e1c1");
    from.refutations[1] = gen_from_uci(&pos, "b2b3");
    from.refutations[2] = gen_from_uci(&pos, "a2a3");
    from.table_move = gen_from_uci(&pos, "g2g4");
    move_picker p;
    move got[MOVES_MAX], m;
    int count = 0;
    picker_begin(&p, &from);
    while ((m = picker_next(&p, false)) != MOVE_NONE) {
        got[count++] = m;
    }
    cr_assert_eq(count, 48);
    cr_expect_eq(got[0], from.table_move);
    const int first = find(got, count, from.refutations[0]);
    cr_expect(first > 1, "after the good captures");
    cr_expect_eq(got[first + 1], from.refutations[1]);
    cr_expect_eq(got[first + 2], from.refutations[2]);
}

/* Of two pawns that can be taken, with and without a history of each. */
Test(move_picker, captures_of_one_victim_come_by_their_history)
{
    const position pos = walk_fen("4k3/8/8/2p1p3/1P3P2/8/8/4K3 w - - 0 1");
    const check_info checks = pos_check_info(&pos);
    static const char *const captures[] = {"b4c5", "f4e5"};
    for (int good = 0; good < 2; good++) {
        hist_negamax_clear(history);
        const pick_source from = {
            .pos = &pos, .checks = &checks, .history = history, .context = &nowhere};
        hist_result r;
        hist_result_begin(&r, &nowhere, 4, false);
        for (int i = 0; i < 2; i++) {
            const hist_move m = hist_move_of(&pos, 0, gen_from_uci(&pos, captures[i]));
            hist_result_add(&r, &m, i == good ? HIST_CUT : HIST_FAILED);
        }
        r.best = good;
        hist_learn(history, &r);
        move_picker p;
        picker_begin(&p, &from);
        cr_expect_eq(picker_next(&p, false), gen_from_uci(&pos, captures[good]));
        cr_expect_eq(picker_next(&p, false), gen_from_uci(&pos, captures[!good]));
    }
}
