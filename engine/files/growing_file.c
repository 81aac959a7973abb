#include "files/growing_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file_name.h"
#include "files/whole_file.h"

/* True if another process is about to replace the file. */
static bool is_being_replaced(const char *path)
{
    char *target = system_file_behind(path);
    char *lock = target ? file_beside(target, "lock") : NULL;
    const bool replaced = lock && system_is_locked(lock);
    free(lock);
    free(target);
    return replaced;
}

static int refuse(const char *path, const char *reason, failure *why)
{
    fail(why, "%s: cannot be opened: %s", path, reason);
    return -1;
}

static int refuse_busy(const char *path, failure *why)
{
    fail(why, "%s: another process is writing it", path);
    return -1;
}

int growing_file_open(const char *path, failure *why)
{
    system_status status;
    const char *fault = file_descriptor_of(path) >= 0 ? "a file that grows needs a name of its own"
                                                      : whole_file_name_fault(path);
    if (!fault && system_look(path, &status)) {
        fault = file_kind_fault(status.kind);
    }
    if (fault) {
        return refuse(path, fault, why);
    }
    if (is_being_replaced(path)) {
        return refuse_busy(path, why);
    }
    const int fd = system_open(path, SYSTEM_UPDATE);
    if (fd < 0) {
        return refuse(path, strerror(errno), why);
    }
    if (system_lock(fd) && !is_being_replaced(path) && file_has_name(fd, path)) {
        return fd;
    }
    close(fd);
    return refuse_busy(path, why);
}
