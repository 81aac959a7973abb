/* Tests how game files become training positions: outcomes, which positions each kind of net learns
 * from, and their targets. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "run_fixture.h"
#include "train_chunk.h"
#include "train_copies.h"
#include "train_fixture.h"

static void start(void)
{
    attacks_init(true);
}

TestSuite(train_data, .init = start, .fini = fixture_remove_all);

/* Reads one file as `request` says. */
static train_data read_request(const char *path, train_request request)
{
    train_data data;
    failure warning, why = {""};
    thread_pool *pool = thread_pool_new(1, &why);
    const char *const paths[] = {path};
    request.paths = paths;
    request.count = 1;
    cr_assert(train_data_read(&data, &request, pool, &warning, &why), "%s", why.text);
    thread_pool_free(pool);
    return data;
}

static train_data read_file(const char *path, net_kind kind)
{
    return read_request(path, (train_request){.kind = kind, .share = 1.0});
}

/* All positions of a file in one row, whatever they are for. */
static size_t all_records(const train_data *data, train_record *to)
{
    size_t count = 0;
    for (int role = 0; role < GAME_PARTS; role++) {
        const train_set *set = &data->set[role];
        if (set->count) {
            memcpy(to + count, set->records, set->count * sizeof *to);
        }
        count += set->count;
    }
    return count;
}

/* Writes a file of one game, and frees the game. */
static void write_one(const char *path, game *g)
{
    game_writer *writer = fixture_writer(path);
    cr_assert(game_writer_add(writer, g, NULL) && game_writer_close(writer, NULL));
    game_free(g);
}

static void add_ply(game *g, unsigned from, unsigned to, int16_t score)
{
    game_ply *ply = game_add_ply(g);
    ply->best = ply->played = (uint16_t)(from | to << 6);
    ply->score = score;
}

/* 1. e4 e5 2. (deviation: Nf3 instead of best Bc4) Nc6 3. Bb5 a6 (mate), White wins. */
static void write_game(const char *path, uint8_t flags, bool marked, uint16_t reply)
{
    static const struct {
        uint16_t best, played;
        int16_t score;
    } plies[] = {{12 | 28 << 6, 12 | 28 << 6, 30}, {52 | 36 << 6, 52 | 36 << 6, -20},
                 {5 | 26 << 6, 6 | 21 << 6, 120},  {57 | 42 << 6, 57 | 42 << 6, GAME_SCORE_NONE},
                 {5 | 33 << 6, 5 | 33 << 6, 300},  {48 | 40 << 6, 48 | 40 << 6, -31990}};
    game g = {.result = GAME_WHITE_WON,
              .flags = flags,
              .fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2"};
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++) {
        game_ply *ply = game_add_ply(&g);
        ply->best = plies[i].best;
        ply->played = plies[i].played;
        ply->deviates = plies[i].best != plies[i].played;
        ply->random = marked && ply->deviates;
        ply->reply = ply->deviates ? reply : 0;
        ply->score = plies[i].score;
    }
    write_one(path, &g);
}

/* The random ply spoils the game's result for itself and all plies before it. */
Test(train_data, outcomes_are_n_step)
{
    char path[FIXTURE_PATH_MAX];
    train_record r[8];
    fixture_path(path, "known.games.gz");
    write_game(path, 0, false, 0);
    train_data data = read_file(path, NET_VALUE);
    cr_assert(all_records(&data, r) == 4, "a ply without a score, and a mate, are left out");
    cr_expect(r[0].outcome == 120 && r[1].outcome == -120 && r[2].outcome == 120);
    cr_expect(r[3].outcome == OUTCOME_WON && r[3].score == 300);
    cr_expect(r[2].best == move_of(5, 26, MOVE_PLAIN), "best is the teacher's, not the one played");
    train_data_free(&data);
    data = read_file(path, NET_POLICY);
    cr_expect(all_records(&data, r) == 6, "a policy net needs no score");
    train_data_free(&data);
}

/* The position after 2. Bc4, which the game did not reach, has Black to move and White's score. Of
 * a known reply both kinds of nets learn. A value net needs none. */
