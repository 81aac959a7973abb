#include "file_fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NAMES_MAX = 16 };

static char folder[64], names[NAMES_MAX][FILE_PATH_MAX];
static int next_name;

void file_fixture_begin(void)
{
    strcpy(folder, "/tmp/morpho-files-XXXXXX");
    cr_assert(mkdtemp(folder));
}

void file_fixture_end(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    cr_expect_eq(system(command), 0);
}

const char *file_at(const char *name)
{
    char *path = names[next_name++ % NAMES_MAX];
    snprintf(path, FILE_PATH_MAX, "%s/%s", folder, name);
    return path;
}

int file_count(void)
{
    int count = 0;
    DIR *dir = opendir(folder);
    cr_assert(dir);
    while (readdir(dir)) {
        count++;
    }
    closedir(dir);
    return count - 2; /* "." and ".." */
}

void file_put(const char *name, const char *text)
{
    FILE *file = fopen(file_at(name), "wb");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

bool file_has(const char *name, const char *text)
{
    char found[256] = "";
    FILE *file = fopen(file_at(name), "rb");
    if (!file) {
        return false;
    }
    const size_t size = fread(found, 1, sizeof found - 1, file);
    fclose(file);
    return size == strlen(text) && memcmp(found, text, size) == 0;
}

bool file_elsewhere(bool (*act)(const char *path, failure *why), const char *name)
{
    int status = 1;
    failure why;
    const pid_t pid = fork();
    if (pid == 0) {
        _exit(act(file_at(name), &why) ? 0 : 1);
    }
    cr_assert(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status));
    return WEXITSTATUS(status) == 0;
}

/* Makes a named pipe, a folder, a socket, and a link to a device. */
static void put_oddities(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(name.sun_path, sizeof name.sun_path, "%s/socket", folder);
    cr_assert(fd >= 0 && bind(fd, (struct sockaddr *)&name, sizeof name) == 0 && close(fd) == 0);
    cr_assert_eq(mkfifo(file_at("pipe"), 0600), 0);
    cr_assert_eq(mkdir(file_at("folder"), 0700), 0);
    cr_assert_eq(symlink("/dev/null", file_at("device")), 0);
}

void file_expect_regular_only(bool (*act)(const char *path, failure *why))
{
    static const char *const cases[][2] = {{"pipe", "it is a named pipe, not a regular file"},
                                           {"folder", "it is a folder, not a regular file"},
                                           {"folder/", "it is a folder, not a regular file"},
                                           {"socket", "it is a socket, not a regular file"},
                                           {"device", "it is a device, not a regular file"},
                                           {"no/a", "No such file or directory"}};
    put_oddities();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *path = file_at(cases[i][0]);
        failure why = {""};
        cr_expect_not(act(path, &why));
        cr_expect(strstr(why.text, path) && strstr(why.text, cases[i][1]), "%s", why.text);
    }
    cr_expect_eq(file_count(), 4, "a refusal leaves something");
}
