/* The common part of all fuzzers.
 *
 * A fuzzer gives bytes to a reader of outside input, and aborts if the result breaks the reader's
 * contract. Built with MORPHO_FUZZ (clang only) it is a libFuzzer program, which generates the
 * bytes. Built without MORPHO_FUZZ it is a test that reads the fuzzer's seeds. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libFuzzer's entry points, which no header declares. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes as a C string; the caller frees it. */
char *fuzz_text(const uint8_t *data, size_t size);

/* A gzip stream of the bytes; the caller frees it. */
uint8_t *fuzz_pack(const void *bytes, size_t size, size_t *packed_size);

/* A folder of this process, which is made at the first call. The folder and its files are removed
 * when the process ends normally. */
const char *fuzz_folder(void);

/* Writes a file in that folder, over one of the same name. Returns its path, which is valid until
 * the next call. */
const char *fuzz_file(const char *name, const void *bytes, size_t size);

/* Reads a file, which must be smaller than `room`, and puts a NUL behind it. Returns its size. */
size_t fuzz_read(const char *path, void *bytes, size_t room);

/* Damages a file as a full disk, a kill or another program may. The second byte of `data` says how
 * many bytes are cut off, and each three after it are a place in the file and the bits to change
 * there. Shortens *size, and returns the first place that may have changed. */
size_t fuzz_damage(void *bytes, size_t *size, const uint8_t *data, size_t data_size);

/* Unless `holds`, prints `what` and aborts. */
void fuzz_expect(bool holds, const char *what);

#endif
