/* Tests what the data tools share: the data folder, counts of keys, tallies, and files that
 * appear only when they are complete. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "data_path.h"
#include "data_tally.h"
#include "game_file.h"
#include "key_count.h"
#include "train_fixture.h"

static void begin(void)
{
    attacks_init(true);
    unsetenv(DATA_PATH_VARIABLE);
}

TestSuite(data_parts, .init = begin, .fini = fixture_remove_all);

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static long size_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return -1;
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    return size;
}

Test(data_parts, a_file_is_found_as_given_or_in_the_data_folder)
{
    char there[FIXTURE_PATH_MAX], folder[FIXTURE_PATH_MAX], path[DATA_PATH_MAX];
    failure why;
    fixture_path(there, "found.gz");
    fixture_path(folder, "");
    write_text(there, "x");
    cr_expect(data_path_find(there, NULL, path, &why));
    cr_expect_str_eq(path, there);
    cr_expect_not(data_path_find("found.gz", NULL, path, &why));
    cr_expect(strstr(why.text, "found.gz: there is no such file, and no data folder is set"));
    cr_expect(data_path_find("found.gz", folder, path, &why));
    cr_expect_eq(size_of(path), 1);
    cr_expect_not(data_path_find("lost.gz", folder, path, &why));
    cr_expect(strstr(why.text, folder));
    setenv(DATA_PATH_VARIABLE, folder, 1);
    cr_expect(data_path_find("found.gz", NULL, path, &why));
    cr_expect_not(data_path_find("found.gz", "/nowhere", path, &why), "the option wins");
    cr_expect_not(data_path_find("/found.gz", NULL, path, &why));
    cr_expect_str_eq(why.text, "/found.gz: cannot be opened: No such file or directory");
    char giant[2 * DATA_PATH_MAX];
    memset(giant, 'x', sizeof giant);
    giant[sizeof giant - 1] = '\0';
    cr_expect_not(data_path_find(giant, NULL, path, &why));
    cr_expect_not(data_path_find("found.gz", giant, path, &why));
}

Test(data_parts, keys_are_counted)
{
    key_count c = {.keys = NULL};
    cr_expect_eq(key_count_figures(&c).keys, 0);
    for (uint64_t i = 0; i < 5000; i++) { /* 0 ... 999 five times */
        cr_assert(key_count_add(&c, (i % 1000) * UINT64_C(0x9e3779b97f4a7c15)));
    }
    cr_assert(key_count_add(&c, 1) && key_count_add(&c, 0));
    const key_figures f = key_count_figures(&c);
    cr_expect(f.keys == 5002 && f.distinct == 1001 && f.repeated == 1000 && f.most == 6);
    free(c.keys);
}

/* Adds a move from the start position's e-pawn line. */
static void add_ply(game *g, unsigned from, unsigned to, int score, bool deviates)
{
    game_ply *ply = game_add_ply(g);
    ply->best = ply->played = (uint16_t)(from | to << 6);
    ply->score = (int16_t)score;
    ply->deviates = deviates;
}

Test(data_parts, a_game_is_tallied)
{
    game g = {.result = GAME_WHITE_WON, .fen = FEN_START};
    failure why;
    tally t = {0}, sum = {0};
    add_ply(&g, 12, 28, 99, false); /* e4 */
    add_ply(&g, 51, 35, -100, true);
    add_ply(&g, 28, 35, 31990, false); /* exd5 */
    add_ply(&g, 59, 35, GAME_SCORE_NONE, false);
    add_ply(&g, 1, 18, 299, false);
    cr_assert(tally_game(&t, &g, NULL, NULL, &why), "%s", why.text);
    tally_add(&sum, &t);
    tally_add(&sum, &t);
    cr_expect_eq(sum.games, 2);
    cr_expect_eq(sum.positions, 10);
    cr_expect_eq(sum.judged, 10);
    cr_expect_eq(sum.results[GAME_WHITE_WON], 2);
    cr_expect_eq(sum.games_deviating, 2);
    cr_expect_eq(sum.after_last_deviation, 6);
    cr_expect_eq(sum.pieces[32], 6);
    cr_expect_eq(sum.pieces[31], 2);
    cr_expect_eq(sum.pieces[30], 2);
    cr_expect_eq(tally_scored(&sum), 8);
    cr_expect_eq(tally_within(&sum, 100), 2);
    cr_expect_eq(tally_within(&sum, 300), 6);
    cr_expect_eq(tally_median_length(&sum), 5);
    t = (tally){0};
    g.flags = GAME_RELABELLED;
    cr_assert(tally_game(&t, &g, NULL, NULL, &why), "%s", why.text);
    tally_add(&t, &t);
    cr_expect_eq(t.relabelled, 2);
    cr_expect(t.positions == 10 && t.judged == 8);
    cr_expect(t.pieces[32] == 6 && t.pieces[31] == 0 && t.pieces[30] == 2);
    cr_expect_eq(tally_scored(&t), 8);
    cr_expect_eq(t.deviations, 0, "the judge's best is another move, but none is random");
    cr_expect_eq(t.after_last_deviation, 10);
    g.flags = 0;
    add_ply(&g, 0, 63, 0, false);
    cr_expect_not(tally_game(&t, &g, NULL, NULL, &why));
    cr_expect(strstr(why.text, "ply 6"), "%s", why.text);
    game_free(&g);
}

Test(data_parts, a_file_appears_when_it_is_whole)
{
    char path[FIXTURE_PATH_MAX];
    uint64_t state = 3;
    game g = {0};
    failure why;
    fixture_path(path, "out.games.gz");
    fixture_random_game(&g, &state, 20);
    write_text(path, "old");
    game_writer *out = game_writer_open(path, &why);
    cr_assert(out && game_writer_add(out, &g, &why));
    cr_expect_eq(size_of(path), 3);
    game_writer_drop(out);
    cr_expect_eq(size_of(path), 3);
    out = game_writer_open(path, &why);
    cr_assert(out && game_writer_add(out, &g, &why));
    cr_expect_eq(game_writer_count(out), 1);
    cr_assert(game_writer_close(out, &why), "%s", why.text);
    cr_expect_gt(size_of(path), 40);
    cr_expect_null(game_writer_open("/nowhere/x", &why));
    game_free(&g);
}