static void check_after_best(uint16_t reply, move expected, const size_t wanted[NET_KINDS])
{
    char path[FIXTURE_PATH_MAX];
    position pos;
    train_record after = {0};
    fixture_path(path, "known.games.gz");
    write_game(path, reply ? GAME_REPLIES : 0, false, reply);
    cr_assert(fen_parse(&pos, "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2",
                        NULL, NULL));
    train_record_pack(&after, &pos);
    for (net_kind kind = NET_VALUE; kind < NET_KINDS; kind++) {
        const train_request request = {
            .kind = kind, .whole = true, .after_moves = true, .share = 1.0};
        train_data data = read_request(path, request);
        const train_set *set = &data.set[GAME_TRAINING];
        size_t found = 0;
        for (size_t i = 0; i < set->count; i++) {
            if (train_record_key(&set->records[i]) == train_record_key(&after)) {
                found++;
                cr_expect(set->records[i].score == -120);
                cr_expect(kind == NET_POLICY || set->records[i].outcome == -120);
                cr_expect(set->records[i].best == expected);
            }
        }
        cr_expect(set->count == wanted[kind], "kind %d: %zu", (int)kind, set->count);
        cr_expect(found == (kind == NET_VALUE || expected != MOVE_NONE));
        cr_expect(data.from_file[0] == set->count);
        train_data_free(&data);
    }
}

Test(train_data, positions_after_best_moves)
{
    static const size_t without[NET_KINDS] = {[NET_VALUE] = 5, [NET_POLICY] = 6};
    static const size_t with[NET_KINDS] = {[NET_VALUE] = 5, [NET_POLICY] = 7};
    check_after_best(0, MOVE_NONE, without);
    check_after_best(57 | 42 << 6, move_of(57, 42, MOVE_PLAIN), with);
}

/* The positions after the moves of further lines have their scores for the other side. The one
 * after the move that was played is in the game. */
Test(train_data, positions_after_further_lines)
{
    static const size_t wanted[NET_KINDS] = {[NET_VALUE] = 4, [NET_POLICY] = 2};
    char path[FIXTURE_PATH_MAX];
    position pos;
    train_record after = {0};
    fixture_path(path, "lines.games.gz");
    cr_assert(
        fen_parse(&pos, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1", NULL, NULL));
    train_record_pack(&after, &pos);
    for (net_kind kind = NET_VALUE; kind < NET_KINDS; kind++) {
        game g = {.result = GAME_DRAWN, .flags = GAME_RELABELLED | GAME_LINES};
        snprintf(g.fen, sizeof g.fen, "%s", FEN_START);
        add_ply(&g, 6, 21, 30); /* Nf3, where e4 was best */
        g.plies[0].best = 12 | 28 << 6;
        g.plies[0].deviates = true;
        g.plies[0].line_count = 2;
        *game_add_line(&g) = (game_line){6 | 21 << 6, 28};
        *game_add_line(&g) = (game_line){11 | 27 << 6, 25};
        add_ply(&g, 52, 36, -20);
        write_one(path, &g);
        train_data data = read_request(
            path, (train_request){.kind = kind, .whole = true, .after_moves = true, .share = 1.0});
        const train_set *set = &data.set[GAME_TRAINING];
        size_t found = 0;
        cr_expect_eq(set->count, wanted[kind], "kind %d: %zu", (int)kind, set->count);
        for (size_t i = 0; i < set->count; i++) {
            if (train_record_key(&set->records[i]) == train_record_key(&after)) {
                found++;
                cr_expect(set->records[i].score == -25 && set->records[i].outcome == -25);
            }
        }
        cr_expect_eq(found, kind != NET_POLICY);
        train_data_free(&data);
    }
}

/* A position may be quiet where the one before it is not. */
Test(train_data, positions_after_lines_of_an_exchange)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "exchange.games.gz");
    game g = {.result = GAME_DRAWN, .flags = GAME_RELABELLED | GAME_LINES};
    snprintf(g.fen, sizeof g.fen, "4k3/8/8/3pP3/8/8/3R4/4K3 w - - 0 1");
    add_ply(&g, 11, 35, 300); /* Rxd5 */
    g.plies[0].line_count = 1;
    *game_add_line(&g) = (game_line){4 | 5 << 6, 10}; /* Kf1 */
    write_one(path, &g);
    train_data data =
        read_request(path, (train_request){.whole = true, .after_moves = true, .share = 1.0});
    const train_set *set = &data.set[GAME_TRAINING];
    cr_assert_eq(set->count, 1, "%zu positions", set->count);
    cr_expect_eq(set->records[0].score, -10);
    train_data_free(&data);
}

