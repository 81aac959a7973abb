/* The client's end of a UCI session: a child process with two pipes. Times are in milliseconds. */
#ifndef TESTS_CLIENT_H
#define TESTS_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { CLIENT_LINE_MAX = 1 << 16 };

typedef struct client {
    pid_t pid;
    int to, from; /* -1 once closed */
    size_t held;  /* characters read but not yet given as lines */
    char buffer[CLIENT_LINE_MAX];
} client;

/* CLIENT_OVERLONG: a line does not fit the buffer. */
typedef enum { CLIENT_LINE, CLIENT_TIMEOUT, CLIENT_EOF, CLIENT_OVERLONG } client_outcome;

/* Starts a program with pipes to its standard input and output. On failure it prints the reason and
 * ends this process. */
void client_start(client *c, char *const argv[]);

/* Writes to the program's input. False if the program no longer reads. */
bool client_send(client *c, const char *bytes, size_t size);
void client_close_input(client *c);

/* Fills in the next line, without its newline, if one comes within so many milliseconds. */
client_outcome client_receive(client *c, int ms, char line[CLIENT_LINE_MAX]);

/* Waits for the end of the program, and reads its output meanwhile, so that no full pipe holds it
 * up. Returns its wait status; or kills it and returns -1 if it has not ended after so many
 * milliseconds. */
int client_wait(client *c, int ms);

/* A clock that never goes back. */
long client_now_ms(void);

/* The CPU time that the program has used; 0 if it is not known. */
long client_work_ms(const client *c);

#endif
