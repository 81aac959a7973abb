/* What the tests of net files of Lc0 have in common. */
#ifndef TESTS_LC0_FILE_FIXTURE_H
#define TESTS_LC0_FILE_FIXTURE_H

#include "base/failure.h"
#include "lc0_file_maker.h"

#define LC0_FILE_NAME "some/where.pb"

/* One filter and one block: files of some kilobytes. */
extern const lc0_random_shape lc0_random_tiny;

/* Fails the test if two nets differ by more than `bound`, relative to the range of each layer. */
void lc0_expect_same(const lc0_weights *a, const lc0_weights *b, float bound);

/* Reads a file of lc0_random_tiny, written with these options. The caller frees the result; NULL:
 * it was refused. */
lc0_weights *lc0_read_tiny(const lc0_file_options *options, failure *why);

/* Fails the test if a file was read, or was refused for another reason. */
void lc0_expect_refusal(const lc0_weights *read, const failure *why, const char *reason);

#endif
