#include <immintrin.h>
#include <string.h>

#include "kernels_internal.h"

/* Columns whose sums stay in registers while all rows are added: 8 registers of 16 sums leave room
 * for the widened weights. */
enum { LANES = 16, TILE = 8 };

/* Always inlined with a constant `tile`, so that the inner loops unroll into registers. */
static inline __attribute__((always_inline)) void
accumulate_tile(int16_t *sums, const int16_t *bias, const int8_t *weights, size_t width,
                const uint16_t *rows, int count, int tile)
{
    __m256i sum[TILE];
#pragma GCC unroll 8
    for (int t = 0; t < tile; t++) {
        sum[t] = _mm256_load_si256((const __m256i *)(bias + t * LANES));
    }
    for (int r = 0; r < count; r++) {
        const __m128i *row = (const __m128i *)(weights + rows[r] * width);
#pragma GCC unroll 8
        for (int t = 0; t < tile; t++) {
            sum[t] = _mm256_add_epi16(sum[t], _mm256_cvtepi8_epi16(_mm_load_si128(row + t)));
        }
    }
#pragma GCC unroll 8
    for (int t = 0; t < tile; t++) {
        _mm256_store_si256((__m256i *)(sums + t * LANES), sum[t]);
    }
}

static void accumulate(int16_t *sums, const int16_t *bias, const int8_t *weights, size_t width,
                       const uint16_t *rows, int count)
{
    size_t at = 0;
    for (; width - at >= TILE * LANES; at += TILE * LANES) {
        accumulate_tile(sums + at, bias + at, weights + at, width, rows, count, TILE);
    }
    for (; at < width; at += 4 * LANES) {
        accumulate_tile(sums + at, bias + at, weights + at, width, rows, count, 4);
    }
}

static __m256i clip(__m256i x)
{
    return _mm256_min_epi16(_mm256_max_epi16(x, _mm256_setzero_si256()), _mm256_set1_epi16(127));
}

static __m256i pair_products(const int16_t *a, const int16_t *b)
{
    const __m256i x = clip(_mm256_load_si256((const __m256i *)a));
    const __m256i y = clip(_mm256_load_si256((const __m256i *)b));
    return _mm256_srli_epi16(_mm256_mullo_epi16(x, y), 7);
}

static void multiply_pairs(uint8_t *out, const int16_t *sums, size_t width)
{
    const size_t half = width / 2;
    for (size_t i = 0; i < half; i += 2 * LANES) {
        const __m256i low = pair_products(sums + i, sums + half + i);
        const __m256i high = pair_products(sums + i + LANES, sums + half + i + LANES);
        /* Packing works within 128-bit halves; the permutation puts the quarters in order. */
        const __m256i packed = _mm256_packus_epi16(low, high);
        _mm256_store_si256((__m256i *)(out + i), _mm256_permute4x64_epi64(packed, 0xd8));
    }
}

/* The sums of four registers' lanes, in order. */
static __m128i add_across(const __m256i sum[4])
{
    const __m256i low = _mm256_hadd_epi32(sum[0], sum[1]);
    const __m256i high = _mm256_hadd_epi32(sum[2], sum[3]);
    const __m256i all = _mm256_hadd_epi32(low, high);
    return _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
}

static void dot_rows(int32_t *out, const uint8_t *x, const int8_t *weights, size_t width,
                     const uint16_t *rows, int count)
{
    const __m256i ones = _mm256_set1_epi16(1);
    for (int k = 0; k < count; k += 4) {
        const int8_t *row[4];
        for (int j = 0; j < 4; j++) {
            /* The last group repeats its last row, so as not to read past the list. */
            const int at = k + j < count ? k + j : count - 1;
            row[j] = weights + (size_t)(rows ? rows[at] : at) * width;
        }
        __m256i sum[4] = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(),
                          _mm256_setzero_si256()};
        for (size_t i = 0; i < width; i += 32) {
            const __m256i input = _mm256_load_si256((const __m256i *)(x + i));
#pragma GCC unroll 4
            for (int j = 0; j < 4; j++) {
                const __m256i weight = _mm256_load_si256((const __m256i *)(row[j] + i));
                const __m256i pairs = _mm256_maddubs_epi16(input, weight);
                sum[j] = _mm256_add_epi32(sum[j], _mm256_madd_epi16(pairs, ones));
            }
        }
        int32_t four[4];
        _mm_storeu_si128((__m128i *)four, add_across(sum));
        for (int j = 0; j < 4 && k + j < count; j++) {
            out[k + j] = four[j];
        }
    }
}

