/* The client's end of a UCI session: a child process with two pipes. */
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

typedef enum { CLIENT_LINE, CLIENT_TIMEOUT, CLIENT_EOF, CLIENT_OVERLONG } client_outcome;

/* Starts a program with its standard input and output connected; exits on failure. */
void client_start(client *c, char *const argv[]);

/* False if the program no longer reads. */
bool client_send(client *c, const char *bytes, size_t size);
void client_close_input(client *c);

/* The next line without its newline, if one comes within so many milliseconds. */
client_outcome client_receive(client *c, int ms, char line[CLIENT_LINE_MAX]);

/* Reads on, so that no full pipe holds it up, and waits for the program's end; its wait status, or
 * -1 (and it is killed) if it lives on. */
int client_wait(client *c, int ms);

/* Milliseconds of a clock that never goes back. */
long client_now_ms(void);

#endif
