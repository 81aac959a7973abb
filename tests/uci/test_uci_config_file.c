#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static bool read_config(const char *text)
{
    FILE *file = fopen(file_path, "w");
    fputs(text, file);
    fclose(file);
    return config_read(file_path, &e, note, NULL, &why);
}

Test(config_file, options_have_the_names_of_uci)
{
    cr_assert(read_config("# mine\n\nHash = 32\nmove overhead=55\n\tMctsHistory  =  seed \r\n"
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

Test(config_file, the_environment_says_where_it_is)
{
    char found[CONFIG_PATH_MAX];
    unsetenv("MORPHO_CONFIG");
    unsetenv("XDG_CONFIG_HOME");
    setenv("HOME", "/home/x", 1);
    cr_assert(config_path(found));
    cr_assert_str_eq(found, "/home/x/.config/morpho.conf");
    setenv("XDG_CONFIG_HOME", "/etc/x", 1);
    cr_assert(config_path(found));
    cr_assert_str_eq(found, "/etc/x/morpho.conf");
    setenv("MORPHO_CONFIG", "a.conf", 1);
    cr_assert(config_path(found));
    cr_assert_str_eq(found, "a.conf");
    setenv("MORPHO_CONFIG", "", 1);
    cr_assert_not(config_path(found), "an empty name means none");
}