/* A random move may be the judge's best one too. A castling that was played has another code. */
Test(train_data, nothing_follows_a_best_move_that_was_played)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "played.games.gz");
    game g = {.result = GAME_DRAWN, .flags = GAME_RELABELLED};
    snprintf(g.fen, sizeof g.fen, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    add_ply(&g, 4, 6, 30);   /* e1g1, played as e1h1 */
    add_ply(&g, 60, 59, 40); /* e8d8 */
    add_ply(&g, 6, 14, 50);  /* g1g2; g1f2 is played */
    for (int i = 0; i < 3; i++) {
        g.plies[i].deviates = g.plies[i].random = true;
    }
    g.plies[0].played = 4 | 7 << 6;
    g.plies[2].played = 6 | 13 << 6;
    write_one(path, &g);
    train_data data =
        read_request(path, (train_request){.whole = true, .after_moves = true, .share = 1.0});
    const train_set *set = &data.set[GAME_TRAINING];
    cr_assert_eq(set->count, 4, "%zu positions", set->count);
    cr_expect_eq(set->records[3].score, -50);
    train_data_free(&data);
}

/* A judge's best move is not the player's, who did not move at random: the result stands. Positions
 * that the judge did not see are left out. */
Test(train_data, outcomes_of_relabelled_games)
{
    char path[FIXTURE_PATH_MAX];
    train_record r[8];
    fixture_path(path, "judged.games.gz");
    write_game(path, GAME_RELABELLED, false, 0);
    train_data data = read_file(path, NET_VALUE);
    cr_assert(all_records(&data, r) == 4);
    cr_expect(r[0].outcome == OUTCOME_WON && r[1].outcome == OUTCOME_LOST);
    cr_expect(r[2].outcome == OUTCOME_WON && r[3].outcome == OUTCOME_WON);
    train_data_free(&data);
    data = read_file(path, NET_POLICY);
    cr_expect(all_records(&data, r) == 5, "the position without a judgement is no data");
    train_data_free(&data);
    write_game(path, GAME_RELABELLED, true, 0);
    data = read_file(path, NET_VALUE);
    cr_assert(all_records(&data, r) == 4);
    cr_expect(r[0].outcome == 120 && r[1].outcome == -120, "a marked move was random");
    train_data_free(&data);
}

static bool contains(const train_set *set, const train_record *record)
{
    for (size_t i = 0; i < set->count; i++) {
        if (train_record_key(&set->records[i]) == train_record_key(record)) {
            return true;
        }
    }
    return false;
}

Test(train_data, whole_games_are_held_out)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "many.games.gz");
    fixture_write_games(path, 400, 3);
    train_data whole = read_file(path, NET_VALUE), again = read_file(path, NET_VALUE);
    train_data half = read_request(path, (train_request){.share = 0.5}),
               some = read_request(path, (train_request){.share = 0.2});
    const train_set *all = &whole.set[GAME_TRAINING], *fifth = &some.set[GAME_TRAINING];
    const long *games = whole.games;
    cr_expect_eq(games[GAME_TRAINING] + games[GAME_HELD_OUT] + games[GAME_FINAL], 400);
    cr_expect(again.checksum == whole.checksum);
    for (int role = GAME_HELD_OUT; role < GAME_PARTS; role++) {
        cr_expect(games[role] > 0 && games[role] < 30 && half.games[role] == games[role]);
        for (size_t i = 0; i < whole.set[role].count; i += 3) {
            cr_assert_not(contains(all, &whole.set[role].records[i]));
        }
    }
    const double share = (double)half.games[GAME_TRAINING] / (double)games[GAME_TRAINING];
    cr_expect(share > 0.4 && share < 0.6 && fifth->count > 0, "%.2f", share);
    for (size_t i = 0; i < fifth->count; i += 5) { /* a smaller share is part of a larger one */
        cr_assert(contains(&half.set[GAME_TRAINING], &fifth->records[i]));
    }
    cr_expect(some.games[GAME_TRAINING] < half.games[GAME_TRAINING]);
    train_data_free(&whole);
    train_data_free(&again);
    train_data_free(&half);
    train_data_free(&some);
}

