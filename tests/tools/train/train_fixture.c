#include "train_fixture.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random_numbers.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "game_walk.h"

static char folder[64];

void fixture_path(char path[FIXTURE_PATH_MAX], const char *name)
{
    if (!folder[0]) {
        snprintf(folder, sizeof folder, "/tmp/morpho-tools-XXXXXX");
        cr_assert(mkdtemp(folder));
    }
    snprintf(path, FIXTURE_PATH_MAX, "%s/%s", folder, name);
}

void fixture_remove_all(void)
{
    DIR *dir = folder[0] ? opendir(folder) : NULL;
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char path[FIXTURE_PATH_MAX];
        snprintf(path, sizeof path, "%s/%.200s", folder, entry->d_name);
        unlink(path);
    }
    if (dir) {
        closedir(dir);
        rmdir(folder);
        folder[0] = 0;
    }
}

static int below(uint64_t *state, int n)
{
    return (int)(random_next(state) % (uint64_t)n);
}

void fixture_random_game(game *g, uint64_t *state, int plies)
{
    position pos;
    cr_assert(fen_parse(&pos, FEN_START, NULL, NULL));
    g->ply_count = 0;
    g->visit_count = 0;
    g->flags = 0;
    g->result = (game_result)below(state, GAME_RESULTS);
    /* The move number tells the games apart, as their first positions would. */
    snprintf(g->fen, sizeof g->fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 %d",
             1 + below(state, 5000));
    for (int i = 0; i < plies; i++) {
        move legal[MOVES_MAX];
        int count = gen_legal(&pos, legal);
        if (count == 0) {
            break;
        }
        game_ply *ply = game_add_ply(g);
        move best = legal[below(state, count)], played = legal[below(state, count)];
        ply->deviates = below(state, 20) == 0;
        ply->best = game_move_code(best, false);
        ply->played = game_move_code(ply->deviates ? played : best, false);
        ply->score = (int16_t)(below(state, 2001) - 1000);
        pos_make(&pos, ply->deviates ? played : best);
    }
}

int fixture_compare_games(const void *left, const void *right)
{
    static uint8_t a[GAME_RECORD_MAX + 4], b[GAME_RECORD_MAX + 4];
    const size_t one = game_encode(left, a, NULL), other = game_encode(right, b, NULL);
    const int order = memcmp(a, b, one < other ? one : other);
    return order ? order : (one > other) - (one < other);
}

game_writer *fixture_writer(const char *path)
{
    failure why = {""};
    game_writer *writer = game_writer_open(path, &why);
    cr_assert(writer, "%s", why.text);
    return writer;
}

void fixture_write_games(const char *path, int games, uint64_t seed)
{
    failure why = {""};
    game g = {0};
    game_writer *writer = fixture_writer(path);
    for (int i = 0; i < games; i++) {
        fixture_random_game(&g, &seed, 60);
        cr_assert(game_writer_add(writer, &g, &why), "%s", why.text);
    }
    cr_assert(game_writer_close(writer, &why), "%s", why.text);
    game_free(&g);
}

game_status fixture_replay(const char *path, long *games, failure *why)
{
    game g = {0};
    game_reader *reader = game_reader_open(path, why);
    game_status status = reader ? GAME_READ : GAME_BAD;
    *games = 0;
    while (status == GAME_READ && (status = game_reader_next(reader, &g, why)) == GAME_READ) {
        game_walk walk;
        bool sound = game_walk_start(&walk, &g, why);
        for (; sound && walk.ply < g.ply_count; game_walk_step(&walk)) {
            sound = game_walk_check(&walk, &g, why);
            if (!sound) {
                break;
            }
        }
        status = sound ? GAME_READ : GAME_BAD;
        *games += sound;
    }
    game_free(&g);
    game_reader_close(reader);
    return status;
}
