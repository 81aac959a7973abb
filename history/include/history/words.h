/* A check of the lists of words of enumerations. */
#ifndef HISTORY_WORDS_H
#define HISTORY_WORDS_H

#include <assert.h>

/* Asserts at compile time that the list `words` has `count` words and an end. */
#define HIST_ASSERT_WORDS(words, count)                                                            \
    static_assert(sizeof(words) / sizeof *(words) == (count) + 1, #words ": one for each")

#endif
