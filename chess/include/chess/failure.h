/* How a library says that it refuses something: a sentence that names the thing, the place and the
 * reason. Libraries fill it and return false; only programs print it. */
#ifndef CHESS_FAILURE_H
#define CHESS_FAILURE_H

#include <stdbool.h>

enum { FAILURE_TEXT_MAX = 512 };

typedef struct failure {
    char text[FAILURE_TEXT_MAX]; /* no final newline; characters outside printable ASCII become '?'
                                  */
} failure;

/* Writes the sentence (printf format, cut to fit) and returns false, so that a caller can write
 * `return fail(why, ...)`. `why` may be NULL for a caller that does not care. */
bool fail(failure *why, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