/* The weights of one register of sums, from int16 or from int8. */
static inline __attribute__((always_inline)) __m256i load_weights(const char *at, bool bytes)
{
    return bytes ? _mm256_cvtepi8_epi16(_mm_load_si128((const __m128i *)at))
                 : _mm256_load_si256((const __m256i *)at);
}

/* As accumulate_tile(), for weights of int16 or of int8, with rows to add and to subtract. A row
 * has `row` bytes. */
static inline __attribute__((always_inline)) void change_tile(int16_t *sums, const int16_t *from,
                                                              const char *weights, size_t row,
                                                              const row_changes *changes, int tile,
                                                              bool bytes)
{
    const int step = bytes ? LANES : 2 * LANES;
    __m256i sum[TILE];
#pragma GCC unroll 8
    for (int t = 0; t < tile; t++) {
        sum[t] = _mm256_load_si256((const __m256i *)(from + t * LANES));
    }
    for (int r = 0; r < changes->added_count; r++) {
        const char *at = weights + changes->added[r] * row;
#pragma GCC unroll 8
        for (int t = 0; t < tile; t++) {
            sum[t] = _mm256_add_epi16(sum[t], load_weights(at + t * step, bytes));
        }
    }
    for (int r = 0; r < changes->removed_count; r++) {
        const char *at = weights + changes->removed[r] * row;
#pragma GCC unroll 8
        for (int t = 0; t < tile; t++) {
            sum[t] = _mm256_sub_epi16(sum[t], load_weights(at + t * step, bytes));
        }
    }
#pragma GCC unroll 8
    for (int t = 0; t < tile; t++) {
        _mm256_store_si256((__m256i *)(sums + t * LANES), sum[t]);
    }
}

static inline __attribute__((always_inline)) void change_all(int16_t *sums, const int16_t *from,
                                                             const char *weights, size_t width,
                                                             const row_changes *changes, bool bytes)
{
    const size_t size = bytes ? 1 : 2, row = width * size;
    size_t at = 0;
    for (; width - at >= TILE * LANES; at += TILE * LANES) {
        change_tile(sums + at, from + at, weights + at * size, row, changes, TILE, bytes);
    }
    for (; at < width; at += 4 * LANES) {
        change_tile(sums + at, from + at, weights + at * size, row, changes, 4, bytes);
    }
}

static void change_rows(int16_t *sums, const int16_t *from, const int16_t *weights, size_t width,
                        const row_changes *changes)
{
    change_all(sums, from, (const char *)weights, width, changes, false);
}

static void change_byte_rows(int16_t *sums, const int16_t *from, const int8_t *weights,
                             size_t width, const row_changes *changes)
{
    change_all(sums, from, (const char *)weights, width, changes, true);
}

/* Half squares times weights of one register, with neighbours added in pairs. */
static __m256i weigh_squares(const int16_t *sums, const int16_t *weights)
{
    const __m256i most = _mm256_set1_epi16(255);
    const __m256i sum = _mm256_load_si256((const __m256i *)sums);
    const __m256i x = _mm256_min_epi16(_mm256_max_epi16(sum, _mm256_setzero_si256()), most);
    const __m256i weight = _mm256_load_si256((const __m256i *)weights);
    return _mm256_madd_epi16(_mm256_srli_epi16(_mm256_mullo_epi16(x, x), 1), weight);
}

static int32_t dot_squares(const int16_t *sums, const int16_t *weights, size_t width)
{
    __m256i part[4] = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(),
                       _mm256_setzero_si256()};
    for (size_t i = 0; i < width; i += 4 * LANES) {
#pragma GCC unroll 4
        for (size_t j = 0; j < 4; j++) {
            const __m256i products = weigh_squares(sums + i + j * LANES, weights + i + j * LANES);
            part[j] = _mm256_add_epi32(part[j], products);
        }
    }
    int32_t four[4];
    _mm_storeu_si128((__m128i *)four, add_across(part));
    return four[0] + four[1] + four[2] + four[3];
}

/* Floats of one register. Counts that it does not divide end in single floats. */
enum { FLOATS = 8 };

static __m256 activation(__m256 x)
{
    const __m256 within =
        _mm256_min_ps(_mm256_max_ps(x, _mm256_setzero_ps()), _mm256_set1_ps(1.0f));
    return _mm256_mul_ps(within, within);
}

