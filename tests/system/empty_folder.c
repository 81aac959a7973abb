#include "empty_folder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "system/files.h"

#ifdef _WIN32
#include <direct.h>
#define make_folder(path) _mkdir(path)
#else
#include <sys/stat.h>
#define make_folder(path) mkdir(path, 0700)
#endif

static char folder[64];

void empty_folder_enter(void)
{
    snprintf(folder, sizeof folder, "morpho-test-%ld", (long)getpid());
    cr_assert(make_folder(folder) == 0 && chdir(folder) == 0);
}

void empty_folder_leave(void)
{
    const char *name;
    system_folder *opened = system_folder_open(".");
    while ((name = system_folder_next(opened)) != NULL) {
        system_remove(name);
    }
    system_folder_close(opened);
    cr_assert_eq(chdir(".."), 0);
    cr_assert_eq(rmdir(folder), 0);
}

void empty_folder_put(const char *path, const char *text)
{
    const int fd = system_open(path, SYSTEM_WRITE_NEW);
    cr_assert(fd >= 0, "%s", path);
    cr_assert_eq(write(fd, text, (unsigned)strlen(text)), (int)strlen(text));
    close(fd);
}
