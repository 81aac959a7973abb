/* What `help` says among the commands of UCI. */
#ifndef PROMPT_HELP_H
#define PROMPT_HELP_H

#include "uci/writer.h"

/* A screenful for a person who has started the program and sees nothing. */
void prompt_help_write(writer *out);

#endif
