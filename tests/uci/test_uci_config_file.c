#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "uci/config_file.h"

static engine e;
static char file_path[] = "/tmp/morpho-config-XXXXXX";
static char problems[4096];
static failure why;

static void set_up(void)
{
    strcpy(file_path + strlen(file_path) - 6, "XXXXXX");
    close(mkstemp(file_path));
    engine_init(&e);
    problems[0] = '\0';
}

static void tear_down(void)
{
    engine_free(&e);
    unlink(file_path);
}

TestSuite(config_file, .init = set_up, .fini = tear_down);

static void note(void *user, const char *problem)
{
    (void)user;
    strcat(strcat(problems, strrchr(problem, '/') + strlen(file_path) - strlen("/tmp")), "\n");
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    fputs(text, file);
    fclose(file);
}

static bool read_config(const char *text)
{
    write_text(file_path, text);
    return config_read(file_path, &e, note, NULL, &why);
}

Test(config_file, options_have_the_names_of_uci)
{
    cr_assert(
        read_config("\xef\xbb\xbf# mine\n\nHash = 32\nmove overhead=55\n\tMctsHistory  =  seed \r\n"
                    "WeightsFile = \nUCI_ShowWDL=true"));
    cr_assert_str_eq(problems, "");
    cr_assert_eq(e.settings.hash_mb, 32);
    cr_assert_eq(e.settings.move_overhead_ms, 55);
    cr_assert_eq(e.settings.techniques.mcts_history, HIST_MAIN_SEED);
    cr_assert(e.settings.show_wdl);
}

Test(config_file, a_line_that_is_not_valid_is_named_and_the_others_count)
{
    cr_assert(read_config("Hash = lots\nThreads 2\nSpeed = 3\nClear Hash = 1\nThreads = 2\n"));
    cr_assert_str_eq(problems, ":1: option Hash: \"lots\" is not a number; it stays 64\n"
                               ":2: expected NAME = VALUE, not \"Threads 2\"\n"
                               ":3: unknown option \"Speed\"\n"
                               ":4: option Clear Hash is a button; it has no value to set\n");
    cr_assert_eq(e.settings.threads, 2);
}

Test(config_file, long_lines_are_refused)
{
    static char text[8192];
    memset(text, 'x', 5000);
    strcpy(text + 5000, " = 3\nDebug Log File = ");
    memset(text + strlen(text), 'y', 2000);
    cr_assert(read_config(text));
    cr_assert_not_null(strstr(problems, ":1: no option has a name as long as \"xxxx"));
}

Test(config_file, a_file_must_be_there)
{
    cr_assert_not(config_read("/no/such/file", &e, note, NULL, &why));
    cr_assert_not_null(strstr(why.text, "/no/such/file"));
    cr_assert_not(config_read("/tmp", &e, note, NULL, &why));
}

static bool read_usual(void)
{
    return config_read_usual(&e, note, NULL, &why);
}

Test(config_file, the_usual_file_is_in_the_folder_of_settings)
{
    char home[] = "/tmp/morpho-home-XXXXXX", folder[64], path[128];
    cr_assert_not_null(mkdtemp(home));
    snprintf(folder, sizeof folder, "%s/.config", home);
    snprintf(path, sizeof path, "%s/morpho.conf", folder);
    cr_assert_eq(mkdir(folder, 0700), 0);
    unsetenv("MORPHO_CONFIG");
    unsetenv("XDG_CONFIG_HOME");
    setenv("HOME", home, 1);
    cr_expect(read_usual(), "it need not exist: %s", why.text);
    write_text(path, "Hash = 31\n");
    cr_expect(read_usual(), "%s", why.text);
    cr_expect_eq(e.settings.hash_mb, 31);
    write_text(path, "Hash = 32\n");
    setenv("HOME", "/no/such/home", 1);
    setenv("XDG_CONFIG_HOME", folder, 1);
    cr_expect(read_usual(), "%s", why.text);
    cr_expect_eq(e.settings.hash_mb, 32);
    setenv("MORPHO_CONFIG", "", 1);
    write_text(path, "Hash = 33\n");
    cr_expect(read_usual(), "%s", why.text);
    cr_expect_eq(e.settings.hash_mb, 32, "an empty name means none");
    unlink(path);
    rmdir(folder);
    rmdir(home);
}

Test(config_file, a_file_that_the_environment_names_must_be_there)
{
    static char name[CONFIG_PATH_MAX + 1];
    setenv("MORPHO_CONFIG", file_path, 1);
    write_text(file_path, "Hash = 34\n");
    cr_expect(read_usual(), "%s", why.text);
    cr_expect_eq(e.settings.hash_mb, 34);
    setenv("MORPHO_CONFIG", "/no/such/file", 1);
    cr_expect_not(read_usual());
    cr_expect_not_null(strstr(why.text, "MORPHO_CONFIG: /no/such/file: "), "%s", why.text);
    memset(name, 'x', sizeof name - 1);
    setenv("MORPHO_CONFIG", name, 1);
    cr_expect_not(read_usual());
    cr_expect_not_null(strstr(why.text, "MORPHO_CONFIG: "), "%s", why.text);
    cr_expect_not_null(strstr(why.text, "longer than 4095 bytes"), "%s", why.text);
}
