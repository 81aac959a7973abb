#include <stdarg.h>
#ifdef _WIN32
#include <process.h>
#else
#include <sys/wait.h>
#include <unistd.h>
#endif

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

/* status_of() runs a test in a process of its own. It returns 0 if the test passed, -1 if there was
 * no process, else what the system says of the end of the process. */
#ifdef _WIN32

/* Windows has no fork(): the program runs itself with the number of the test. */
static int status_of(const char *program, const emulated_test *test, int number)
{
    char text[16];
    (void)test;
    snprintf(text, sizeof text, "%d", number);
    return (int)_spawnl(_P_WAIT, program, program, text, NULL);
}

#else

static int status_of(const char *program, const emulated_test *test, int number)
{
    int status = -1;
    const pid_t child = fork();
    (void)program;
    (void)number;
    if (child == 0) {
        run_here(test);
    }
    return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

#endif

/* All tests, each in a process of its own, or only that of a number. */
int main(int argc, char **argv)
{
    char *end = NULL;
    const long wanted = argc > 1 ? strtol(argv[1], &end, 10) : -1;
    int count = 0, failures = 0;
    if (argc > 1 && (end == argv[1] || *end || wanted < 0)) {
        printf("%s: %s is not the number of a test\n", argv[0], argv[1]);
        return 1;
    }
    for (const emulated_test *test = tests; test; test = test->next, count++) {
        if (count == wanted) {
            run_here(test);
        }
        fflush(stdout);
        const int status = wanted < 0 ? status_of(argv[0], test, count) : 0;
        if (status != 0) {
            /* It tells a crash from an emulator that could not start the process. */
            printf("FAILED: %s, %s (status 0x%x)\n", test->suite, test->name, (unsigned)status);
            failures++;
        }
    }
    printf("%d tests, %d failed\n", count, failures);
    return count == 0 || failures > 0;
}
