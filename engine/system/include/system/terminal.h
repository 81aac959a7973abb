/* What a terminal can show. */
#ifndef SYSTEM_TERMINAL_H
#define SYSTEM_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* True if the stream is a terminal. */
bool system_is_terminal(FILE *stream);

/* True if the stream is a terminal that obeys control sequences, as far as can be known. */
bool system_obeys_sequences(FILE *stream);

/* The width of a terminal in characters; 0 if the stream is none, or if it is not known. */
int system_columns(FILE *stream);

/* True if the terminals of the user's locale show UTF-8. */
bool system_shows_utf8(void);

#endif
