/* An empty folder for each test, and files in it. */
#ifndef TESTS_EMPTY_FOLDER_H
#define TESTS_EMPTY_FOLDER_H

#include <criterion/criterion.h>
#include <stdbool.h>
#include <string.h>

/* Make an empty folder and make it the current one; remove it with its files. For .init and .fini
 * of a suite. */
void empty_folder_enter(void);
void empty_folder_leave(void);

/* The number of files in the current folder, with the hidden ones. */
int file_count(void);

/* Writes a text to a file, which it replaces. */
void file_put(const char *path, const char *text);

/* True if a file holds this text and nothing else. */
bool file_has(const char *path, const char *text);

#endif
