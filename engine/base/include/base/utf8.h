/* Text from outside the program. It should be UTF-8 but may not be. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The byte order mark, which some editors and clients put before UTF-8 text. */
enum { UTF8_MARK_SIZE = 3 };

/* True if the bytes begin with the mark. */
static inline bool utf8_has_mark(const void *bytes, size_t size)
{
    return size >= UTF8_MARK_SIZE && memcmp(bytes, "\xef\xbb\xbf", UTF8_MARK_SIZE) == 0;
}

/* The text after the mark, or the whole text if it has none. */
static inline const char *utf8_after_mark(const char *text)
{
    return text + (utf8_has_mark(text, strnlen(text, UTF8_MARK_SIZE)) ? UTF8_MARK_SIZE : 0);
}

/* Reads the next code point and moves the cursor past it. A byte that is not part of valid UTF-8
 * counts as a Latin-1 character. Returns false at the end of the text. */
bool utf8_next(const char **cursor, uint32_t *point);

/* Replaces with '?' all bytes that are not UTF-8, and all control characters (C0, DEL and C1)
 * except those in `kept`, because a terminal would obey them. */
void utf8_make_printable(char *text, const char *kept);

/* Removes the last character of a text if the text was cut in the middle of it. */
void utf8_trim(char *text);

#endif
