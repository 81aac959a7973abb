/* The clock of a game, as fastchess and its options write it:
 *
 *   [MOVES/][MINUTES:]SECONDS[+SECONDS]
 *
 * The last number is the increment of each move. Numbers may have a fraction, but for MOVES. */
#ifndef TOOLS_TIME_CONTROL_H
#define TOOLS_TIME_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct time_control {
    int64_t moves; /* that have the time; 0: the whole game has it */
    int64_t time_ms, increment_ms;
} time_control;

/* Reads a whole text. Returns false if it is not a time control, if the time is below a
 * millisecond, or if a time is above a million seconds; then *clock is unspecified. */
bool time_control_read(const char *text, time_control *clock);

#endif
