#include "uci/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ' && c != '\0';
}

const char *text_skip_blanks(const char *text)
{
    while (is_blank(*text)) {
        text++;
    }
    return text;
}

bool text_next_word(const char **cursor, char word[TEXT_WORD_MAX])
{
    const char *text = text_skip_blanks(*cursor);
    size_t length = 0;
    while (*text != '\0' && !is_blank(*text)) {
        if (length < TEXT_WORD_MAX - 1) {
            word[length++] = *text;
        }
        text++;
    }
    word[length] = '\0';
    *cursor = text;
    return length > 0;
}

bool text_peek_word(const char *cursor, char word[TEXT_WORD_MAX])
{
    return text_next_word(&cursor, word);
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool text_equal(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
}

bool text_integer(const char *text, int64_t *value)
{
    /* strtoll would also accept leading blanks, which an option's value may have. */
    if (*text == '\0' || is_blank(*text)) {
        return false;
    }
    char *end;
    long long number = strtoll(text, &end, 10); /* clamps a number out of range */
    if (end == text || *end != '\0') {
        return false;
    }
    *value = number;
    return true;
}

bool text_append_words(char *buffer, size_t size, const char *words, size_t length)
{
    size_t start = strlen(buffer), used = start;
    assert(start < size);
    bool gap = start > 0;
    for (size_t i = 0; i < length; i++) {
        if (is_blank(words[i])) {
            gap = used > 0;
            continue;
        }
        if (used + gap + 1 >= size) {
            buffer[start] = '\0';
            return false;
        }
        if (gap) {
            buffer[used++] = ' ';
            gap = false;
        }
        buffer[used++] = words[i];
    }
    buffer[used] = '\0';
    return true;
}

bool text_copy(char *to, size_t size, const char *begin, const char *end)
{
    while (begin < end && (unsigned char)*begin <= ' ') {
        begin++;
    }
    while (end > begin && (unsigned char)end[-1] <= ' ') {
        end--;
    }
    const size_t length = (size_t)(end - begin);
    if (length >= size) {
        return false;
    }
    memcpy(to, begin, length);
    to[length] = '\0';
    return true;
}
