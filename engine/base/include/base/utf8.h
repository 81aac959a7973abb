/* Texts from outside, which are UTF-8 if their writers did as they should. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The mark that some editors and clients put before a text in UTF-8: a byte order mark. */
enum { UTF8_MARK_SIZE = 3 };

/* True if the bytes begin with the mark. */
static inline bool utf8_has_mark(const void *bytes, size_t size)
{
    return size >= UTF8_MARK_SIZE && memcmp(bytes, "\xef\xbb\xbf", UTF8_MARK_SIZE) == 0;
}

/* The text behind the mark, or the whole text if it has none. */
static inline const char *utf8_after_mark(const char *text)
{
    return text + (utf8_has_mark(text, strnlen(text, UTF8_MARK_SIZE)) ? UTF8_MARK_SIZE : 0);
}

/* Reads the next code point and moves the cursor behind it. A byte that is not part of one counts
 * as a character of Latin-1. Returns false at the end of the text. */
bool utf8_next(const char **cursor, uint32_t *point);

/* Replaces by '?' all bytes that are not UTF-8, and all control characters (C0, DEL and C1) but
 * those in `kept`: a terminal would obey them. */
void utf8_make_printable(char *text, const char *kept);

/* Removes the last character of a text that was cut, if a part of it is missing. */
void utf8_trim(char *text);

#endif
