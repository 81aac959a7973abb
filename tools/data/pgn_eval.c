#include "pgn_eval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "game_record.h"
#include "pgn/pgn_comment.h"

#define DIGITS "0123456789"

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

/* Reads digits with at most one point, or none if it is a mate. Returns what follows, or NULL if
 * there is no digit. */
static const char *read_number(const char *text, bool mate, double *number)
{
    const size_t before = strspn(text, DIGITS);
    const bool point = !mate && text[before] == '.';
    const size_t behind = point ? strspn(text + before + 1, DIGITS) : 0;
    *number = strtod(text, NULL);
    return before + behind ? text + before + point + behind : NULL;
}

bool pgn_eval_read(const char *text, colour to_move, int *score)
{
    const bool mark_first = *text == '#'; /* TCEC writes the sign before the mark of a mate */
    text += mark_first;
    const bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    const bool mate = mark_first || *text == '#' || *text == 'M';
    text += mate && !mark_first;
    double number;
    const char *end = read_number(text, mate, &number);
    if (!end || !strchr("], \t\r\n", *end)) {
        return false;
    }
    const double pawns_max = GAME_SCORE_MAX / 100.0;
    const int size = mate ? game_mate_score((long)fmin(number, GAME_SCORE_MATE))
                          : (int)lround(100.0 * fmin(number, pawns_max));
    *score = negative == (to_move == WHITE) ? -size : size;
    return true;
}

void pgn_eval_write(int score, colour to_move, char text[PGN_SCORE_TEXT_MAX])
{
    const int size = abs(score);
    const bool mate = size >= GAME_SCORE_MATE;
    const bool black_is_better = size && (score < 0) == (to_move == WHITE);
    pgn_score_write(mate, black_is_better, mate ? GAME_SCORE_MATE_NOW - size : size, text);
}
