#include "files/input_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "file_name.h"

/* Opens a file that must be regular. Returns -1 and sets *fault on failure. */
static int open_regular(const char *path, const char **fault)
{
    system_status status;
    *fault = system_look(path, &status) ? file_kind_fault(status.kind) : strerror(errno);
    if (*fault) {
        return -1;
    }
    const int fd = system_open(path, SYSTEM_READ);
    if (fd < 0) {
        *fault = strerror(errno);
    }
    return fd;
}

int input_file_open(const char *path, failure *why)
{
    const char *fault = NULL;
    const int given = file_descriptor_of(path);
    const int fd = given < 0 ? open_regular(path, &fault) : system_duplicate(given);
    if (fd < 0) {
        fail(why, "%s: cannot be opened: %s", path, fault ? fault : strerror(errno));
    }
    return fd;
}

bool input_file_is_open(const char *path)
{
    return file_descriptor_of(path) >= 0;
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
