#include "client.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

long client_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

long client_work_ms(const client *c)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(c->pid, &clock) != 0 || clock_gettime(clock, &used) != 0) {
        return 0;
    }
    return used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

void client_start(client *c, char *const argv[])
{
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0 || (c->pid = fork()) < 0) {
        perror("cannot start the engine");
        exit(EXIT_FAILURE);
    }
    if (c->pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
        execv(argv[0], argv);
        perror(argv[0]);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    c->to = in[1];
    c->from = out[0];
    c->held = 0;
    signal(SIGPIPE, SIG_IGN);
}

bool client_send(client *c, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = write(c->to, bytes, size);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        }
    }
    return true;
}

void client_close_input(client *c)
{
    if (c->to >= 0) {
        close(c->to);
        c->to = -1;
    }
}

/* Takes the first whole line out of the buffer. */
static bool take_line(client *c, char line[CLIENT_LINE_MAX])
{
    char *end = memchr(c->buffer, '\n', c->held);
    if (end == NULL) {
        return false;
    }
    size_t length = (size_t)(end - c->buffer);
    memcpy(line, c->buffer, length);
    line[length] = '\0';
    c->held -= length + 1;
    memmove(c->buffer, end + 1, c->held);
    return true;
}

client_outcome client_receive(client *c, int ms, char line[CLIENT_LINE_MAX])
{
    const long deadline = client_now_ms() + ms;
    while (!take_line(c, line)) {
        long left = deadline - client_now_ms();
        struct pollfd wait = {.fd = c->from, .events = POLLIN};
        if (c->held == sizeof c->buffer) {
            return CLIENT_OVERLONG;
        }
        int ready = poll(&wait, 1, left > 0 ? (int)left : 0);
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        if (ready <= 0) {
            return CLIENT_TIMEOUT;
        }
        ssize_t got = read(c->from, c->buffer + c->held, sizeof c->buffer - c->held);
        if (got <= 0) {
            return CLIENT_EOF;
        }
        c->held += (size_t)got;
    }
    return CLIENT_LINE;
}

int client_wait(client *c, int ms)
{
    const long deadline = client_now_ms() + ms;
    const struct timespec pause = {.tv_nsec = 2000000};
    char line[CLIENT_LINE_MAX];
    int status;
    while (waitpid(c->pid, &status, WNOHANG) == 0) {
        while (client_receive(c, 0, line) == CLIENT_LINE) {
        }
        if (client_now_ms() > deadline) {
            kill(c->pid, SIGKILL);
            waitpid(c->pid, &status, 0);
            return -1;
        }
        nanosleep(&pause, NULL);
    }
    return status;
}
