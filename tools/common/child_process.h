/* A program in a process of its own, with pipes to it. All tools start programs by this module. */
#ifndef TOOLS_CHILD_PROCESS_H
#define TOOLS_CHILD_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "chess/failure.h"

/* Values in place of a descriptor: a pipe, whose other end is ours; or the descriptor of this
 * process. */
enum { CHILD_PIPE = -1, CHILD_INHERIT = -2 };

/* The exit status of a process that could not start the program. */
enum { CHILD_NOT_RUN = 127 };

typedef struct child_plan {
    char *const *arguments; /* ended by NULL; the first is the program, searched on the PATH if it
                             * has no slash */
    const char *folder;     /* its working folder; NULL: that of this process */
    int in, out;            /* a descriptor, CHILD_PIPE or CHILD_INHERIT */
    int error;              /* a descriptor or CHILD_INHERIT; CHILD_PIPE: the same as `out` */
    bool ends_with_parent;  /* it gets SIGTERM when the thread that started it ends */
} child_plan;

typedef struct child_process {
    pid_t pid; /* of the process and of its group; -1: none */
    bool ended;
    int to, from; /* our ends of its pipes; -1: none */
} child_process;

/* Starts a program in a process group of its own, with no signal blocked and SIGPIPE at its
 * default. Other children do not inherit our ends of the pipes. On failure it returns false, fills
 * `why` without the program's name, and leaves nothing open. */
bool child_start(child_process *child, const child_plan *plan, failure *why);

/* Waits for the end of the process and returns its status, as waitpid() does. */
int child_wait(child_process *child);

/* The same, but waits at most so many milliseconds; then it returns false. */
bool child_wait_for(child_process *child, long milliseconds, int *status);

/* Sends a signal to all processes of its group. */
void child_signal(const child_process *child, int signal);

/* Closes the input of the process. */
void child_close_input(child_process *child);

/* Kills the group, waits for the process if that was not done, and closes the pipes. */
void child_end(child_process *child);

/* Starts a program and writes `question` to it, which must fit a pipe. Reads its output until
 * `last` appears in it or, if `last` is NULL, to its end. Then kills the program. The answer is cut
 * to `size`. Returns false if the program did not start, or if no output came for so many
 * milliseconds before `last`. */
bool child_ask(char *const arguments[], const char *question, const char *last, long milliseconds,
               char *answer, size_t size);

#endif
