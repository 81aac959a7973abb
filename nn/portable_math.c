#include "nn/portable_math.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

static float float_of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t bits_of_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* ln 2 in two parts: the product of the first with any exponent is exact. */
static const float ln2_high = 0x1.62ep-1f;
static const float ln2_low = 0x1.0bfbe8p-15f;

/* e^x = 2^n e^r with |r| at most ln(2) / 2, and e^r by its Taylor polynomial. */
float nn_exp(float x)
{
    /* In this form a NaN, for which each comparison is false, is clamped too. */
    x = x < 87.0f ? x : 87.0f;
    x = x > -87.0f ? x : -87.0f;
    /* Adding 1.5 * 2^23 leaves the nearest integer in the low bits of the mantissa. */
    const float round = 0x1.8p23f;
    const float shifted = x * 0x1.715476p0f + round;
    const float n = shifted - round;
    const float r = (x - n * ln2_high) - n * ln2_low;
    float p = 1.0f / 5040;
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r * r + r + 1.0f;
    const int exponent = (int)n;
    return p * float_of_bits((uint32_t)(exponent + 127) << 23);
}

/* ln x = k ln 2 + ln(1 + f) with 1 + f between sqrt(1/2) and sqrt(2). With s = f / (2 + f) and
 * z = s^2, ln(1 + f) = 2 atanh s = 2s (1 + z/3 + z^2/5 + ...); 2s = f - s f makes f the main term,
 * which is exact. */
float nn_ln(float x)
{
    x = x > FLT_MIN ? x : FLT_MIN;
    const uint32_t bits = bits_of_float(x);
    const uint32_t root_half = 0x3f3504f3;
    const int k = (int)(bits - root_half) >> 23;
    const float f = float_of_bits(bits - ((uint32_t)k << 23)) - 1.0f;
    const float s = f / (2.0f + f);
    const float z = s * s;
    float tail = 2.0f / 9;
    tail = tail * z + 2.0f / 7;
    tail = tail * z + 2.0f / 5;
    tail = tail * z + 2.0f / 3;
    tail = tail * z;
    const float exponent = (float)k;
    return exponent * ln2_high + (f - (s * (f - tail) - exponent * ln2_low));
}

float nn_sigmoid(float x)
{
    return 1.0f / (1.0f + nn_exp(-x));
}

float nn_logit(float p)
{
    return nn_ln(p / (1.0f - p));
}

void nn_softmax(float x[], int count, float temperature)
{
    float top = x[0], sum = 0.0f;
    for (int i = 1; i < count; i++) {
        top = x[i] > top ? x[i] : top;
    }
    /* In a loop without a sum, which has a fixed order, compilers compute several at once. */
    for (int i = 0; i < count; i++) {
        x[i] = nn_exp((x[i] - top) / temperature);
    }
    for (int i = 0; i < count; i++) {
        sum += x[i];
    }
    for (int i = 0; i < count; i++) {
        x[i] /= sum;
    }
}
