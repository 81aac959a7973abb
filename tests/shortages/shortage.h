/* What happens where memory or the disk fails: each allocation, or each call for a file, that some
 * work makes is refused in turn.
 *
 * In the tests of this folder the linker wraps the calls of the test and of Morpho's libraries by
 * functions of shortage.c, but not those within the C library, zlib and Criterion. Calls are
 * refused and counted in shortage_try() only. */
#ifndef TESTS_SHORTAGE_H
#define TESTS_SHORTAGE_H

#include <stdbool.h>

#include "base/failure.h"

typedef enum {
    SHORT_OF_MEMORY, /* malloc() and its like, new threads, and the state of zlib's streams */
    FAULTY_FILES     /* what opens, reads, writes, syncs, cuts and renames files */
} shortage;

/* Work that can be done again and again. It returns whether it was done. Its own checks may make no
 * such call. */
typedef bool shortage_work(failure *why);

/* Does the work again and again: first its first call of this kind is refused, then its second one,
 * and so on, until nothing is refused any more. Fails the test unless the work, each time,
 * - is done, or was refused a call and has filled `why`;
 * - has freed what it allocated, and closed the files that it opened.
 * Calls `after`, unless it is NULL, after each time, with what the work returned. */
void shortage_try_each(shortage kind, shortage_work *work, void (*after)(bool done));

/* The same, and then again, where all calls after the refused one are refused too. */
void shortage_try(shortage kind, shortage_work *work, void (*after)(bool done));

#endif
