/* Reads bytes as a game file (zlib passes bytes through that are not gzip). Every game that is read
 * is replayed. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "game_file.h"
#include "game_walk.h"

static void replay(const game *g)
{
    failure why;
    game_walk walk;
    if (!game_walk_start(&walk, g, &why)) {
        return;
    }
    while (walk.ply < g->ply_count && game_walk_check(&walk, g, &why)) {
        game_walk_step(&walk);
        fuzz_expect(walk.pos.key == pos_key_computed(&walk.pos), "a move changes the key with it");
    }
}

/* A game that was read can be written as a record, and read back. */
static void encode(const game *g)
{
    static uint8_t record[GAME_RECORD_MAX + 4], again[GAME_RECORD_MAX + 4];
    failure why;
    game back = {0};
    const size_t size = game_encode(g, record, &why);
    fuzz_expect(size > 0 && size <= sizeof record, "a game that was read fits a record");
    fuzz_expect(game_decode(record, size, &back, &why), "a record can be read");
    fuzz_expect(game_encode(&back, again, &why) == size && memcmp(record, again, size) == 0,
                "the same record again");
    game_free(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    failure why;
    game_reader *reader = game_reader_open(fuzz_file("games", data, size), &why);
    game g = {0};
    while (reader && game_reader_next(reader, &g, &why) == GAME_READ) {
        replay(&g);
        encode(&g);
    }
    game_free(&g);
    game_reader_close(reader);
    return 0;
}
