#include "base/utf8.h"

#include <string.h>

enum { SURROGATES = 0xd800, SURROGATES_END = 0xe000, POINT_LAST = 0x10ffff };

/* The bytes of a code point, by its first byte; 1 if that begins none of more bytes. */
static int bytes_of(unsigned char first)
{
    return first >= 0xf8 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
}

/* Reads the code point at the start of a text and returns its bytes; 0 if its bytes are none. */
static int read_point(const unsigned char *text, uint32_t *point)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const int bytes = bytes_of(text[0]);
    uint32_t read = bytes == 1 ? text[0] : text[0] & (0x7fu >> bytes);
    for (int i = 1; i < bytes; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
        read = read << 6 | (text[i] & 0x3fu);
    }
    if ((bytes == 1 && read >= 0x80) || read < least[bytes] || read > POINT_LAST ||
        (read >= SURROGATES && read < SURROGATES_END)) {
        return 0;
    }
    *point = read;
    return bytes;
}

bool utf8_next(const char **cursor, uint32_t *point)
{
    const unsigned char *text = (const unsigned char *)*cursor;
    if (*text == '\0') {
        return false;
    }
    const int bytes = read_point(text, point);
    if (bytes == 0) {
        *point = *text;
    }
    *cursor += bytes > 0 ? bytes : 1;
    return true;
}

void utf8_make_printable(char *text, const char *kept)
{
    while (*text) {
        uint32_t point;
        const int bytes = read_point((const unsigned char *)text, &point);
        const bool control = bytes > 0 && (point < ' ' || (point >= 0x7f && point < 0xa0));
        if (bytes == 0 || (control && !strchr(kept, *text))) {
            *text++ = '?';
        } else {
            text += bytes;
        }
    }
}

void utf8_trim(char *text)
{
    enum { BYTES_BEHIND_FIRST = 3 };
    const size_t length = strlen(text);
    for (size_t back = 1; back <= BYTES_BEHIND_FIRST && back <= length; back++) {
        char *at = text + length - back;
        if ((*at & 0xc0) != 0x80) {
            if (bytes_of((unsigned char)*at) > (int)back) {
                *at = '\0';
            }
            return;
        }
    }
}
