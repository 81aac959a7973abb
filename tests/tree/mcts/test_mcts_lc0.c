/* Tests mcts with a net of Lc0. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "lc0_file_maker.h"
#include "mcts_past.h"
#include "nn/portable_math.h"
#include "random_net.h"
#include "system/library.h"
#include "walk_fixture.h"

static nets *foreign;

static nets *load(const lc0_random_shape *shape)
{
    failure why;
    char path[64];
    uint8_t *bytes;
    lc0_weights *w = lc0_random_weights(shape);
    const size_t size = lc0_make_file(w, &(lc0_file_options){.encoding = LC0_AS_FLOAT32}, &bytes);
    snprintf(path, sizeof path, "test_mcts_lc0_%ld.pb", (long)getpid());
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    nets *n = nets_load_any(path, &why);
    unlink(path);
    cr_assert_not_null(n, "%s", why.text);
    nets_take_value(n, random_net_load(&random_net_small));
    free(bytes);
    lc0_weights_free(w);
    return n;
}

static void begin(void)
{
    system_library library;
    if (!system_library_open(&library, "openblas", 0, NULL)) {
        cr_skip_test("libopenblas0 is not installed");
    }
    system_library_close(&library);
    walk_begin();
    foreign = load(&lc0_random_small);
    f.options.nets = foreign;
}

static void end(void)
{
    walk_end();
    nets_free(foreign);
}

TestSuite(mcts_lc0, .init = begin, .fini = end);

/* The past of a game, made by hand: each position with its repetitions. */
static void expect_past(const lc0_past *past, const position *const wanted[], int count,
                        unsigned repeated)
{
    cr_assert_eq(past->count, count);
    for (int i = 0; i < count; i++) {
        cr_expect_eq(past->at[i]->key, wanted[i]->key, "%d plies back", i);
        cr_expect_eq(past->repeated[i], (repeated >> i & 1) != 0, "%d plies back", i);
    }
}

/* Two plies of the walk, then the root, then the game. */
Test(mcts_lc0, a_net_sees_walk_and_game)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3"};
    static mcts_walk w;
    position at[8];
    line game;
    position root;
    fixture_set(FEN_START);
    for (int i = 0; i < 5; i++) {
        at[i] = f.position;
        fixture_play(moves[i]);
    }
    root = at[5] = f.position;
    game = f.game;
    walk_grow(FEN_START, 0);
    tree_reset(&m->tree, &root, &game);
    walk_start(&w);
    for (int i = 0; i < 2; i++) {
        const move next = gen_from_uci(&mcts_walk_last(&w)->position, i ? "f3g1" : "g8f6");
        mcts_walk_play(&w, 0, next);
        at[6 + i] = mcts_walk_last(&w)->position;
        line_push(&w.path, at[6 + i].key);
    }
    const lc0_past past = mcts_past(m, &w);
    expect_past(
        &past,
        (const position *const[]){&at[7], &at[6], &at[5], &at[4], &at[3], &at[2], &at[1], &at[0]},
        8, 0x0f);
    const lc0_past after = mcts_past_after_root(m, &at[6]);
    expect_past(&after,
                (const position *const[]){&at[6], &at[5], &at[4], &at[3], &at[2], &at[1], &at[0]},
                7, 0x07);
}

/* One playout: the move that the net likes best. */
Test(mcts_lc0, one_playout_plays_the_policy)
{
    static const char *const fens[] = {FEN_START, FIXTURE_KIWIPETE,
                                       "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                                       "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"};
    const backend net = {.nets = foreign};
    fixture_configure();
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        move moves[MOVES_MAX];
        float logits[MOVES_MAX];
        int best = 0;
        fixture_set(fens[i]);
        const int count = gen_legal(&f.position, moves);
        backend_policy(&net, &f.position, NULL, moves, count, logits);
        for (int k = 1; k < count; k++) {
            best = logits[k] > logits[best] ? k : best;
        }
        const search_result result = fixture_go(&(search_limits){.nodes = 1});
        cr_expect_eq(result.best, moves[best], "%s", fens[i]);
    }
}

Test(mcts_lc0, search_is_repeated_to_the_bit)
{
    fixture_answer answers[2];
    for (int i = 0; i < 2; i++) {
        f.options.nets = foreign;
        fixture_configure();
        search_new_game(f.search);
        answers[i] = fixture_ask(FIXTURE_KIWIPETE, &(search_limits){.nodes = 500});
        f.options.nets = f.nets;
        fixture_configure();
    }
    cr_expect(fixture_same(&answers[0], &answers[1]));
}

Test(mcts_lc0, threads_search_together)
{
    f.options.threads = 3;
    fixture_configure();
    fixture_set(FIXTURE_KIWIPETE);
    fixture_go(&(search_limits){.nodes = 1000});
    cr_expect_geq(f.last.nodes, 1000);
}

/* Playouts that take milliseconds do not add up to more than the time. */
Test(mcts_lc0, the_clock_is_seen_after_each_playout)
{
    lc0_random_shape shape = lc0_random_small;
    shape.filters = 96;
    shape.blocks = 8;
    nets *slow = load(&shape);
    f.options.nets = slow;
    fixture_configure();
    fixture_set(FIXTURE_KIWIPETE);
    const fixture_moment start = fixture_now();
    fixture_go(&(search_limits){.time_ms_hard = 20, .time_exact = true});
    cr_expect_lt(f.last.nodes, 32);
    cr_expect(fixture_took(&start, 20, 100));
    f.options.nets = f.nets;
    fixture_configure();
    nets_free(slow);
}
