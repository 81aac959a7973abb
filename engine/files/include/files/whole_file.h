/* Files that appear whole or not at all. All programs write new files, and replace old ones, in
 * this way.
 *
 * The data go into a new temporary file beside the output (".NAME.XXXXXXXX.new"). When it is
 * complete, it is synced and renamed to the output. A full disk or a kill leaves the old output as
 * it was. The permissions of an old file stay; a new one has those of the umask. A symbolic link
 * stays too: the file behind it is replaced, in its own folder.
 *
 * Only one process at a time can have an output open. It holds a lock on ".NAME.lock" beside the
 * output and removes that file at the end. After a kill both files stay until the output is opened
 * again.
 *
 * An output must be a regular file or not exist. Only files that are already open in this process,
 * /dev/stdout and /dev/fd/N, may be of any kind; they are written to directly. */
#ifndef FILES_WHOLE_FILE_H
#define FILES_WHOLE_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "base/failure.h"

/* NULL, or the reason why no output can have this name, a constant text: "-" is no file, and
 * /dev/stdout is standard output. */
const char *whole_file_name_fault(const char *path);

typedef struct whole_file whole_file;

/* Locks an output and writes nothing yet. Returns NULL and fills `why`, which names the output, if
 * it cannot be written, is not a regular file, or another process writes it. whole_file_close()
 * frees the result. */
whole_file *whole_file_open(const char *path, failure *why);

/* Long work calls this first, so that it is not done in vain: returns false and fills `why` if
 * whole_file_open() would fail now. */
bool whole_file_check(const char *path, failure *why);

/* Makes the temporary file, and discards an earlier one that was not kept. Returns a descriptor to
 * write to, which belongs to `file` and must not be closed, or -1 and fills `why`. */
int whole_file_begin(whole_file *file, failure *why);

/* Ends the writing of the temporary file, so that its contents survive a power cut. A program
 * that makes several outputs calls this for all of them before whole_file_keep(). Returns false and
 * fills `why` on failure; then the temporary file is removed. */
bool whole_file_complete(whole_file *file, failure *why);

/* Completes the temporary file that whole_file_begin() made, if that was not done, and replaces the
 * output by it. On failure it returns false and fills `why`; the output does not change, and the
 * temporary file is removed. */
bool whole_file_keep(whole_file *file, failure *why);

/* Releases the output, removes a temporary file that was not kept, and frees `file`, which may be
 * NULL. */
void whole_file_close(whole_file *file);

/* Writes the contents of a file to a stream. Returns false on any error and sets errno. If errno is
 * 0, EIO is reported. */
typedef bool whole_file_writer(const void *context, FILE *stream);

/* Calls whole_file_begin(), the writer with its context, and whole_file_keep(). Returns false and
 * fills `why` on failure, as do the functions below. */
bool whole_file_replace(whole_file *file, whole_file_writer *write_it, const void *context,
                        failure *why);

/* Calls whole_file_open(), whole_file_replace() and whole_file_close(). */
bool whole_file_make(const char *path, whole_file_writer *write_it, const void *context,
                     failure *why);

/* The same with `size` bytes in memory. */
bool whole_file_write(const char *path, const void *bytes, size_t size, failure *why);

#endif
