/* Nets of Stockfish: the file, the evaluation against a plain computation from the file's numbers,
 * and the judgement by quiescence. The net has random weights, which are computed from their place
 * in the file. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random_numbers.h"
#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "game_record.h"
#include "nnue_judge.h"
#include "quiet_position.h"
#include "random_net.h"
#include "train_fixture.h"

enum { PLACES = 32, KINDS = 11, INPUTS = PLACES * KINDS * 64, SUMS = 1024, BUCKETS = 8 };

/* ---- The numbers of the net ---- */

typedef enum { BIAS, WEIGHT, MATERIAL, L1_BIAS, L1, L2_BIAS, L2, L3_BIAS, L3, GROUPS } group;

/* The largest absolute value of each group. Sums of weights then lie around the range of the
 * clipping, and so do those of the dense layers. */
static const int most[GROUPS] = {60, 15, 3000, 4000, 25, 3000, 60, 20000, 60};

static int number(group g, uint64_t index)
{
    const uint64_t random = random_mix(index * GROUPS + (uint64_t)g);
    return (int)(random % (2 * (unsigned)most[g] + 1)) - most[g];
}

static char path[FIXTURE_PATH_MAX];

static void put(FILE *f, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        putc((int)(value >> 8 * i & 255), f);
    }
}

static void put_group(FILE *f, group g, uint64_t from, uint64_t count, int bytes)
{
    for (uint64_t i = from; i < from + count; i++) {
        put(f, (uint32_t)number(g, i), bytes);
    }
}

static void write_net(void)
{
    FILE *f = fopen(path, "wb");
    cr_assert(f);
    put(f, 0x7AF32F20, 4);
    put(f, 0x1C102EF2, 4);
    put(f, 5, 4);
    fputs("words", f);
    put(f, 0x7F2344B8, 4);
    put_group(f, BIAS, 0, SUMS, 2);
    put_group(f, WEIGHT, 0, (uint64_t)INPUTS * SUMS, 2);
    put_group(f, MATERIAL, 0, (uint64_t)INPUTS * BUCKETS, 4);
    for (uint64_t b = 0; b < BUCKETS; b++) {
        put(f, 0x63336A4A, 4);
        put_group(f, L1_BIAS, 16 * b, 16, 4);
        put_group(f, L1, 16 * SUMS * b, 16 * SUMS, 1);
        put_group(f, L2_BIAS, 32 * b, 32, 4);
        put_group(f, L2, 32 * 32 * b, 32 * 32, 1);
        put_group(f, L3_BIAS, b, 1, 4);
        put_group(f, L3, 32 * b, 32, 1);
    }
    cr_assert_eq(fclose(f), 0);
}

/* ---- The plain computation ---- */

static int clip(int value)
{
    return value < 0 ? 0 : value > 127 ? 127 : value;
}

static uint64_t input_of(const position *pos, colour side, square s)
{
    const square king = pos_king(pos, side);
    const int file = king & 7, rank = side == WHITE ? king >> 3 : 7 - (king >> 3);
    const int place = 4 * (7 - rank) + (file > 3 ? 7 - file : file);
    const int seen_file = file > 3 ? s & 7 : 7 - (s & 7);
    const int seen_rank = side == WHITE ? s >> 3 : 7 - (s >> 3);
    const piece p = pos->board[s];
    const int other = piece_side(p) != side;
    const int kind = piece_kind(p) == KING ? 10 : 2 * (int)piece_kind(p) + other;
    return (uint64_t)(64 * (KINDS * place + kind) + 8 * seen_rank + seen_file);
}

static int plain_sum(const position *pos, colour side, int column)
{
    int sum = number(BIAS, (uint64_t)column);
    for (square s = 0; s < 64; s++) {
        if (pos->board[s] != PIECE_NONE) {
            sum += number(WEIGHT, input_of(pos, side, s) * SUMS + (uint64_t)column);
        }
    }
    return sum;
}

static int plain_material(const position *pos, colour side, int bucket)
{
    int sum = 0;
    for (square s = 0; s < 64; s++) {
        if (pos->board[s] != PIECE_NONE) {
            sum += number(MATERIAL, input_of(pos, side, s) * BUCKETS + (uint64_t)bucket);
        }
    }
    return sum;
}

