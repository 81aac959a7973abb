/* The common part of all fuzzers.
 *
 * A fuzzer gives bytes to a reader of outside input, and aborts if the result breaks the reader's
 * contract. Built with MORPHO_FUZZ (clang only) it is a libFuzzer program, which generates the
 * bytes. Built without, it is a test that replays the fuzzer's seeds. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libFuzzer's entry points, which no header declares. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes as a C string; free() it. */
char *fuzz_text(const uint8_t *data, size_t size);

/* A folder of this process. It and its files are removed when the process ends normally. */
const char *fuzz_folder(void);

/* Writes a file in that folder, in place of one of the same name. Its path is valid until the next
 * call. */
const char *fuzz_file(const char *name, const void *bytes, size_t size);

/* Unless `holds`, prints `what` and aborts. */
void fuzz_expect(bool holds, const char *what);

#endif
