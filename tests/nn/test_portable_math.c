#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "nn/portable_math.h"

static uint64_t mix(uint64_t hash, float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (hash ^ bits) * UINT64_C(0x100000001b3);
}

Test(portable_math, exp_is_accurate)
{
    const double bound = 3e-7;
    for (int i = -870000; i <= 870000; i++) {
        const float x = (float)i / 10000.0f;
        const double expected = exp((double)x);
        const double error = fabs((double)nn_exp(x) - expected) / expected;
        cr_assert_lt(error, bound, "nn_exp(%.9g) is off by %g", (double)x, error);
    }
}

Test(portable_math, exp_is_clamped)
{
    cr_assert_eq(nn_exp(0), 1);
    cr_assert_eq(nn_exp(1000), nn_exp(87));
    cr_assert_eq(nn_exp(INFINITY), nn_exp(87));
    cr_assert_eq(nn_exp(-1000), nn_exp(-87));
    cr_assert_eq(nn_exp(-INFINITY), nn_exp(-87));
    cr_assert_gt(nn_exp(-87), 0);
    cr_assert(isfinite(nn_exp(87)) && isfinite(nn_exp(NAN)));
}

static void check_ln(float x)
{
    const double expected = log((double)x);
    const double error = fabs((double)nn_ln(x) - expected);
    const double bound = 3e-7 * fmax(fabs(expected), 1e-30);
    /* Near 1 the contract bounds the absolute error. */
    cr_assert_leq(error, x > 0.5f && x < 2.0f ? 3e-7 : bound, "nn_ln(%.9g) is off by %g", (double)x,
                  error);
}

Test(portable_math, ln_is_accurate)
{
    for (float scale = FLT_MIN; scale < FLT_MAX / 4; scale *= 2) {
        for (int i = 0; i < 4096; i++) {
            check_ln(scale * (1 + (float)i / 4096));
        }
    }
    for (int i = 1; i < 2000000; i++) {
        check_ln((float)i / 1000000);
    }
    cr_assert_eq(nn_ln(1), 0);
    cr_assert_eq(nn_ln(FLT_MIN / 2), nn_ln(FLT_MIN));
    cr_assert(isfinite(nn_ln(0)) && isfinite(nn_ln(-1)) && isfinite(nn_ln(NAN)));
}

Test(portable_math, sigmoid_and_logit_are_inverse)
{
    for (int i = -8000; i <= 8000; i++) {
        const double x = i / 1000.0;
        const float p = nn_sigmoid((float)x);
        cr_assert_float_eq((double)p, 1 / (1 + exp(-x)), 3e-7);
        const double inverse = log((double)p / (1 - (double)p));
        cr_assert_float_eq((double)nn_logit(p), inverse, 1e-6 * fmax(1, fabs(inverse)));
    }
}

/* The same bits on every machine, compiler and optimisation level. */
Test(portable_math, bits_never_change)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int i = -87000; i <= 87000; i += 7) {
        const float x = (float)i / 1000.0f;
        hash = mix(hash, nn_exp(x));
        hash = mix(hash, nn_ln(nn_exp(x)));
        hash = mix(hash, nn_logit(nn_sigmoid(x / 8)));
    }
    cr_assert_eq(hash, UINT64_C(0x7689bb0c0e5807bc), "the bits hash to %llx",
                 (unsigned long long)hash);
}
