#include "empty_folder.h"

#include <stdio.h>
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

int file_count(void)
{
    int count = -2; /* "." and ".." */
    system_folder *opened = system_folder_open(".");
    cr_assert(opened);
    while (system_folder_next(opened)) {
        count++;
    }
    system_folder_close(opened);
    return count;
}

void file_put(const char *path, const char *text)
{
    const int fd = system_open(path, SYSTEM_UPDATE);
    cr_assert(fd >= 0 && system_truncate(fd, 0), "%s", path);
    cr_assert_eq(write(fd, text, (unsigned)strlen(text)), (int)strlen(text));
    close(fd);
}

bool file_has(const char *path, const char *text)
{
    char found[256] = "";
    const int fd = system_open(path, SYSTEM_READ);
    const ssize_t got = fd >= 0 ? read(fd, found, sizeof found - 1) : -1;
    close(fd);
    return got == (ssize_t)strlen(text) && strcmp(found, text) == 0;
}
