/* What all fuzzers share.
 *
 * A fuzzer feeds bytes to what reads outside input, and aborts where what was read breaks a
 * promise. Built with MORPHO_FUZZ (clang only) it is a program of libFuzzer, which invents the
 * bytes; built without, it reads its seeds once more, and is a test of ctest. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libFuzzer's entry points, which no header declares. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What was fed in, as a C string; free() it. */
char *fuzz_text(const uint8_t *data, size_t size);

/* A folder of this process alone, which is removed with its files when the process ends well. */
const char *fuzz_folder(void);

/* Makes a file in it, or replaces it; its path is good until the next call. */
const char *fuzz_file(const char *name, const void *bytes, size_t size);

/* Aborts unless `holds`, saying `what` does not. */
void fuzz_expect(bool holds, const char *what);

#endif
