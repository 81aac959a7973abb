/* Tests the signs for losses, and what a played move has lost. */
#include <criterion/criterion.h>

#include "review.h"

Test(review, losses_have_signs)
{
    static const struct {
        float loss;
        int nag;
    } cases[] = {{0.0f, 0}, {0.049f, 0}, {0.05f, 6}, {0.099f, 6},
                 {0.1f, 2}, {0.199f, 2}, {0.2f, 4},  {1.0f, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect_eq(review_nag(cases[i].loss), cases[i].nag, "%g", (double)cases[i].loss);
    }
    for (int nag = 2; nag <= 6; nag += 2) {
        cr_expect_eq(review_nag(review_least_loss(nag)), nag);
    }
}

Test(review, a_loss_is_what_the_mover_expected_less_what_is_left)
{
    const move best = move_of(12, 28, MOVE_PLAIN), other = move_of(11, 27, MOVE_PLAIN);
    const review before = {
        .score = {.win = 0.5f, .draw = 0.4f, .loss = 0.1f}, .line_length = 1, .line = {best}};
    const review after = {.score = {.win = 0.3f, .draw = 0.4f, .loss = 0.3f}};
    const review worse = {.score = {.win = 0.0f, .draw = 0.2f, .loss = 0.8f}};
    cr_expect_float_eq(review_expected(&before), 0.7f, 1e-6);
    cr_expect_float_eq(review_loss(&before, &after, other), 0.2f, 1e-6);
    cr_expect_eq(review_loss(&before, &after, best), 0.0f);
    cr_expect_eq(review_loss(&before, &worse, other), 0.0f, "the opponent is worse off");
}

/* The review of a position whose side to move expects `win` and would play `best`. */
static review opinion(float win, move best)
{
    return (review){.score = {.win = win, .loss = 1.0f - win}, .line_length = 1, .line = {best}};
}

static review mate(int value)
{
    review r = opinion(value > 0 ? 1.0f : 0.0f, MOVE_NONE);
    r.score.kind = SCORE_MATE;
    r.score.value = value;
    return r;
}

Test(review, both_searches_must_agree_on_a_loss)
{
    const move best = move_of(12, 28, MOVE_PLAIN), played = move_of(11, 27, MOVE_PLAIN);
    const review fair[2] = {opinion(0.6f, best), opinion(0.6f, best)};
    const review found[2] = {opinion(0.6f, best), opinion(0.6f, played)};
    const review missed[2] = {mate(3), opinion(0.7f, best)};
    const struct {
        const review *before;
        review after[2];
        float loss;
        const char *why;
    } cases[] = {
        {fair, {opinion(0.7f, best), opinion(0.6f, best)}, 0.2f, "the lesser loss"},
        {fair, {opinion(0.9f, best), opinion(0.4f, best)}, 0.0f, "one alone"},
        {found, {opinion(0.9f, best), opinion(0.9f, best)}, 0.0f, "the best move of one"},
        {fair, {opinion(0.4f, best), mate(2)}, 0.6f, "a mate that one has proven"},
        {missed, {opinion(0.4f, best), opinion(0.3f, best)}, 0.3f, "a mate that is missed"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect_float_eq(review_agreed_loss(cases[i].before, cases[i].after, played),
                           cases[i].loss, 1e-6, "%s", cases[i].why);
    }
}
