#include "pgn_eval.h"

#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "pgn/pgn_comment.h"
#include "pgn/pgn_text.h"

enum { DIGITS_MAX = 9 };

const char *pgn_field(const char *comment, const char *name)
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
    return command ? command : pgn_field(comment, "wv");
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

/* Reads a decimal number in units of 1 / scale (a power of ten, at least 10), rounded by the next
 * digit and clamped to `most`. Returns NULL if there is no digit. */
static const char *read_decimal(const char *text, long scale, long most, long *number)
{
    const char *end = read_digits(text, number);
    bool any = end > text;
    *number = (*number > most / scale ? most / scale + 1 : *number) * scale;
    if (*end == '.') {
        long unit = scale / 10;
        for (end++; *end >= '0' && *end <= '9'; end++, unit /= 10) {
            any = true;
            *number += unit > 0 ? unit * (*end - '0') : 0;
            if (unit == 0) {
                *number += *end >= '5';
                end += strspn(end, "0123456789");
                break;
            }
        }
    }
    *number = *number > most ? most : *number;
    return any ? end : NULL;
}

static const char blanks[] = " \t\r\n";

static const char *read_pawns(const char *text, long *centipawns)
{
    return read_decimal(text, 100, GAME_SCORE_MAX, centipawns);
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
    const char *end;
    if (mate) {
        end = read_digits(text, &size);
        end = end > text ? end : NULL;
        size = game_mate_score(size);
    } else {
        end = read_pawns(text, &size);
    }
    if (!end || !(strchr("],", *end) || strchr(blanks, *end))) {
        return false;
    }
    *score = (int)(negative == (to_move == WHITE) ? -size : size);
    return true;
}

void pgn_eval_write(int score, colour to_move, char text[PGN_EVAL_TEXT_MAX])
{
    const int size = abs(score);
    const bool mate = size >= GAME_SCORE_MATE;
    const bool black_is_better = size && (score < 0) == (to_move == WHITE);
    pgn_score_write(mate, black_is_better, mate ? GAME_SCORE_MATE_NOW - size : size, text);
}

const char *pgn_thought_read(const char *text, pgn_thought *thought)
{
    text += strspn(text, blanks);
    const bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    const bool mate = *text == 'M';
    text += mate;
    long score, depth, time;
    const char *end = mate ? read_digits(text, &score) : read_pawns(text, &score);
    if (!end || end == text || *end != '/') {
        return NULL;
    }
    text = end + 1;
    end = read_digits(text, &depth);
    const size_t gap = strspn(end, blanks);
    if (end == text || gap == 0) {
        return NULL;
    }
    end = read_decimal(end + gap, 1000, PGN_TIME_MS_MAX, &time);
    if (!end || *end != 's' || !(end[1] == ',' || strchr(blanks, end[1]))) {
        return NULL;
    }
    score = mate ? game_mate_score((score + 1) / 2) : score;
    *thought = (pgn_thought){.score = (int)(negative ? -score : score),
                             .depth = (int)(depth > PGN_DEPTH_MAX ? PGN_DEPTH_MAX : depth),
                             .time_ms = (int)time};
    return end + 1;
}
