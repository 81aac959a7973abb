#include "uci/opponent.h"

#include <stdint.h>

#include "uci/text.h"

static bool read_title(const char *word, failure *why)
{
    for (const char *c = word; *c != '\0'; c++) {
        const char small = (char)(*c | 0x20);
        if (small < 'a' || small > 'z') {
            return fail(why, "\"%s\" is not a title; one is GM, and none stands for none", word);
        }
    }
    return true;
}

static bool read_rating(const char *word, int *rating, failure *why)
{
    int64_t number = 0;
    if (!text_equal(word, "none") && !text_integer(word, &number)) {
        return fail(why, "the rating \"%s\" is neither a number nor none", word);
    }
    if (number < 0 || number > RATING_MAX) {
        return fail(why, "the rating %s is outside 0 to %d", word, RATING_MAX);
    }
    *rating = (int)number;
    return true;
}

bool opponent_read(const char *text, int *rating, failure *why)
{
    char title[TEXT_WORD_MAX], number[TEXT_WORD_MAX], kind[TEXT_WORD_MAX];
    int read = 0;
    if (!text_next_word(&text, title)) {
        *rating = 0;
        return true;
    }
    if (!text_next_word(&text, number) || !text_next_word(&text, kind)) {
        return fail(why, "expected title, rating, human or computer, and a name, such as "
                         "\"GM 2800 human Gary Kasparov\"");
    }
    if (!read_title(title, why) || !read_rating(number, &read, why)) {
        return false;
    }
    if (!text_equal(kind, "human") && !text_equal(kind, "computer")) {
        return fail(why, "\"%s\" is neither human nor computer", kind);
    }
    *rating = read;
    return true;
}
