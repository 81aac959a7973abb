#include "files/input_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "file_kind.h"

/* Opens a file that must be regular. Returns -1 and sets *fault on failure. */
static int open_regular(const char *path, const char **fault)
{
    struct stat status;
    *fault = stat(path, &status) == 0 ? file_kind_fault(status.st_mode) : strerror(errno);
    if (*fault) {
        return -1;
    }
    /* O_NONBLOCK: open() must not wait if a pipe has just taken the name. */
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) {
        *fault = strerror(errno);
    }
    return fd;
}

int input_file_open(const char *path, failure *why)
{
    const char *fault = NULL;
    const int given = file_kind_descriptor(path);
    const int fd = given < 0 ? open_regular(path, &fault) : fcntl(given, F_DUPFD_CLOEXEC, 0);
    if (fd < 0) {
        fail(why, "%s: cannot be opened: %s", path, fault ? fault : strerror(errno));
    }
    return fd;
}

FILE *input_file_stream(const char *path, failure *why)
{
    const int fd = input_file_open(path, why);
    FILE *stream = fd >= 0 ? fdopen(fd, "rb") : NULL;
    if (fd >= 0 && !stream) {
        fail(why, "%s: cannot be opened: %s", path, strerror(errno));
        close(fd);
    }
    return stream;
}
