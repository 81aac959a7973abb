/* How long work on one thread learns from another that it is to end. */
#ifndef UCI_INTERRUPT_H
#define UCI_INTERRUPT_H

#include <stdbool.h>

#include "tree/search.h"

typedef struct interrupt {
    void *user;
    /* True once the work is to end. */
    bool (*wanted)(void *user);
    /* Names the search that is to be stopped when the time comes; NULL when there is none. */
    void (*watch)(void *user, search *s);
} interrupt;

/* Never interrupts. */
extern const interrupt interrupt_never;

#endif
