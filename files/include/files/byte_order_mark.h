/* The mark that some editors and clients put before a text in UTF-8. */
#ifndef FILES_BYTE_ORDER_MARK_H
#define FILES_BYTE_ORDER_MARK_H

#include <string.h>

/* The text behind the mark, or the whole text if it has none. */
static inline const char *after_byte_order_mark(const char *text)
{
    static const char mark[] = "\xef\xbb\xbf";
    return strncmp(text, mark, strlen(mark)) == 0 ? text + strlen(mark) : text;
}

#endif
