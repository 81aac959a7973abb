/* SIGINT and SIGTERM for programs that end in good order. The signals are blocked, and the program
 * asks at intervals whether one has arrived. It needs no handler and no global variable. */
#ifndef TOOLS_INTERRUPTS_H
#define TOOLS_INTERRUPTS_H

#include <stdbool.h>

/* Blocks both signals in this thread and in the threads that it starts later. Programs that
 * child_start() starts do not inherit this. */
void interrupts_block(void);

/* True if one of them has arrived since it was blocked. It stays so. */
bool interrupts_pending(void);

/* The end of a run that the same command can continue. */
typedef enum {
    WORK_FAILED = 0,
    WORK_DONE,
    WORK_STOPPED /* a signal came before its goal */
} work_end;

#endif
