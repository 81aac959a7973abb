/* Tests game files: what is written is read back, whole or up to where a file is cut off. */
#include <criterion/criterion.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "chess/attacks.h"
#include "game_walk.h"
#include "train_fixture.h"

static char path[FIXTURE_PATH_MAX];
static long games; /* the last fixture_replay() found */
static failure why;

static void start(void)
{
    attacks_init(true);
    fixture_path(path, "test.games.gz");
    why = (failure){""};
}

TestSuite(game_file, .init = start, .fini = fixture_remove_all);

/* Gives every ply of a game some visit shares. */
static void add_visits(game *g)
{
    g->flags |= GAME_VISITS;
    for (int i = 0; i < g->ply_count; i++) {
        game_ply *ply = &g->plies[i];
        ply->visit_first = g->visit_count;
        ply->visit_count = (uint8_t)(i % 3);
        for (int k = 0; k < i % 3; k++) {
            *game_add_visit(g) = (game_visit){ply->best, (uint16_t)(1000 * k + i)};
        }
    }
}

/* Makes it a relabelled game, in which half of the deviations are random. */
static void relabel(game *g)
{
    g->flags |= GAME_RELABELLED;
    for (int i = 0; i < g->ply_count; i++) {
        g->plies[i].random = g->plies[i].deviates && i % 2;
    }
}

/* Gives every other deviation a reply, the last legal one. */
static void add_replies(game *g)
{
    game_walk walk;
    game_branch branch;
    g->flags |= GAME_REPLIES;
    cr_assert(game_walk_start(&walk, g, &why));
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        game_ply *ply = &g->plies[walk.ply];
        cr_assert(game_walk_check(&walk, g, &why), "%s", why.text);
        game_walk_branch(&walk, g, walk.best, &branch);
        cr_expect_eq(branch.reply, MOVE_NONE);
        if (ply->deviates && walk.ply % 2 && branch.legal_count) {
            const move reply = branch.legal[branch.legal_count - 1];
            ply->reply = game_move_code(reply, g->flags & GAME_CHESS960);
            game_walk_branch(&walk, g, walk.best, &branch);
            cr_expect_eq(branch.reply, reply);
        }
    }
}

Test(game_file, round_trip)
{
    enum { GAMES = 40 };
    static game made[GAMES];
    uint64_t state = 1;
    game_writer *writer = fixture_writer(path);
    for (int i = 0; i < GAMES; i++) {
        fixture_random_game(&made[i], &state, i * 7);
        if (i % 2) {
            add_visits(&made[i]);
        }
        if (i % 3 == 0) {
            relabel(&made[i]);
        }
        if (i % 5 > 2) {
            add_replies(&made[i]);
        }
        cr_assert(game_writer_add(writer, &made[i], &why), "%s", why.text);
    }
    cr_assert(game_writer_close(writer, &why), "%s", why.text);
    game g = {0};
    game_reader *reader = game_reader_open(path, &why);
    for (int i = 0; i < GAMES; i++) {
        cr_assert(game_reader_next(reader, &g, &why) == GAME_READ, "%s", why.text);
        cr_expect_eq(fixture_compare_games(&g, &made[i]), 0, "game %d differs", i + 1);
        game_free(&made[i]);
    }
    cr_expect(game_reader_next(reader, &g, &why) == GAME_END);
    cr_expect(game_reader_count(reader) == GAMES);
    game_reader_close(reader);
    game_free(&g);
    cr_expect(fixture_replay(path, &games, &why) == GAME_END && games == GAMES, "%s", why.text);
}

enum { BYTES_MAX = 1 << 16 };

/* Writes bytes to the file, as gzip if `mode` is "wb", plain if it is "wbT". */
static void write_bytes(const void *bytes, size_t size, const char *mode)
{
    const gzFile file = gzopen(path, mode);
    cr_assert(file && gzwrite(file, bytes, (unsigned)size) == (int)size && gzclose(file) == Z_OK);
}

