/* Compares the nets in float32 with the integer nets, which test_evaluate.c compares with the
 * definitions. Only the order of float sums differs; a weight or a layer in the wrong place would
 * show. */
#include <criterion/criterion.h>
#include <math.h>

#include "chess_walk.h"
#include "nn/backend.h"
#include "random_net.h"
#include "system/library.h"
#include "weights/default_net.h"

static failure why;
static backend integers, floats;
static long compared;

static void begin(void)
{
    system_library library;
    if (!system_library_open(&library, "openblas", 0, NULL)) {
        cr_skip_test("libopenblas0 is not installed");
    }
    walk_start();
}

TestSuite(float_nets, .init = begin);

static void expect_near(float a, float b)
{
    cr_assert_float_eq((double)a, (double)b, 1e-5 * fmax(1.0, fabs((double)a)));
}

static void compare(const position *pos)
{
    move moves[MOVES_MAX];
    float x[MOVES_MAX], y[MOVES_MAX];
    const int count = gen_legal(pos, moves);
    const win_draw_loss v = backend_value(&integers, pos), w = backend_value(&floats, pos);
    expect_near(v.win, w.win);
    expect_near(v.draw, w.draw);
    expect_near(v.loss, w.loss);
    if (count) {
        backend_policy(&integers, pos, moves, count, x);
        backend_policy(&floats, pos, moves, count, y);
    }
    for (int i = 0; i < count; i++) {
        expect_near(x[i], y[i]);
    }
    compared++;
}

static void compare_nets(nets *n)
{
    cr_assert_not_null(n, "%s", why.text);
    integers = (backend){.nets = n, .kernels = kernels_best()};
    floats = (backend){.nets = n, .floats = float_nets_new(n, &why)};
    cr_assert_not_null(floats.floats, "%s", why.text);
    compared = 0;
    walk_games(21, 5, compare);
    cr_expect_gt(compared, 50);
    float_nets_free(floats.floats);
    nets_free(n);
}

Test(float_nets, float_and_integer_nets_agree)
{
    for (int i = 0; i < RANDOM_NET_SHAPES; i++) {
        compare_nets(random_net_load(&random_net_shapes[i]));
    }
    compare_nets(nets_load_bytes(default_net, default_net_size, "the built-in net", &why));
}
