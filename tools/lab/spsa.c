#include "spsa.h"

#include <math.h>
#include <stdbool.h>

#include "chess/random_numbers.h"

/* The gains fall with these powers of the pairs played, and the first tenth of the run counts as
 * played already, so that the first steps are not wild (Spall 1998). */
static const double gain_power = 0.602, step_power = 0.101, stability = 0.1;

/* The distance of the points from the present value, in final steps. */
static double width_now(const spsa *s)
{
    return pow((double)s->pairs / (double)(s->played + 1), step_power);
}

/* The part of the distance by which a game won moves a value, times the final step's share. */
static double rate_now(const spsa *s)
{
    const double delay = stability * (double)s->pairs;
    const double gain =
        s->rate * pow((delay + (double)s->pairs) / (delay + (double)s->played + 1), gain_power);
    return gain / width_now(s);
}

static double between(double least, double value, double most)
{
    return value < least ? least : value > most ? most : value;
}

/* A whole number beside `value`, whose mean is `value`. */
static long round_at_random(double value, uint64_t *random)
{
    const double whole = floor(value);
    return (long)whole + ((double)random_uniform(random) < value - whole);
}

static uint64_t begin_draw(const spsa *s)
{
    return random_state(s->seed, s->draws);
}

static double draw_sign(uint64_t *random)
{
    return random_next(random) >> 63 ? 1.0 : -1.0;
}

void spsa_draw(const spsa *s, long plus[SPSA_MAX], long minus[SPSA_MAX])
{
    uint64_t random = begin_draw(s);
    double sign[SPSA_MAX];
    for (int i = 0; i < s->count; i++) {
        sign[i] = draw_sign(&random);
    }
    for (int i = 0; i < s->count; i++) {
        const spsa_parameter *p = &s->parameter[i];
        const double away = sign[i] * width_now(s) * p->step;
        plus[i] = round_at_random(between(p->least, p->value + away, p->most), &random);
        minus[i] = round_at_random(between(p->least, p->value - away, p->most), &random);
    }
}

void spsa_learn(spsa *s, long pairs, long lead)
{
    uint64_t random = begin_draw(s);
    const double move = rate_now(s) * (double)lead;
    for (int i = 0; i < s->count; i++) {
        spsa_parameter *p = &s->parameter[i];
        p->value = between(p->least, p->value + draw_sign(&random) * move * p->step, p->most);
    }
    s->played += pairs;
    s->draws++;
}
