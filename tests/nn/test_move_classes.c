/* Compares the classes of moves with a slow reference, and tests the rows of queries. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/see.h"
#include "chess_walk.h"
#include "nn/features.h"

TestSuite(move_classes, .init = walk_start);

/* A move's classes, taken apart again. */
typedef struct parts {
    unsigned type, victim, exchange, check;
    unsigned flight, threats, neglect, guard, support;
} parts;

enum { NOTHING = 5, LOSES = 0, HOLDS, WINS };

static parts take_apart(const uint16_t class[MOVE_CLASSES])
{
    unsigned trade = class[0], standing = class[1] - 216u;
    parts p = {.check = trade % 2,
               .exchange = trade / 2 % 3,
               .victim = trade / 6 % 6,
               .type = trade / 36,
               .support = standing % 2,
               .guard = standing / 2 % 4,
               .neglect = standing / 8 % 2,
               .threats = standing / 16 % 3,
               .flight = standing / 48 % 3};
    cr_assert_lt(p.type, PIECE_TYPES);
    cr_assert_eq(standing / 144, p.type, "both classes name the piece");
    return p;
}

static void classes_of(const position *pos, const move moves[], int count,
                       uint16_t classes[][MOVE_CLASSES])
{
    const attack_maps maps = pos_attack_maps(pos);
    feature_move_classes(pos, &maps, moves, count, classes);
}

/* feature_policy_inputs() gives the rows of the position and this query. */
static void check_inputs(const position *pos, const move moves[], int count,
                         const policy_query *query, bool classed)
{
    policy_query both;
    uint16_t both_rows[FEATURES_MAX], rows[FEATURES_MAX];
    const int row_count = feature_rows(pos, classed, rows);
    cr_assert_eq(feature_policy_inputs(&both, both_rows, pos, classed, moves, count, classed),
                 row_count);
    cr_assert_arr_eq(both_rows, rows, (size_t)row_count * sizeof *rows);
    cr_assert(both.moves == query->moves && both.count == query->count);
    cr_assert_arr_eq(both.rows, query->rows, query->count * sizeof *query->rows);
}

static void check_queries(const position *pos)
{
    move moves[MOVES_MAX];
    uint16_t classes[MOVES_MAX][MOVE_CLASSES];
    policy_query query, plain;
    bool seen[POLICY_ROWS_CLASSED] = {0};
    float answers[QUERY_ROWS_MAX];
    const int count = gen_legal(pos, moves);
    classes_of(pos, moves, count, classes);
    feature_policy_query(&plain, pos, moves, count, false);
    feature_policy_query(&query, pos, moves, count, true);
    check_inputs(pos, moves, count, &plain, false);
    check_inputs(pos, moves, count, &query, true);
    cr_assert(plain.count == count && query.moves == count);
    cr_assert_arr_eq(query.rows, plain.rows, (size_t)count * sizeof *plain.rows);
    for (int i = 0; i < query.count; i++) {
        cr_assert_not(seen[query.rows[i]]);
        seen[query.rows[i]] = true;
        answers[i] = (float)query.rows[i];
    }
    policy_query_sum(&query, answers);
    for (int i = 0; i < count; i++) {
        const int sum = query.rows[i] + 2 * POLICY_ROWS + classes[i][0] + classes[i][1];
        cr_assert_float_eq(answers[i], (float)sum, 0.5f);
    }
}

Test(move_classes, queries_name_each_class_once)
{
    walk_games(7, 80, check_queries);
}

/* ---- Each part of a class, from the moves and the attackers themselves ---- */

static unsigned plain_exchange(const position *pos, move m)
{
    if (!see_at_least(pos, m, 0)) {
        return LOSES;
    }
    return pos_is_capture(pos, m) && see_at_least(pos, m, 1) ? WINS : HOLDS;
}

/* Their pieces that the moved one attacks and that are loose or worth more, up to two. */
static unsigned plain_threats(const position *pos, move m)
{
    const square from = move_from(m), to = move_to(m);
    const colour us = (colour)pos->to_move;
    const piece_type type =
        move_is_promotion(m) ? (piece_type)move_kind_of(m) : piece_kind(pos->board[from]);
    const bitboard occupied = pos_occupied(pos) & ~bb_of(from);
    const bitboard safe = pos_attacked_by(pos, us ^ 1);
    bitboard left = attacks_of(type, us, to, occupied);
    unsigned count = 0;
    left &= pos->side[us ^ 1] & ~pos->kind[KING];
    while (left) {
        const square s = bb_pop(&left);
        const piece_type target = piece_kind(pos->board[s]);
        const bool worth_more = type != KING && see_value[target] > see_value[type];
        count += worth_more || !(safe & bb_of(s));
    }
    return count < 2 ? count : 2;
}

