#include <immintrin.h>

#define KERNELS      kernels_avx2
#define KERNELS_NAME "avx2"
#define REGISTER     32
#define TILE         8 /* leaves as many registers for the widened weights */
#define PRODUCTS     32
#define PREFETCH     0
#include "kernels_body.inc"

ALWAYS shorts widen(const int8_t *weights)
{
    return (shorts)_mm256_cvtepi8_epi16(LOAD(__m128i, weights));
}

ALWAYS __m256i clip(__m256i x, short most)
{
    return _mm256_min_epi16(_mm256_max_epi16(x, _mm256_setzero_si256()), _mm256_set1_epi16(most));
}

ALWAYS __m256i multiply_lanes(const int16_t *a, const int16_t *b)
{
    const __m256i x = clip(LOAD(__m256i, a), 127), y = clip(LOAD(__m256i, b), 127);
    return _mm256_srli_epi16(_mm256_mullo_epi16(x, y), 7);
}

ALWAYS void multiply_some(uint8_t *out, const int16_t *a, const int16_t *b)
{
    /* Packing works within 128-bit halves; the permutation puts the quarters in order. */
    const __m256i packed =
        _mm256_packus_epi16(multiply_lanes(a, b), multiply_lanes(a + LANES, b + LANES));
    STORE(__m256i, out) = _mm256_permute4x64_epi64(packed, 0xd8);
}

ALWAYS ints add_products(ints sum, const uint8_t *x, const int8_t *weights)
{
    const __m256i pairs = _mm256_maddubs_epi16(LOAD(__m256i, x), LOAD(__m256i, weights));
    return sum + (ints)_mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

ALWAYS ints add_squares(ints total, const int16_t *sums, const int16_t *weights)
{
    const __m256i x = clip(LOAD(__m256i, sums), 255);
    const __m256i half = _mm256_srli_epi16(_mm256_mullo_epi16(x, x), 1);
    return total + (ints)_mm256_madd_epi16(half, LOAD(__m256i, weights));
}

ALWAYS void add_across(int32_t out[4], const ints sum[4])
{
    const __m256i low = _mm256_hadd_epi32((__m256i)sum[0], (__m256i)sum[1]);
    const __m256i high = _mm256_hadd_epi32((__m256i)sum[2], (__m256i)sum[3]);
    const __m256i all = _mm256_hadd_epi32(low, high);
    _mm_storeu_si128((__m128i *)out,
                     _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1)));
}

ALWAYS floats clip_floats(floats x)
{
    return _mm256_min_ps(_mm256_max_ps(x, _mm256_setzero_ps()), _mm256_set1_ps(1.0f));
}
