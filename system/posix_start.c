#include <fcntl.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "system/start.h"

/* malloc() maps blocks of this size and more by themselves, and gives them back to the system when
 * they are freed. */
enum { MAPPED_BYTES = 1 << 20 };

/* Gives the numbers of closed standard streams to a device that cannot be written. */
static void fill_streams(void)
{
    int descriptor;
    do {
        descriptor = open("/dev/null", O_RDONLY);
    } while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor > STDERR_FILENO) {
        close(descriptor);
    }
}

/* By default the malloc() of glibc keeps freed blocks of up to 32 MB for itself. A search that is
 * made anew may then find no room where memory is short, although the old one was freed. */
static void give_back_what_is_freed(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES);
#endif
}

char **system_start(char **arguments)
{
    fill_streams();
    give_back_what_is_freed();
    return arguments;
}
