/* Tests the status line of long work: when it is due, and what it writes to a file and to a
 * terminal. */
#define _XOPEN_SOURCE 700 /* posix_openpt() */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/status_line.h"
#include "system/clock.h"

/* What a line shows in a file. */
static void written(double seconds_left, char text[], int size)
{
    FILE *file = tmpfile();
    status_line s;
    status_line_open(&s, file);
    status_line_show(&s, seconds_left, "%d of %d", 3, 9);
    status_line_clear(&s);
    rewind(file);
    text[fread(text, 1, (size_t)size - 1, file)] = 0;
    fclose(file);
}

Test(status_line, a_file_gets_plain_lines)
{
    char text[100];
    written(3725.9, text, sizeof text);
    cr_expect_str_eq(text, "3 of 9, 1:02:05 left\n");
    written(0.0, text, sizeof text);
    cr_expect_str_eq(text, "3 of 9, 0:00:00 left\n");
    written(-1.0, text, sizeof text);
    cr_expect_str_eq(text, "3 of 9\n", "an unknown time is not told");
    written(1.0 / 0.0, text, sizeof text);
    cr_expect_str_eq(text, "3 of 9\n", "nor one without end");
}

Test(status_line, a_line_is_due_after_a_pause)
{
    FILE *file = tmpfile();
    status_line s;
    const double before = system_seconds();
    status_line_open(&s, file);
    cr_expect(s.shown >= before && s.shown <= system_seconds(),
              "the pause begins with the opening");
    cr_expect_gt(status_line_elapsed(&s), 0.0);
    s.shown = system_seconds() - 11.0;
    cr_expect(status_line_is_due(&s));
    const double middle = system_seconds();
    status_line_show(&s, -1.0, "x");
    cr_expect(s.shown >= middle && s.shown <= system_seconds(), "and with each line");
    s.shown = system_seconds() + 50.0; /* a minute before it is due, however busy the machine is */
    cr_expect(!status_line_is_due(&s));
    fclose(file);
}

Test(status_line, a_terminal_gets_one_line_that_renews_itself, .timeout = 10)
{
    char text[100];
    setenv("TERM", "xterm", 1); /* without it no control sequences are written */
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    cr_assert(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    FILE *terminal = fopen(ptsname(master), "w");
    cr_assert(terminal);
    status_line s;
    status_line_open(&s, terminal);
    status_line_show(&s, 61.0, "half");
    status_line_clear(&s);
    const char wanted[] = "\rhalf, 0:01:01 left\033[K\r\033[K";
    size_t length = 0;
    while (length < strlen(wanted)) {
        const ssize_t got = read(master, text + length, sizeof text - 1 - length);
        cr_assert_gt(got, 0);
        length += (size_t)got;
    }
    text[length] = 0;
    cr_expect_str_eq(text, wanted);
    fclose(terminal);
    close(master);
}
