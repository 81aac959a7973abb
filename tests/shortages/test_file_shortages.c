/* Shortages while files are written whole, and while games, books and nets are read. */
#include <unistd.h>
#include <zlib.h>

#include "chess/attacks.h"
#include "file_fixture.h"
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
    file_fixture_begin();
}

TestSuite(shortages_of_files, .init = begin, .fini = file_fixture_end, .timeout = 300);

/* Tries both kinds of shortage, after each of which the folder must hold the old file alone. */
static void try_reading(shortage_work *work)
{
    shortage_try(SHORT_OF_MEMORY, work, NULL);
    shortage_try(FAULTY_FILES, work, NULL);
    cr_expect_eq(file_count(), 1);
}

static bool replace(failure *why)
{
    return whole_file_write(file_at("a"), "new", 3, why);
}

static void expect_one_of_both(bool done)
{
    cr_expect(file_has("a", done ? "new" : "old"));
    cr_expect_eq(file_count(), 1, "%d files", file_count());
    file_put("a", "old");
}

Test(shortages_of_files, a_file_is_replaced_whole_or_not_at_all)
{
    file_put("a", "old");
    shortage_try(SHORT_OF_MEMORY, replace, expect_one_of_both);
    shortage_try(FAULTY_FILES, replace, expect_one_of_both);
}

static bool grow(failure *why)
{
    const int descriptor = growing_file_open(file_at("a"), why);
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
    gzip_input *in = gzip_input_open(file_at("z.gz"), why);
    const bool done = in && gzip_input_read(in, text, sizeof text, &got, why) == GZIP_READ;
    gzip_input_close(in);
    return done && got == 5;
}

Test(shortages_of_files, a_compressed_file)
{
    gzFile file = gzopen(file_at("z.gz"), "wb");
    cr_assert(file && gzputs(file, "hello") == 5 && gzclose(file) == Z_OK);
    try_reading(unpack);
}

/* Reads two games with tags, comments and a first position, and nothing less. */
static bool read_games(failure *why)
{
    pgn_records *games = pgn_records_open(file_at("games.pgn"), why);
    pgn_record record = {0};
    pgn_record_status status = games ? PGN_RECORD_READ : PGN_RECORD_BAD;
    while (status == PGN_RECORD_READ) {
        status = pgn_records_next(games, &record, why);
    }
    const bool done = status == PGN_RECORD_END && pgn_records_count(games) == 2;
    pgn_record_free(&record);
    if (games) {
        pgn_records_close(games);
    }
    return done;
}

Test(shortages_of_files, games)
{
    file_put("games.pgn", "[White \"A\"]\n[Black \"B\"]\n\n{first} 1. e4 {one} e5 {two} 1-0\n\n"
                          "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *\n");
    try_reading(read_games);
}

static bool read_book(failure *why)
{
    book *b = book_load(file_at("book.epd"), why);
    const bool done = b && book_count(b) == 2;
    book_free(b);
    return done;
}

Test(shortages_of_files, a_book)
{
    file_put("book.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n# kings\n4k3/8/8/8/8/8/8/4K3 b - -\n");
    try_reading(read_book);
}

static bool read_nets(failure *why)
{
    nets *n = nets_load(file_at("net.nn"), why);
    const bool done = n != NULL;
    nets_free(n);
    return done;
}

Test(shortages_of_files, nets)
{
    failure why;
    cr_assert(random_net_write(file_at("net.nn"), &random_net_small, &why), "%s", why.text);
    try_reading(read_nets);
}

static const tensor text = {
    .name = "text", .type = TENSOR_TEXT, .rows = 1, .columns = 5, .scale = 1, .data = "hello"};

static bool write_net(failure *why)
{
    return net_file_write(file_at("a"), &text, 1, why);
}

static void expect_net_or_old(bool done)
{
    cr_expect_eq(file_has("a", "old"), !done);
    cr_expect_eq(file_count(), 1, "%d files", file_count());
    file_put("a", "old");
}

Test(shortages_of_files, a_net_file_is_written_whole_or_not_at_all)
{
    file_put("a", "old");
    shortage_try(SHORT_OF_MEMORY, write_net, expect_net_or_old);
    shortage_try(FAULTY_FILES, write_net, expect_net_or_old);
}
