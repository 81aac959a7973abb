/* Any bytes as a game file (zlib passes through what is not gzip); every game is replayed. */
#include <stdlib.h>
#include <unistd.h>

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
    while (walk.ply < g->ply_count && game_walk_look(&walk, g, &why)) {
        game_walk_step(&walk);
        if (walk.pos.key != pos_key_computed(&walk.pos)) {
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[] = "/tmp/morpho_fuzz_XXXXXX";
    int descriptor = mkstemp(path);
    if (descriptor < 0 || write(descriptor, data, size) != (ssize_t)size) {
        abort();
    }
    close(descriptor);
    failure why;
    game_reader *reader = game_reader_open(path, &why);
    game g = {0};
    while (reader && game_reader_next(reader, &g, &why) == GAME_READ) {
        replay(&g);
    }
    game_free(&g);
    game_reader_close(reader);
    unlink(path);
    return 0;
}
