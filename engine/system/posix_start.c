#include <fcntl.h>
#include <signal.h>
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

static void do_nothing(int number)
{
    (void)number;
}

/* By default a write beyond the limit of a file's size ends the program in silence. Programs that
 * this one starts would inherit that the signal is ignored, but they do not inherit a handler. */
static void let_large_writes_fail(void)
{
    struct sigaction action = {.sa_handler = do_nothing, .sa_flags = SA_RESTART}, before;
    if (sigaction(SIGXFSZ, NULL, &before) == 0 && before.sa_handler == SIG_DFL) {
        sigaction(SIGXFSZ, &action, NULL);
    }
}

char **system_start(char **arguments)
{
    fill_streams();
    let_large_writes_fail();
    give_back_what_is_freed();
    return arguments;
}
