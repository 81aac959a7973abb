/* Tests the growing game file: whole games survive whatever cuts the file off. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "game_log.h"
#include "system/start.h"
#include "train_fixture.h"

enum { GAMES = 5, PLIES = 20, MARK = 7 };

static char path[FIXTURE_PATH_MAX];
static failure why;
static uint8_t record[GAME_RECORD_MAX + 4];

static void begin(void)
{
    attacks_init(true);
    fixture_path(path, "log.games.gz");
    why = (failure){""};
}

TestSuite(game_log, .init = begin, .fini = fixture_remove_all);

static game_log *open_log(void)
{
    game_log *log = game_log_open(path, MARK, &why);
    cr_assert_not_null(log, "%s", why.text);
    return log;
}

static bool add_game(game_log *log, uint32_t number)
{
    game g = {0};
    uint64_t state = number + 1;
    fixture_random_game(&g, &state, PLIES);
    g.result = GAME_DRAWN;
    size_t size = game_encode(&g, record, &why);
    cr_assert(size, "%s", why.text);
    game_free(&g);
    return game_log_add(log, number, record, size, &why);
}

static void write_log(int games)
{
    game_log *log = open_log();
    for (int i = 0; i < games; i++) {
        cr_assert(add_game(log, 2 * (uint32_t)i), "%s", why.text);
    }
    cr_assert(game_log_close(log, &why), "%s", why.text);
}

static off_t size_of_file(void)
{
    struct stat file;
    cr_assert_eq(stat(path, &file), 0);
    return file.st_size;
}

static void write_text(const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    cr_assert_eq(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* Games that a plain reader finds; it must find the end too. */
static long readable_games(void)
{
    game_reader *r = game_reader_open(path, &why);
    game g = {0};
    game_status status;
    while ((status = game_reader_next(r, &g, &why)) == GAME_READ) {
    }
    long games = game_reader_count(r);
    cr_assert_eq(status, GAME_END, "%s", why.text);
    game_free(&g);
    game_reader_close(r);
    return games;
}

Test(game_log, what_is_added_can_be_read_and_is_known_again)
{
    write_log(GAMES);
    cr_assert_eq(readable_games(), GAMES);
    game_log *log = open_log();
    game_log_counts counts = game_log_count(log);
    cr_assert_eq(counts.games, GAMES);
    cr_assert_eq(counts.draws, GAMES);
    cr_assert_eq(counts.positions, GAMES * PLIES);
    for (uint32_t i = 0; i < 2 * GAMES; i++) {
        cr_assert_eq(game_log_has(log, i), i % 2 == 0);
    }
    cr_assert(add_game(log, 1), "%s", why.text);
    cr_assert(game_log_close(log, &why));
    cr_assert_eq(readable_games(), GAMES + 1);
}

Test(game_log, a_file_cut_anywhere_keeps_its_whole_games)
{
    static char bytes[1 << 16];
    write_log(GAMES);
    off_t whole = size_of_file();
    uint64_t before = GAMES;
    FILE *file = fopen(path, "rb");
    cr_assert_eq(fread(bytes, 1, sizeof bytes, file), (size_t)whole);
    fclose(file);
    for (off_t size = whole; size >= 0; size -= size > 60 ? 7 : 1) {
        write_text(bytes, (size_t)size);
        game_log *log = open_log();
        uint64_t games = game_log_count(log).games;
        cr_assert_leq(games, before);
        cr_assert_geq(games + 1, before);
        cr_assert(size < whole || games == GAMES);
        cr_assert(game_log_close(log, &why));
        cr_assert_eq(readable_games(), (long)games);
        before = games;
    }
    cr_assert_eq(before, 0);
}

Test(game_log, a_full_disk_leaves_whole_games)
{
    write_log(GAMES);
    const rlim_t size = (rlim_t)size_of_file() + 20; /* less than a game */
    game_log *log = open_log();
    system_start(NULL); /* SIGXFSZ */
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &(struct rlimit){size, size}), 0);
    cr_expect(!add_game(log, 99) && strstr(why.text, "cannot be written"), "%s", why.text);
    cr_expect(game_log_close(log, &why), "%s", why.text);
    cr_expect_eq(readable_games(), GAMES);
}
