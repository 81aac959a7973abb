#include <fcntl.h>
#include <unistd.h>

#include "system/start.h"

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

char **system_start(char **arguments)
{
    fill_streams();
    return arguments;
}
