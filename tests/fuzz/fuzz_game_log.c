/* Damages a log of games and goes on with it. The first byte is the number of games, and
 * fuzz_damage() reads the rest. A log that is refused stays as it is. One that is accepted has all
 * games before the first damage, and takes another one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chess/fen.h"
#include "fuzz.h"
#include "game_file.h"
#include "game_log.h"
#include "game_walk.h"

enum { GAMES_MAX = 4, PLIES = 6, MARK = 7, ADDED = 99, FILE_MAX = 4096 };

static uint8_t record[GAME_RECORD_MAX + 4];
static failure why;

/* Encodes a game whose moves depend on its number. A log does not ask whether they are legal. */
static size_t encode(uint32_t number)
{
    game g = {.result = GAME_DRAWN};
    snprintf(g.fen, sizeof g.fen, "%s", FEN_START);
    for (uint32_t i = 0; i < PLIES; i++) {
        const move m = move_of((square)(8 + i), (square)(16 + number % 32), MOVE_PLAIN);
        game_ply *ply = game_add_ply(&g);
        if (!ply) {
            abort();
        }
        *ply = (game_ply){.best = game_move_code(m, false), .score = GAME_SCORE_NONE};
        ply->played = ply->best;
    }
    const size_t size = game_encode(&g, record, &why);
    fuzz_expect(size > 0, "a game can be encoded");
    game_free(&g);
    return size;
}

static void add(game_log *log, uint32_t number)
{
    const size_t size = encode(number);
    fuzz_expect(game_log_add(log, number, record, size, &why), "a game can be added");
}

/* Makes a log, and says where each of its games ends. */
static void make_log(const char *path, uint32_t games, off_t end[])
{
    struct stat file;
    unlink(path);
    game_log *log = game_log_open(path, MARK, &why);
    fuzz_expect(log != NULL, "a log can be made");
    for (uint32_t i = 0; i < games; i++) {
        add(log, i);
        fuzz_expect(stat(path, &file) == 0, "the log is there");
        end[i] = file.st_size;
    }
    fuzz_expect(game_log_close(log, &why), "a log can be closed");
}

/* The games that a reader finds up to the end of the file. */
static uint64_t readable_games(const char *path)
{
    game g = {0};
    uint64_t games = 0;
    game_status status = GAME_BAD;
    game_reader *reader = game_reader_open(path, &why);
    while (reader && (status = game_reader_next(reader, &g, &why)) == GAME_READ) {
        games++;
    }
    fuzz_expect(status == GAME_END, "a log that was continued is a game file");
    game_free(&g);
    game_reader_close(reader);
    return games;
}

/* Adds a game to a log that was accepted; `whole` are the games before the damage. */
static void go_on(game_log *log, const char *path, uint32_t whole)
{
    const uint64_t games = game_log_count(log).games;
    for (uint32_t i = 0; i < whole; i++) {
        fuzz_expect(game_log_has(log, i), "a game before the damage stays");
    }
    const bool known = game_log_has(log, ADDED);
    add(log, ADDED);
    fuzz_expect(game_log_close(log, &why), "a log can be closed");
    log = game_log_open(path, MARK, &why);
    fuzz_expect(log && game_log_count(log).games == games + 1, "the game that was added is there");
    fuzz_expect(known || game_log_has(log, ADDED), "and is known by its number");
    fuzz_expect(game_log_close(log, &why), "a log can be closed");
    fuzz_expect(readable_games(path) == games + 1, "all games can be read");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t bytes[FILE_MAX], after[FILE_MAX];
    off_t end[GAMES_MAX];
    char path[512];
    if (size < 2) {
        return 0;
    }
    const uint32_t games = 1 + data[0] % GAMES_MAX;
    snprintf(path, sizeof path, "%s/log.games.gz", fuzz_folder());
    make_log(path, games, end);
    size_t length = fuzz_read(path, bytes, FILE_MAX);
    const size_t first = fuzz_damage(bytes, &length, data, size);
    uint32_t whole = 0;
    while (whole < games && end[whole] <= (off_t)first) {
        whole++;
    }
    fuzz_file("log.games.gz", bytes, length);
    why = (failure){""};
    game_log *log = game_log_open(path, MARK, &why);
    if (log) {
        go_on(log, path, whole);
    } else {
        fuzz_expect(strstr(why.text, path) != NULL, "a refusal names the file");
        fuzz_expect(fuzz_read(path, after, FILE_MAX) == length && memcmp(bytes, after, length) == 0,
                    "a log that is refused stays as it is");
        fuzz_expect(first < length, "a log that was only cut off is accepted");
    }
    return 0;
}
