/* Tests that fail in each possible way, and tests that do not: 4 of 7 fail. */
#include <criterion/criterion.h>
#include <signal.h>

static int prepared;

static void begin(void)
{
    prepared++;
}

static void complain(void)
{
    cr_expect(false, "at the end of a test");
}

TestSuite(fixture, .init = begin);

Test(fixture, the_suite_prepares_each_test_once)
{
    cr_assert_eq(prepared, 1);
    cr_expect_float_eq(prepared, 1.1, 0.2);
}

Test(fixture, fails_at_its_end, .fini = complain)
{
    cr_assert_eq(prepared, 1);
}

Test(none, is_not_prepared)
{
    cr_assert_eq(prepared, 0, "%d", prepared);
}

Test(none, fails_and_goes_on)
{
    cr_expect_str_eq("one", "two", "%d is another", 2);
    cr_skip_test("what failed stays so");
}

Test(none, fails_and_ends)
{
    cr_assert(prepared > 0);
    exit(0);
}

Test(none, crashes)
{
    raise(SIGABRT);
}

Test(none, is_skipped)
{
    cr_skip_test("nothing to do");
}
