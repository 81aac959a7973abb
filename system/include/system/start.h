/* What a program does first. */
#ifndef SYSTEM_START_H
#define SYSTEM_START_H

/* Makes the standard streams pass bytes as they are, and returns the arguments of main(), with the
 * program's name and the NULL at the end, in UTF-8. They are valid until the program ends. Does
 * nothing but on Windows. */
char **system_start(char **arguments);

#endif
