#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "system/ending.h"

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

void system_ending_begin(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < NUMBERS; i++) {
        struct sigaction now;
        /* One that is ignored, as under nohup, would arrive once it is blocked. */
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN) {
            sigaddset(&set, numbers[i]);
        }
    }
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static bool has_signal(void)
{
    sigset_t set;
    if (sigpending(&set) != 0) {
        return false;
    }
    for (int i = 0; i < NUMBERS; i++) {
        if (sigismember(&set, numbers[i]) == 1) {
            return true;
        }
    }
    return false;
}

/* Reads what a terminal has. True if it has ended, or has the line `quit`. */
static bool terminal_ends(void)
{
    char line[256];
    const ssize_t got = read(STDIN_FILENO, line, sizeof line - 1);
    if (got <= 0) {
        return true;
    }
    line[got] = '\0';
    line[strcspn(line, " \t\r\n")] = '\0';
    return strcmp(line, "quit") == 0 || strcmp(line, "exit") == 0;
}

bool system_ending_wait(int ms)
{
    /* A job in the background would be stopped if it read. */
    const bool reads = isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp();
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    const bool ready = poll(&input, reads ? 1 : 0, has_signal() ? 0 : ms) > 0;
    return has_signal() || (ready && terminal_ends());
}
