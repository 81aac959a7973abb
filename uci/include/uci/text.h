/* Words and numbers of the lines that clients and people type, read without trust in them. */
#ifndef UCI_TEXT_H
#define UCI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for a word that means something; longer ones are cut, which makes them unknown. */
enum { TEXT_WORD_MAX = 128 };

/* Skips blanks (space, tab and other control characters) and returns the first of the rest. */
const char *text_skip_blanks(const char *text);

/* Copies the next word and moves the cursor behind it; false at the end of the text. */
bool text_next_word(const char **cursor, char word[TEXT_WORD_MAX]);

/* Looks at the next word without taking it. */
bool text_peek_word(const char *cursor, char word[TEXT_WORD_MAX]);

/* Equality without regard to ASCII case. */
bool text_equal(const char *a, const char *b);

/* Reads a whole number that fills the text; one too large for int64_t becomes the nearest that
 * fits. */
bool text_integer(const char *text, int64_t *value);

/* Appends `length` characters after putting a blank between, each run of blanks as one; false if
 * they do not fit (then `buffer` is unchanged). */
bool text_append_words(char *buffer, size_t size, const char *words, size_t length);

#endif
