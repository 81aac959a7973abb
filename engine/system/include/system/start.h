/* What a program does first. */
#ifndef SYSTEM_START_H
#define SYSTEM_START_H

/* Returns the arguments of main(), with the program's name and the NULL at the end, in UTF-8. They
 * are valid until the program ends. On Windows the standard streams then pass bytes as they are.
 * Standard streams that are closed are opened on the null device, so that no other file gets their
 * numbers, and then their messages. Reading such a stream finds its end, and writing to it fails. A
 * write beyond the limit of a file's size fails with EFBIG and does not end the program (SIGXFSZ).
 * Programs that this one starts get the signal as it was. With glibc, blocks of a megabyte and more
 * go back to the system when they are freed. */
char **system_start(char **arguments);

#endif
