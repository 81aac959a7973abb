#include <stdarg.h>
#include <sys/wait.h>
#include <unistd.h>

#include <criterion/criterion.h>

/* Constructors fill the lists before main(). */
static emulated_suite *suites;
static emulated_test *tests;
static bool failed; /* the test that this process runs */

void emulated_add_suite(emulated_suite *suite)
{
    suite->next = suites;
    suites = suite;
}

void emulated_add_test(emulated_test *test)
{
    test->next = tests;
    tests = test;
}

void emulated_fail(const char *file, int line, const char *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printf("%s:%d: not true: %s:", file, line, text);
    vprintf(format, list);
    printf("\n");
    va_end(list);
    failed = true;
}

void cr_skip_test(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    printf("\n");
    va_end(list);
    exit(failed);
}

/* Ends the process. */
static void run_here(const emulated_test *test)
{
    static const emulated_suite none;
    const emulated_suite *suite = suites;
    while (suite && strcmp(suite->name, test->suite) != 0) {
        suite = suite->next;
    }
    suite = suite ? suite : &none;
    void (*const init)(void) = test->init ? test->init : suite->init;
    void (*const fini)(void) = test->fini ? test->fini : suite->fini;
    if (init) {
        init();
    }
    test->run();
    if (fini) {
        fini();
    }
    exit(failed);
}

int main(void)
{
    int count = 0, failures = 0;
    for (const emulated_test *test = tests; test; test = test->next) {
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            run_here(test);
        }
        int status = 1;
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
            printf("FAILED: %s, %s\n", test->suite, test->name);
            failures++;
        }
        count++;
    }
    printf("%d tests, %d failed\n", count, failures);
    return count == 0 || failures > 0;
}
