/* Files that appear whole or not at all: the one way in which programs write a new file, or a new
 * one in place of an old one.
 *
 * What is written goes into a file of its own beside the output (".NAME.XXXXXXXX.new", made anew,
 * never one that was there); when it is whole it is synced and takes the output's name. A full disk
 * or a kill leaves what stood there before. An old file's permissions stay, a new one has those of
 * the umask. A symbolic link stays too: the file behind it is replaced, in its own folder.
 *
 * One process at a time has an output open. It holds a lock on ".NAME.lock" beside the output,
 * which goes with it; after a kill both files stay until the output is opened again.
 *
 * An output must be a regular file, or not be there. What was opened for this process already,
 * /dev/stdout and /dev/fd/N, may be anything, and is written to directly. */
#ifndef FILES_WHOLE_FILE_H
#define FILES_WHOLE_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "chess/failure.h"

typedef struct whole_file whole_file;

/* Locks an output; nothing is written yet. NULL and `why`, which names it: it cannot be written,
 * is no regular file, or another process writes it. */
whole_file *whole_file_open(const char *path, failure *why);

/* Begins what is to take the output's place; once more after whole_file_keep(). A descriptor to
 * write to, which stays the file's own; -1 and `why`. */
int whole_file_begin(whole_file *file, failure *why);

/* Puts what was written in the output's place. On failure false, `why`, and the output stays as it
 * was. */
bool whole_file_keep(whole_file *file, failure *why);

/* Gives the output up, and what was begun and not kept. NULL is fine. */
void whole_file_close(whole_file *file);

/* Writes what belongs in the file. False, with errno set, on any fault. */
typedef bool whole_file_writer(const void *context, FILE *stream);

/* From whole_file_begin() to whole_file_keep(). */
bool whole_file_replace(whole_file *file, whole_file_writer *write_it, const void *context,
                        failure *why);

/* From whole_file_open() to whole_file_close(). */
bool whole_file_make(const char *path, whole_file_writer *write_it, const void *context,
                     failure *why);

/* The same for bytes at hand. */
bool whole_file_write(const char *path, const void *bytes, size_t size, failure *why);

#endif
