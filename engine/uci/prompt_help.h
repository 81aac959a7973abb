/* The output of the UCI command `help`. */
#ifndef UCI_PROMPT_HELP_H
#define UCI_PROMPT_HELP_H

#include "uci/writer.h"

/* Writes one screen for a person who has started the program at a prompt. */
void prompt_help_write(writer *out);

#endif
