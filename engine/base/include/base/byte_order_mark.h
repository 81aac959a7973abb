/* The mark that some editors and clients put before a text in UTF-8. */
#ifndef BASE_BYTE_ORDER_MARK_H
#define BASE_BYTE_ORDER_MARK_H

#include <stdbool.h>
#include <string.h>

enum { BYTE_ORDER_MARK_SIZE = 3 };

/* True if the bytes begin with the mark. */
static inline bool has_byte_order_mark(const void *bytes, size_t size)
{
    return size >= BYTE_ORDER_MARK_SIZE && memcmp(bytes, "\xef\xbb\xbf", BYTE_ORDER_MARK_SIZE) == 0;
}

/* The text behind the mark, or the whole text if it has none. */
static inline const char *after_byte_order_mark(const char *text)
{
    return text + (has_byte_order_mark(text, strnlen(text, BYTE_ORDER_MARK_SIZE))
                       ? BYTE_ORDER_MARK_SIZE
                       : 0);
}

#endif
