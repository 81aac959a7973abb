/* Memory by the megabyte, such as a hash table. A system may grant more memory than it has, and
 * kill the program that uses it. So these functions first check how much is left. */
#ifndef SYSTEM_LARGE_MEMORY_H
#define SYSTEM_LARGE_MEMORY_H

#include <stddef.h>

#include "base/failure.h"

/* system_memory_take() allocates memory, aligned to a huge page (SYSTEM_LARGE_ALIGNMENT), with
 * undefined contents. It returns NULL and fills `why` if the system refuses, or if the request
 * would leave less than a sixteenth of what system_memory_left() reports. system_memory_give()
 * frees it; NULL is fine. */
void *system_memory_take(size_t bytes, failure *why);
void system_memory_give(void *memory);

#endif
