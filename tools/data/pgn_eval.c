#include "pgn_eval.h"

#include <stdlib.h>
#include <string.h>

#include "game_record.h"
#include "pgn/pgn_comment.h"

enum { DIGITS_MAX = 9 };

/* The value of the field name=value in a comment, where a comma or a blank stands before the name,
 * or NULL. */
static const char *field(const char *comment, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(comment, name); at; at = strstr(at + 1, name)) {
        const bool begins = at == comment || strchr(", \t\r\n", at[-1]);
        if (begins && at[length] == '=') {
            return at + length + 1;
        }
    }
    return NULL;
}

const char *pgn_comment_eval(const char *comment)
{
    const char *command = pgn_command(comment, "eval");
    return command ? command : field(comment, "wv");
}

/* Reads digits into a number that is clamped at 10^9. */
static const char *read_digits(const char *text, long *number)
{
    *number = 0;
    for (int digits = 0; *text >= '0' && *text <= '9'; text++) {
        digits += digits > 0 || *text != '0';
        *number = digits > DIGITS_MAX ? 1000000000 : *number * 10 + (*text - '0');
    }
    return text;
}

/* Reads pawns, rounded by the third decimal and clamped. Returns NULL if there is no digit. */
static const char *read_pawns(const char *text, long *centipawns)
{
    long pawns;
    const char *end = read_digits(text, &pawns);
    bool any = end > text;
    *centipawns = (pawns > GAME_SCORE_MAX / 100 ? GAME_SCORE_MAX / 100 + 1 : pawns) * 100;
    if (*end == '.') {
        long unit = 10;
        for (end++; *end >= '0' && *end <= '9'; end++, unit /= 10) {
            any = true;
            *centipawns += unit > 0 ? unit * (*end - '0') : 0;
            if (unit == 0) {
                *centipawns += *end >= '5';
                end += strspn(end, "0123456789");
                break;
            }
        }
    }
    *centipawns = *centipawns > GAME_SCORE_MAX ? GAME_SCORE_MAX : *centipawns;
    return any ? end : NULL;
}

bool pgn_eval_read(const char *text, colour to_move, int *score)
{
    const bool mark_first = *text == '#'; /* TCEC writes the sign before the mark of a mate */
    text += mark_first;
    const bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    const bool mate = mark_first || *text == '#' || *text == 'M';
    text += mate && !mark_first;
    long size;
    const char *end = mate ? read_digits(text, &size) : read_pawns(text, &size);
    if (!end || end == text || !strchr("], \t\r\n", *end)) {
        return false;
    }
    size = mate ? game_mate_score(size) : size;
    *score = (int)(negative == (to_move == WHITE) ? -size : size);
    return true;
}

void pgn_eval_write(int score, colour to_move, char text[PGN_SCORE_TEXT_MAX])
{
    const int size = abs(score);
    const bool mate = size >= GAME_SCORE_MATE;
    const bool black_is_better = size && (score < 0) == (to_move == WHITE);
    pgn_score_write(mate, black_is_better, mate ? GAME_SCORE_MATE_NOW - size : size, text);
}
