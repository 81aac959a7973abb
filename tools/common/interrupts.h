/* SIGINT and SIGTERM for programs that end in good order: blocked, and asked for now and then, so
 * that no handler and no global is needed. */
#ifndef TOOLS_INTERRUPTS_H
#define TOOLS_INTERRUPTS_H

#include <stdbool.h>

/* Blocks both, in this thread and those that it starts from now on. */
void interrupts_block(void);

/* True once one of them has come. */
bool interrupts_pending(void);

#endif
