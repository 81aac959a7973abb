#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/files.h"

/* Each test works in an empty folder of its own. */
static char folder[] = "/tmp/morpho-system-XXXXXX";

static void set_up(void)
{
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
}

static void tear_down(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(files, .init = set_up, .fini = tear_down, .timeout = 60);

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

static bool has(const char *path, const char *text)
{
    char found[64] = "";
    const int fd = system_open(path, SYSTEM_READ);
    const ssize_t got = fd >= 0 ? read(fd, found, sizeof found - 1) : -1;
    close(fd);
    return got == (ssize_t)strlen(text) && strcmp(found, text) == 0;
}

static system_kind kind_of(const char *path)
{
    system_status status;
    cr_assert(system_look_at_link(path, &status), "%s", path);
    return status.kind;
}

Test(files, each_kind_is_told_from_the_others)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
    const int server = socket(AF_UNIX, SOCK_STREAM, 0);
    put("plain", "12345");
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

Test(files, a_name_a_link_and_a_descriptor_are_one_file)
{
    system_status plain, link, open_one, other;
    put("plain", "12345");
    put("other", "");
    cr_assert_eq(symlink("plain", "link"), 0);
    const int fd = system_open("plain", SYSTEM_READ);
    cr_assert(system_look("plain", &plain) && system_look("link", &link) &&
              system_look_at_open(fd, &open_one) && system_look("other", &other));
    cr_expect(system_same_file(&plain, &link) && system_same_file(&plain, &open_one));
    cr_expect_not(system_same_file(&plain, &other));
    cr_expect_eq(plain.bytes, 5);
    cr_expect_eq(link.kind, SYSTEM_REGULAR);
    close(fd);
    errno = 0;
    cr_expect_not(system_look("no", &other));
    cr_expect_eq(errno, ENOENT);
}

Test(files, each_opening_does_what_it_says)
{
    put("plain", "12345");
    cr_assert_eq(symlink("plain", "link"), 0);
    cr_expect_eq(system_open("no", SYSTEM_READ), -1);
    cr_expect_eq(errno, ENOENT);
    cr_expect_eq(system_open("plain", SYSTEM_WRITE_NEW), -1);
    cr_expect_eq(errno, EEXIST);
    cr_expect_eq(system_open("link", SYSTEM_UPDATE_NOT_LINK), -1);
    const int made = system_open("made", SYSTEM_WRITE_NEW);
    cr_expect(made >= 0 && write(made, "x", 1) == 1 && close(made) == 0);
    cr_expect(has("made", "x"));
    const int updated = system_open("link", SYSTEM_UPDATE);
    cr_expect(updated >= 0 && write(updated, "xy", 2) == 2 && close(updated) == 0);
    cr_expect(has("plain", "xy345"), "an update keeps the rest");
    const int new_one = system_open("new", SYSTEM_UPDATE_NOT_LINK);
    cr_expect(new_one >= 0 && close(new_one) == 0);
    cr_expect(has("new", ""));
}

Test(files, a_pipe_does_not_hold_up_an_opening)
{
    cr_assert_eq(mkfifo("pipe", 0600), 0);
    const int fd = system_open("pipe", SYSTEM_READ);
    cr_expect(fd >= 0);
    close(fd);
}

Test(files, reading_and_writing_at_an_offset_and_cutting_off)
{
    char bytes[8] = "";
    const int fd = system_open("a", SYSTEM_UPDATE);
    cr_expect_eq(system_write_at(fd, "0123456789", 10, 0), 10);
    cr_expect_eq(system_write_at(fd, "xy", 2, 4), 2);
    cr_expect_eq(system_read_at(fd, bytes, 4, 3), 4);
    cr_expect_str_eq(bytes, "3xy6");
    cr_expect_eq(system_read_at(fd, bytes, 8, 8), 2, "the file ends");
    cr_expect_eq(system_read_at(fd, bytes, 8, 100), 0);
    cr_expect(system_truncate(fd, 5) && system_sync(fd));
    close(fd);
    cr_expect(has("a", "0123x"));
    cr_expect_eq(system_write_at(fd, "x", 1, 0), -1);
    cr_expect_not(system_truncate(fd, 0));
    cr_expect_not(system_sync(fd));
}

Test(files, appending_goes_on_at_the_end)
{
    for (int i = 0; i < 2; i++) {
        FILE *file = system_open_to_append("log");
        cr_assert_not_null(file);
        fputs("line\n", file);
        fclose(file);
    }
    cr_expect(has("log", "line\nline\n"));
    cr_expect_null(system_open_to_append("no/log"));
}

Test(files, what_goes_nowhere_is_lost)
{
    const int fd = system_open_nowhere();
    cr_expect_eq(write(fd, "x", 1), 1);
    close(fd);
}

Test(files, a_duplicate_shares_the_offset)
{
    char bytes[3] = "";
    put("a", "1234");
    const int first = system_open("a", SYSTEM_READ), second = system_duplicate(first);
    cr_expect_eq(read(first, bytes, 2), 2);
    close(first);
    cr_expect_eq(read(second, bytes, 2), 2);
    cr_expect_str_eq(bytes, "34");
    close(second);
    cr_expect_eq(system_duplicate(second), -1);
}

Test(files, a_file_replaces_another_or_takes_a_free_name)
{
    put("a", "old");
    put("b", "new");
    cr_expect(system_replace("a", "b"));
    cr_expect(has("a", "new") && !system_exists("b"));
    cr_expect(system_replace("c", "a"));
    cr_expect(has("c", "new") && !system_exists("a"));
    system_sync_folder_of("c");
    cr_expect_not(system_replace("d", "a"));
    cr_expect_eq(errno, ENOENT);
    cr_expect(system_remove("c") && !system_exists("c"));
    cr_expect_not(system_remove("c"));
}

Test(files, permissions_are_seen_and_copied)
{
    struct stat found;
    put("a", "");
    put("b", "");
    chmod("a", 0640);
    const int fd = system_open("b", SYSTEM_UPDATE);
    system_copy_permissions(fd, "a");
    close(fd);
    cr_assert_eq(stat("b", &found), 0);
    cr_expect_eq(found.st_mode & 0777, 0640);
    cr_expect(system_may_write("b"));
    cr_expect_not(system_may_write("no"));
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

Test(files, one_process_has_the_lock)
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

Test(files, a_link_leads_to_its_file)
{
    put("a", "");
    cr_assert(symlink("a", "link") == 0 && symlink("no", "broken") == 0);
    char *plain = system_file_behind("./a"), *behind = system_file_behind("link");
    cr_expect_str_eq(plain, "./a");
    cr_expect_str_eq(system_name_in(behind), "a");
    errno = 0;
    cr_expect_null(system_file_behind("broken"));
    cr_expect_eq(errno, ENOENT);
    free(plain);
    free(behind);
}

Test(files, the_name_is_the_last_part_of_a_path)
{
    cr_expect_str_eq(system_name_in("a/b/c.txt"), "c.txt");
    cr_expect_str_eq(system_name_in("c.txt"), "c.txt");
    cr_expect_str_eq(system_name_in("a/"), "");
    cr_expect_str_eq(system_list_separator, ":");
}

Test(files, a_folder_lists_all_its_names)
{
    int seen = 0;
    const char *name;
    put("a", "");
    put("b", "");
    system_folder *opened = system_folder_open(".");
    cr_assert_not_null(opened);
    while ((name = system_folder_next(opened)) != NULL) {
        seen |= strcmp(name, "a") == 0 ? 1 : strcmp(name, "b") == 0 ? 2 : 0;
    }
    system_folder_close(opened);
    cr_expect_eq(seen, 3);
    cr_expect_null(system_folder_open("no"));
    cr_expect_eq(errno, ENOENT);
}
