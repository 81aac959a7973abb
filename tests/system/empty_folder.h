/* An empty folder for each test. */
#ifndef TESTS_EMPTY_FOLDER_H
#define TESTS_EMPTY_FOLDER_H

/* Make an empty folder and make it the current one; remove it with its files. For .init and .fini
 * of a suite. */
void empty_folder_enter(void);
void empty_folder_leave(void);

/* Writes a text to a file. */
void empty_folder_put(const char *path, const char *text);

#endif
