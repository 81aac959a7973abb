/* The manual page of a program with verbs. It is made from the same data as the help, so that the
 * two cannot differ. It is written to standard output, in the macros of man(7). */
#ifndef TOOLS_COMMAND_MAN_H
#define TOOLS_COMMAND_MAN_H

#include "command.h"

/* The argument by which a program prints its manual page, and a verb its part of that page. */
#define COMMAND_MAN_PAGE "--man-page"

/* The parts of the page, in their order: the beginning; for each verb its heading and then its
 * description; the end, with the options that all verbs have. */
void command_man_begin(const command_program *program);
void command_man_verb(const command_verb *verb);
void command_man_describe(const command_line *c);
void command_man_end(const command_program *program, const command_option common[], int count);

#endif
