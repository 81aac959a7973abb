/* Words and numbers in lines that clients and persons write. This input is not trusted. */
#ifndef UCI_TEXT_H
#define UCI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for every known word. A longer word is cut, and is then unknown. */
enum { TEXT_WORD_MAX = 128 };

/* Skips blanks (space, tab and other control characters) and returns the rest. */
const char *text_skip_blanks(const char *text);

/* Copies the next word and moves the cursor past it. Returns false at the end of the text. */
bool text_next_word(const char **cursor, char word[TEXT_WORD_MAX]);

/* Copies the next word and leaves the cursor where it is. */
bool text_peek_word(const char *cursor, char word[TEXT_WORD_MAX]);

/* True if the texts are equal, without regard to ASCII case. */
bool text_equal(const char *a, const char *b);

/* The one of two words from which a slip is more likely to have made `word`: `best` or `other`.
 * Both may be NULL, and so may the result: a word that is too far from both is another one. Letters
 * that are wrong, missing, doubled or swapped count (Damerau 1964), upper and lower case do not. */
const char *text_nearer(const char *word, const char *best, const char *other);

/* Reads a whole number that fills the text. A number outside int64_t is clamped. Returns false and
 * leaves `*value` alone if the text is not a number. */
bool text_integer(const char *text, int64_t *value);

/* Appends `length` characters of `words` to the text in `buffer`, which has room for `size` bytes.
 * A blank goes between the two, and each run of blanks in the words becomes one blank. Returns
 * false and leaves `buffer` alone if they do not fit. */
bool text_append_words(char *buffer, size_t size, const char *words, size_t length);

/* Copies a part of a text without outer blanks. Returns false and leaves `to` alone if it does not
 * fit `size` bytes. */
bool text_copy(char *to, size_t size, const char *begin, const char *end);

#endif
