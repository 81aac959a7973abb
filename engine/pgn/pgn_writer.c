#include "pgn/pgn_writer.h"

#include <string.h>

enum { COLUMNS = 80 };

/* The control characters are blanks too: PGN has no use for them, and a terminal would obey them.
 */
static const char blanks[] = "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10"
                             "\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f \x7f";

/* Writes the character at the start of a text, or what stands for a control character, and returns
 * its bytes. Those of C1 have two bytes in UTF-8. */
static int put_character(FILE *to, const char *text)
{
    const bool is_c1 = text[0] == '\xc2' && (text[1] & 0xe0) == 0x80;
    putc(is_c1 ? '?' : strchr(blanks, *text) ? ' ' : *text, to);
    return is_c1 ? 2 : 1;
}

void pgn_put_tag(FILE *to, const char *name, const char *value)
{
    fprintf(to, "[%s \"", name);
    while (*value) {
        if (*value == '"' || *value == '\\') {
            putc('\\', to);
        }
        value += put_character(to, value);
    }
    fputs("\"]\n", to);
}

/* Goes to the place of a word of `length` characters. If `stays`, the word does not begin a
 * line. */
static void put_gap(pgn_writer *t, int length, bool stays)
{
    if (t->column > 0) {
        const bool fits = stays || t->column + 1 + length < COLUMNS;
        putc(fits ? ' ' : '\n', t->to);
        t->column = fits ? t->column + 1 : 0;
    }
    t->column += length;
}

void pgn_put_word(pgn_writer *t, const char *word)
{
    put_gap(t, (int)strlen(word) + t->opens, false);
    fprintf(t->to, "%s%s", t->opens ? "(" : "", word);
    t->opens = false;
}

void pgn_put_move(pgn_writer *t, const position *pos, const char *san)
{
    char number[24];
    if (pos->to_move == WHITE || t->number_due) {
        snprintf(number, sizeof number, "%u%s", pos->fullmove_number,
                 pos->to_move == WHITE ? "." : "...");
        pgn_put_word(t, number);
    }
    pgn_put_word(t, san);
    t->number_due = false;
}

/* The length of a word of a comment. A command is one word. */
static int word_length(const char *text)
{
    const char *end = strncmp(text, "[%", 2) == 0 ? strpbrk(text, "]\n") : NULL;
    const bool whole = end && *end == ']' && end - text < COLUMNS - 2;
    return whole ? (int)(end + 1 - text) : (int)strcspn(text, blanks);
}

/* Writes the words of a comment. At the start of a line some characters would begin a tag or an
 * escape. There is always room for the brace that closes the comment. */
static void put_comment_words(pgn_writer *t, const char *text, bool *first)
{
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        const int length = word_length(text);
        const bool begins_tag = *text == '[' && text[1] != '%';
        put_gap(t, length + *first + 1, !*first && (begins_tag || *text == '%'));
        t->column--;
        fputs(*first ? "{" : "", t->to);
        for (const char *end = text + length; text < end;) {
            text += put_character(t->to, *text == '}' ? ")" : text);
        }
        *first = false;
    }
}

void pgn_put_comment(pgn_writer *t, const char *comment, const char *more)
{
    bool first = true;
    put_comment_words(t, comment, &first);
    put_comment_words(t, more, &first);
    if (first) {
        put_gap(t, 2, false);
        t->column--;
        putc('{', t->to);
    }
    putc('}', t->to);
    t->column++;
    t->number_due = true;
}

void pgn_open_variation(pgn_writer *t)
{
    t->opens = true;
    t->number_due = true;
}

void pgn_close_variation(pgn_writer *t)
{
    const bool fits = t->column + 1 < COLUMNS;
    fputs(fits ? ")" : "\n)", t->to);
    t->column = fits ? t->column + 1 : 1;
    t->number_due = true;
}

void pgn_put_result(pgn_writer *t, const char *result)
{
    pgn_put_word(t, result);
    fputs("\n\n", t->to);
    t->column = 0;
}

void pgn_score_write(bool mate, bool black_is_better, int size, char text[PGN_SCORE_TEXT_MAX])
{
    const char *sign = black_is_better ? "-" : "";
    if (mate) {
        snprintf(text, PGN_SCORE_TEXT_MAX, "#%s%d", sign, size);
    } else {
        snprintf(text, PGN_SCORE_TEXT_MAX, "%s%d.%02d", sign, size / 100, size % 100);
    }
}
