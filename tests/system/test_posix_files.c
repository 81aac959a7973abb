#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "empty_folder.h"
#include "system/files.h"

TestSuite(files_posix, .init = empty_folder_enter, .fini = empty_folder_leave, .timeout = 60);

static system_kind kind_of(const char *path)
{
    system_status status;
    cr_assert(system_look_at_link(path, &status), "%s", path);
    return status.kind;
}

Test(files_posix, each_kind_is_told_from_the_others)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
    const int server = socket(AF_UNIX, SOCK_STREAM, 0);
    empty_folder_put("plain", "12345");
    cr_assert(mkfifo("pipe", 0600) == 0 && symlink("plain", "link") == 0 &&
              bind(server, (struct sockaddr *)&address, sizeof address) == 0);
    close(server);
    cr_expect_eq(kind_of("plain"), SYSTEM_REGULAR);
    cr_expect_eq(kind_of("."), SYSTEM_FOLDER);
    cr_expect_eq(kind_of("pipe"), SYSTEM_PIPE);
    cr_expect_eq(kind_of("socket"), SYSTEM_SOCKET);
    cr_expect_eq(kind_of("/dev/null"), SYSTEM_DEVICE);
    cr_expect_eq(kind_of("link"), SYSTEM_LINK);
}

Test(files_posix, a_pipe_does_not_hold_up_an_opening)
{
    cr_assert_eq(mkfifo("pipe", 0600), 0);
    const int fd = system_open("pipe", SYSTEM_READ);
    cr_expect(fd >= 0);
    close(fd);
    cr_expect_null(system_open_to_append("pipe"), "nobody reads it");
}

Test(files_posix, permissions_are_copied)
{
    struct stat found;
    empty_folder_put("a", "");
    empty_folder_put("b", "");
    chmod("a", 0640);
    const int fd = system_open("b", SYSTEM_UPDATE);
    system_copy_permissions(fd, "a");
    close(fd);
    cr_assert_eq(stat("b", &found), 0);
    cr_expect_eq(found.st_mode & 0777, 0640);
}

/* The answer of another process to system_is_locked(), or to system_lock(). */
static bool elsewhere(const char *path, bool locks)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        const int fd = locks ? system_open(path, SYSTEM_UPDATE) : -1;
        _exit(locks ? system_lock(fd) : system_is_locked(path));
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status) != 0;
}

Test(files_posix, one_process_has_the_lock)
{
    const int fd = system_open("a", SYSTEM_UPDATE);
    cr_expect_not(elsewhere("a", false));
    cr_expect(system_lock(fd));
    cr_expect(elsewhere("a", false));
    cr_expect_not(elsewhere("a", true), "two processes have the lock");
    close(fd);
    cr_expect_not(elsewhere("a", false));
    cr_expect(elsewhere("a", true));
    cr_expect_not(system_is_locked("no"));
}

/* What a program does with its own file meanwhile does not give the lock away. */
Test(files_posix, the_lock_outlives_other_descriptors_of_the_file)
{
    const int fd = system_open("a", SYSTEM_UPDATE), copy = system_duplicate(fd);
    cr_assert(system_lock(fd));
    close(system_open("a", SYSTEM_READ));
    cr_expect_not(elsewhere("a", true), "it is read, and the lock is gone");
    fclose(fopen("a", "ab"));
    cr_expect_not(elsewhere("a", true), "it is written, and the lock is gone");
    cr_expect(system_is_locked("a"), "a process does not see its own lock");
    cr_expect_not(elsewhere("a", true), "it is asked for, and the lock is gone");
    cr_assert_eq(link("a", "b"), 0);
    close(system_open("b", SYSTEM_READ));
    cr_expect_not(elsewhere("a", true), "it is read by another name, and the lock is gone");
    close(fd);
    cr_expect(elsewhere("a", false), "the lock ends while a duplicate is open");
    close(copy);
    cr_expect_not(elsewhere("a", false));
}

Test(files_posix, one_opening_has_the_lock)
{
    const int first = system_open("a", SYSTEM_UPDATE), second = system_open("a", SYSTEM_UPDATE);
    cr_assert(system_lock(first));
    cr_expect(system_lock(first));
    cr_expect_not(system_lock(second), "two openings of one process have the lock");
    close(first);
    cr_expect(system_lock(second));
    close(second);
}

Test(files_posix, a_link_leads_to_its_file)
{
    empty_folder_put("a", "");
    cr_assert(symlink("a", "link") == 0 && symlink("no", "broken") == 0);
    char *plain = system_file_behind("./a"), *behind = system_file_behind("link");
    cr_expect_str_eq(plain, "./a");
    cr_expect_str_eq(system_name_in(behind), "a");
    errno = 0;
    cr_expect_null(system_file_behind("broken"));
    cr_expect_eq(errno, ENOENT);
    free(plain);
    free(behind);
    cr_expect_eq(system_open("link", SYSTEM_UPDATE_NOT_LINK), -1);
    system_status status;
    cr_expect(system_look("link", &status) && status.kind == SYSTEM_REGULAR);
    cr_expect_str_eq(system_list_separator, ":");
}
