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

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The least number of letters to insert, delete, change or swap with the next one that turns one
 * word into the other. Only the first TEXT_WORD_MAX - 1 letters count. */
static int distance(const char *a, const char *b)
{
    int rows[3][TEXT_WORD_MAX]; /* of the last prefixes of `a`; a column for each prefix of `b` */
    const int length_a = (int)strnlen(a, TEXT_WORD_MAX - 1);
    const int length_b = (int)strnlen(b, TEXT_WORD_MAX - 1);
    for (int i = 0; i <= length_a; i++) {
        int *row = rows[i % 3];
        const int *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= length_b; j++) {
            if (i == 0) {
                row[j] = j;
                continue;
            }
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + !same);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1])) {
                row[j] = least(row[j], before[j - 2] + 1);
            }
        }
    }
    return rows[length_a % 3][length_b];
}

const char *text_nearer(const char *word, const char *best, const char *other)
{
    /* A slip in three letters. */
    const int most = (int)strnlen(word, TEXT_WORD_MAX) / 3;
    const int far = best != NULL ? distance(word, best) : most + 1;
    return other != NULL && distance(word, other) < least(far, most + 1) ? other : best;
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
