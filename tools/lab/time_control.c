#include "time_control.h"

#include <stdlib.h>
#include <string.h>

enum { SECONDS_MOST = 1000000, MOVES_MOST = 1000 };

/* Reads a number without a sign, and steps over it. */
static bool take_number(const char **text, double *number)
{
    char *end;
    const size_t length = strspn(*text, "0123456789.");
    *number = strtod(*text, &end);
    const bool whole = length > 0 && end == *text + length;
    *text += length;
    return whole;
}

/* Reads a number and the character behind it, and steps over both. If another character is there,
 * nothing changes. */
static bool take_part(const char **text, char behind, double *number)
{
    const char *at = *text;
    double read;
    const bool found = take_number(&at, &read) && *at == behind;
    if (found) {
        *number = read;
        *text = at + 1;
    }
    return found;
}

static bool to_ms(double seconds, int64_t *ms)
{
    const bool good = seconds <= SECONDS_MOST;
    *ms = good ? (int64_t)(seconds * 1000.0 + 0.5) : 0;
    return good;
}

bool time_control_read(const char *text, time_control *clock)
{
    double moves = 0.0, minutes = 0.0, seconds, increment = 0.0;
    const bool by_moves = take_part(&text, '/', &moves);
    take_part(&text, ':', &minutes);
    const bool good = take_number(&text, &seconds) &&
                      (*text != '+' || (text++, take_number(&text, &increment))) && *text == '\0' &&
                      moves <= MOVES_MOST;
    clock->moves = good ? (int64_t)moves : 0;
    return good && (!by_moves || (moves >= 1.0 && moves == (double)clock->moves)) &&
           to_ms(60.0 * minutes + seconds, &clock->time_ms) && clock->time_ms > 0 &&
           to_ms(increment, &clock->increment_ms);
}
