/* A request to end long work, which another thread makes. */
#ifndef UCI_INTERRUPT_H
#define UCI_INTERRUPT_H

#include <stdbool.h>
#include <stddef.h>

#include "tree/search.h"

typedef struct interrupt {
    void *user;
    bool (*wanted)(void *user);
    void (*watch)(void *user, search *s);
} interrupt;

/* True if the work must end. NULL, here and below, is for work that nobody interrupts. */
static inline bool interrupt_wanted(const interrupt *stop)
{
    return stop != NULL && stop->wanted(stop->user);
}

/* Long work calls this with the search that must be stopped to end the work, and with NULL when
 * that search is over. */
static inline void interrupt_watch(const interrupt *stop, search *s)
{
    if (stop != NULL) {
        stop->watch(stop->user, s);
    }
}

#endif
