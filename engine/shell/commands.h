/* The commands that a session has beside those of UCI: help, d, and some of the verbs. */
#ifndef SHELL_COMMANDS_H
#define SHELL_COMMANDS_H

#include "uci/session_command.h"

extern const extra_command shell_commands[];

#endif
