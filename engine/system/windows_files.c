#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "system/files.h"
#include "windows_text.h"

/* All may do what they like with a file while it is open here, as on other systems. */
static const DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

static HANDLE handle_of(int descriptor)
{
    return (HANDLE)_get_osfhandle(descriptor);
}

/* True for success. Else it sets errno by the last error of Windows. */
static bool check(BOOL done)
{
    if (!done) {
        windows_set_errno(GetLastError());
    }
    return done != FALSE;
}

/* Opens a file or a folder. Returns INVALID_HANDLE_VALUE and sets errno on failure. */
static HANDLE open_handle(const char *path, DWORD access, DWORD creation, DWORD flags)
{
    wchar_t *wide = windows_wide(path);
    HANDLE handle = INVALID_HANDLE_VALUE;
    if (wide) {
        handle = CreateFileW(wide, access, share_all, NULL, creation, flags, NULL);
        (void)check(handle != INVALID_HANDLE_VALUE);
    }
    free(wide);
    return handle;
}

/* True if an open file is a symbolic link that was not followed. */
static bool is_link(HANDLE handle)
{
    FILE_ATTRIBUTE_TAG_INFO info;
    return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &info, sizeof info) &&
           (info.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           info.ReparseTag == IO_REPARSE_TAG_SYMLINK;
}

static bool look_at_handle(HANDLE handle, system_status *status)
{
    BY_HANDLE_FILE_INFORMATION info;
    const DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_PIPE || type == FILE_TYPE_CHAR) {
        *status = (system_status){.kind = type == FILE_TYPE_PIPE ? SYSTEM_PIPE : SYSTEM_DEVICE};
        return true;
    }
    if (!check(GetFileInformationByHandle(handle, &info))) {
        return false;
    }
    const bool is_folder = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    *status = (system_status){
        .kind = is_link(handle) ? SYSTEM_LINK
                : is_folder     ? SYSTEM_FOLDER
                                : SYSTEM_REGULAR,
        .bytes = (int64_t)((uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow),
        .device = info.dwVolumeSerialNumber,
        .number = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow,
    };
    return true;
}

/* BACKUP_SEMANTICS opens folders, too. */
static bool look(const char *path, DWORD flags, system_status *status)
{
    HANDLE handle = open_handle(path, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags);
    if (handle == INVALID_HANDLE_VALUE) {
        return false;
    }
    const bool known = look_at_handle(handle, status);
    CloseHandle(handle);
    return known;
}

bool system_look(const char *path, system_status *status)
{
    return look(path, 0, status);
}

bool system_look_at_link(const char *path, system_status *status)
{
    return look(path, FILE_FLAG_OPEN_REPARSE_POINT, status);
}

bool system_look_at_open(int descriptor, system_status *status)
{
    return look_at_handle(handle_of(descriptor), status);
}

/* A descriptor of an open file, to which it passes. */
static int descriptor_of(HANDLE handle, int flags)
{
    const int descriptor = handle != INVALID_HANDLE_VALUE
                               ? _open_osfhandle((intptr_t)handle, flags | _O_BINARY | _O_NOINHERIT)
                               : -1;
    if (descriptor < 0 && handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
    return descriptor;
}

int system_open(const char *path, system_opening how)
{
    static const struct {
        DWORD access, creation, flags;
        int descriptor_flags;
    } openings[] = {
        [SYSTEM_READ] = {GENERIC_READ, OPEN_EXISTING, 0, _O_RDONLY},
        [SYSTEM_WRITE_NEW] = {GENERIC_WRITE, CREATE_NEW, 0, _O_WRONLY},
        [SYSTEM_UPDATE] = {GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, 0, _O_RDWR},
        [SYSTEM_UPDATE_NOT_LINK] = {GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS,
                                    FILE_FLAG_OPEN_REPARSE_POINT, _O_RDWR},
    };
    HANDLE handle =
        open_handle(path, openings[how].access, openings[how].creation, openings[how].flags);
    if (how == SYSTEM_UPDATE_NOT_LINK && handle != INVALID_HANDLE_VALUE && is_link(handle)) {
        CloseHandle(handle);
        errno = EEXIST;
        return -1;
    }
    return descriptor_of(handle, openings[how].descriptor_flags);
}

FILE *system_open_to_append(const char *path)
{
    const int descriptor =
        descriptor_of(open_handle(path, FILE_APPEND_DATA, OPEN_ALWAYS, 0), _O_WRONLY | _O_APPEND);
    FILE *file = descriptor >= 0 ? _fdopen(descriptor, "ab") : NULL;
    if (descriptor >= 0 && !file) {
        _close(descriptor);
    }
    return file;
}

int system_open_nowhere(void)
{
    return _open("NUL", _O_WRONLY | _O_BINARY | _O_NOINHERIT);
}

void system_hold_stream(FILE *stream)
{
    _lock_file(stream);
}

void system_release_stream(FILE *stream)
{
    _unlock_file(stream);
}

int system_duplicate(int descriptor)
{
    const int copy = _dup(descriptor);
    if (copy >= 0) {
        SetHandleInformation(handle_of(copy), HANDLE_FLAG_INHERIT, 0);
    }
    return copy;
}

static OVERLAPPED at_offset(int64_t offset)
{
    const uint64_t at = (uint64_t)offset;
    return (OVERLAPPED){.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
}

static DWORD bounded(size_t size)
{
    return size < INT32_MAX ? (DWORD)size : INT32_MAX;
}

ssize_t system_read_at(int descriptor, void *bytes, size_t size, int64_t offset)
{
    OVERLAPPED at = at_offset(offset);
    DWORD got = 0;
    if (!ReadFile(handle_of(descriptor), bytes, bounded(size), &got, &at) &&
        GetLastError() != ERROR_HANDLE_EOF) {
        (void)check(FALSE);
        return -1;
    }
    return (ssize_t)got;
}

ssize_t system_write_at(int descriptor, const void *bytes, size_t size, int64_t offset)
{
    OVERLAPPED at = at_offset(offset);
    DWORD wrote = 0;
    const BOOL done = WriteFile(handle_of(descriptor), bytes, bounded(size), &wrote, &at);
    return check(done) ? (ssize_t)wrote : -1;
}

bool system_truncate(int descriptor, int64_t size)
{
    return _chsize_s(descriptor, size) == 0;
}

bool system_sync(int descriptor)
{
    HANDLE handle = handle_of(descriptor);
    const DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_UNKNOWN) {
        return check(FALSE);
    }
    /* On a pipe the call would wait until the other end has read all. */
    return type != FILE_TYPE_DISK || check(FlushFileBuffers(handle));
}

/* MoveFileExW() has done it. */
void system_sync_folder_of(const char *path)
{
    (void)path;
}

/* A new file inherits its permissions from the folder. */
void system_copy_permissions(int descriptor, const char *path)
{
    (void)descriptor;
    (void)path;
}

bool system_exists(const char *path)
{
    wchar_t *wide = windows_wide(path);
    const bool exists = wide && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
    free(wide);
    return exists;
}

/* Only an opening asks all who may refuse. */
bool system_may_write(const char *path)
{
    HANDLE handle = open_handle(path, GENERIC_WRITE, OPEN_EXISTING, 0);
    if (handle == INVALID_HANDLE_VALUE) {
        return false;
    }
    CloseHandle(handle);
    return true;
}

bool system_replace(const char *path, const char *by)
{
    wchar_t *from = windows_wide(by), *to = windows_wide(path);
    const bool done =
        from && to &&
        check(MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH));
    free(from);
    free(to);
    return done;
}

