/* Reads bytes as PGN (zlib passes bytes through that are not gzip). A game that is read must
 * replay, and must be the same when it is written as PGN and read again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "game_pgn.h"
#include "pgn_game.h"

static pgn_games *open_bytes(const char *name, const void *bytes, size_t size, pgn_rules rules)
{
    failure why;
    pgn_games *games = pgn_games_open(fuzz_file(name, bytes, size), rules, &why);
    fuzz_expect(games != NULL, "a file can be opened");
    return games;
}

static void show_and_read(const game *g, bool eval_after)
{
    char *text = NULL;
    size_t size;
    failure why;
    game_pgn_style style = {.event = "fuzz", .eval_after = eval_after};
    FILE *file = open_memstream(&text, &size);
    if (!file || !game_pgn_write(file, g, 1, &style, &why) || fclose(file) != 0) {
        abort();
    }
    pgn_games *games = open_bytes("shown", text, size, (pgn_rules){.eval_after = eval_after});
    game back = {0};
    if (pgn_games_next(games, &back, &why) != PGN_GAME_READ || strcmp(back.fen, g->fen) != 0 ||
        back.ply_count != g->ply_count || back.flags != g->flags || back.result != g->result) {
        abort();
    }
    for (int i = 0; i < g->ply_count; i++) {
        const game_ply *x = &g->plies[i], *y = &back.plies[i];
        if (x->best != y->best || x->played != y->played || x->score != y->score) {
            abort();
        }
    }
    game_free(&back);
    pgn_games_close(games);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool eval_after = size > 0 && data[0] & 1, skip_book = size > 0 && data[0] & 2;
    bool match = size > 0 && data[0] & 4 && !skip_book;
    pgn_games *games =
        open_bytes("given", data, size,
                   (pgn_rules){.eval_after = eval_after, .skip_book = skip_book, .match = match});
    failure why;
    game g = {0};
    pgn_game_status status;
    while ((status = pgn_games_next(games, &g, &why)) <= PGN_GAME_USELESS) {
        if (status == PGN_GAME_READ) {
            show_and_read(&g, eval_after);
        }
    }
    game_free(&g);
    pgn_games_close(games);
    return 0;
}