static bool plain_check(const position *pos, move m)
{
    position next = *pos;
    pos_make(&next, m);
    return pos_in_check(&next);
}

static parts plain_parts(const position *pos, move m)
{
    const square from = move_from(m), to = move_to(m);
    const colour us = (colour)pos->to_move;
    const attack_maps maps = pos_attack_maps(pos);
    const bitboard *kind = pos->kind, hanging = pos_hanging(pos, us, &maps) & ~kind[KING];
    const bitboard at_from = pos_attackers(pos, from, pos_occupied(pos)) & pos->side[us ^ 1];
    const bitboard at_to = pos_attackers(pos, to, pos_occupied(pos));
    const bitboard guards = at_to & pos->side[us ^ 1];
    const move_kind special = move_kind_of(m);
    const unsigned victim = special == MOVE_EN_PASSANT ? PAWN
                            : pos_is_capture(pos, m)   ? piece_kind(pos->board[to])
                                                       : NOTHING;
    return (parts){.type = piece_kind(pos->board[from]),
                   .victim = victim,
                   .exchange = plain_exchange(pos, m),
                   .check = plain_check(pos, m),
                   .flight = hanging & bb_of(from) ? 2 : at_from != 0,
                   .threats = plain_threats(pos, m),
                   .neglect = (hanging & ~bb_of(from)) != 0,
                   .guard = guards & kind[PAWN]                      ? 3
                            : guards & (kind[KNIGHT] | kind[BISHOP]) ? 2
                                                                     : guards != 0,
                   .support = (at_to & pos->side[us] & kind[PAWN]) != 0};
}

/* The classes see no check by the rook that castles, nor one along a line that a promoting pawn or
 * one taken en passant leaves. They see each that the piece gives from its new square at once. */
static bool must_see_check(const position *pos, move m)
{
    const colour us = (colour)pos->to_move;
    return move_kind_of(m) == MOVE_PLAIN ||
           (move_is_promotion(m) &&
            attacks_of((piece_type)move_kind_of(m), us, move_to(m), pos_occupied(pos)) &
                bb_of(pos_king(pos, us ^ 1)));
}

static void compare_each_move(const position *pos)
{
    move moves[MOVES_MAX];
    uint16_t classes[MOVES_MAX][MOVE_CLASSES];
    const int count = gen_legal(pos, moves);
    classes_of(pos, moves, count, classes);
    for (int i = 0; i < count; i++) {
        const parts got = take_apart(classes[i]);
        parts wanted = plain_parts(pos, moves[i]);
        wanted.check &= must_see_check(pos, moves[i]) || got.check;
        if (memcmp(&got, &wanted, sizeof got) != 0) {
            char fen[FEN_TEXT_MAX], text[MOVE_TEXT_MAX];
            fen_write(pos, false, fen);
            move_to_uci(moves[i], false, text);
            cr_assert_fail("%s %s: %u %u %u %u, %u %u %u %u %u", fen, text, got.type, got.victim,
                           got.exchange, got.check, got.flight, got.threats, got.neglect, got.guard,
                           got.support);
        }
    }
}

Test(move_classes, agree_with_following_each_move)
{
    static const char *const fens[] = {
        /* A rook that takes the queen may be taken by a pawn that promotes. */
        "5r1k/2P5/8/8/1Q6/8/8/7K w - -",
        /* The bishop that takes the pawn opens the line of the queen behind it. */
        "7k/8/8/8/8/1b6/P1Q5/7K w - -",
        /* The queen and the rook leave lines to the rooks behind them. */
        "4k3/3r4/8/3Q4/8/8/8/6K1 w - -",
        "4r2k/8/8/8/8/8/4R3/4R2K w - -",
        /* Whatever leaves the file uncovers a check. */
        "4k3/8/8/8/4B3/8/8/K3R3 w - -",
        "3q1r1k/8/8/8/2p5/3N4/8/4K3 w - -",
        "7k/8/3n4/8/8/3P4/1p6/R3KQ2 w - -",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        const position pos = walk_fen(fens[i]);
        compare_each_move(&pos);
    }
    walk_special(compare_each_move);
    walk_games(154, 100, compare_each_move);
}
