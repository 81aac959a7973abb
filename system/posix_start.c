#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "system/start.h"

char **system_start(char **arguments)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
            /* The lowest free number is that of the stream. Reading or writing must fail as before.
             */
            (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
    return arguments;
}
