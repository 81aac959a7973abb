#include "system/threads.h"

enum { STACK_BYTES = 8 << 20 };

bool system_thread_start(pthread_t *thread, void *(*work)(void *), void *argument)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    const bool started = pthread_create(thread, &attributes, work, argument) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}
