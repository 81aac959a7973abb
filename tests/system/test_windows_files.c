#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <unistd.h>

#include "empty_folder.h"
#include "system/files.h"

TestSuite(files_windows, .init = empty_folder_enter, .fini = empty_folder_leave);

Test(files_windows, each_kind_is_told_from_the_others)
{
    system_status status;
    cr_expect(system_look("NUL", &status) && status.kind == SYSTEM_DEVICE);
    cr_expect(system_look("C:\\", &status) && status.kind == SYSTEM_FOLDER);
    int ends[2];
    cr_assert_eq(_pipe(ends, 512, _O_BINARY), 0);
    cr_expect(system_look_at_open(ends[0], &status) && status.kind == SYSTEM_PIPE);
    close(ends[0]);
    close(ends[1]);
}

Test(files_windows, names_begin_behind_any_separator)
{
    cr_expect_str_eq(system_name_in("C:\\a/b\\c.txt"), "c.txt");
    cr_expect_str_eq(system_name_in("C:c.txt"), "c.txt");
    cr_expect_str_eq(system_list_separator, ";");
}

Test(files_windows, what_is_not_utf8_is_no_name)
{
    cr_expect_not(system_exists("\xff"));
    cr_expect_eq(system_open("\xff", SYSTEM_UPDATE), -1);
    cr_expect_eq(errno, EILSEQ);
}
