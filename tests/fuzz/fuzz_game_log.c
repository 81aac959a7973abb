/* Damages a log of games, as a full disk, a kill or another program may, and goes on with it. The
 * first byte is the number of games, the second one how many bytes are cut off; each three that
 * follow are a place in the file and the bits that change there. A log that is refused stays as it
 * is. One that is accepted has all games before the first damage, and takes another one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "fuzz.h"
#include "game_file.h"
#include "game_log.h"
#include "game_walk.h"

enum { GAMES_MAX = 4, PLIES = 6, MARK = 7, ADDED = 99, FILE_MAX = 4096 };

static uint8_t record[GAME_RECORD_MAX + 4];
static failure why;

/* Encodes a game whose moves depend on its number. */
static size_t encode(uint32_t number)
{
    game g = {.result = GAME_DRAWN};
    position pos;
    move legal[MOVES_MAX];
    snprintf(g.fen, sizeof g.fen, "%s", FEN_START);
    fuzz_expect(fen_parse(&pos, FEN_START, NULL, &why), "the start position can be read");
    for (uint32_t i = 0; i < PLIES; i++) {
        const uint32_t count = (uint32_t)gen_legal(&pos, legal);
        const move played = legal[(number + i) % count];
        game_ply *ply = game_add_ply(&g);
        if (!ply) {
            abort();
        }
        *ply = (game_ply){.best = game_move_code(played, false), .score = GAME_SCORE_NONE};
        ply->played = ply->best;
        pos_make(&pos, played);
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

/* Makes a log and tells where each of its games ends. */
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

static size_t read_file(const char *path, uint8_t bytes[FILE_MAX])
{
    FILE *file = fopen(path, "rb");
    const size_t size = file ? fread(bytes, 1, FILE_MAX, file) : 0;
    fuzz_expect(file && size < FILE_MAX, "the log can be read, and is small");
    fclose(file);
    return size;
}

/* Damages the bytes. Returns the first place that may have changed. */
static size_t damage(uint8_t *bytes, size_t *size, const uint8_t *data, size_t data_size)
{
    size_t first = *size;
    for (size_t i = 2; i + 2 < data_size; i += 3) {
        const size_t place = (size_t)(data[i] | data[i + 1] << 8) % *size;
        bytes[place] ^= data[i + 2];
        first = data[i + 2] && place < first ? place : first;
    }
    *size -= data[1] < *size ? data[1] : *size - 1;
    return first < *size ? first : *size;
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
    fuzz_expect(status == GAME_END, "a log that is gone on with is a game file");
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
    size_t length = read_file(path, bytes);
    const size_t first = damage(bytes, &length, data, size);
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
        fuzz_expect(read_file(path, after) == length && memcmp(bytes, after, length) == 0,
                    "a log that is refused stays as it is");
        fuzz_expect(first < length, "a log that was only cut off is accepted");
    }
    return 0;
}
