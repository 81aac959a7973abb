/* Reads protobuf messages, of any origin, in place. Private to the folder.
 *
 * The first fault is kept: after it every function returns what an empty message gives, so a caller
 * may check lc0_source.failed once at the end. A field that is asked for must be given once and
 * with the right wire type; others are skipped. */
#ifndef NN_LC0_PROTOBUF_H
#define NN_LC0_PROTOBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/failure.h"

typedef struct lc0_source {
    const uint8_t *begin; /* of the file */
    failure *why;         /* filled at the first fault; may be NULL */
    bool failed;
} lc0_source;

typedef struct lc0_message {
    lc0_source *source;
    const struct lc0_message *within; /* NULL: the file itself. It must outlive this message. */
    const char *label;                /* for faults; the file's name */
    int place;                        /* from 1 in a repeated field; 0 in others */
    const uint8_t *bytes;             /* NULL: the field is absent */
    size_t size;
} lc0_message;

/* Keeps the fault with the path of the message, as "net file NAME, weights, residual 3: ...",
 * unless there is one. Returns false. */
bool lc0_refuse(const lc0_message *m, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* How often a field occurs. */
int lc0_occurrences(const lc0_message *m, uint32_t number);

/* A field that is a message or bytes; for lc0_repeated() the field's occurrence `place`, from 1. */
lc0_message lc0_part(const lc0_message *m, uint32_t number, const char *label);
lc0_message lc0_repeated(const lc0_message *m, uint32_t number, const char *label, int place);

/* A number, or `absent` if the field is. lc0_real() reads a float. */
uint64_t lc0_number(const lc0_message *m, uint32_t number, const char *label, uint64_t absent);
float lc0_real(const lc0_message *m, uint32_t number, const char *label, float absent);

#endif
