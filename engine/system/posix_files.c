#define _XOPEN_SOURCE 700 /* realpath */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/files.h"

enum { NEW_FILE_MODE = 0666, PERMISSIONS = 0777 };

static system_kind kind_of(mode_t mode)
{
    return S_ISREG(mode)    ? SYSTEM_REGULAR
           : S_ISDIR(mode)  ? SYSTEM_FOLDER
           : S_ISFIFO(mode) ? SYSTEM_PIPE
           : S_ISSOCK(mode) ? SYSTEM_SOCKET
           : S_ISLNK(mode)  ? SYSTEM_LINK
                            : SYSTEM_DEVICE;
}

/* Converts what a call has found, if it was successful. */
static bool convert(int result, const struct stat *found, system_status *status)
{
    if (result != 0) {
        return false;
    }
    *status = (system_status){
        .kind = kind_of(found->st_mode),
        .bytes = found->st_size,
        .device = (uint64_t)found->st_dev,
        .number = (uint64_t)found->st_ino,
    };
    return true;
}

bool system_look(const char *path, system_status *status)
{
    struct stat found;
    return convert(stat(path, &found), &found, status);
}

bool system_look_at_link(const char *path, system_status *status)
{
    struct stat found;
    return convert(lstat(path, &found), &found, status);
}

bool system_look_at_open(int descriptor, system_status *status)
{
    struct stat found;
    return convert(fstat(descriptor, &found), &found, status);
}

int system_open(const char *path, system_opening how)
{
    static const int flags[] = {
        [SYSTEM_READ] = O_RDONLY,
        [SYSTEM_WRITE_NEW] = O_WRONLY | O_CREAT | O_EXCL,
        [SYSTEM_UPDATE] = O_RDWR | O_CREAT,
        [SYSTEM_UPDATE_NOT_LINK] = O_RDWR | O_CREAT | O_NOFOLLOW,
    };
    return open(path, flags[how] | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, NEW_FILE_MODE);
}

FILE *system_open_to_append(const char *path)
{
    const int flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    const int descriptor = open(path, flags, NEW_FILE_MODE);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "a") : NULL;
    if (descriptor >= 0 && !file) {
        close(descriptor);
    }
    return file;
}

int system_open_nowhere(void)
{
    return open("/dev/null", O_WRONLY | O_CLOEXEC);
}

void system_hold_stream(FILE *stream)
{
    flockfile(stream);
}

void system_release_stream(FILE *stream)
{
    funlockfile(stream);
}

int system_duplicate(int descriptor)
{
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

ssize_t system_read_at(int descriptor, void *bytes, size_t size, int64_t offset)
{
    return pread(descriptor, bytes, size, (off_t)offset);
}

ssize_t system_write_at(int descriptor, const void *bytes, size_t size, int64_t offset)
{
    return pwrite(descriptor, bytes, size, (off_t)offset);
}

bool system_truncate(int descriptor, int64_t size)
{
    return ftruncate(descriptor, (off_t)size) == 0;
}

bool system_sync(int descriptor)
{
    return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
}

void system_sync_folder_of(const char *path)
{
    const size_t length = (size_t)(system_name_in(path) - path);
    char *folder = length > 0 ? strndup(path, length) : strdup(".");
    const int descriptor = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
    free(folder);
}

void system_copy_permissions(int descriptor, const char *path)
{
    struct stat found;
    if (stat(path, &found) == 0) {
        fchmod(descriptor, found.st_mode & PERMISSIONS);
    }
}

bool system_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool system_may_write(const char *path)
{
    return access(path, W_OK) == 0;
}

bool system_replace(const char *path, const char *by)
{
    return rename(by, path) == 0;
}

bool system_remove(const char *path)
{
    return unlink(path) == 0;
}

/* A lock of fcntl() would belong to the process and end when it closes any descriptor of the file.
 * A lock of flock() belongs to the open file. */
static bool lock_now(int descriptor, int kind)
{
    return flock(descriptor, kind | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool system_lock(int descriptor)
{
    return lock_now(descriptor, LOCK_EX);
}

/* flock() does not say who has a lock. It grants a shared one if nobody has the whole one. */
bool system_is_locked(const char *path)
{
    const int descriptor = system_open(path, SYSTEM_READ);
    if (descriptor < 0) {
        return false;
    }
    const bool locked = !lock_now(descriptor, LOCK_SH);
    close(descriptor);
    return locked;
}

char *system_file_behind(const char *path)
{
    system_status status;
    const bool is_link = system_look_at_link(path, &status) && status.kind == SYSTEM_LINK;
    return is_link ? realpath(path, NULL) : strdup(path);
}

const char *system_name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char system_list_separator[2] = ":";

struct system_folder {
    DIR *directory;
};

system_folder *system_folder_open(const char *path)
{
    system_folder *folder = malloc(sizeof *folder);
    DIR *directory = folder ? opendir(path) : NULL;
    if (!directory) {
        free(folder);
        return NULL;
    }
    folder->directory = directory;
    return folder;
}

const char *system_folder_next(system_folder *folder)
{
    const struct dirent *entry = readdir(folder->directory);
    return entry ? entry->d_name : NULL;
}

void system_folder_close(system_folder *folder)
{
    closedir(folder->directory);
    free(folder);
}
