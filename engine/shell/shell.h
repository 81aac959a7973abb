/* The command line of the program. */
#ifndef SHELL_SHELL_H
#define SHELL_SHELL_H

/* Runs options, then a verb (uci if there is none) with its words, or lines of UCI: a verb has no
 * blank. The arguments are those after the name of the program; NULL ends them. Prints errors, and
 * returns the exit status: 0, 1 if something failed, 2 if the options or the verb are wrong. */
int shell_run(char **arguments);

#endif
