/* The net file: named tensors, compressed by gzip; a plain file is read, too. A reader checks the
 * whole file before it uses any of it.
 *
 *   header     "MORPHONN"  u32 version = 1  u32 tensors  u64 payload bytes
 *              u32 crc32 of directory and payload  u32 0
 *   directory  per tensor: char name[32] (a-z 0-9 . _, NUL padded)  u32 type  u32 rows
 *              u32 columns  float scale  u64 offset  u64 bytes
 *   payload    the tensors in the directory's order, each at the next offset that is a multiple
 *              of 64; gaps, and the end up to a multiple of 64, are zero
 *
 * Numbers are little endian. A tensor is rows x columns, row-major. The real weight is the stored
 * integer times `scale` (1 for floats and text). Text is one row of characters. */
#ifndef NN_NET_FILE_H
#define NN_NET_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/failure.h"

enum { NET_FILE_VERSION = 1, NET_FILE_TENSORS_MAX = 64, NET_FILE_NAME_MAX = 32 };

/* Largest unpacked size that a reader accepts, so that a hostile file cannot exhaust memory. */
enum { NET_FILE_BYTES_MAX = 256 << 20 };

typedef enum {
    TENSOR_I8,
    TENSOR_I16,
    TENSOR_I32,
    TENSOR_F32,
    TENSOR_TEXT,
    TENSOR_TYPES
} tensor_type;

typedef struct tensor {
    char name[NET_FILE_NAME_MAX];
    tensor_type type;
    uint32_t rows, columns;
    float scale;
    const void *data; /* aligned to 64 bytes */
} tensor;

typedef struct net_file net_file; /* owns the memory of its tensors */

/* The bytes of a tensor's data; 0 if the type or a dimension is out of range. */
uint64_t net_file_tensor_bytes(uint32_t type, uint32_t rows, uint32_t columns);

/* Read and check the bytes of a file, which messages call `name`, or the file of a path. They
 * keep no pointer to the arguments, and return NULL and fill `why` on any error.
 * net_file_free(NULL) is fine. */
net_file *net_file_unpack(const void *bytes, size_t size, const char *name, failure *why);
net_file *net_file_read(const char *path, failure *why);
void net_file_free(net_file *file);

/* The number of tensors, and the tensor of an index from 0 in the file's order. Tensors last until
 * net_file_free(). */
int net_file_count(const net_file *file);
const tensor *net_file_at(const net_file *file, int i);

/* The tensor of this name and type with exactly these dimensions (0: any), or NULL and `why`. */
const tensor *net_file_find(const net_file *file, const char *name, tensor_type type, uint32_t rows,
                            uint32_t columns, failure *why);

/* Writes 1 to NET_FILE_TENSORS_MAX tensors to a file that appears whole or not at all
 * (files/whole_file.h). Their data need no alignment. Returns false and fills `why` if a tensor
 * breaks the rules of the format, or on any other error. */
bool net_file_write(const char *path, const tensor *tensors, int count, failure *why);

/* Makes the bytes of such a file, without compression and without checks of the tensors. Returns
 * NULL and fills `why`, which calls it `name`, if memory is short or there are too many tensors or
 * bytes. The caller frees the result. */
void *net_file_pack(const tensor *tensors, int count, const char *name, size_t *size, failure *why);

#endif
