/* Environment variables, and the folder of the user's settings. Texts are UTF-8 on Windows, and
 * bytes as the system has them elsewhere. */
#ifndef SYSTEM_ENVIRONMENT_H
#define SYSTEM_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

/* Copies the value of a variable. Returns false if it is not set. A value that does not fit in
 * `size` bytes becomes "". */
bool system_variable(const char *name, char *value, size_t size);

/* Sets a variable of this process, on Windows not to "", for libraries that it loads later. Must
 * not be called while another thread reads a variable. */
void system_variable_set(const char *name, const char *value);

/* The folder in which programs keep the user's settings: $XDG_CONFIG_HOME if it is an absolute
 * path, else $HOME/.config; on Windows %APPDATA%. Returns false if there is none, or if it does not
 * fit. */
bool system_config_folder(char *path, size_t size);

#endif
