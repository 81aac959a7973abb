/* The checksum of a table by known answers of CityHash's own code: inputs that each of its branches
 * takes, which small tables do not reach. */
#include <criterion/criterion.h>
#include <string.h>

#include "checksum.h"

static uint8_t bytes[2048];
static checksum_remainders remainders;

static void begin(void)
{
    checksum_prepare(&remainders);
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i * i * 7919u >> 8);
    }
}

TestSuite(table_checksum, .init = begin);

typedef struct answer {
    size_t size;
    uint64_t first, last; /* words of the hash */
} answer;

Test(table_checksum, parts)
{
    static const answer known[] = {
        {64, 0x47c1140e149d8959, 0x5af30afe5f81632e},
        {239, 0x73ba2409fa20e98c, 0x202d0435329246a8},
        {240, 0x5461cbea75b68b40, 0x328174b103eb0c8e},
        {279, 0xc0233c893dd1adab, 0xebdf33f5c17351ee},
        {1000, 0x8723460a7dc4bdf4, 0x01cb594142bff752},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const checksum_hash hash = checksum_of_part(&remainders, bytes, known[i].size);
        cr_expect(hash.word[0] == known[i].first && hash.word[3] == known[i].last, "%zu bytes",
                  known[i].size);
    }
}

/* Hashes of tables of 16 MiB to 1 GB. */
Test(table_checksum, hashes_of_parts)
{
    static const answer known[] = {
        {1, 0xd4d003bbe5d9e15e, 0xd8caf6701f4e391b},  {2, 0x0efef204672db752, 0x455a2f7e9452bf7c},
        {4, 0x6bccab416137e399, 0x35dae75c330f1af0},  {5, 0x8e59e04f91a52a12, 0xcfa9c0ca72ff4800},
        {28, 0xe4ffee35856a8009, 0x4c2c77466a689d8d}, {29, 0x85e931e7eb519f98, 0x656646e915feaf44},
        {60, 0x45d68158d45c7749, 0x952586b48f6a9a9a},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        checksum_hash hashes[sizeof bytes / sizeof(checksum_hash)];
        uint64_t words[2];
        uint8_t sum[CHECKSUM_BYTES];
        memcpy(hashes, bytes, sizeof bytes);
        checksum_of_hashes(&remainders, hashes, known[i].size, sum);
        memcpy(words, sum, sizeof words);
        cr_expect(words[0] == known[i].first && words[1] == known[i].last, "%zu hashes",
                  known[i].size);
    }
}
