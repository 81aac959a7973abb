/* Tests where data files are looked for. */
#include <stdlib.h>
#include <unistd.h>

#include "data_path.h"
#include "file_fixture.h"

TestSuite(data_path, .init = file_fixture_begin, .fini = file_fixture_end);

static char path[DATA_PATH_MAX];
static failure why;

Test(data_path, a_file_is_found_as_given_or_in_the_data_folder)
{
    const char *const there = file_at("found.gz"), *const folder = file_at("");
    file_put("found.gz", "x");
    unsetenv(DATA_PATH_VARIABLE);
    cr_expect(data_path_find(there, NULL, path, &why));
    cr_expect_str_eq(path, there);
    cr_expect(data_path_find("found.gz", folder, path, &why) && access(path, F_OK) == 0);
    cr_expect_not(data_path_find("found.gz", NULL, path, &why));
    cr_expect(strstr(why.text, "found.gz: there is no such file, and no data folder is set"));
    cr_expect_not(data_path_find("lost.gz", folder, path, &why));
    cr_expect(strstr(why.text, folder));
    setenv(DATA_PATH_VARIABLE, folder, 1);
    cr_expect(data_path_find("found.gz", NULL, path, &why));
    cr_expect_not(data_path_find("found.gz", "/nowhere", path, &why), "the option wins");
    cr_expect_not(data_path_find("/found.gz", NULL, path, &why));
    cr_expect_str_eq(why.text, "/found.gz: cannot be opened: No such file or directory");
}

Test(data_path, names_may_be_too_long)
{
    static char giant[2 * DATA_PATH_MAX];
    memset(giant, 'x', sizeof giant - 1);
    cr_expect_not(data_path_find(giant, NULL, path, &why));
    cr_expect_not(data_path_find("found.gz", giant, path, &why));
}
