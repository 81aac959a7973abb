/* The wish that a program ends which runs until then: a signal, or the end of its terminal. */
#ifndef SYSTEM_ENDING_H
#define SYSTEM_ENDING_H

#include <stdbool.h>

/* From now on Ctrl-C, SIGTERM and a terminal that closes do not end the program by themselves, but
 * are a wish. It is valid for this thread and for those that it starts later. On Windows they still
 * end it. */
void system_ending_begin(void);

/* Waits for this time, or until the program should end. Returns true if it should: one of the
 * signals has arrived, or the terminal that is its standard input has ended or has the line `quit`.
 * A standard input that is no terminal is not read. */
bool system_ending_wait(int ms);

#endif
