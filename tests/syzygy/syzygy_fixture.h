/* The tables of three pieces in tests/data/syzygy, and an empty current folder for others. */
#ifndef TESTS_SYZYGY_FIXTURE_H
#define TESTS_SYZYGY_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

#include "chess/position.h"

#define SYZYGY_DATA TEST_DATA "/syzygy"

enum { SYZYGY_TABLES = 10, SYZYGY_TABLE_BYTES_MAX = 1 << 14 };

/* The names of the tables of tests/data/syzygy, WDL before DTZ. */
extern const char *const syzygy_names[SYZYGY_TABLES];

/* The contents of a table. */
typedef struct table_bytes {
    size_t size;
    uint8_t byte[SYZYGY_TABLE_BYTES_MAX];
} table_bytes;

/* Make an empty folder and make it the current one, or skip the test if Fathom is not installed;
 * remove it. For .init and .fini of a suite. */
void syzygy_fixture_begin(void);
void syzygy_fixture_end(void);

/* Reads a table of tests/data/syzygy, writes one to the current folder, and does both. */
void table_read(table_bytes *t, const char *name);
void table_write(const table_bytes *t, const char *name);
void table_copy(const char *name);

/* Makes a file of `size` bytes, which begins with `head` and has zeroes behind it. */
void table_make(const char *name, const char *head, int64_t size);

/* A random position with the kings and one piece of this letter, of either colour. */
void random_three(position *pos, char letter, uint64_t *random);

#endif
