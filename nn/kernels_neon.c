/* For each CPU of armv8-a: all of them have NEON. */
#include <arm_neon.h>

#define KERNELS      kernels_neon
#define KERNELS_NAME "neon"
#define REGISTER     16
#define TILE         16 /* half of the registers */
#define PRODUCTS     16
#define PREFETCH     0
#include "kernels_body.inc"

ALWAYS shorts widen(const int8_t *weights)
{
    return (shorts)vmovl_s8(vld1_s8(weights));
}

/* 16 sums, clipped at 0 and 127. */
ALWAYS uint8x16_t clip(const int16_t *sums)
{
    const uint8x8_t low = vqmovun_s16(vld1q_s16(sums));
    return vminq_u8(vqmovun_high_s16(low, vld1q_s16(sums + LANES)), vdupq_n_u8(127));
}

ALWAYS void multiply_some(uint8_t *out, const int16_t *a, const int16_t *b)
{
    const uint8x16_t x = clip(a), y = clip(b);
    const uint16x8_t low = vmull_u8(vget_low_u8(x), vget_low_u8(y));
    vst1q_u8(out, vshrn_high_n_u16(vshrn_n_u16(low, 7), vmull_high_u8(x, y), 7));
}

ALWAYS ints add_products(ints sum, const uint8_t *x, const int8_t *weights)
{
    const int8x16_t input = vreinterpretq_s8_u8(vld1q_u8(x)), weight = vld1q_s8(weights);
    /* Two products of at most 127 * 128 fit an int16. */
    const int16x8_t low = vmull_s8(vget_low_s8(input), vget_low_s8(weight));
    return (ints)vpadalq_s16((int32x4_t)sum, vmlal_high_s8(low, input, weight));
}

ALWAYS void add_across(int32_t out[4], const ints sum[4])
{
    const int32x4_t low = vpaddq_s32((int32x4_t)sum[0], (int32x4_t)sum[1]);
    vst1q_s32(out, vpaddq_s32(low, vpaddq_s32((int32x4_t)sum[2], (int32x4_t)sum[3])));
}

ALWAYS floats clip_floats(floats x)
{
    /* Of a NaN and a number these give the number. */
    const float32x4_t above = vmaxnmq_f32((float32x4_t)x, vdupq_n_f32(0.0f));
    return (floats)vminnmq_f32(above, vdupq_n_f32(1.0f));
}
