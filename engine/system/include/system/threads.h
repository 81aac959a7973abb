/* Starts threads. All else uses POSIX threads, which every supported system has. */
#ifndef SYSTEM_THREADS_H
#define SYSTEM_THREADS_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread whose stack has room for the deepest search, 8 MiB. Some systems give much less
 * to threads that do not ask. Returns false if the system starts no more threads. */
bool system_thread_start(pthread_t *thread, void *(*work)(void *), void *argument);

#endif
