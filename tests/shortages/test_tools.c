/* Shortages while the tools write and read their files: game files, logs of games, checkpoints,
 * PGN and training data. */
#include <stdlib.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "empty_folder.h"
#include "game_file.h"
#include "game_log.h"
#include "game_pgn.h"
#include "shortage.h"
#include "train_checkpoint.h"
#include "train_data.h"
#include "train_fixture.h"

enum { GAMES = 3, PLIES = 8, MARK = 7 };

static game sample;
static uint8_t record[GAME_RECORD_MAX + 4];
static size_t record_size;

static void begin(void)
{
    failure why;
    uint64_t state = 1;
    attacks_init(true);
    empty_folder_enter();
    fixture_random_game(&sample, &state, PLIES);
    record_size = game_encode(&sample, record, &why);
    cr_assert(record_size, "%s", why.text);
    fixture_write_games("games.gz", GAMES, 5);
}

static void end(void)
{
    game_free(&sample);
    empty_folder_leave();
}

TestSuite(shortages_of_tools, .init = begin, .fini = end, .timeout = 600);

static void try_both(shortage_work *work, void (*after)(bool done))
{
    shortage_try(SHORT_OF_MEMORY, work, after);
    shortage_try(FAULTY_FILES, work, after);
}

static bool write_games(failure *why)
{
    game_writer *out = game_writer_open("games.gz", why);
    if (!out || !game_writer_add(out, &sample, why)) {
        game_writer_drop(out);
        return false;
    }
    return game_writer_close(out, why);
}

static void expect_one_game_or_all(bool done)
{
    failure why;
    long games;
    cr_assert_eq(fixture_replay("games.gz", &games, &why), GAME_END, "%s", why.text);
    cr_expect_eq(games, done ? 1 : GAMES);
    cr_expect_eq(file_count(), 1, "%d files", file_count());
    fixture_write_games("games.gz", GAMES, 5);
}

Test(shortages_of_tools, a_game_file_is_written_whole_or_not_at_all)
{
    try_both(write_games, expect_one_game_or_all);
}

static bool read_games(failure *why)
{
    long games;
    return fixture_replay("games.gz", &games, why) == GAME_END && games == GAMES;
}

static bool import_games(failure *why)
{
    pgn_records *records = pgn_records_open("a.pgn", why);
    pgn_record given = {.tags = NULL};
    game_pgn_counts counts = {.moves = 0};
    game g = {0};
    while (records && pgn_records_next(records, &given, why) == PGN_RECORD_READ &&
           game_pgn_read(&given, (game_pgn_rules){.skip_book = true}, &g, &counts, why) ==
               GAME_PGN_READ) {
    }
    game_free(&g);
    pgn_record_free(&given);
    pgn_records_close(records);
    return counts.moves == 4;
}

static bool read_data(failure *why)
{
    const char *const path = "games.gz";
    const train_request request = {
        .kind = NET_VALUE, .paths = &path, .count = 1, .whole = true, .share = 1};
    train_data data;
    failure warning;
    thread_pool *pool = thread_pool_new(2, why);
    const bool done = pool && train_data_read(&data, &request, pool, &warning, why);
    if (done) {
        train_data_free(&data);
    }
    thread_pool_free(pool);
    return done;
}

Test(shortages_of_tools, games_are_read_whole_or_not_at_all)
{
    static shortage_work *const works[] = {read_games, import_games, read_data};
    file_put("a.pgn", "[White \"A\"]\n\n1. e4 {b} e5 {[%eval 0.10]} 2. Nf3 1-0\n\n"
                      "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n"
                      "1. e4 {[%eval 1.00]} Kd7 0-1\n");
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        try_both(works[i], NULL);
    }
}

static bool log_game(failure *why)
{
    game_log *log = game_log_open("log.gz", MARK, why);
    failure other; /* a game may be lost with its reason, and the log closed well */
    const bool added =
        log && (game_log_has(log, GAMES) || game_log_add(log, GAMES, record, record_size, why));
    return game_log_close(log, added ? why : &other) && added;
}

/* A log of some games, which the next try finds. */
static void begin_log(void)
{
    failure why;
    unlink("log.gz");
    game_log *log = game_log_open("log.gz", MARK, &why);
    cr_assert(log, "%s", why.text);
    for (uint32_t i = 0; i < GAMES; i++) {
        cr_assert(game_log_add(log, i, record, record_size, &why), "%s", why.text);
    }
    cr_assert(game_log_close(log, &why), "%s", why.text);
}

static void expect_whole_log(bool done)
{
    failure why;
    game_log *log = game_log_open("log.gz", MARK, &why);
    cr_assert(log, "%s", why.text);
    const uint64_t games = game_log_count(log).games;
    cr_expect(games == GAMES + 1 || (games == GAMES && !done), "%d games", (int)games);
    cr_assert(game_log_close(log, &why), "%s", why.text);
    begin_log();
}

Test(shortages_of_tools, a_log_of_games_grows)
{
    begin_log();
    try_both(log_game, expect_whole_log);
}

static train_net *trained;
static train_state trained_state = {
    .arch = "768x128dp-2-4-1", .batch = 8, .epochs = 1, .rate = 0.1f, .scale = 145, .copies = 1};

static bool write_checkpoint(failure *why)
{
    whole_file *file = whole_file_open("net.ck", why);
    const bool done = file && train_checkpoint_write(file, &trained_state, trained, why);
    whole_file_close(file);
    return done;
}

static bool read_checkpoint(failure *why)
{
    train_state state;
    train_net *net = train_checkpoint_read("net.ck", &state, why);
    const bool done = net != NULL;
    train_net_free(net);
    return done;
}

/* Each try writes another step, which is there if it was done. */
static void expect_step(bool done)
{
    train_state state;
    failure why;
    train_net *net = train_checkpoint_read("net.ck", &state, &why);
    cr_assert(net, "%s", why.text);
    cr_expect_eq(state.step == trained_state.step, done);
    train_net_free(net);
    trained_state.step++;
}

Test(shortages_of_tools, checkpoints)
{
    failure why;
    architecture arch;
    cr_assert(architecture_read(&arch, trained_state.arch, &why), "%s", why.text);
    trained = train_net_new(&arch, 1, &why);
    cr_assert(trained, "%s", why.text);
    cr_assert(write_checkpoint(&why), "%s", why.text);
    trained_state.step++;
    try_both(write_checkpoint, expect_step);
    try_both(read_checkpoint, NULL);
    train_net_free(trained);
}
