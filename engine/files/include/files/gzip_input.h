/* Input files, plain or compressed by gzip in one or more members, on disk or in memory.
 * input_file.h says which files are allowed. */
#ifndef FILES_GZIP_INPUT_H
#define FILES_GZIP_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include "base/failure.h"

typedef struct gzip_input gzip_input;

typedef enum {
    GZIP_READ, /* the bytes that were wanted, or fewer at the end of the file */
    GZIP_CUT,  /* the file ends within a member */
    GZIP_BAD   /* not readable, or damaged; bytes after a member must begin another member */
} gzip_status;

/* Returns NULL and fills `why`, which names the file, if it cannot be opened or read. */
gzip_input *gzip_input_open(const char *path, failure *why);

/* The same with the bytes of a file, at most UINT_MAX, which last until gzip_input_close(). `name`
 * stands for the file in messages. */
gzip_input *gzip_input_open_bytes(const void *bytes, size_t size, const char *name, failure *why);

/* Reads up to `size` bytes. *got is always their number. If the result is not GZIP_READ, `why` has
 * the reason without the file's name, and later calls return the same result and no bytes. */
gzip_status gzip_input_read(gzip_input *in, void *to, size_t size, size_t *got, failure *why);

/* The number of bytes of the stored (compressed) file that were used so far. */
int64_t gzip_input_bytes(const gzip_input *in);

/* NULL is fine. */
void gzip_input_close(gzip_input *in);

#endif
