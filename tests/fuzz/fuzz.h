/* What all fuzzers share. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* libFuzzer's entry points, which no header declares. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What was fed in, as a C string; free() it. */
char *fuzz_text(const uint8_t *data, size_t size);

#endif
