#include "whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* 0, or the errno of what failed. */
static int write_synced(const char *path, whole_file_writer *write_it, const void *context)
{
    FILE *file = fopen(path, "wb");
    if (!file) {
        return errno;
    }
    errno = 0;
    const bool good = write_it(context, file) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    int fault = good ? 0 : errno ? errno : EIO;
    if (fclose(file) != 0 && !fault) {
        fault = errno;
    }
    if (fault) {
        remove(path);
    }
    return fault;
}

bool whole_file_make(const char *path, whole_file_writer *write_it, const void *context,
                     failure *why)
{
    static const char ending[] = ".new";
    char *temporary = malloc(strlen(path) + sizeof ending);
    if (!temporary) {
        return fail(why, "%s: not enough memory to write it", path);
    }
    memcpy(temporary, path, strlen(path));
    memcpy(temporary + strlen(path), ending, sizeof ending);
    int fault = write_synced(temporary, write_it, context);
    if (!fault && rename(temporary, path) != 0) {
        fault = errno;
        remove(temporary);
    }
    free(temporary);
    return !fault || fail(why, "%s: cannot be written: %s", path, strerror(fault));
}

typedef struct whole_text {
    const char *text;
    size_t size;
} whole_text;

static bool write_text(const void *context, FILE *file)
{
    const whole_text *whole = context;
    return fwrite(whole->text, 1, whole->size, file) == whole->size;
}

bool whole_file_write(const char *path, const char *text, size_t size, failure *why)
{
    return whole_file_make(path, write_text, &(whole_text){text, size}, why);
}
