/* The manual page of a program with verbs, made from what its help is made from, so that the two
 * cannot differ. It goes to standard output, in the macros of man(7). */
#ifndef TOOLS_COMMAND_MAN_H
#define TOOLS_COMMAND_MAN_H

#include "command.h"

/* What a program, and each of its verbs, is asked with. */
#define COMMAND_MAN_PAGE "--man-page"

/* In this order: what comes before the verbs; of each verb its head and its description; what comes
 * behind them, with the options that all verbs have. */
void command_man_begin(const command_program *program);
void command_man_verb(const command_verb *verb);
void command_man_describe(const command_line *c);
void command_man_end(const command_program *program, const command_option common[], int count);

#endif
