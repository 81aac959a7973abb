#include "files/gzip_input.h"

#include <stddef.h>
#include <unistd.h>

#include "files/input_file.h"

gzFile gzip_input_open(const char *path, failure *why)
{
    const int fd = input_file_open(path, why);
    gzFile file = fd >= 0 ? gzdopen(fd, "rb") : NULL;
    if (fd >= 0 && !file) {
        close(fd);
        fail(why, "%s: not enough memory to read it", path);
    }
    return file;
}