bool system_remove(const char *path)
{
    wchar_t *wide = windows_wide(path);
    const bool done = wide && check(DeleteFileW(wide));
    free(wide);
    return done;
}

/* Locks a byte that no file has. A lock on bytes of the file would keep others, and other
 * descriptors of this process, from reading them. */
static bool lock_handle(HANDLE handle, DWORD flags)
{
    OVERLAPPED behind_the_end = at_offset(INT64_C(1) << 62);
    return LockFileEx(handle, flags | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &behind_the_end) ||
           (GetLastError() != ERROR_LOCK_VIOLATION && GetLastError() != ERROR_IO_PENDING);
}

bool system_lock(int descriptor)
{
    return lock_handle(handle_of(descriptor), LOCKFILE_EXCLUSIVE_LOCK);
}

/* Windows does not say who has a lock. It grants a shared one if nobody has the whole one. */
bool system_is_locked(const char *path)
{
    HANDLE handle = open_handle(path, GENERIC_READ, OPEN_EXISTING, 0);
    if (handle == INVALID_HANDLE_VALUE) {
        return false;
    }
    const bool locked = !lock_handle(handle, 0);
    CloseHandle(handle);
    return locked;
}

/* The path of an open file, which the caller frees; NULL on failure. */
static char *path_of(HANDLE handle)
{
    static const wchar_t prefix[] = L"\\\\?\\", share[] = L"UNC\\";
    const size_t length = sizeof prefix / sizeof *prefix - 1;
    const size_t share_length = sizeof share / sizeof *share - 1;
    char *path = NULL;
    const DWORD size = GetFinalPathNameByHandleW(handle, NULL, 0, FILE_NAME_NORMALIZED);
    wchar_t *wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    if (!check(size > 0)) {
        return NULL;
    }
    if (wide && GetFinalPathNameByHandleW(handle, wide, size, FILE_NAME_NORMALIZED) < size) {
        wchar_t *at = wcsncmp(wide, prefix, length) == 0 ? wide + length : wide;
        if (at > wide && wcsncmp(at, share, share_length) == 0) {
            /* The name of a share begins with two backslashes. */
            at += share_length - 2;
            at[0] = at[1] = L'\\';
        }
        path = windows_utf8(at);
    }
    free(wide);
    return path;
}

char *system_file_behind(const char *path)
{
    system_status status;
    if (!system_look_at_link(path, &status) || status.kind != SYSTEM_LINK) {
        return strdup(path);
    }
    HANDLE handle = open_handle(path, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    if (handle == INVALID_HANDLE_VALUE) {
        return NULL;
    }
    char *behind = path_of(handle);
    CloseHandle(handle);
    return behind;
}

const char *system_name_in(const char *path)
{
    const char *name = path;
    for (const char *at; (at = strpbrk(name, "/\\:")) != NULL;) {
        name = at + 1;
    }
    return name;
}

const char system_list_separator[2] = ";";

struct system_folder {
    _WDIR *directory;
    char *name; /* the last one that was returned */
};

system_folder *system_folder_open(const char *path)
{
    system_folder *folder = calloc(1, sizeof *folder);
    wchar_t *wide = folder ? windows_wide(path) : NULL;
    _WDIR *directory = wide ? _wopendir(wide) : NULL;
    free(wide);
    if (!directory) {
        free(folder);
        return NULL;
    }
    folder->directory = directory;
    return folder;
}

const char *system_folder_next(system_folder *folder)
{
    const struct _wdirent *entry = _wreaddir(folder->directory);
    free(folder->name);
    folder->name = entry ? windows_utf8(entry->d_name) : NULL;
    return folder->name;
}

void system_folder_close(system_folder *folder)
{
    _wclosedir(folder->directory);
    free(folder->name);
    free(folder);
}