/* Games with the same first move; the start position occurs once a game. */
static void write_copies(const char *path, int games)
{
    game_writer *writer = fixture_writer(path);
    for (int i = 0; i < games; i++) {
        game g = {.result = GAME_DRAWN};
        /* The move number makes another game of it, but not another position. */
        snprintf(g.fen, sizeof g.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 %d",
                 i + 1);
        add_ply(&g, 12, 28, 10);
        add_ply(&g, (unsigned)(48 + i % 8), (unsigned)(40 + i % 8), 10);
        cr_assert(game_writer_add(writer, &g, NULL));
        game_free(&g);
    }
    cr_assert(game_writer_close(writer, NULL));
}

Test(train_data, copies_are_counted_and_not_tested_on)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "copies.games.gz");
    write_copies(path, 400);
    train_data data = read_file(path, NET_POLICY);
    const train_set *train = &data.set[GAME_TRAINING];
    cr_assert_eq(train->count, 2 * (size_t)data.games[GAME_TRAINING]);
    cr_assert_gt(data.games[GAME_TRAINING], UINT8_MAX);
    for (size_t i = 0; i < train->count; i++) {
        cr_expect_eq(train->records[i].copies, data.games[GAME_TRAINING]);
    }
    const size_t tested = (size_t)(data.games[GAME_HELD_OUT] + data.games[GAME_FINAL]);
    cr_expect(tested > 0 && data.repeated == 2 * tested, "%zu of %zu", data.repeated, tested);
    cr_expect_eq(data.set[GAME_HELD_OUT].count, 0);

    /* Each copy counts as its share of the whole. */
    const train_recipe recipe = {.decided_score = 300, .decided_weight = 0.3f, .copies = 3};
    train_chunk *chunk = run_fixture_chunk("768x128p-3876", train, &recipe, train->count);
    for (size_t i = 0; i < train->count; i++) {
        cr_expect_float_eq(chunk->weight[i], 3.0f / (float)data.games[GAME_TRAINING], 1e-6f);
    }
    free(chunk);
    train_data_free(&data);
}

static void count_copies(train_data *data, size_t together, int threads)
{
    failure why = {""};
    thread_pool *pool = thread_pool_new(threads, &why);
    cr_assert(pool && train_copies_count(data, pool, together, &why), "%s", why.text);
    thread_pool_free(pool);
}

Test(train_data, copies_are_counted_up_to_a_limit)
{
    const size_t count = RECORD_COPIES_MAX + 9;
    train_data data = {0};
    train_set *set = &data.set[GAME_TRAINING];
    set->records = calloc(count + 1, sizeof *set->records);
    set->count = count + 1;
    cr_assert(set->records);
    set->records[count].state = 1; /* another position */
    count_copies(&data, SIZE_MAX, 1);
    cr_expect_eq(set->records[0].copies, RECORD_COPIES_MAX);
    cr_expect_eq(set->records[count - 1].copies, RECORD_COPIES_MAX);
    cr_expect_eq(set->records[count].copies, 1);
    train_data_free(&data);
}

/* Any number of parts and threads gives the same counts. */
Test(train_data, copies_are_counted_in_parts)
{
    enum { COUNT = 500, KINDS = 70, TESTED = 9 };
    static const size_t together[] = {SIZE_MAX, COUNT, 100, 1};
    for (size_t way = 0; way < sizeof together / sizeof *together; way++) {
        train_data data = {0};
        for (int role = 0; role < GAME_PARTS; role++) {
            train_set *set = &data.set[role];
            set->count = role == GAME_TRAINING ? COUNT : TESTED;
            set->records = calloc(set->count, sizeof *set->records);
            cr_assert(set->records);
            for (size_t i = 0; i < set->count; i++) { /* of the tested ones, five are new */
                set->records[i].occupied = role == GAME_TRAINING ? i % KINDS : KINDS - 4 + i;
            }
        }
        count_copies(&data, together[way], 1 + (int)way % 2);
        for (size_t i = 0; i < COUNT; i++) {
            const size_t copies = COUNT / KINDS + (i % KINDS < COUNT % KINDS);
            cr_expect_eq(data.set[GAME_TRAINING].records[i].copies, copies, "%zu", i);
        }
        cr_expect_eq(data.repeated, 8);
        cr_assert_eq(data.set[GAME_FINAL].count, 5);
        cr_expect_eq(data.set[GAME_FINAL].records[0].occupied, KINDS);
        cr_expect_eq(data.set[GAME_FINAL].records[0].copies, 1);
        train_data_free(&data);
    }
}

