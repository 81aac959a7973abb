/* Tests that the scores along any path are those of sums that are computed from scratch. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess_walk.h"
#include "nn/value_stack.h"
#include "random_net.h"
#include "reference_net.h"

TestSuite(value_stack, .init = walk_start);

/* Castling of both wings in standard chess and Chess960, promotions with and without capture, en
 * passant, and bare kings that cross the middle at every other move. */
static const char *const starts[] = {
    FEN_START,
    FEN_KIWIPETE,
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1k6/8/8/8/8/8/8/RK5R w AH - 0 1",
    "4k3/8/8/2pPp3/2PpP3/8/8/3K4 w - c6 0 2",
};
enum { STARTS = sizeof starts / sizeof *starts, PLIES = 80 };

/* A search that goes up and down one path at random. */
typedef struct walker {
    const nets *n;
    const kernels *k;
    value_stack *stack;
    position path[PLIES + 1]; /* with null moves, which take no ply of the stack */
    int ply;
    uint64_t state;
    long castlings, promotions, in_passing, crossings, nulls, scores;
} walker;

static nets *load_net(uint32_t sums, bool places)
{
    random_net_shape shape = random_net_small;
    shape.value_sums = sums;
    shape.places = places;
    shape.buckets = NET_BUCKETS;
    return random_net_load(&shape);
}

static value_stack *new_stack(const nets *n, const kernels *k, int plies)
{
    failure why;
    value_stack *stack = value_stack_new(&n->value, k, plies, &why);
    cr_assert_not_null(stack, "%s", why.text);
    return stack;
}

static void check_position(value_stack *stack, const nets *n, const kernels *k, const position *pos)
{
    float logit;
    cr_assert_eq(value_stack_evaluate(stack, pos), fresh_score(&n->value, k, pos, &logit));
}

static void check_score(walker *w)
{
    check_position(w->stack, w->n, w->k, &w->path[w->ply]);
    w->scores++;
}

static void count_kinds(walker *w, move m)
{
    const position *before = &w->path[w->ply], *after = before + 1;
    w->castlings += move_kind_of(m) == MOVE_CASTLING;
    w->promotions += move_is_promotion(m);
    w->in_passing += move_kind_of(m) == MOVE_EN_PASSANT;
    const bool places = w->n->value.places;
    const value_step step = value_step_of(before, m, places);
    for (colour side = WHITE; side <= BLACK; side++) {
        const bool crosses = value_view(before, side, places) != value_view(after, side, places);
        cr_assert_eq(step.crosses >> side & 1, crosses);
        w->crossings += crosses;
    }
}

/* Castling, promotions and captures in passing are taken whenever there are any, as they would be
 * rare otherwise. */
static move choose(uint64_t *state, const move moves[], int count)
{
    for (int i = 0; i < count; i++) {
        if (move_kind_of(moves[i]) != MOVE_PLAIN && random_between(state, 0, 3) == 0) {
            return moves[i];
        }
    }
    return moves[random_between(state, 0, count - 1)];
}

/* False where no move leads on. */
static bool go_down(walker *w)
{
    position *pos = &w->path[w->ply];
    if (w->ply == PLIES) {
        return false;
    }
    pos[1] = pos[0];
    if (!pos_in_check(pos) && random_between(&w->state, 0, 9) == 0) {
        pos_make_null(&pos[1]);
        value_stack_push_null(w->stack);
        w->nulls++;
    } else {
        move moves[MOVES_MAX];
        const int count = gen_legal(pos, moves);
        if (count == 0) {
            return false;
        }
        const move m = choose(&w->state, moves, count);
        pos_make(&pos[1], m);
        /* The stack must not keep the position it is shown. */
        position shown = pos[0];
        value_stack_push(w->stack, &shown, m);
        memset(&shown, 0xaa, sizeof shown);
        count_kinds(w, m);
    }
    w->ply++;
    return true;
}

/* `steps` up or down, down a little more often; one node in `rarity` is evaluated. */
static void walk(walker *w, int steps, int rarity)
{
    for (int i = 0; i < steps; i++) {
        if (random_between(&w->state, 0, 99) < 55) {
            if (!go_down(w)) {
                check_score(w);
            }
        }
        if (w->ply > 0 && random_between(&w->state, 0, 99) < 45) {
            value_stack_pop(w->stack);
            w->ply--;
        }
        if (random_between(&w->state, 1, rarity) == 1) {
            check_score(w);
        }
    }
    while (w->ply > 0) {
        value_stack_pop(w->stack);
        w->ply--;
    }
    check_score(w);
}

Test(value_stack, equals_sums_computed_from_scratch)
{
    static const uint32_t widths[] = {128, 384, 256};
    static const int rarities[] = {1, 2, 5, 40};
    walker w = {.state = 3};
    for (size_t width = 0; width < sizeof widths / sizeof *widths; width++) {
        nets *n = load_net(widths[width], width % 2 == 0);
        for (int i = 0; kernels_at(i); i++) {
            w.n = n;
            w.k = kernels_at(i);
            w.stack = new_stack(n, w.k, PLIES);
            for (int start = 0; start < 2 * STARTS; start++) {
                w.path[0] = walk_fen(starts[start % STARTS]);
                value_stack_reset(w.stack);
                walk(&w, 300, rarities[(start + i) % 4]);
            }
            value_stack_free(w.stack);
        }
        nets_free(n);
    }
    cr_expect(w.castlings > 20 && w.promotions > 20 && w.in_passing > 20 && w.crossings > 200,
              "%ld, %ld, %ld, %ld", w.castlings, w.promotions, w.in_passing, w.crossings);
    cr_expect(w.nulls > 200 && w.scores > 2000, "%ld, %ld", w.nulls, w.scores);
}

Test(value_stack, null_moves_need_no_room)
{
    nets *n = load_net(128, false);
    const kernels *k = kernels_best();
    value_stack *stack = new_stack(n, k, 1);
    const position root = walk_fen(starts[1]);
    position pos = root;
    for (int i = 0; i < 255; i++) {
        value_stack_push_null(stack);
        pos_make_null(&pos);
        check_position(stack, n, k, &pos);
    }
    const move m = gen_from_uci(&pos, "e8c8");
    value_stack_push(stack, &pos, m);
    pos_make(&pos, m);
    check_position(stack, n, k, &pos);
    for (int i = 0; i < 256; i++) {
        value_stack_pop(stack);
    }
    check_position(stack, n, k, &root);
    value_stack_free(stack);
    value_stack_free(NULL);
    nets_free(n);
}
