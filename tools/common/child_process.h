/* A program in a process of its own, with pipes to it: the one way in which the tools start one. */
#ifndef TOOLS_CHILD_PROCESS_H
#define TOOLS_CHILD_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "chess/failure.h"

/* In place of a descriptor: a pipe, whose other end is ours; or what this process has. */
enum { CHILD_PIPE = -1, CHILD_INHERIT = -2 };

/* The exit status of a process that could not become the program. */
enum { CHILD_NOT_RUN = 127 };

typedef struct child_plan {
    char *const *arguments; /* ended by NULL; the first is the program, looked for on the PATH if it
                               is a mere name */
    const char *folder;     /* where it starts; NULL: where this process is */
    int in, out;            /* a descriptor, CHILD_PIPE or CHILD_INHERIT */
    int error;              /* a descriptor or CHILD_INHERIT; CHILD_PIPE: the same as its output */
    bool ends_with_parent;  /* SIGTERM, when the thread that started it ends */
} child_plan;

typedef struct child_process {
    pid_t pid; /* of the process and of its group; -1: there is none */
    bool ended;
    int to, from; /* our ends of its pipes; -1 if there are none */
} child_process;

/* Starts a program in a process group of its own, with no signal blocked and SIGPIPE as usual. No
 * other child inherits our ends of the pipes. False and `why`, which does not name the program:
 * then nothing is left open. */
bool child_start(child_process *child, const child_plan *plan, failure *why);

/* Waits until the process ends; its status is that of waitpid(). */
int child_wait(child_process *child);

/* The same, but gives up after some milliseconds: then false. */
bool child_wait_for(child_process *child, long milliseconds, int *status);

/* Sends a signal to all processes of its group. */
void child_signal(const child_process *child, int signal);

/* Lets the process see the end of its input. */
void child_close_input(child_process *child);

/* Kills the group, waits for the process if it has not been waited for, and closes the pipes. */
void child_end(child_process *child);

/* Starts a program, writes `question` to it (short enough for a pipe), reads its output until
 * `last` appears in it, or, with NULL, until it ends, and kills it. The answer is cut to `size`.
 * False if the program did not start, or if `last` did not appear within that many milliseconds
 * between two pieces of output. */
bool child_ask(char *const arguments[], const char *question, const char *last, long milliseconds,
               char *answer, size_t size);

#endif
