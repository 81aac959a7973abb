/* The common part of the file tests: an empty folder, and names in it. */
#ifndef TESTS_FILE_FIXTURE_H
#define TESTS_FILE_FIXTURE_H

#include <criterion/criterion.h>
#include <stdbool.h>
#include <string.h>

#include "chess/failure.h"

enum { FILE_PATH_MAX = 256 };

/* For a suite's begin and end. */
void file_fixture_begin(void);
void file_fixture_end(void);

/* A name in the folder; lasts as long as the test. */
const char *file_at(const char *name);

/* How many files are in the folder, the hidden ones too. */
int file_count(void);

/* Writes a text to a file; tells whether a file holds just this text. */
void file_put(const char *name, const char *text);
bool file_has(const char *name, const char *text);

/* True if another process that does this with the file of that name succeeds. */
bool file_elsewhere(bool (*act)(const char *path, failure *why), const char *name);

/* Makes a named pipe, a folder, a socket and a link to a device: "pipe", "folder", "socket",
 * "device". */
void file_put_oddities(void);

#endif
