/* A check of the words of an enumeration. */
#ifndef HISTORY_WORDS_H
#define HISTORY_WORDS_H

#include <assert.h>

/* Asserts that `words` has one entry for each of `count` enumerators, and NULL at its end. */
#define HIST_ASSERT_WORDS(words, count)                                                            \
    static_assert(sizeof(words) / sizeof *(words) == (count) + 1, #words ": one for each")

#endif
