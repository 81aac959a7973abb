/* The common part of the file tests: an empty folder, and names in it. */
#ifndef TESTS_FILE_FIXTURE_H
#define TESTS_FILE_FIXTURE_H

#include <criterion/criterion.h>
#include <stdbool.h>
#include <string.h>

#include "base/failure.h"

enum { FILE_PATH_MAX = 512 };

/* Make and remove the folder; for .init and .fini of a suite. */
void file_fixture_begin(void);
void file_fixture_end(void);

/* The path of a name in the folder. It is valid until 16 more calls. */
const char *file_at(const char *name);

/* The number of files in the folder, with the hidden ones. */
int file_count(void);

/* Writes a text to a file. */
void file_put(const char *name, const char *text);

/* True if a file holds this text and nothing else. */
bool file_has(const char *name, const char *text);

/* Calls `act` in another process with the path of a file. Returns its result. */
bool file_elsewhere(bool (*act)(const char *path, failure *why), const char *name);

/* Calls `act` with the paths of a named pipe, a folder, a socket, a device, and a file in a folder
 * that does not exist. Each must be refused at once, with path and reason. */
void file_expect_regular_only(bool (*act)(const char *path, failure *why));

#endif
