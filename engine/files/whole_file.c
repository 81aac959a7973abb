#include "files/whole_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file_name.h"
#include "system/clock.h"

enum { NUMBER_DIGITS = 8, NUMBER_TRIES = 100 };

struct whole_file {
    char *path;      /* as given, for messages */
    char *target;    /* the file to replace; NULL: write to `path` directly */
    char *lock_name; /* NULL: not locked */
    char *temporary; /* NULL: no temporary file */
    int lock, fd;    /* -1: not open */
};

const char *whole_file_name_fault(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard output is /dev/stdout, and a file of this name is ./-"
                                  : NULL;
}

/* Fails with the reason why the output cannot be written. */
static bool refuse(const whole_file *f, const char *reason, failure *why)
{
    return fail(why, "%s: cannot be written: %s", f->path, reason);
}

static bool refuse_busy(const whole_file *f, failure *why)
{
    return fail(why, "%s: another process is writing it", f->path);
}

/* The name of the temporary file with a number. Returns NULL if memory is short. */
static char *temporary_name(const whole_file *f, const char number[NUMBER_DIGITS + 1])
{
    char ending[NUMBER_DIGITS + sizeof ".new"];
    snprintf(ending, sizeof ending, "%s.new", number);
    return file_beside(f->target, ending);
}

/* Removes the temporary file of a process that was killed. Its number stands in the lock file. */
static void clear_remains(const whole_file *f)
{
    char number[NUMBER_DIGITS + 1] = "";
    if (system_read_at(f->lock, number, NUMBER_DIGITS, 0) != NUMBER_DIGITS ||
        strspn(number, "0123456789abcdef") != NUMBER_DIGITS) {
        return;
    }
    char *name = temporary_name(f, number);
    if (name) {
        system_remove(name);
    }
    free(name);
}

/* Takes the lock beside the output. */
static bool take_lock(whole_file *f, failure *why)
{
    char *name = file_beside(f->target, "lock");
    bool good = name || refuse(f, strerror(ENOMEM), why);
    while (good && f->lock < 0) {
        f->lock = system_open(name, SYSTEM_UPDATE_NOT_LINK);
        good = f->lock >= 0 ? system_lock(f->lock) || refuse_busy(f, why)
                            : refuse(f, strerror(errno), why);
        if (good && !file_has_name(f->lock, name)) { /* another process has removed it meanwhile */
            close(f->lock);
            f->lock = -1;
        }
    }
    if (good) {
        f->lock_name = name;
        clear_remains(f);
    } else {
        free(name);
    }
    return good;
}

/* Checks that an existing output is a regular file that we may write. */
static bool check_target(const whole_file *f, failure *why)
{
    system_status status;
    if (!system_look(f->target, &status)) {
        return (errno == ENOENT && *f->target) || refuse(f, strerror(errno), why);
    }
    const char *fault = file_kind_fault(status.kind);
    if (!fault && !system_may_write(f->target)) {
        fault = strerror(errno);
    }
    return !fault || refuse(f, fault, why);
}

whole_file *whole_file_open(const char *path, failure *why)
{
    whole_file *f = calloc(1, sizeof *f);
    char *copy = strdup(path);
    if (!f || !copy) {
        fail(why, "%s: not enough memory to write it", path);
        free(copy);
        free(f);
        return NULL;
    }
    *f = (whole_file){.path = copy, .lock = -1, .fd = -1};
    if (file_descriptor_of(path) >= 0) {
        return f;
    }
    f->target = system_file_behind(path);
    const char *fault = f->target         ? whole_file_name_fault(path)
                        : errno == ENOENT ? "it is a symbolic link to a file that does not exist"
                                          : strerror(errno);
    bool good = !fault || refuse(f, fault, why);
    good = good && check_target(f, why) && take_lock(f, why);
    if (good && system_is_locked(f->target)) {
        good = refuse_busy(f, why);
    }
    if (!good) {
        whole_file_close(f);
        return NULL;
    }
    return f;
}

/* Makes a number that is hardly in use. O_EXCL rules out one that is. */
static void draw_number(char number[NUMBER_DIGITS + 1])
{
    const int64_t now = system_date_ns(), second = 1000000000;
    const uint32_t mixed = (uint32_t)(now % second) * UINT32_C(2654435761) ^
                           (uint32_t)(now / second) ^ (uint32_t)getpid() << 16;
    snprintf(number, NUMBER_DIGITS + 1, "%08" PRIx32, mixed);
}

