#include <criterion/criterion.h>
#include <string.h>

#include "system/address.h"

Test(address, a_number_of_either_kind_is_read)
{
    static const struct {
        const char *text;
        bool six, loopback, all;
    } known[] = {{"127.0.0.1", false, true, false},  {"127.9.9.9", false, true, false},
                 {"0.0.0.0", false, false, true},    {"192.168.1.5", false, false, false},
                 {"::1", true, true, false},         {"::", true, false, true},
                 {"2001:db8::5", true, false, false}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        system_address a;
        failure why;
        cr_assert(system_address_read(&a, known[i].text, 80, &why), "%s", why.text);
        cr_expect_eq(a.six, known[i].six, "%s", known[i].text);
        cr_expect_eq(a.loopback, known[i].loopback, "%s", known[i].text);
        cr_expect_eq(a.all, known[i].all, "%s", known[i].text);
    }
}

Test(address, a_name_or_half_a_number_is_none)
{
    static const char *const texts[] = {"",      "localhost", "127.1",       "127.0.0.1:80",
                                        "[::1]", "127.0.0.",  "127.0.0.256", " 127.0.0.1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        system_address a;
        failure why;
        cr_expect_not(system_address_read(&a, texts[i], 80, &why), "%s", texts[i]);
        cr_expect(strstr(why.text, texts[i]) != NULL, "%s", why.text);
    }
}
