#include "pgn_word.h"

#include <string.h>

#include "pgn/pgn_record.h"

/* Removes `tail` from the end of a word; false if it does not end so. */
static bool strip_tail(char *word, const char *tail)
{
    const size_t length = strlen(word), tail_length = strlen(tail);
    const bool ends = length >= tail_length && strcmp(word + length - tail_length, tail) == 0;
    if (ends) {
        word[length - tail_length] = '\0';
    }
    return ends;
}

/* Removes a move number at the front, and at the end marks (all that is not ASCII may be one) and
 * e.p. */
static void strip_word(char *word)
{
    size_t digits = strspn(word, "0123456789");
    size_t number = digits + strspn(word + digits, ".");
    if (number > digits) {
        memmove(word, word + number, strlen(word + number) + 1);
    }
    size_t length = strlen(word);
    while (length > 0 &&
           ((unsigned char)word[length - 1] > '~' || strchr("+-/#!?*.=~", word[length - 1]))) {
        length--;
    }
    word[length] = '\0';
    if (!strip_tail(word, "e.p") && length > strlen("ep")) {
        strip_tail(word, "ep");
    }
}

/* True if a stripped word names no move: a number, or letters such as N (a novelty), D (a diagram)
 * and ep. Two files are a pawn's capture. */
static bool is_no_move(const char *word)
{
    const size_t length = strlen(word);
    bool letters = length <= 2;
    for (size_t i = 0; i < length; i++) {
        letters &= (word[i] >= 'a' && word[i] <= 'z') || (word[i] >= 'A' && word[i] <= 'Z');
    }
    const bool capture = length == 2 && word[0] >= 'a' && word[0] <= 'h' &&
                         (word[1] == word[0] + 1 || word[1] == word[0] - 1);
    const bool castling = strcmp(word, "OO") == 0 || strcmp(word, "oo") == 0;
    return word[strspn(word, "0123456789")] == '\0' || (letters && !capture && !castling);
}

pgn_kind pgn_word_kind(char *word)
{
    const char *result;
    if (strcmp(word, "--") == 0 || strcmp(word, "Z0") == 0) {
        return PGN_NULL_MOVE;
    }
    if (strcmp(word, "*") != 0) {
        strip_word(word);
    }
    result = pgn_result(word);
    if (result) {
        strcpy(word, result);
        return PGN_RESULT;
    }
    return is_no_move(word) ? PGN_NOTHING : PGN_MOVE;
}
