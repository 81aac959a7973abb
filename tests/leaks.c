/* For Criterion programs with sanitizers. Criterion runs each test in a process of its own, and its
 * first process leaks memory of Criterion. So LeakSanitizer checks only the processes of tests. */
#include <stdlib.h>

/* LeakSanitizer asks this at the end of each process. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return getenv("BXFI_MAP") == NULL; /* BoxFort sets it for the process of a test */
}
