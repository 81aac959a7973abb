#include "whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What belongs in the file. */
typedef struct content {
    whole_file_writer *write_it;
    const void *context;
} content;

/* 0, or the errno of what failed. A medium that cannot be synced is none of our business. */
static int write_synced(const char *path, const content *what)
{
    FILE *file = fopen(path, "wb");
    if (!file) {
        return errno;
    }
    errno = 0;
    const bool good = what->write_it(what->context, file) && fflush(file) == 0 &&
                      (fsync(fileno(file)) == 0 || errno == EINVAL);
    int fault = good ? 0 : errno ? errno : EIO;
    if (fclose(file) != 0 && !fault) {
        fault = errno;
    }
    return fault;
}

/* Likewise, through a temporary file. */
static int write_beside(const char *path, const content *what)
{
    static const char ending[] = ".new";
    char *temporary = malloc(strlen(path) + sizeof ending);
    if (!temporary) {
        return ENOMEM;
    }
    strcpy(temporary, path);
    strcat(temporary, ending);
    int fault = write_synced(temporary, what);
    if (!fault && rename(temporary, path) != 0) {
        fault = errno;
    }
    if (fault) {
        remove(temporary);
    }
    free(temporary);
    return fault;
}

bool whole_file_make(const char *path, whole_file_writer *write_it, const void *context,
                     failure *why)
{
    const content what = {write_it, context};
    struct stat status;
    const bool direct = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    const int fault = direct ? write_synced(path, &what) : write_beside(path, &what);
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
