/* Tests of opening books: lines of both forms, and files that are none. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "empty_folder.h"
#include "openings/book.h"

static const char path[] = "book.epd";
static failure why;

static void begin(void)
{
    attacks_init(true);
    empty_folder_enter();
}

TestSuite(book, .init = begin, .fini = empty_folder_leave);

static void write_bytes(const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    cr_assert_eq(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void refused(const char *text, const char *reason)
{
    write_bytes(text, strlen(text));
    cr_assert_null(book_load(path, &why), "%s", text);
    cr_expect(strstr(why.text, path) && strstr(why.text, reason), "%s", why.text);
}

static const char three[] =
    "\xef\xbb\xbf# a book\r\n\r\n8/8/8/8/8/4k3/4p3/4K3 w - - hmvc 0; id \"one\";\r\n"
    "\n4k3/8/8/8/8/8/4P3/4K3 w - - 3 40\r" FEN_START;

Test(book, fen_and_epd_and_all_ends_of_lines_also_compressed)
{
    static const char *const modes[] = {"wbT", "wb"};
    static const char *const wanted[] = {"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
                                         "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40", FEN_START};
    for (int i = 0; i < 2; i++) {
        gzFile file = gzopen(path, modes[i]);
        cr_assert_eq(gzwrite(file, three, sizeof three - 1), (int)sizeof three - 1);
        gzclose(file);
        book *b = book_load(path, &why);
        cr_assert_not_null(b, "%s", why.text);
        cr_assert_eq(book_count(b), 3);
        for (uint32_t k = 0; k < 3; k++) {
            position pos;
            char text[FEN_TEXT_MAX];
            book_position(b, k, &pos);
            fen_write(&pos, false, text);
            cr_expect_str_eq(text, wanted[k]);
        }
        book_free(b);
    }
}

Test(book, larger_than_one_read)
{
    enum { LINES = 60000 };
    FILE *file = fopen(path, "wb");
    for (int i = 0; i < LINES; i++) {
        fprintf(file, "4k3/8/8/8/8/8/4P3/4K3 w - - %d %d\n", i % 90, i % 9000 + 1);
    }
    fclose(file);
    book *b = book_load(path, &why);
    position pos;
    cr_assert_not_null(b, "%s", why.text);
    cr_assert_eq(book_count(b), LINES);
    book_position(b, LINES - 1, &pos);
    cr_expect_eq(pos.fullmove_number, (LINES - 1) % 9000 + 1);
    book_free(b);
}

Test(book, faults_are_told_by_line)
{
    static char long_line[3000];
    refused("4k3/8/8/8/8/8/4P3/4K3 w - - 3 40\n4k3/8/8/8/8/8/4P3 w - -\n", "line 2: ");
    refused("\r\n\r\n# x\r\n e4 e5\r\n", "line 4: ");
    refused("", "no position");
    refused("\n# nothing\n", "no position");
    memset(long_line, '8', sizeof long_line - 1);
    refused(long_line, "line 1: too long");
    refused("4k3/8/8/8/8/8/4P3/4K3 w - - 5x 3\n", "line 1: FEN ");
    static const char two[] =
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\0004k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    write_bytes(two, sizeof two - 1);
    cr_expect_null(book_load(path, &why), "a NUL is no end of a line");
    cr_expect_not_null(strstr(why.text, "zero byte"), "%s", why.text);
    write_bytes("\x1f\x8b\x08\0\0\0\0\0\0\x03 broken", 17);
    cr_expect_null(book_load(path, &why));
    cr_expect_not_null(strstr(why.text, path), "%s", why.text);
    unlink(path);
    cr_expect_null(book_load(path, &why));
    cr_expect_not_null(strstr(why.text, "No such file"), "%s", why.text);
    cr_expect_null(book_load("/", &why));
}
