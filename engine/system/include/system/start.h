/* What a program does first. */
#ifndef SYSTEM_START_H
#define SYSTEM_START_H

/* Returns the arguments of main(), with the program's name and the NULL at the end, in UTF-8. They
 * are valid until the program ends. On Windows the standard streams then pass bytes as they are.
 * The numbers of closed standard streams are given to the null device, so that no file gets one of
 * them and messages with it. Reading such a stream finds its end, and writing it fails. A write
 * beyond the limit of a file's size fails with EFBIG too, and does not end the program (SIGXFSZ);
 * programs that this one starts get the signal as it was. With glibc, blocks of a megabyte and more
 * go back to the system when they are freed. */
char **system_start(char **arguments);

#endif