static int plain_layers(const int x[SUMS], uint64_t b)
{
    int first[16], second[32] = {0}, sum = number(L3_BIAS, b);
    for (uint64_t i = 0; i < 16; i++) {
        first[i] = number(L1_BIAS, 16 * b + i);
        for (uint64_t j = 0; j < SUMS; j++) {
            first[i] += x[j] * number(L1, (16 * b + i) * SUMS + j);
        }
    }
    for (int i = 0; i < 15; i++) {
        const double squared = (double)first[i] * first[i] / (1 << 19);
        second[i] = squared >= 127.0 ? 127 : (int)squared;
        second[15 + i] = clip(first[i] >> 6);
    }
    for (uint64_t i = 0; i < 32; i++) {
        int third = number(L2_BIAS, 32 * b + i);
        for (uint64_t j = 0; j < 32; j++) {
            third += second[j] * number(L2, (32 * b + i) * 32 + j);
        }
        sum += clip(third >> 6) * number(L3, 32 * b + i);
    }
    return sum + (int)((long long)first[15] * 600 * 16 / (127 * 64));
}

static int plain_score(const position *pos)
{
    int x[SUMS];
    const int bucket = (bb_count(pos_occupied(pos)) - 1) / 4;
    for (int view = 0; view < 2; view++) {
        const colour side = (colour)(pos->to_move ^ view);
        for (int i = 0; i < SUMS / 2; i++) {
            x[SUMS / 2 * view + i] =
                clip(plain_sum(pos, side, i)) * clip(plain_sum(pos, side, i + SUMS / 2)) >> 7;
        }
    }
    const int material = (plain_material(pos, (colour)pos->to_move, bucket) -
                          plain_material(pos, (colour)(pos->to_move ^ 1), bucket)) /
                         2;
    return (material + plain_layers(x, (uint64_t)bucket)) / 16 * 100 / 361;
}

/* ---- The tests ---- */

static failure why;
static nnue_net *net;

static void begin(void)
{
    attacks_init(true);
    fixture_path(path, "random.nnue");
    write_net();
    net = nnue_net_read(path, &why);
    cr_assert(net, "%s", why.text);
}

static void end(void)
{
    nnue_net_free(net);
    fixture_remove_all();
}

TestSuite(nnue_net, .init = begin, .fini = end, .timeout = 120);

/* Plays random moves and compares the sums that were updated with the plain computation. */
static void expect_scores_of_game(const char *fen, uint64_t random)
{
    static nnue_sums sums, next;
    position pos;
    move moves[MOVES_MAX];
    cr_assert(fen_parse(&pos, fen, NULL, &why), "%s", why.text);
    nnue_net_sum(net, &pos, &sums);
    for (int ply = 0; ply < 40; ply++) {
        cr_assert_eq(nnue_net_score(net, &sums, &pos), plain_score(&pos), "%s, ply %d", fen, ply);
        const int count = gen_legal(&pos, moves);
        if (count == 0) {
            break;
        }
        position after = pos;
        pos_make(&after, moves[random_below(&random, (uint64_t)count)]);
        nnue_net_update(net, &sums, &pos, &after, &next);
        pos = after;
        sums = next;
    }
}

Test(nnue_net, equals_a_plain_computation)
{
    expect_scores_of_game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1);
    expect_scores_of_game("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 2);
    expect_scores_of_game("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", 3);
    expect_scores_of_game("2k5/8/8/8/3q4/8/8/6K1 w - - 0 1", 4);
}

/* Replaces the byte at `at`, or cuts the file there, and expects a reason. */
static void expect_refusal(long at, int byte, const char *reason)
{
    FILE *f = fopen(path, "r+b");
    cr_assert(f && fseek(f, at, SEEK_SET) == 0);
    const int old = getc(f);
    cr_assert_eq(fseek(f, at, SEEK_SET), 0);
    cr_assert(putc(byte, f) != EOF && fclose(f) == 0);
    nnue_net *read = nnue_net_read(path, &why);
    cr_expect_null(read);
    cr_expect(strstr(why.text, reason), "%s", why.text);
    cr_expect(strstr(why.text, path), "%s", why.text);
    nnue_net_free(read);
    f = fopen(path, "r+b");
    cr_assert(f && fseek(f, at, SEEK_SET) == 0 && (old == EOF || putc(old, f) != EOF));
    cr_assert_eq(fclose(f), 0);
}

static void write_start_of_net(size_t size)
{
    static const uint8_t header[] = {0x20, 0x2F, 0xF3, 0x7A, 0xF2, 0x2E, 0x10, 0x1C, 0, 0, 0, 0};
    FILE *f = fopen(path, "wb");
    cr_assert(f && fwrite(header, 1, size, f) == size && fclose(f) == 0);
}

