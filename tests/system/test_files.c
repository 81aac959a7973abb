#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "empty_folder.h"
#include "system/files.h"

TestSuite(files, .init = empty_folder_enter, .fini = empty_folder_leave, .timeout = 60);

Test(files, names_and_a_descriptor_are_one_file)
{
    system_status plain, again, open_one, other;
    file_put("plain", "12345");
    file_put("other", "");
    const int fd = system_open("plain", SYSTEM_READ);
    cr_assert(system_look("plain", &plain) && system_look_at_link("./plain", &again) &&
              system_look_at_open(fd, &open_one) && system_look("other", &other));
    close(fd);
    cr_expect(system_same_file(&plain, &again) && system_same_file(&plain, &open_one));
    cr_expect_not(system_same_file(&plain, &other));
    cr_expect_eq(plain.bytes, 5);
    cr_expect_eq(plain.kind, SYSTEM_REGULAR);
    cr_expect(system_look(".", &other) && other.kind == SYSTEM_FOLDER);
    errno = 0;
    cr_expect_not(system_look("no", &other));
    cr_expect_eq(errno, ENOENT);
}

Test(files, each_opening_does_what_it_says)
{
    file_put("plain", "12345");
    cr_expect_eq(system_open("no", SYSTEM_READ), -1);
    cr_expect_eq(errno, ENOENT);
    cr_expect_eq(system_open("plain", SYSTEM_WRITE_NEW), -1);
    cr_expect_eq(errno, EEXIST);
    const int made = system_open("made", SYSTEM_WRITE_NEW);
    cr_expect(made >= 0 && write(made, "x", 1) == 1 && close(made) == 0);
    cr_expect(file_has("made", "x"));
    cr_expect(system_may_write("made") && !system_may_write("no"));
    const int updated = system_open("plain", SYSTEM_UPDATE);
    cr_expect(updated >= 0 && write(updated, "xy", 2) == 2 && close(updated) == 0);
    cr_expect(file_has("plain", "xy345"), "an update keeps the rest");
    const int new_one = system_open("new", SYSTEM_UPDATE_NOT_LINK);
    cr_expect(new_one >= 0 && close(new_one) == 0);
    cr_expect(file_has("new", ""));
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
    cr_expect(file_has("a", "0123x"));
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
    cr_expect(file_has("log", "line\nline\n"));
    cr_expect_null(system_open_to_append("no/log"));
}

Test(files, what_goes_nowhere_is_lost)
{
    const int fd = system_open_nowhere();
    cr_assert(fd >= 0);
    cr_expect_eq(write(fd, "x", 1), 1);
    close(fd);
}

Test(files, a_duplicate_shares_the_offset)
{
    char bytes[3] = "";
    file_put("a", "1234");
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
    file_put("a", "old");
    file_put("b", "new");
    cr_expect(system_replace("a", "b"));
    cr_expect(file_has("a", "new") && !system_exists("b"));
    cr_expect(system_replace("c", "a"));
    cr_expect(file_has("c", "new") && !system_exists("a"));
    system_sync_folder_of("c");
    cr_expect_not(system_replace("d", "a"));
    cr_expect_eq(errno, ENOENT);
    cr_expect(system_remove("c") && !system_exists("c"));
    cr_expect_not(system_remove("c"));
}

Test(files, the_name_is_the_last_part_of_a_path)
{
    cr_expect_str_eq(system_name_in("a/b/c.txt"), "c.txt");
    cr_expect_str_eq(system_name_in("c.txt"), "c.txt");
    cr_expect_str_eq(system_name_in("a/"), "");
}

Test(files, a_folder_lists_all_its_names)
{
    int seen = 0;
    const char *name;
    file_put("a", "");
    file_put("b", "");
    system_folder *opened = system_folder_open(".");
    cr_assert_not_null(opened);
    while ((name = system_folder_next(opened)) != NULL) {
        seen |= strcmp(name, "a") == 0 ? 1 : strcmp(name, "b") == 0 ? 2 : 0;
    }
    system_folder_close(opened);
    cr_expect_eq(seen, 3);
    cr_expect_null(system_folder_open("no"));
    cr_expect_eq(errno, ENOENT);
    cr_expect_null(system_folder_open("a"));
    cr_expect_eq(errno, ENOTDIR);
}

/* A name that no code page of Windows has. */
static const char odd_name[] = "\xc3\x96"
                               "ffnung \xe2\x99\x94.txt";

Test(files, names_are_utf8)
{
    bool seen = false;
    const char *name;
    file_put(odd_name, "text");
    cr_expect(system_exists(odd_name) && file_has(odd_name, "text"));
    system_folder *opened = system_folder_open(".");
    cr_assert_not_null(opened);
    while ((name = system_folder_next(opened)) != NULL) {
        seen = seen || strcmp(name, odd_name) == 0;
    }
    system_folder_close(opened);
    cr_expect(seen);
    char *behind = system_file_behind(odd_name);
    cr_expect_str_eq(behind, odd_name);
    free(behind);
    cr_expect(system_replace("plain", odd_name) && file_has("plain", "text"));
}

Test(files, bytes_are_not_translated)
{
    static const char bytes[] = "a\r\nb\n\x1a"
                                "c";
    char found[sizeof bytes] = "";
    file_put("a", bytes);
    const int fd = system_open("a", SYSTEM_READ);
    cr_expect_eq(read(fd, found, sizeof found), (ssize_t)strlen(bytes));
    cr_expect_str_eq(found, bytes);
    close(fd);
}

Test(files, a_file_that_is_open_can_be_read_replaced_and_removed)
{
    char found[4] = "";
    file_put("a", "old");
    const int fd = system_open("a", SYSTEM_UPDATE);
    cr_expect(system_lock(fd));
    cr_expect(file_has("a", "old"), "its lock hides its bytes");
    cr_expect(system_remove("a"));
    cr_expect_eq(read(fd, found, 3), 3);
    cr_expect_str_eq(found, "old");
    close(fd);
    cr_expect_not(system_exists("a"));
}

Test(files, one_opening_has_the_lock)
{
    const int first = system_open("a", SYSTEM_UPDATE), second = system_open("a", SYSTEM_UPDATE);
    cr_expect_not(system_is_locked("a"));
    cr_expect(system_lock(first));
    cr_expect(system_is_locked("a"));
    cr_expect_not(system_lock(second), "two openings have the lock");
    close(first);
    cr_expect_not(system_is_locked("a"));
    cr_expect(system_lock(second));
    close(second);
    cr_expect_not(system_is_locked("no"));
}
