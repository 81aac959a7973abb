#include "uci/interrupt.h"

static bool never_wanted(void *user)
{
    (void)user;
    return false;
}

static void watch_nothing(void *user, search *s)
{
    (void)user;
    (void)s;
}

const interrupt interrupt_never = {.wanted = never_wanted, .watch = watch_nothing};
