#include "file_fixture.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

bool file_elsewhere(bool (*act)(const char *path, failure *why), const char *path)
{
    int status = 1;
    failure why;
    const pid_t pid = fork();
    if (pid == 0) {
        _exit(act(path, &why) ? 0 : 1);
    }
    cr_assert(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status));
    return WEXITSTATUS(status) == 0;
}

/* Makes a named pipe, a folder, a socket, and a link to a device. */
static void put_oddities(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "socket"};
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    cr_assert(fd >= 0 && bind(fd, (struct sockaddr *)&name, sizeof name) == 0 && close(fd) == 0);
    cr_assert_eq(mkfifo("pipe", 0600), 0);
    cr_assert_eq(mkdir("folder", 0700), 0);
    cr_assert_eq(symlink("/dev/null", "device"), 0);
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
        const char *path = cases[i][0];
        failure why = {""};
        cr_expect_not(act(path, &why));
        cr_expect(strstr(why.text, path) && strstr(why.text, cases[i][1]), "%s", why.text);
    }
    cr_assert_eq(rmdir("folder"), 0);
    cr_expect_eq(file_count(), 3, "a refusal leaves something");
}
