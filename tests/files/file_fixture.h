/* The common part of the file tests. */
#ifndef TESTS_FILE_FIXTURE_H
#define TESTS_FILE_FIXTURE_H

#include "base/failure.h"
#include "empty_folder.h"

/* Calls `act` in another process with the path of a file. Returns its result. */
bool file_elsewhere(bool (*act)(const char *path, failure *why), const char *path);

/* Calls `act` with the paths of a named pipe, a folder, a socket, a device, and a file in a folder
 * that does not exist. Each must be refused at once, with path and reason. */
void file_expect_regular_only(bool (*act)(const char *path, failure *why));

#endif
