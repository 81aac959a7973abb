/* Shortages while files are written whole, and while games, books and nets are read. */
#include <unistd.h>
#include <zlib.h>

#include "chess/attacks.h"
#include "empty_folder.h"
#include "files/growing_file.h"
#include "files/gzip_input.h"
#include "files/whole_file.h"
#include "nn/net.h"
#include "openings/book.h"
#include "pgn/pgn_record.h"
#include "random_net.h"
#include "shortage.h"

static void begin(void)
{
    attacks_init(true);
    empty_folder_enter();
}

TestSuite(shortages_of_files, .init = begin, .fini = empty_folder_leave, .timeout = 300);

static bool replace(failure *why)
{
    return whole_file_write("a", "new", 3, why);
}

static bool write_net(failure *why)
{
    static const tensor text = {
        .name = "text", .type = TENSOR_TEXT, .rows = 1, .columns = 5, .scale = 1, .data = "hello"};
    return net_file_write("a", &text, 1, why);
}

static void expect_new_or_old(bool done)
{
    cr_expect_eq(file_has("a", "old"), !done);
    cr_expect_eq(file_count(), 1, "%d files", file_count());
    file_put("a", "old");
}

Test(shortages_of_files, a_file_is_replaced_whole_or_not_at_all)
{
    static shortage_work *const works[] = {replace, write_net};
    file_put("a", "old");
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        shortage_try(SHORT_OF_MEMORY, works[i], expect_new_or_old);
        shortage_try(FAULTY_FILES, works[i], expect_new_or_old);
    }
}

static bool grow(failure *why)
{
    const int descriptor = growing_file_open("a", why);
    return descriptor >= 0 && close(descriptor) == 0;
}

Test(shortages_of_files, a_file_that_grows)
{
    file_put("a", "old");
    shortage_try(FAULTY_FILES, grow, NULL);
    cr_expect(file_has("a", "old"));
}

static bool unpack(failure *why)
{
    char text[64];
    size_t got = 0;
    gzip_input *in = gzip_input_open("z.gz", why);
    const bool done = in && gzip_input_read(in, text, sizeof text, &got, why) == GZIP_READ;
    gzip_input_close(in);
    return done && got == 5;
}

/* Reads two games with tags, comments and a first position, and nothing less. */
static bool read_games(failure *why)
{
    pgn_records *games = pgn_records_open("games.pgn", why);
    pgn_record record = {0};
    pgn_record_status status = games ? PGN_RECORD_READ : PGN_RECORD_BAD;
    while (status == PGN_RECORD_READ) {
        status = pgn_records_next(games, &record, why);
    }
    const bool done = status == PGN_RECORD_END && pgn_records_count(games) == 2;
    pgn_record_free(&record);
    pgn_records_close(games);
    return done;
}

static bool read_book(failure *why)
{
    book *b = book_load("book.epd", why);
    const bool done = b && book_count(b) == 2;
    book_free(b);
    return done;
}

static bool read_nets(failure *why)
{
    nets *n = nets_load("net.nn", why);
    const bool done = n != NULL;
    nets_free(n);
    return done;
}

static bool read_any_nets(failure *why)
{
    nets *n = nets_load_any("net.nn", why);
    const bool done = n != NULL;
    nets_free(n);
    return done;
}

Test(shortages_of_files, a_file_is_read_whole_or_not_at_all)
{
    static shortage_work *const works[] = {unpack, read_games, read_book, read_nets, read_any_nets};
    failure why;
    gzFile file = gzopen("z.gz", "wb");
    cr_assert(file && gzputs(file, "hello") == 5 && gzclose(file) == Z_OK);
    file_put("games.pgn", "[White \"A\"]\n[Black \"B\"]\n\n{first} 1. e4 {one} e5 {two} 1-0\n\n"
                          "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *\n");
    file_put("book.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n# kings\n4k3/8/8/8/8/8/8/4K3 b - -\n");
    cr_assert(random_net_write("net.nn", &random_net_small, &why), "%s", why.text);
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        shortage_try(SHORT_OF_MEMORY, works[i], NULL);
        shortage_try(FAULTY_FILES, works[i], NULL);
    }
    cr_expect_eq(file_count(), 4);
}
