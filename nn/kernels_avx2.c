#include <assert.h>
#include <immintrin.h>

#define KERNELS      kernels_avx2
#define KERNELS_NAME "avx2"
#define REGISTER     32
#define TILE         8 /* leaves as many registers for the widened weights */
#define PRODUCTS     32
#define PREFETCH     0
#define OWN_DOT_FOUR
#define PAIR_TILE 4 /* its sums take eight registers */
#include "kernels_body.inc"

ALWAYS shorts widen(const int8_t *weights)
{
    return (shorts)_mm256_cvtepi8_epi16(LOAD(__m128i, weights));
}

ALWAYS __m256i clip(__m256i x)
{
    return _mm256_min_epi16(_mm256_max_epi16(x, _mm256_setzero_si256()), _mm256_set1_epi16(127));
}

ALWAYS __m256i multiply_lanes(const int16_t *a, const int16_t *b)
{
    const __m256i x = clip(LOAD(__m256i, a)), y = clip(LOAD(__m256i, b));
    return _mm256_srli_epi16(_mm256_mullo_epi16(x, y), 7);
}

ALWAYS void multiply_some(uint8_t *out, const int16_t *a, const int16_t *b)
{
    /* Packing works within 128-bit halves; the permutation puts the quarters in order. */
    const __m256i packed =
        _mm256_packus_epi16(multiply_lanes(a, b), multiply_lanes(a + LANES, b + LANES));
    STORE(__m256i, out) = _mm256_permute4x64_epi64(packed, 0xd8);
}

/* The pairs of products of a row, summed up in 16 bits: `all` are the sums modulo 2^16, and `high`
 * the sums of the pairs without their low bytes. What `all` exceeds 256 * `high` by are the low
 * bytes, which add up to less than 2^15. So no step needs 32 bits: multiplications, of which older
 * CPUs have one unit, are half as many as with vpmaddwd in each step. */
typedef struct pair_sums {
    __m256i all, high;
} pair_sums;
static_assert(KERNEL_DOT_WIDTH_MAX / REGISTER * 255 <= INT16_MAX, "sums of low bytes fit");

ALWAYS pair_sums add_pairs(pair_sums sum, __m256i x, const int8_t *weights)
{
    const __m256i pairs = _mm256_maddubs_epi16(x, LOAD(__m256i, weights));
    return (pair_sums){_mm256_add_epi16(sum.all, pairs),
                       _mm256_add_epi16(sum.high, _mm256_srai_epi16(pairs, 8))};
}

/* Neighbouring sums together. */
ALWAYS __m256i whole_sums(pair_sums sum)
{
    const __m256i low = _mm256_sub_epi16(sum.all, _mm256_slli_epi16(sum.high, 8));
    return _mm256_add_epi32(_mm256_madd_epi16(sum.high, _mm256_set1_epi16(256)),
                            _mm256_madd_epi16(low, _mm256_set1_epi16(1)));
}

ALWAYS void dot_four(int32_t out[4], const uint8_t *x, const int8_t *const row[4], size_t width)
{
    const __m256i zero = _mm256_setzero_si256();
    pair_sums sum[4] = {{zero, zero}, {zero, zero}, {zero, zero}, {zero, zero}};
    for (size_t i = 0; i < width; i += REGISTER) {
        UNROLL
        for (int j = 0; j < 4; j++) {
            sum[j] = add_pairs(sum[j], LOAD(__m256i, x + i), row[j] + i);
        }
    }
    const __m256i low = _mm256_hadd_epi32(whole_sums(sum[0]), whole_sums(sum[1]));
    const __m256i high = _mm256_hadd_epi32(whole_sums(sum[2]), whole_sums(sum[3]));
    const __m256i all = _mm256_hadd_epi32(low, high);
    _mm_storeu_si128((__m128i *)out,
                     _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1)));
}

/* The sums of REGISTER columns. Bytes interleave within 128-bit halves, so that `low` has the
 * columns 0-7 and 16-23, and `high` has the columns 8-15 and 24-31. */
typedef struct column_sums {
    __m256i low, high;
} column_sums;

ALWAYS column_sums load_columns(const int16_t *from)
{
    const __m128i *parts = (const __m128i *)from;
    return (column_sums){_mm256_set_m128i(parts[2], parts[0]),
                         _mm256_set_m128i(parts[3], parts[1])};
}

ALWAYS void store_columns(int16_t *to, column_sums sum)
{
    __m128i *parts = (__m128i *)to;
    parts[0] = _mm256_castsi256_si128(sum.low);
    parts[1] = _mm256_castsi256_si128(sum.high);
    parts[2] = _mm256_extracti128_si256(sum.low, 1);
    parts[3] = _mm256_extracti128_si256(sum.high, 1);
}

/* Adds the sums of two rows, or subtracts them. To add interleaved bytes by a multiplication with 1
 * is faster than to widen each. */
ALWAYS column_sums change_columns(column_sums sum, const int8_t *a, const int8_t *b, bool subtract)
{
    const __m256i one = _mm256_set1_epi8(1), x = LOAD(__m256i, a), y = LOAD(__m256i, b);
    const __m256i low = _mm256_maddubs_epi16(one, _mm256_unpacklo_epi8(x, y));
    const __m256i high = _mm256_maddubs_epi16(one, _mm256_unpackhi_epi8(x, y));
    sum.low = subtract ? _mm256_sub_epi16(sum.low, low) : _mm256_add_epi16(sum.low, low);
    sum.high = subtract ? _mm256_sub_epi16(sum.high, high) : _mm256_add_epi16(sum.high, high);
    return sum;
}

/* The last row of an odd number goes with a row of zeros. */
ALWAYS void change_by_pairs(column_sums sum[PAIR_TILE], int tile, const int8_t *weights,
                            size_t width, const uint16_t rows[], int count, bool subtract)
{
    static _Alignas(KERNEL_ALIGNMENT) const int8_t zeros[PAIR_TILE * REGISTER];
    for (int r = 0; r < count; r += 2) {
        const int8_t *a = weights + rows[r] * width;
        const int8_t *b = r + 1 < count ? weights + rows[r + 1] * width : zeros;
        UNROLL
        for (int t = 0; t < tile; t++) {
            sum[t] = change_columns(sum[t], a + t * REGISTER, b + t * REGISTER, subtract);
        }
    }
}

ALWAYS void change_pairs(int16_t *sums, const int16_t *from, int tile, const int8_t *weights,
                         size_t width, const row_changes *c)
{
    column_sums sum[PAIR_TILE];
    UNROLL
    for (int t = 0; t < tile; t++) {
        sum[t] = load_columns(from + t * REGISTER);
    }
    change_by_pairs(sum, tile, weights, width, c->added, c->added_count, false);
    change_by_pairs(sum, tile, weights, width, c->removed, c->removed_count, true);
    UNROLL
    for (int t = 0; t < tile; t++) {
        store_columns(sums + t * REGISTER, sum[t]);
    }
}

ALWAYS floats clip_floats(floats x)
{
    return _mm256_min_ps(_mm256_max_ps(x, _mm256_setzero_ps()), _mm256_set1_ps(1.0f));
}
