/* A request to end long work, made by another thread. */
#ifndef UCI_INTERRUPT_H
#define UCI_INTERRUPT_H

#include <stdbool.h>

#include "tree/search.h"

typedef struct interrupt {
    void *user;
    /* True if the work must end. */
    bool (*wanted)(void *user);
    /* Names the search to stop when the work must end; NULL if there is none. */
    void (*watch)(void *user, search *s);
} interrupt;

/* An interrupt that is never wanted. */
extern const interrupt interrupt_never;

#endif
