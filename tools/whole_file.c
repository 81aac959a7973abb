#include "whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* 0, or the errno of what failed. */
static int write_synced(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file) {
        return errno;
    }
    errno = 0;
    const bool good =
        fwrite(text, 1, size, file) == size && fflush(file) == 0 && fsync(fileno(file)) == 0;
    int fault = good ? 0 : errno ? errno : EIO;
    if (fclose(file) != 0 && !fault) {
        fault = errno;
    }
    return fault;
}

bool whole_file_write(const char *path, const char *text, size_t size, failure *why)
{
    static const char ending[] = ".new";
    char *temporary = malloc(strlen(path) + sizeof ending);
    if (!temporary) {
        return fail(why, "%s: not enough memory to write it", path);
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
    return !fault || fail(why, "%s: cannot be written: %s", path, strerror(fault));
}