/* Writes games and reads the file's bytes, unpacked. */
static size_t games_in_bytes(int count, uint8_t bytes[BYTES_MAX])
{
    fixture_write_games(path, count, 1);
    const gzFile file = gzopen(path, "rb");
    const int size = gzread(file, bytes, BYTES_MAX);
    cr_assert(size > 0 && size < BYTES_MAX && gzclose(file) == Z_OK);
    return (size_t)size;
}

Test(game_file, joined_files_and_plain_bytes)
{
    static uint8_t bytes[2 * BYTES_MAX];
    const size_t size = games_in_bytes(3, bytes);
    memcpy(bytes + size, bytes, size);
    write_bytes(bytes, 2 * size, "wbT");
    cr_expect(fixture_replay(path, &games, &why) == GAME_END && games == 6, "%s", why.text);
    write_bytes(bytes, size, "wb");
    write_bytes(bytes, 2 * size, "ab"); /* another member, as cat makes it */
    cr_expect(fixture_replay(path, &games, &why) == GAME_END && games == 9, "%s", why.text);
}

/* A file that ends within a record, and one that ends within its compressed bytes. */
Test(game_file, cut_off_anywhere)
{
    static uint8_t bytes[BYTES_MAX];
    const size_t whole = games_in_bytes(2, bytes);
    const size_t first = GAME_HEADER_BYTES + 4 + game_record_length(bytes + GAME_HEADER_BYTES);
    for (size_t size = 0; size <= whole; size++) {
        const bool at_end = size == GAME_HEADER_BYTES || size == first || size == whole;
        write_bytes(bytes, size, "wb");
        cr_expect_eq(fixture_replay(path, &games, &why), at_end ? GAME_END : GAME_CUT, "%zu", size);
        cr_expect_eq(games, (size >= first) + (size == whole), "%zu bytes", size);
        cr_expect(at_end || strstr(why.text, "test.games.gz: the file is cut off"), "%s", why.text);
    }
    struct stat file;
    cr_assert_eq(stat(path, &file), 0);
    for (off_t size = file.st_size - 1; size > 0; size -= 7) {
        cr_assert_eq(truncate(path, size), 0);
        cr_expect_eq(fixture_replay(path, &games, &why), GAME_CUT, "%ld bytes", (long)size);
        cr_expect(strstr(why.text, "test.games.gz: the file is cut off"), "%s", why.text);
    }
}

Test(game_file, what_is_no_game_file_is_told)
{
#define HEADER "MORPHOGM\1\0\0\0\0\0\0\0"
    static const struct {
        size_t size;
        const char *text, *reason;
    } cases[] = {
        {16, "NOTMORPHGAMES...", "not a game file"},
        {9, "\5\0\0\0\1\0\0\0\0", "not a game file"},
        {16, "MORPHOGM\2\0\0\0\0\0\0\0", "version 2"},
        {16, "MORPHOGM\1\0\1\0\0\0\0\0", "flags 1"},
        {16, "MORPxxxxxxxxxxxx", "neither a header nor a game"},
        {32, HEADER "MORPxxxxxxxxxxxx", "game 1: neither a header nor a game"},
        {20, HEADER "\1\0\x10\0", "game 1: a record of 1048577 bytes"},
        {22, HEADER "\2\0\0\0\0\0", "game 1: the record is too short"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_bytes(cases[i].text, cases[i].size, "wb");
        cr_expect_eq(fixture_replay(path, &games, &why), GAME_BAD, "case %zu", i);
        cr_expect(strstr(why.text, cases[i].reason), "case %zu: %s", i, why.text);
    }
    cr_expect_null(game_reader_open("/nowhere/x.games.gz", &why));
    cr_expect(strstr(why.text, "/nowhere/x.games.gz"));
    cr_expect_null(game_writer_open("/nowhere/x.games.gz", &why));
    cr_expect(strstr(why.text, "/nowhere/x.games.gz"));
}
