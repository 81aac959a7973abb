#include "checksum.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

/* CityHash's constants, as its authors chose them. */
static const uint64_t k0 = 0xc3a5c85c97cb3127, k1 = 0xb492b66fbe98f273, k3 = 0xc949d7c7509e6557,
                      k_mix = 0x9ddfea08eb382d69;

/* Longer inputs of the last step are hashed as parts are. */
enum { SHORT_MAX = 900 };

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words lie in memory as in the file");

static uint64_t load(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static uint64_t rotate(uint64_t word, int by)
{
    return word >> by | word << (64 - by);
}

static uint64_t fold(uint64_t word)
{
    return word ^ word >> 47;
}

static uint64_t mix(uint64_t a, uint64_t b)
{
    return fold((b ^ fold((a ^ b) * k_mix)) * k_mix) * k_mix;
}

void checksum_prepare(checksum_remainders *r)
{
    static const uint32_t polynomial = 0x82f63b78;
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t rest = byte;
        for (int bit = 0; bit < 8; bit++) {
            rest = rest >> 1 ^ (rest & 1 ? polynomial : 0);
        }
        r->of[0][byte] = rest;
    }
    for (int at = 1; at < 8; at++) {
        for (int byte = 0; byte < 256; byte++) {
            const uint32_t rest = r->of[at - 1][byte];
            r->of[at][byte] = rest >> 8 ^ r->of[0][rest & 255];
        }
    }
}

/* CRC-32C of the low half of `crc` and of a word. */
static inline uint64_t crc_of(const checksum_remainders *r, uint64_t crc, uint64_t word)
{
    uint32_t rest = 0;
    word ^= (uint32_t)crc;
    for (int i = 0; i < 8; i++) {
        rest ^= r->of[7 - i][word >> 8 * i & 255];
    }
    return rest;
}

/* ---- The hash of a part ---- */

enum { WORDS = 5, STEP = 8 * WORDS, ROUND = 6 * STEP };

/* Each step takes STEP bytes: the words move up by one place, are turned, and get new ones. */
typedef struct part_state {
    uint64_t word[WORDS + 1], crc[WORDS];
} part_state;

static inline void take_step(part_state *s, const checksum_remainders *r, const uint8_t *bytes,
                             bool first)
{
    static const int turns[2][WORDS] = {{41, 27, 41, 33, 25}, {40, 26, 40, 32, 24}};
    const uint64_t oldest = s->word[0], factor = first ? 1 : k0;
    for (int i = 0; i < WORDS; i++) {
        s->word[i] = rotate(s->word[i + 1], turns[first][i]) * factor + load(bytes + 8 * i);
        s->crc[i] = crc_of(r, s->crc[i], s->word[i]);
    }
    s->word[WORDS] = oldest;
}

static checksum_hash end_part(const part_state *s, uint64_t first, uint64_t second)
{
    uint64_t a = s->word[0], b = s->word[1], c = s->word[2], d = s->word[3], e = s->word[4];
    uint64_t f = s->crc[0], g = s->crc[1], h = s->crc[2], i = s->crc[3], j = s->crc[4];
    checksum_hash result;
    j += i << 32;
    a = mix(a, j);
    h += g << 32;
    b += h;
    c = mix(c, f) + i;
    d = mix(d, e + first);
    j += e;
    i += mix(h, s->word[WORDS]);
    e = mix(a, d) + j;
    f = mix(b, c) + a;
    g = mix(j, i) + c;
    result.word[0] = e + f + g + h;
    a = fold((a + g) * k0) * k0 + b;
    result.word[1] = second + a + result.word[0];
    a = fold(a * k0) * k0 + c;
    result.word[2] = a + result.word[1];
    result.word[3] = fold((a + e) * k0) * k0 + result.word[2];
    return result;
}

static checksum_hash hash_rounds(const checksum_remainders *r, const uint8_t *bytes, size_t size,
                                 uint32_t seed)
{
    const uint64_t b = load(bytes + 96) + k0, c = mix(b, size), d = load(bytes + 120) * k0 + size;
    part_state s = {.word = {load(bytes + 56) + k0, b, c, d, load(bytes + 184) + seed, c + d},
                    .crc = {seed}};
    const uint8_t *const end = bytes + size;
    for (; end - bytes >= ROUND; bytes += ROUND) {
        for (int i = 0; i < ROUND; i += STEP) {
            take_step(&s, r, bytes + i, i / STEP % 2 == 0);
        }
    }
    for (; end - bytes >= STEP; bytes += STEP) {
        take_step(&s, r, bytes, false);
    }
    if (end > bytes) {
        take_step(&s, r, end - STEP, false);
    }
    return end_part(&s, c, d);
}

checksum_hash checksum_of_part(const checksum_remainders *r, const uint8_t *bytes, size_t size)
{
    uint8_t filled[ROUND] = {0};
    if (size >= ROUND) {
        return hash_rounds(r, bytes, size, 0);
    }
    memcpy(filled, bytes, size);
    return hash_rounds(r, filled, ROUND, ~(uint32_t)size);
}

