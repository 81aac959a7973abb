#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "system/library.h"

#ifndef _WIN32 /* no library of that system has a name that begins with lib */

Test(library, a_function_is_found_and_a_missing_one_is_named)
{
    system_library library;
    failure why = {""};
    double (*function)(double) = NULL;
    cr_assert(system_library_open(&library, "m", 6, &why), "%s", why.text);
    cr_expect(system_library_find(&library, "sqrt", &function, &why), "%s", why.text);
    cr_expect(fabs(function(2.25) - 1.5) < 1e-12);
    cr_expect_not(system_library_find(&library, "no_such_function", &function, &why));
    cr_expect_null(function);
    cr_expect_str_eq(why.text, "libm.so.6 has no no_such_function");
    system_library_close(&library);
    cr_expect_null(library.handle);
}

#endif

Test(library, one_that_is_not_there_is_named)
{
    system_library library;
    failure why = {""};
    cr_expect_not(system_library_open(&library, "morpho_no_such", 1, &why));
    cr_expect_null(library.handle);
    cr_expect_not_null(strstr(why.text, "morpho_no_such"), "%s", why.text);
}
