/* Tests the questions of a search to a net of Lc0: kept answers are those of the net. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess_walk.h"
#include "lc0_file_maker.h"
#include "nn/backend.h"
#include "system/library.h"

/* Has 218 legal moves. */
#define MANY_MOVES "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"

static lc0_net *net;
static lc0_evaluator *alone;
static lc0_pool *pool;

static void begin(void)
{
    system_library library;
    failure why;
    if (!system_library_open(&library, "openblas", 0, NULL)) {
        cr_skip_test("libopenblas0 is not installed");
    }
    system_library_close(&library);
    walk_start();
    uint8_t *bytes;
    lc0_weights *w = lc0_random_weights(&lc0_random_small);
    const size_t size = lc0_make_file(w, &(lc0_file_options){.encoding = LC0_AS_FLOAT32}, &bytes);
    net = lc0_net_new(bytes, size, "random", &why);
    cr_assert_not_null(net, "%s", why.text);
    alone = lc0_evaluator_new(net, 1, &why);
    pool = lc0_pool_new(net, &why);
    cr_assert(alone && pool, "%s", why.text);
    free(bytes);
    lc0_weights_free(w);
}

static void end(void)
{
    lc0_evaluator_free(alone);
    lc0_pool_free(pool);
}

TestSuite(lc0_pool, .init = begin, .fini = end);

/* Asks twice, for the second time in another order. */
static void compare(const position *pos)
{
    const lc0_past past = {.at = {pos}, .count = 1};
    static lc0_answer wanted;
    move moves[MOVES_MAX];
    float logits[MOVES_MAX];
    const int count = gen_legal(pos, moves);
    lc0_evaluate(alone, &past, 1, &wanted);
    for (int time = 0; time < 2; time++) {
        win_draw_loss got;
        lc0_pool_ask(pool, pos, time ? &past : NULL, NULL, 0, &got, NULL);
        cr_assert(got.win == wanted.win && got.draw == wanted.draw && got.loss == wanted.loss);
        lc0_pool_ask(pool, pos, &past, moves, count, NULL, logits);
        for (int i = 0; i < count; i++) {
            cr_assert_eq(logits[i], wanted.logits[lc0_move_number(net, pos, moves[i])]);
        }
        for (int i = 0; i < count / 2; i++) {
            const move first = moves[i];
            moves[i] = moves[count - 1 - i];
            moves[count - 1 - i] = first;
        }
    }
}

Test(lc0_pool, keeps_what_the_net_says)
{
    walk_games(7, 3, compare);
    const position many = walk_fen(MANY_MOVES);
    compare(&many);
}

/* What happened before the position is a part of the question. */
Test(lc0_pool, tells_pasts_apart)
{
    const position pos = walk_fen("4k3/8/8/8/8/8/4R3/4K3 b - - 3 9");
    const position other = walk_fen("4k3/8/8/8/8/8/3R4/4K3 w - - 2 9");
    const lc0_past pasts[] = {{.at = {&pos}, .count = 1},
                              {.at = {&pos}, .repeated = {true}, .count = 1},
                              {.at = {&pos, &other}, .count = 2}};
    win_draw_loss seen[3];
    for (int i = 0; i < 3; i++) {
        lc0_pool_ask(pool, &pos, &pasts[i], NULL, 0, &seen[i], NULL);
    }
    cr_expect(seen[0].win != seen[1].win && seen[0].win != seen[2].win &&
              seen[1].win != seen[2].win);
}

static void *ask(void *context)
{
    position pos = *(const position *)context;
    move moves[MOVES_MAX];
    for (int i = 0; i < 40 && gen_any(&pos); i++) {
        const int count = gen_legal(&pos, moves);
        float logits[MOVES_MAX];
        lc0_pool_ask(pool, &pos, NULL, moves, count, NULL, logits);
        pos_make(&pos, moves[i % count]);
    }
    return NULL;
}

Test(lc0_pool, serves_threads_at_once)
{
    position start = walk_fen(FEN_START);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(pthread_create(&threads[i], NULL, ask, &start), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
    compare(&start);
}
