/* The error message of a library function: a sentence that names the thing, the place and the
 * reason. Libraries write it and return false or NULL; only programs print it. */
#ifndef BASE_FAILURE_H
#define BASE_FAILURE_H

#include <stdbool.h>

enum { FAILURE_TEXT_MAX = 512 };

typedef struct failure {
    char text[FAILURE_TEXT_MAX]; /* UTF-8 without control characters: other bytes are replaced by
                                  * '?' */
} failure;

/* Writes the message (printf format, cut to fit) and returns false, so that callers can write
 * `return fail(why, ...)`. `why` may be NULL. */
bool fail(failure *why, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Adds the text of `one`, unless it is empty, to that of `all`, with a semicolon between them. */
void failure_add(failure *all, const failure *one);

#endif
