/* The words of an enumeration. */
#ifndef HISTORY_WORDS_H
#define HISTORY_WORDS_H

#include <assert.h>

/* `words` ends with NULL and has one for each of `count` enumerators. */
#define HIST_ASSERT_WORDS(words, count)                                                            \
    static_assert(sizeof(words) / sizeof *(words) == (count) + 1, #words ": one for each")

#endif
