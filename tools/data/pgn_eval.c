#include "pgn_eval.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_file.h"

/* A mate in n moves is MATE_NOW - n; n is at most MATE_NOW - GAME_SCORE_MATE. */
enum { MATE_NOW = 32000, DIGITS_MAX = 9 };

const char *pgn_command(const char *comment, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(comment, "[%"); at; at = strstr(at, "[%")) {
        at += 2;
        if (strncmp(at, name, length) == 0 && at[length] == ' ') {
            return at + length + strspn(at + length, " ");
        }
    }
    return NULL;
}

/* Reads digits, as many as there are, into a number that stops growing at 10^9. */
static const char *read_digits(const char *text, long *number)
{
    *number = 0;
    for (int digits = 0; *text >= '0' && *text <= '9'; text++) {
        digits += digits > 0 || *text != '0';
        *number = digits > DIGITS_MAX ? 1000000000 : *number * 10 + (*text - '0');
    }
    return text;
}

/* Reads pawns as centipawns, rounded at the third decimal; NULL if there is no digit. */
static const char *read_pawns(const char *text, long *centipawns)
{
    const char *end = read_digits(text, centipawns);
    bool any = end > text;
    *centipawns = *centipawns > GAME_SCORE_MAX ? GAME_SCORE_MAX : *centipawns;
    *centipawns *= 100;
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
    bool mate = *text == '#';
    text += mate;
    bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    long size;
    const char *end;
    if (mate) {
        end = read_digits(text, &size);
        end = end > text ? end : NULL;
        size = MATE_NOW - (size > MATE_NOW - GAME_SCORE_MATE ? MATE_NOW - GAME_SCORE_MATE : size);
    } else {
        end = read_pawns(text, &size);
    }
    if (!end || !strchr("], ", *end)) {
        return false;
    }
    *score = (int)(negative == (to_move == WHITE) ? -size : size);
    return true;
}

void pgn_eval_write(int score, colour to_move, char text[PGN_EVAL_TEXT_MAX])
{
    int size = abs(score);
    const char *sign = size && (score < 0) == (to_move == WHITE) ? "-" : "";
    if (size >= GAME_SCORE_MATE) {
        snprintf(text, PGN_EVAL_TEXT_MAX, "#%s%d", sign, MATE_NOW - size);
    } else {
        snprintf(text, PGN_EVAL_TEXT_MAX, "%s%d.%02d", sign, size / 100, size % 100);
    }
}
