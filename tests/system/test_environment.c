#include <criterion/criterion.h>

#include "system/environment.h"

Test(environment, a_variable_is_copied_if_it_fits)
{
    char value[6] = "old";
    system_variable_set("MORPHO_TEST", "12345");
    cr_expect(system_variable("MORPHO_TEST", value, sizeof value));
    cr_expect_str_eq(value, "12345");
    system_variable_set("MORPHO_TEST", "123456");
    cr_expect(system_variable("MORPHO_TEST", value, sizeof value), "it is set, but too long");
    cr_expect_str_eq(value, "");
    cr_expect_not(system_variable("MORPHO_NO_TEST", value, sizeof value));
}

Test(environment, a_value_is_utf8)
{
    static const char odd[] = "\xc3\x96 \xe2\x99\x94";
    char value[16];
    system_variable_set("MORPHO_TEST", odd);
    cr_expect(system_variable("MORPHO_TEST", value, sizeof value));
    cr_expect_str_eq(value, odd);
}

#ifdef _WIN32

Test(environment, the_folder_of_settings_is_that_of_the_user)
{
    char path[16];
    system_variable_set("APPDATA", "C:\\x");
    cr_expect(system_config_folder(path, sizeof path));
    cr_expect_str_eq(path, "C:\\x");
    system_variable_set("APPDATA", "C:\\very\\long\\name");
    cr_expect_not(system_config_folder(path, sizeof path), "it is too long");
}

#else

Test(environment, a_value_may_be_empty)
{
    char value[4] = "old";
    system_variable_set("MORPHO_TEST", "");
    cr_expect(system_variable("MORPHO_TEST", value, sizeof value), "it is set, but empty");
    cr_expect_str_eq(value, "");
}

Test(environment, the_folder_of_settings_is_absolute_or_at_home)
{
    char path[16];
    system_variable_set("HOME", "/home/x");
    system_variable_set("XDG_CONFIG_HOME", "/etc/x");
    cr_expect(system_config_folder(path, sizeof path));
    cr_expect_str_eq(path, "/etc/x");
    system_variable_set("XDG_CONFIG_HOME", "relative");
    cr_expect(system_config_folder(path, sizeof path));
    cr_expect_str_eq(path, "/home/x/.config");
    system_variable_set("HOME", "/home/xy");
    cr_expect_not(system_config_folder(path, sizeof path), "it is too long");
    system_variable_set("HOME", "");
    cr_expect_not(system_config_folder(path, sizeof path));
}

#endif