/* Makes a new file beside the output. Its number is first recorded in the lock file, so that the
 * next process finds it wherever a kill comes. Returns false and sets errno on failure. */
static bool make_temporary(whole_file *f)
{
    char number[NUMBER_DIGITS + 1];
    errno = EEXIST;
    for (int i = 0; f->fd < 0 && errno == EEXIST && i < NUMBER_TRIES; i++) {
        free(f->temporary);
        draw_number(number);
        f->temporary = temporary_name(f, number);
        if (!f->temporary || system_write_at(f->lock, number, NUMBER_DIGITS, 0) != NUMBER_DIGITS) {
            break;
        }
        f->fd = system_open(f->temporary, SYSTEM_WRITE_NEW);
    }
    if (f->fd < 0) {
        free(f->temporary);
        f->temporary = NULL;
        return false;
    }
    system_copy_permissions(f->fd, f->target);
    return true;
}

/* Closes and removes the temporary file. */
static void abandon(whole_file *f)
{
    if (f->fd >= 0) {
        close(f->fd);
    }
    if (f->temporary) {
        system_remove(f->temporary);
    }
    free(f->temporary);
    f->temporary = NULL;
    f->fd = -1;
}

int whole_file_begin(whole_file *f, failure *why)
{
    abandon(f);
    bool good;
    if (f->target) {
        good = make_temporary(f);
    } else {
        f->fd = system_duplicate(file_descriptor_of(f->path));
        good = f->fd >= 0;
    }
    if (!good) {
        refuse(f, strerror(errno), why);
        abandon(f);
    }
    return f->fd;
}

bool whole_file_complete(whole_file *f, failure *why)
{
    int fault = system_sync(f->fd) ? 0 : errno;
    if (close(f->fd) != 0 && !fault) {
        fault = errno;
    }
    f->fd = -1;
    if (fault) {
        abandon(f);
    }
    return !fault || refuse(f, strerror(fault), why);
}

bool whole_file_keep(whole_file *f, failure *why)
{
    int fault = 0;
    if (f->fd >= 0 && !whole_file_complete(f, why)) {
        return false;
    }
    if (f->target && !system_replace(f->target, f->temporary)) {
        fault = errno;
    }
    if (!fault && f->target) {
        system_sync_folder_of(f->target);
        free(f->temporary);
        f->temporary = NULL;
    }
    abandon(f);
    return !fault || refuse(f, strerror(fault), why);
}

void whole_file_close(whole_file *f)
{
    if (!f) {
        return;
    }
    abandon(f);
    if (f->lock_name) {
        system_remove(f->lock_name);
    }
    if (f->lock >= 0) {
        close(f->lock);
    }
    free(f->lock_name);
    free(f->target);
    free(f->path);
    free(f);
}

bool whole_file_check(const char *path, failure *why)
{
    whole_file *f = whole_file_open(path, why);
    whole_file_close(f);
    return f != NULL;
}

bool whole_file_replace(whole_file *f, whole_file_writer *write_it, const void *context,
                        failure *why)
{
    const int fd = whole_file_begin(f, why);
    if (fd < 0) {
        return false;
    }
    const int copy = system_duplicate(fd);
    FILE *stream = copy >= 0 ? fdopen(copy, "wb") : NULL;
    int fault = stream ? 0 : errno;
    if (copy >= 0 && !stream) {
        close(copy);
    }
    errno = 0;
    if (stream && (!write_it(context, stream) || fflush(stream) != 0)) {
        fault = errno ? errno : EIO;
    }
    if (stream && fclose(stream) != 0 && !fault) {
        fault = errno;
    }
    if (fault) {
        abandon(f);
        return refuse(f, strerror(fault), why);
    }
    return whole_file_keep(f, why);
}

bool whole_file_make(const char *path, whole_file_writer *write_it, const void *context,
                     failure *why)
{
    whole_file *f = whole_file_open(path, why);
    const bool good = f && whole_file_replace(f, write_it, context, why);
    whole_file_close(f);
    return good;
}

typedef struct whole_text {
    const void *bytes;
    size_t size;
} whole_text;

static bool write_text(const void *context, FILE *stream)
{
    const whole_text *whole = context;
    return fwrite(whole->bytes, 1, whole->size, stream) == whole->size;
}

bool whole_file_write(const char *path, const void *bytes, size_t size, failure *why)
{
    return whole_file_make(path, write_text, &(whole_text){bytes, size}, why);
}