Test(nnue_net, refuses_files_that_are_no_such_net)
{
    FILE *f = fopen(path, "rb");
    cr_assert(f && fseek(f, 0, SEEK_END) == 0);
    const long size = ftell(f);
    fclose(f);
    expect_refusal(0, 0, "it is not a net of Stockfish 15.1");
    expect_refusal(11, 1, "it is not a net of Stockfish 15.1");
    expect_refusal(17, 0, "its inputs have another mark");
    expect_refusal(21 + 2 * SUMS + INPUTS * (2 * SUMS + 4 * BUCKETS), 0,
                   "its dense layers have another mark");
    expect_refusal(21 + 2 * SUMS + INPUTS * (2 * SUMS + 4 * BUCKETS) + 7, 1,
                   "a number is too large");
    expect_refusal(size, 0, "more bytes follow the net");
    write_start_of_net(12);
    cr_expect_null(nnue_net_read(path, &why));
    cr_expect(strstr(why.text, "it ends too early"), "%s", why.text);
    write_start_of_net(0);
    cr_expect_null(nnue_net_read(path, &why));
    cr_expect(strstr(why.text, "it ends too early"), "%s", why.text);
}

Test(nnue_net, the_checksum_tells_nets_apart)
{
    FILE *f = fopen(path, "r+b");
    const uint32_t before = nnue_net_checksum(net);
    cr_assert(f && fseek(f, -1, SEEK_END) == 0 && putc(99, f) != EOF && fclose(f) == 0);
    nnue_net *other = nnue_net_read(path, &why);
    cr_assert(other, "%s", why.text);
    cr_expect_neq(nnue_net_checksum(other), before);
    nnue_net_free(other);
}

static int judgement_of(const char *fen)
{
    position pos;
    cr_assert(fen_parse(&pos, fen, NULL, &why), "%s", why.text);
    return nnue_judge_position(net, &pos);
}

Test(nnue_net, judges_what_no_net_needs_to_know)
{
    cr_expect_eq(judgement_of("8/8/8/8/8/5k2/8/5K2 w - - 0 1"), 0, "bare kings");
    cr_expect_eq(judgement_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 0, "stalemate");
    cr_expect_eq(judgement_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), -game_mate_score(0), "mate");
    /* In check, and every way out is mated by a capture. */
    cr_expect_eq(judgement_of("6rk/6pp/8/6N1/8/8/8/K6Q w - - 0 1") >= GAME_SCORE_MATE, true,
                 "Qxh7 mates");
}

/* A capture is worth what the net says after it, if that is more than standing still. */
Test(nnue_net, quiescence_is_a_search_of_captures)
{
    static nnue_sums sums;
    position pos, after;
    cr_assert(fen_parse(&pos, "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", NULL, &why), "%s", why.text);
    nnue_net_sum(net, &pos, &sums);
    const int still = nnue_net_score(net, &sums, &pos);
    after = pos;
    pos_make(&after, gen_from_uci(&pos, "e4d5"));
    nnue_net_sum(net, &after, &sums);
    const int taken = -nnue_net_score(net, &sums, &after);
    cr_expect_eq(nnue_judge_position(net, &pos), still > taken ? still : taken);
}

/* True if a value net may learn from the position after a move. */
static bool leads_to_quiet(const position *pos, move m)
{
    move legal[MOVES_MAX];
    position after = *pos;
    pos_make(&after, m);
    return quiet_by_exchanges(&after, legal, gen_legal(&after, legal));
}

Test(nnue_net, draws_different_moves_and_judges_the_quiet_positions_after_them)
{
    nets *policy = random_net_load(&random_net_small);
    const backend b = {.nets = policy, .kernels = kernels_best()};
    judged_move judged[MOVES_MAX], again[MOVES_MAX];
    move legal[MOVES_MAX];
    position pos;
    cr_assert(fen_parse(&pos, "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
                        NULL, &why));
    cr_assert_eq(nnue_judge_moves(net, &b, &pos, 9, judged), 9);
    cr_assert_eq(nnue_judge_moves(net, &b, &pos, 9, again), 9);
    for (int i = 0; i < 9; i++) {
        position after = pos;
        cr_assert(gen_is_legal(&pos, judged[i].move) && leads_to_quiet(&pos, judged[i].move));
        pos_make(&after, judged[i].move);
        const int score = -nnue_judge_position(net, &after);
        cr_expect_eq(judged[i].score, score < GAME_SCORE_MATE ? score : score - 1);
        cr_expect(again[i].move == judged[i].move && again[i].score == judged[i].score);
        for (int k = 0; k < i; k++) {
            cr_expect_neq(judged[i].move, judged[k].move);
        }
    }
    const int count = gen_legal(&pos, legal);
    int quiet = 0;
    for (int i = 0; i < count; i++) {
        quiet += leads_to_quiet(&pos, legal[i]);
    }
    cr_expect(quiet > 9 && quiet < count);
    cr_expect_eq(nnue_judge_moves(net, &b, &pos, MOVES_MAX, judged), quiet);
    nets_free(policy);
}