/* The same of the first float of a register. */
static float activation_of(float x)
{
    return _mm256_cvtss_f32(activation(_mm256_set1_ps(x)));
}

static void activate_sums(float *out, const int32_t *sums, float scale, const float *bias,
                          size_t count)
{
    size_t i = 0;
    for (; i + FLOATS <= count; i += FLOATS) {
        const __m256 sum = _mm256_cvtepi32_ps(_mm256_loadu_si256((const __m256i *)(sums + i)));
        const __m256 scaled = _mm256_mul_ps(sum, _mm256_set1_ps(scale));
        _mm256_storeu_ps(out + i, activation(_mm256_add_ps(scaled, _mm256_loadu_ps(bias + i))));
    }
    for (; i < count; i++) {
        out[i] = activation_of((float)sums[i] * scale + bias[i]);
    }
}

/* Always inlined with a constant number of registers. */
static inline __attribute__((always_inline)) void activate_block(float *out, const float *x,
                                                                 const float *weights,
                                                                 const float *bias, size_t inputs,
                                                                 size_t outputs, int registers)
{
    __m256 sum[4];
#pragma GCC unroll 4
    for (int t = 0; t < registers; t++) {
        sum[t] = _mm256_loadu_ps(bias + t * FLOATS);
    }
    for (size_t i = 0; i < inputs; i++, weights += outputs) {
        const __m256 factor = _mm256_set1_ps(x[i]);
#pragma GCC unroll 4
        for (int t = 0; t < registers; t++) {
            const __m256 weight = _mm256_loadu_ps(weights + t * FLOATS);
            sum[t] = _mm256_add_ps(sum[t], _mm256_mul_ps(factor, weight));
        }
    }
#pragma GCC unroll 4
    for (int t = 0; t < registers; t++) {
        _mm256_storeu_ps(out + t * FLOATS, activation(sum[t]));
    }
}

static void activate_layer(float *out, const float *x, const float *weights, const float *bias,
                           size_t inputs, size_t outputs)
{
    size_t j = 0;
    for (; j + 4 * FLOATS <= outputs; j += 4 * FLOATS) {
        activate_block(out + j, x, weights + j, bias + j, inputs, outputs, 4);
    }
    for (; j + FLOATS <= outputs; j += FLOATS) {
        activate_block(out + j, x, weights + j, bias + j, inputs, outputs, 1);
    }
    for (; j < outputs; j++) {
        float sum = bias[j];
        for (size_t i = 0; i < inputs; i++) {
            sum += x[i] * weights[i * outputs + j];
        }
        out[j] = activation_of(sum);
    }
}

static float dot_floats(const float *x, const float *y, size_t count)
{
    _Alignas(32) float ends[2][2 * FLOATS] = {0};
    __m256 low = _mm256_setzero_ps(), high = low;
    size_t i = 0;
    for (; i + 2 * FLOATS <= count; i += 2 * FLOATS) {
        low = _mm256_add_ps(low, _mm256_mul_ps(_mm256_loadu_ps(x + i), _mm256_loadu_ps(y + i)));
        high = _mm256_add_ps(
            high, _mm256_mul_ps(_mm256_loadu_ps(x + i + FLOATS), _mm256_loadu_ps(y + i + FLOATS)));
    }
    if (i < count) {
        memcpy(ends[0], x + i, (count - i) * sizeof *x);
        memcpy(ends[1], y + i, (count - i) * sizeof *y);
        low = _mm256_add_ps(low, _mm256_mul_ps(_mm256_load_ps(ends[0]), _mm256_load_ps(ends[1])));
        high = _mm256_add_ps(high, _mm256_mul_ps(_mm256_load_ps(ends[0] + FLOATS),
                                                 _mm256_load_ps(ends[1] + FLOATS)));
    }
    const __m256 eight = _mm256_add_ps(low, high);
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

const kernels kernels_avx2 = {.name = "avx2",
                              .accumulate = accumulate,
                              .multiply_pairs = multiply_pairs,
                              .dot_rows = dot_rows,
                              .change_rows = change_rows,
                              .change_byte_rows = change_byte_rows,
                              .dot_squares = dot_squares,
                              .activate_sums = activate_sums,
                              .activate_layer = activate_layer,
                              .dot_floats = dot_floats};