/* ---- The hash of the hashes ---- */

typedef struct pair {
    uint64_t first, second;
} pair;

static pair take_32(const uint8_t *bytes, uint64_t a, uint64_t b)
{
    const uint64_t last = load(bytes + 24), begun = a + load(bytes);
    const uint64_t sum = begun + load(bytes + 8) + load(bytes + 16);
    return (pair){sum + last, rotate(b + begun + last, 21) + rotate(sum, 44) + begun};
}

/* The hash of at least 16 bytes, but less than 128. */
static pair hash_few(const uint8_t *bytes, size_t size, pair seed)
{
    const uint64_t last = load(bytes + size - 8);
    uint64_t a = seed.first, b = seed.second, c, d;
    if (size == 16) {
        a = fold(a * k1) * k1;
        c = b * k1 + (mix(load(bytes), rotate(last + size, (int)size)) ^ last);
        d = fold(a + load(bytes));
    } else {
        c = mix(last + k1, a);
        d = mix(b + size, c + load(bytes + size - 16));
        a += d;
        for (size_t i = 0; i + 16 < size; i += 16) {
            a = (a ^ fold(load(bytes + i) * k1) * k1) * k1;
            b ^= a;
            c = (c ^ fold(load(bytes + i + 8) * k1) * k1) * k1;
            d ^= c;
        }
    }
    a = mix(a, c);
    b = mix(d, b);
    return (pair){a ^ b, mix(b, a)};
}

/* The state of the hash of at least 128 bytes. */
typedef struct many_state {
    pair v, w;
    uint64_t x, y, z;
} many_state;

static void take_64(many_state *s, const uint8_t *bytes)
{
    const uint64_t x = rotate(s->x + s->y + s->v.first + load(bytes + 8), 37) * k1 ^ s->w.second;
    const uint64_t y =
        rotate(s->y + s->v.second + load(bytes + 48), 42) * k1 + s->v.first + load(bytes + 40);
    const uint64_t z = rotate(s->z + s->w.first, 33) * k1;
    s->v = take_32(bytes, s->v.second * k1, x + s->w.first);
    s->w = take_32(bytes + 32, z + s->w.second, y + load(bytes + 16));
    s->x = z;
    s->y = y;
    s->z = x;
}

static pair hash_many(const uint8_t *bytes, size_t size, pair seed)
{
    many_state s = {.x = seed.first, .y = seed.second, .z = size * k1};
    s.v.first = rotate(s.y ^ k1, 49) * k1 + load(bytes);
    s.v.second = rotate(s.v.first, 42) * k1 + load(bytes + 8);
    s.w.first = rotate(s.y + s.z, 35) * k1 + s.x;
    s.w.second = rotate(s.x + load(bytes + 88), 53) * k1;
    for (; size >= 128; bytes += 128, size -= 128) {
        take_64(&s, bytes);
        take_64(&s, bytes + 64);
    }
    s.x += rotate(s.v.first + s.z, 49) * k0;
    s.z += rotate(s.w.first, 37) * k0;
    /* The rest from its end on. The last 32 bytes may begin before it. */
    for (size_t done = 32; done < size + 32; done += 32) {
        const uint8_t *at = bytes + size - done;
        s.y = rotate(s.x + s.y, 42) * k0 + s.v.second;
        s.w.first += load(at + 16);
        s.x = s.x * k0 + s.w.first;
        s.z += s.w.second + load(at);
        s.w.second += s.v.first;
        s.v = take_32(at, s.v.first + s.z, s.v.second);
    }
    const uint64_t x = mix(s.x, s.v.first), y = mix(s.y + s.z, s.w.first);
    return (pair){mix(x + s.v.second, s.w.second) + y, mix(x + s.w.second, y + s.v.second)};
}

/* The hash of at most SHORT_MAX bytes, and at least 32. Their first 16 are its seed. */
static pair hash_short(const uint8_t *bytes, size_t size)
{
    const pair seed = {load(bytes) ^ k3, load(bytes + 8)};
    return size < 16 + 128 ? hash_few(bytes + 16, size - 16, seed)
                           : hash_many(bytes + 16, size - 16, seed);
}

void checksum_of_hashes(const checksum_remainders *r, const checksum_hash *hashes, size_t count,
                        uint8_t sum[CHECKSUM_BYTES])
{
    assert(count > 0);
    const size_t size = count * sizeof *hashes;
    const uint8_t *bytes = (const uint8_t *)hashes;
    if (size <= SHORT_MAX) {
        const pair short_hash = hash_short(bytes, size);
        memcpy(sum, &short_hash, CHECKSUM_BYTES);
    } else {
        const checksum_hash long_hash = checksum_of_part(r, bytes, size);
        memcpy(sum, &long_hash.word[2], CHECKSUM_BYTES);
    }
}
