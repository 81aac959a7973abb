/* SIGINT and SIGTERM for programs that end in good order. The signals are blocked, and the program
 * asks for them now and then, so that it needs no handler and no global. */
#ifndef TOOLS_INTERRUPTS_H
#define TOOLS_INTERRUPTS_H

#include <stdbool.h>

/* Blocks both signals, in this thread and in those that it starts later. */
void interrupts_block(void);

/* True once one of them has arrived. */
bool interrupts_pending(void);

#endif
