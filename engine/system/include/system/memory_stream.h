/* Streams whose output goes into memory. */
#ifndef SYSTEM_MEMORY_STREAM_H
#define SYSTEM_MEMORY_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct memory_stream {
    FILE *stream;
    char *text;  /* valid after memory_stream_close(); a NUL follows its last byte */
    size_t size; /* of the text, without that NUL */
} memory_stream;

/* Opens a stream to write to. Returns false if memory is short. */
bool memory_stream_open(memory_stream *m);

/* Closes the stream, so that the text is whole. The caller frees the text in any case. Returns
 * false if memory was short. */
bool memory_stream_close(memory_stream *m);

#endif
