/* Tests of drawn openings, with the default nets: they are what the plan says, and the same for the
 * same state. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/random_numbers.h"
#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/portable_math.h"
#include "openings/opening.h"
#include "weights/default_net.h"

static nets *loaded;
static backend net;
static failure why;

static void begin(void)
{
    attacks_init(true);
    loaded = nets_load_bytes(default_net, default_net_size, "the built-in net", &why);
    cr_assert_not_null(loaded, "%s", why.text);
    net = (backend){.nets = loaded, .kernels = kernels_by_name("scalar")};
}

static void end(void)
{
    nets_free(loaded);
}

TestSuite(opening, .init = begin, .fini = end);

static position draw(const opening_plan *plan, uint32_t seed, uint32_t number)
{
    position pos;
    uint64_t random = random_state(seed, number);
    cr_assert(opening_draw(&pos, NULL, plan, &net, &random, &why), "%s", why.text);
    return pos;
}

/* Half moves since the start position. */
static int plies_of(const position *pos)
{
    return 2 * (pos->fullmove_number - 1) + (pos->to_move == BLACK);
}

Test(opening, plies_and_scores_are_those_of_the_plan)
{
    const opening_plan plan = {.plies = 5, .temperature = 3.0f, .score_max = 60};
    int plies[2] = {0};
    for (uint32_t i = 0; i < 60; i++) {
        const position pos = draw(&plan, 1, i);
        const win_draw_loss value = backend_value(&net, &pos, NULL);
        const int count = plies_of(&pos);
        cr_assert(count == 5 || count == 6, "%d", count);
        plies[count - 5]++;
        cr_expect(gen_any(&pos));
        cr_expect_leq(abs(value_centipawns(loaded->value.centipawns, value.win + value.draw / 2)),
                      60);
    }
    cr_expect(plies[0] > 15 && plies[1] > 15, "%d %d", plies[0], plies[1]);
}

Test(opening, the_same_state_gives_the_same_opening)
{
    const opening_plan plan = {.plies = 8, .temperature = 1.5f, .score_max = 150};
    int same_number = 0, same_seed = 0;
    for (uint32_t i = 0; i < 20; i++) {
        const position first = draw(&plan, 7, i), again = draw(&plan, 7, i);
        const position seed = draw(&plan, 8, i), number = draw(&plan, 7, i + 1000);
        char a[FEN_TEXT_MAX], b[FEN_TEXT_MAX];
        fen_write(&first, false, a);
        fen_write(&again, false, b);
        cr_assert_str_eq(a, b);
        same_seed += first.key == seed.key;
        same_number += first.key == number.key;
    }
    cr_expect_leq(same_seed, 1);
    cr_expect_leq(same_number, 1);
}

/* A cold policy plays its first choice; a hot one plays all moves alike. */
Test(opening, temperature_decides_how_likely_moves_are)
{
    const opening_plan cold = {.plies = 1, .temperature = 0.01f, .score_max = 10000};
    const opening_plan hot = {.plies = 1, .temperature = 100.0f, .score_max = 10000};
    uint64_t first = 0, hot_keys[200];
    int distinct = 0;
    for (uint32_t i = 0; i < 200; i++) {
        const position likely = draw(&cold, 3, i), any = draw(&hot, 3, i);
        if (plies_of(&likely) == 1) {
            first = first == 0 ? likely.key : first;
            cr_assert_eq(likely.key, first);
        }
        hot_keys[i] = any.key;
        bool known = plies_of(&any) != 1;
        for (uint32_t k = 0; k < i; k++) {
            known |= hot_keys[k] == any.key;
        }
        distinct += !known;
    }
    cr_expect_geq(distinct, 17, "%d of 20 moves", distinct);
}

Test(opening, the_root_itself)
{
    const opening_plan none = {.plies = 0, .temperature = 1.0f, .score_max = 100};
    const position pos = draw(&none, 1, 1);
    char text[FEN_TEXT_MAX];
    fen_write(&pos, false, text);
    cr_expect_str_eq(text, FEN_START);
}

Test(opening, a_hopeless_plan_ends)
{
    const opening_plan plan = {.plies = 0, .temperature = 1.0f, .score_max = 0};
    position pos;
    uint64_t random = 1;
    cr_assert_not(opening_draw(&pos, NULL, &plan, &net, &random, &why));
    cr_expect_not_null(strstr(why.text, "none of 2000 openings goes on and has a score within 0"),
                       "%s", why.text);
}
