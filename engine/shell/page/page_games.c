#include "page_games.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array_room.h"

static void tell(const char *what, const char *more)
{
    fprintf(stderr, "morpho: page: %s%s\n", what, more);
}

/* Takes a game, which is then empty. */
static bool take_game(page_games *g, pgn_record *game, const char *path, failure *why)
{
    pgn_record *games = array_room(g->games, sizeof *games, &g->capacity, g->count + 1);
    if (games == NULL) {
        return fail(why, "not enough memory for %zu games", g->count + 1);
    }
    if (game->remark.text[0]) {
        tell(game->remark.text, "");
    }
    g->games = games;
    g->games[g->count++] = *game;
    g->positions += game->ply_count + 1;
    *game = (pgn_record){.tags = NULL};
    return g->positions <= PAGE_POSITIONS_MAX || fail(why,
                                                      "%s: a page shows at most %d positions, and "
                                                      "the games have more; --game N chooses one",
                                                      path, PAGE_POSITIONS_MAX);
}

static bool read_games(page_games *g, pgn_records *file, const char *path, int64_t number,
                       failure *why)
{
    pgn_record game = {.tags = NULL};
    pgn_record_status got;
    failure reason;
    bool done = true;
    while (done && (number == 0 || pgn_records_count(file) < number) &&
           (got = pgn_records_next(file, &game, &reason)) != PGN_RECORD_END) {
        const bool wanted = number == 0 || pgn_records_count(file) == number;
        if (got == PGN_RECORD_READ) {
            done = !wanted || take_game(g, &game, path, why);
        } else if (got == PGN_RECORD_BAD || (wanted && number > 0)) {
            done = fail(why, "%s", reason.text);
        } else if (wanted) {
            tell(reason.text, "; it is left out");
        }
    }
    pgn_record_free(&game);
    return done;
}

bool page_games_read(page_games *g, const char *path, int64_t number, failure *why)
{
    pgn_records *file = pgn_records_open(path, why);
    if (file == NULL) {
        return false;
    }
    const bool done = read_games(g, file, path, number, why);
    const long found = pgn_records_count(file);
    pgn_records_close(file);
    if (!done || g->count > 0) {
        return done;
    }
    return number > 0 ? fail(why, "%s has no game %" PRId64 "; it has %ld", path, number, found)
                      : fail(why, "%s has no game that can be read", path);
}

void page_games_free(page_games *g)
{
    for (size_t i = 0; i < g->count; i++) {
        pgn_record_free(&g->games[i]);
    }
    free(g->games);
    *g = (page_games){.games = NULL};
}