/* Visits and another best move share the target; a ply without visits keeps its best move. */
Test(train_data, visit_shares_are_targets)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "visits.games.gz");
    game_writer *writer = fixture_writer(path);
    for (int number = 1; number <= 4; number++) {
        game g = {.result = GAME_DRAWN, .flags = GAME_VISITS};
        snprintf(g.fen, sizeof g.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 %d",
                 number);
        for (int i = 0; i < 2; i++) {
            add_ply(&g, i ? 52 : 12, i ? 36 : 28, 20);
            game_ply *ply = &g.plies[i];
            ply->visit_first = g.visit_count;
            ply->visit_count = 2;
            *game_add_visit(&g) = (game_visit){(uint16_t)(i ? 52 | 36 << 6 : 12 | 28 << 6), 16384};
            *game_add_visit(&g) = (game_visit){(uint16_t)(i ? 51 | 35 << 6 : 11 | 27 << 6), 49151};
        }
        add_ply(&g, 6, 21, 20);
        cr_assert(game_writer_add(writer, &g, NULL));
        game_free(&g);
    }
    cr_assert(game_writer_close(writer, NULL));
    for (float share = 0.0f; share <= 1.0f; share += 0.5f) {
        const train_recipe recipe = {.decided_score = 300, .copies = 1};
        const train_reading reading = {.visit_share = share};
        train_data data = read_request(
            path, (train_request){.kind = NET_POLICY, .readings = &reading, .share = 1.0});
        const size_t count = data.set[GAME_TRAINING].count;
        cr_assert_gt(count, 0);
        train_chunk *chunk =
            run_fixture_chunk("768x128p-3876", &data.set[GAME_TRAINING], &recipe, count);
        for (size_t at = 0; at < count; at++) {
            float sum = 0.0f;
            int with = 0;
            for (int i = 0; i < chunk->queries[at].moves; i++) {
                sum += chunk->wanted[at][i];
                with += chunk->wanted[at][i] > 0.0f;
            }
            const bool best_alone =
                share == 0.0f || !data.set[GAME_TRAINING].records[at].visit_count;
            cr_expect(with == (best_alone ? 1 : 2) && fabsf(sum - 1.0f) < 1e-6f);
            cr_expect_float_eq(chunk->wanted[at][chunk->best[at]],
                               best_alone ? 1.0f : 1.0f - 0.75f * share, 1e-4f);
        }
        free(chunk);
        train_data_free(&data);
    }
}

Test(train_data, faults_name_file_and_game)
{
    char good[FIXTURE_PATH_MAX], bad[FIXTURE_PATH_MAX];
    fixture_path(good, "good.games.gz");
    fixture_path(bad, "bad.games.gz");
    fixture_write_games(good, 3, 1);
    game g = {.result = GAME_DRAWN, .fen = FEN_START};
    game_writer *writer = fixture_writer(bad);
    cr_assert(game_writer_add(writer, &g, NULL));
    game_ply *ply = game_add_ply(&g);
    ply->best = ply->played = 12 | 36 << 6;
    cr_assert(game_writer_add(writer, &g, NULL) && game_writer_close(writer, NULL));
    game_free(&g);
    train_data data;
    failure warning, why = {""};
    thread_pool *pool = thread_pool_new(2, NULL);
    const char *const paths[] = {good, bad};
    const train_request request = {.kind = NET_VALUE, .paths = paths, .count = 2, .share = 1.0};
    cr_expect(!train_data_read(&data, &request, pool, &warning, &why));
    cr_expect(strstr(why.text, "bad.games.gz: game 2: ply 1: the move e2e5 is not legal"), "%s",
              why.text);
    cr_expect(data.set[GAME_TRAINING].records == NULL);
    thread_pool_free(pool);
}
