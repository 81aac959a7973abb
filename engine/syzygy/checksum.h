/* The checksum at the end of a Syzygy table: CityHash (Geoff Pike and Jyrki Alakuijala, 2011) with
 * CRC-32C. The bytes before it are hashed in parts, and then the hashes of the parts are hashed. */
#ifndef SYZYGY_CHECKSUM_H
#define SYZYGY_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The size of each part except the last, which has the rest, and the size of the checksum. */
enum { CHECKSUM_PART = 1 << 24, CHECKSUM_BYTES = 16 };

/* The hash of a part. */
typedef struct checksum_hash {
    uint64_t word[4];
} checksum_hash;

/* of[at][b] is the remainder of CRC-32C of the byte b with `at` zero bytes after it. */
typedef struct checksum_remainders {
    uint32_t of[8][256];
} checksum_remainders;

void checksum_prepare(checksum_remainders *remainders);

checksum_hash checksum_of_part(const checksum_remainders *remainders, const uint8_t *bytes,
                               size_t size);

/* The checksum of a table, from the hashes of its `count` parts (at least one). */
void checksum_of_hashes(const checksum_remainders *remainders, const checksum_hash *hashes,
                        size_t count, uint8_t sum[CHECKSUM_BYTES]);

#endif
