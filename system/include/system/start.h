/* What a program does first. */
#ifndef SYSTEM_START_H
#define SYSTEM_START_H

/* Returns the arguments of main(), with the program's name and the NULL at the end, in UTF-8. They
 * are valid until the program ends. On Windows the standard streams then pass bytes as they are.
 * Elsewhere a closed standard stream gets its number back, so that no file that is opened later has
 * it and receives messages; reading and writing it still fails. */
char **system_start(char **arguments);

#endif
