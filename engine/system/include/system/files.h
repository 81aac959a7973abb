/* Files, folders and names of files. A path is UTF-8 on Windows, and bytes as the system has them
 * elsewhere. All functions that can fail set errno. Descriptors are those of close(), read(),
 * write() and fdopen(), which callers use as they are; no child process inherits them. */
#ifndef SYSTEM_FILES_H
#define SYSTEM_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

typedef enum {
    SYSTEM_REGULAR,
    SYSTEM_FOLDER,
    SYSTEM_PIPE,
    SYSTEM_SOCKET,
    SYSTEM_DEVICE,
    SYSTEM_LINK
} system_kind;

typedef struct system_status {
    system_kind kind;
    int64_t bytes;
    uint64_t device, number; /* together they identify the file */
} system_status;

/* Fill in the status of a file. system_look() follows symbolic links. system_look_at_link() does
 * not, so only it finds the kind SYSTEM_LINK. system_look_at_open() looks at an open file. They
 * return false on failure. */
bool system_look(const char *path, system_status *status);
bool system_look_at_link(const char *path, system_status *status);
bool system_look_at_open(int descriptor, system_status *status);

/* True if two statuses are those of one file. */
static inline bool system_same_file(const system_status *a, const system_status *b)
{
    return a->device == b->device && a->number == b->number;
}

typedef enum {
    SYSTEM_READ,           /* a file that exists, to read */
    SYSTEM_WRITE_NEW,      /* a new file, to write; an error if the name is in use */
    SYSTEM_UPDATE,         /* to read and to write; made if it does not exist */
    SYSTEM_UPDATE_NOT_LINK /* the same, but a symbolic link is an error */
} system_opening;

/* Opens a file. It does not wait, even if the name is that of a pipe. Returns a descriptor, which
 * the caller closes, or -1. */
int system_open(const char *path, system_opening how);

/* Opens a file to write at its end, which is made if it does not exist. Returns NULL on failure. */
FILE *system_open_to_append(const char *path);

/* A descriptor that discards all that is written to it; -1 on failure. */
int system_open_nowhere(void);

/* Between system_hold_stream() and system_release_stream(), other threads that use the stream
 * wait. */
void system_hold_stream(FILE *stream);
void system_release_stream(FILE *stream);

/* Another descriptor of the same open file, with the same offset; -1 on failure. */
int system_duplicate(int descriptor);

/* Read or write at an offset. They return the number of bytes, which may be less than `size`, or
 * -1. The offset of the descriptor may change on Windows, and does not elsewhere. */
ssize_t system_read_at(int descriptor, void *bytes, size_t size, int64_t offset);
ssize_t system_write_at(int descriptor, const void *bytes, size_t size, int64_t offset);

/* Cuts a file off after `size` bytes. Returns false on failure. */
bool system_truncate(int descriptor, int64_t size);

/* Returns when the contents of a file survive a power cut, or false on failure. A file system that
 * cannot promise it is no failure. */
bool system_sync(int descriptor);

/* Makes the names in the folder of this file survive a power cut, where the system can. */
void system_sync_folder_of(const char *path);

/* Gives an open file the permissions of the file `path`, where the file system has permissions. */
void system_copy_permissions(int descriptor, const char *path);

/* True if a file of this name exists. */
bool system_exists(const char *path);

/* True if the process may write the file of this name. */
bool system_may_write(const char *path);

/* Renames the file `by` to `path`. A file of that name is replaced: at each moment the name refers
 * to one of the two. Returns false on failure. */
bool system_replace(const char *path, const char *by);

/* Removes a file. Returns false on failure. */
bool system_remove(const char *path);

/* Locks a whole file that is open for writing. The lock belongs to this opening: it ends when the
 * descriptor and all its duplicates are closed, also those of a process that was forked. Returns
 * false if another opening has the lock, and true if it is ours or if the file system has no
 * locks. */
bool system_lock(int descriptor);

/* True if an opening of the file of this name has the lock. */
bool system_is_locked(const char *path);

/* The name of the file to which a symbolic link leads, or a copy of `path` if it is no link. The
 * caller frees it. Returns NULL if the link is broken or memory is short. */
char *system_file_behind(const char *path);

/* The last part of a path, as a pointer into its text. */
const char *system_name_in(const char *path);

/* The separator of the folders in a list, such as a search path. */
extern const char system_list_separator[2];

typedef struct system_folder system_folder;

/* system_folder_open() opens a folder and returns NULL on failure. system_folder_next() returns the
 * next name in it, which is valid until the next call, or NULL after the last. */
system_folder *system_folder_open(const char *path);
const char *system_folder_next(system_folder *folder);
void system_folder_close(system_folder *folder);

#endif
