/* The part of Criterion's interface that Morpho's tests use, for programs that an emulator runs:
 * Criterion itself does not run under qemu. Each test runs in a process of its own, one after the
 * other. The main() of emulated_tests.c runs all and ends with status 1 if any failed. */
#ifndef TESTS_CRITERION_H
#define TESTS_CRITERION_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct emulated_suite {
    void (*init)(void), (*fini)(void); /* NULL: none */
    double timeout;                    /* ignored, since an emulator is slow: ctest has a limit */
    const char *name;
    struct emulated_suite *next;
} emulated_suite;

/* The functions of a test, if it has any, replace those of its suite. */
typedef struct emulated_test {
    void (*init)(void), (*fini)(void);
    double timeout;
    const char *suite, *name;
    void (*run)(void);
    struct emulated_test *next;
} emulated_test;

void emulated_add_suite(emulated_suite *suite);
void emulated_add_test(emulated_test *test);

/* The test has failed: prints the place, the text of the condition and the message. */
__attribute__((format(printf, 4, 5))) void emulated_fail(const char *file, int line,
                                                         const char *text, const char *format, ...);

static inline bool emulated_near(double x, double y, double most)
{
    return fabs(x - y) <= most;
}

/* Ends the test without a failure. */
__attribute__((format(printf, 1, 2), noreturn)) void cr_skip_test(const char *format, ...);

#define EMULATED_AT_START(function, call)                                                          \
    __attribute__((constructor)) static void function(void)                                        \
    {                                                                                              \
        call;                                                                                      \
    }

#define TestSuite(suite, ...)                                                                      \
    static emulated_suite emulated_suite_##suite = {.name = #suite, __VA_ARGS__};                  \
    EMULATED_AT_START(emulated_add_##suite, emulated_add_suite(&emulated_suite_##suite))           \
    struct emulated_suite

#define EMULATED_TEST(id, group, title, ...)                                                       \
    static void id##_run(void);                                                                    \
    static emulated_test id##_test = {                                                             \
        .suite = #group, .name = #title, .run = id##_run, __VA_ARGS__};                            \
    EMULATED_AT_START(id##_add, emulated_add_test(&id##_test))                                     \
    static void id##_run(void)
#define Test(group, title, ...) EMULATED_TEST(emulated_##group##_##title, group, title, __VA_ARGS__)

/* The blank lets the message be missing. */
#define EMULATED_EXPECT(good, text, ...)                                                           \
    ((good) ? (void)0 : emulated_fail(__FILE__, __LINE__, text, " " __VA_ARGS__))
#define EMULATED_ASSERT(good, text, ...)                                                           \
    ((good) ? (void)0 : (emulated_fail(__FILE__, __LINE__, text, " " __VA_ARGS__), exit(1)))

#define cr_assert(x, ...)          EMULATED_ASSERT(x, #x, __VA_ARGS__)
#define cr_assert_not(x, ...)      EMULATED_ASSERT(!(x), "not " #x, __VA_ARGS__)
#define cr_assert_null(x, ...)     EMULATED_ASSERT((x) == NULL, #x " == NULL", __VA_ARGS__)
#define cr_assert_not_null(x, ...) EMULATED_ASSERT((x) != NULL, #x " != NULL", __VA_ARGS__)
#define cr_assert_eq(x, y, ...)    EMULATED_ASSERT((x) == (y), #x " == " #y, __VA_ARGS__)
#define cr_assert_neq(x, y, ...)   EMULATED_ASSERT((x) != (y), #x " != " #y, __VA_ARGS__)
#define cr_assert_lt(x, y, ...)    EMULATED_ASSERT((x) < (y), #x " < " #y, __VA_ARGS__)
#define cr_assert_leq(x, y, ...)   EMULATED_ASSERT((x) <= (y), #x " <= " #y, __VA_ARGS__)
#define cr_assert_gt(x, y, ...)    EMULATED_ASSERT((x) > (y), #x " > " #y, __VA_ARGS__)
#define cr_assert_geq(x, y, ...)   EMULATED_ASSERT((x) >= (y), #x " >= " #y, __VA_ARGS__)
#define cr_assert_float_eq(x, y, most, ...)                                                        \
    EMULATED_ASSERT(emulated_near(x, y, most), #x " is near " #y, __VA_ARGS__)
#define cr_assert_str_eq(x, y, ...) EMULATED_ASSERT(strcmp(x, y) == 0, #x " == " #y, __VA_ARGS__)
#define cr_assert_arr_eq(x, y, size, ...)                                                          \
    EMULATED_ASSERT(memcmp(x, y, size) == 0, #x " == " #y, __VA_ARGS__)
#define cr_assert_fail(...) EMULATED_ASSERT(false, "a failure", __VA_ARGS__)

#define cr_expect(x, ...)          EMULATED_EXPECT(x, #x, __VA_ARGS__)
#define cr_expect_not(x, ...)      EMULATED_EXPECT(!(x), "not " #x, __VA_ARGS__)
#define cr_expect_null(x, ...)     EMULATED_EXPECT((x) == NULL, #x " == NULL", __VA_ARGS__)
#define cr_expect_not_null(x, ...) EMULATED_EXPECT((x) != NULL, #x " != NULL", __VA_ARGS__)
#define cr_expect_eq(x, y, ...)    EMULATED_EXPECT((x) == (y), #x " == " #y, __VA_ARGS__)
#define cr_expect_neq(x, y, ...)   EMULATED_EXPECT((x) != (y), #x " != " #y, __VA_ARGS__)
#define cr_expect_lt(x, y, ...)    EMULATED_EXPECT((x) < (y), #x " < " #y, __VA_ARGS__)
#define cr_expect_leq(x, y, ...)   EMULATED_EXPECT((x) <= (y), #x " <= " #y, __VA_ARGS__)
#define cr_expect_gt(x, y, ...)    EMULATED_EXPECT((x) > (y), #x " > " #y, __VA_ARGS__)
#define cr_expect_geq(x, y, ...)   EMULATED_EXPECT((x) >= (y), #x " >= " #y, __VA_ARGS__)
#define cr_expect_float_eq(x, y, most, ...)                                                        \
    EMULATED_EXPECT(emulated_near(x, y, most), #x " is near " #y, __VA_ARGS__)
#define cr_expect_str_eq(x, y, ...)  EMULATED_EXPECT(strcmp(x, y) == 0, #x " == " #y, __VA_ARGS__)
#define cr_expect_str_neq(x, y, ...) EMULATED_EXPECT(strcmp(x, y) != 0, #x " != " #y, __VA_ARGS__)
#define cr_expect_str_empty(x, ...)  EMULATED_EXPECT(*(x) == 0, #x " is empty", __VA_ARGS__)
#define cr_expect_arr_eq(x, y, size, ...)                                                          \
    EMULATED_EXPECT(memcmp(x, y, size) == 0, #x " == " #y, __VA_ARGS__)

#endif
