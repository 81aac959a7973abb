/* A request to end long work, which another thread makes. */
#ifndef UCI_INTERRUPT_H
#define UCI_INTERRUPT_H

#include <stdbool.h>

#include "tree/search.h"

typedef struct interrupt {
    void *user;
    /* True if the work must end. */
    bool (*wanted)(void *user);
    /* The work names the search to stop when it must end, and NULL when that search is over. */
    void (*watch)(void *user, search *s);
} interrupt;

/* An interrupt that is never wanted. */
extern const interrupt interrupt_never;

#endif
