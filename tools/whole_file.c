#include "whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* 0, or the errno of what failed. A medium that cannot be synced is none of our business. */
static int write_synced(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file) {
        return errno;
    }
    errno = 0;
    const bool good = fwrite(text, 1, size, file) == size && fflush(file) == 0 &&
                      (fsync(fileno(file)) == 0 || errno == EINVAL);
    int fault = good ? 0 : errno ? errno : EIO;
    if (fclose(file) != 0 && !fault) {
        fault = errno;
    }
    return fault;
}

/* Likewise, through a temporary file. */
static int write_beside(const char *path, const char *text, size_t size)
{
    static const char ending[] = ".new";
    char *temporary = malloc(strlen(path) + sizeof ending);
    if (!temporary) {
        return ENOMEM;
    }
    memcpy(temporary, path, strlen(path));
    memcpy(temporary + strlen(path), ending, sizeof ending);
    int fault = write_synced(temporary, text, size);
    if (!fault && rename(temporary, path) != 0) {
        fault = errno;
    }
    if (fault) {
        remove(temporary);
    }
    free(temporary);
    return fault;
}

bool whole_file_write(const char *path, const char *text, size_t size, failure *why)
{
    struct stat status;
    const bool direct = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    const int fault = direct ? write_synced(path, text, size) : write_beside(path, text, size);
    return !fault || fail(why, "%s: cannot be written: %s", path, strerror(fault));
}
